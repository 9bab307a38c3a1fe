//! Paths that agents write, brought to paths relative to the repository: joined with the working directory,
//! `.` and `..` gone, the root of the checkout stripped.

/// `path` seen from `cwd`, with `.`, `..` and doubled `/` resolved. `~` and absolute paths stand for themselves.
pub fn join(cwd: &str, path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path);
    if path.starts_with('~') {
        return path.to_owned();
    }
    let absolute = path.starts_with('/') || cwd.starts_with('/');
    let before = if path.starts_with('/') { "" } else { cwd };
    let mut parts: Vec<&str> = Vec::new();
    for part in before.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(&"..") | None if !absolute => parts.push(".."),
                _ => {
                    parts.pop();
                }
            },
            _ => parts.push(part),
        }
    }
    let out = parts.join("/");
    match (absolute, out.is_empty()) {
        (true, _) => format!("/{out}"),
        (false, true) => ".".to_owned(),
        (false, false) => out,
    }
}

/// Folders that hold the checkout, most certain first.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    known: Vec<String>,
}

impl Roots {
    /// Adds a folder that the data names as the root.
    pub fn add(&mut self, folder: &str) {
        let folder = folder.trim().trim_end_matches('/');
        if folder.len() > 1 && folder.starts_with('/') && !self.known.iter().any(|k| k == folder) {
            self.known.push(folder.to_owned());
        }
    }

    /// The first folder named as the root; empty when none is.
    pub fn first(&self) -> &str {
        self.known.first().map_or("", String::as_str)
    }

    /// `path` without the root; the root itself is `.`. A path outside stays absolute.
    pub fn strip(&self, path: &str) -> String {
        if !path.starts_with('/') {
            return path.to_owned();
        }
        let own = self.known.iter().find_map(|root| below(path, root));
        let usual = || ["/testbed", "/repo"].into_iter().find_map(|root| below(path, root));
        let found = own.or_else(|| {
            if self.known.is_empty() {
                usual().or_else(|| guess(path))
            } else {
                usual()
            }
        });
        match found {
            Some("") => ".".to_owned(),
            Some(rest) => rest.to_owned(),
            None => path.to_owned(),
        }
    }
}

fn below<'p>(path: &'p str, root: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(root)?;
    if rest.is_empty() {
        Some("")
    } else {
        rest.strip_prefix('/')
    }
}

/// When no root is named: `/OWNER__NAME/…` and `/workspace/NAME/…` are checkouts of benchmarks.
fn guess(path: &str) -> Option<&str> {
    let rest = path.strip_prefix('/')?;
    let (first, tail) = rest.split_once('/').unwrap_or((rest, ""));
    if first.contains("__") {
        return Some(tail);
    }
    if first != "workspace" || tail.is_empty() {
        return None;
    }
    let (name, tail) = tail.split_once('/')?;
    let source = matches!(
        name,
        "src" | "lib" | "app" | "apps" | "test" | "tests" | "packages" | "docs"
    );
    Some(if source { rest.strip_prefix("workspace/")? } else { tail })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined() {
        assert_eq!(join("", "a/./b//c.py"), "a/b/c.py");
        assert_eq!(join("/testbed", "src/../x.py"), "/testbed/x.py");
        assert_eq!(join("/testbed/src", ".."), "/testbed");
        assert_eq!(join("a", "../../b"), "../b");
        assert_eq!(join("/x", "/etc/passwd"), "/etc/passwd");
        assert_eq!(join("", "."), ".");
        assert_eq!(join("/x", "~/y"), "~/y");
        assert_eq!(join("", "app/(group)/[id]/page.tsx"), "app/(group)/[id]/page.tsx");
    }

    #[test]
    fn stripped() {
        let mut roots = Roots::default();
        assert_eq!(roots.strip("/testbed/a.py"), "a.py");
        assert_eq!(roots.strip("/django__django/django/x.py"), "django/x.py");
        assert_eq!(roots.strip("/workspace/ponyc/src/a.c"), "src/a.c");
        assert_eq!(roots.strip("/workspace/src/App.tsx"), "src/App.tsx");
        assert_eq!(roots.strip("/tmp/x.py"), "/tmp/x.py");
        roots.add("/workspace");
        assert_eq!(roots.strip("/workspace/lib2/App.tsx"), "lib2/App.tsx");
        assert_eq!(roots.strip("/workspace"), ".");
        assert_eq!(roots.strip("/workspaces/a"), "/workspaces/a");
    }
}
