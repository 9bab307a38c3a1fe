//! A small HTTP server on loopback that answers as a test scripts it, misbehaviour included, and remembers what it was asked.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Path and query.
    pub(crate) path: String,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// How often this path was asked for, this time included.
    pub(crate) nth: usize,
}

impl Request {
    /// A header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// Answers one request by writing to the connection, which is closed afterwards. An error means that the other side is gone.
type Script = dyn Fn(&Request, &mut TcpStream) -> std::io::Result<()> + Send + Sync;

struct Shared {
    script: Box<Script>,
    seen: Mutex<Vec<Request>>,
    end: AtomicBool,
}

/// The server; it ends with the value.
pub(crate) struct Stub {
    at: SocketAddr,
    shared: Arc<Shared>,
}

impl Stub {
    /// Listens on a free port of loopback.
    pub(crate) fn new(
        script: impl Fn(&Request, &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let at = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            script: Box::new(script),
            seen: Mutex::default(),
            end: AtomicBool::new(false),
        });
        let own = shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if own.end.load(Ordering::Relaxed) {
                    return;
                }
                let shared = own.clone();
                thread::spawn(move || serve(&shared, stream));
            }
        });
        Self { at, shared }
    }

    /// `http://127.0.0.1:PORT` and `path`.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }

    /// Its port.
    pub(crate) fn port(&self) -> u16 {
        self.at.port()
    }

    /// All requests so far, in the order in which they came.
    pub(crate) fn seen(&self) -> Vec<Request> {
        self.shared.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How often each path was asked for.
    pub(crate) fn counts(&self) -> HashMap<String, usize> {
        let mut out = HashMap::new();
        for request in self.seen() {
            *out.entry(request.path).or_default() += 1;
        }
        out
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.shared.end.store(true, Ordering::Relaxed);
        // Wakes the listener.
        drop(TcpStream::connect(self.at));
    }
}

fn serve(shared: &Shared, mut stream: TcpStream) {
    let _set = stream.set_read_timeout(Some(Duration::from_secs(5)));
    let Some(mut request) = read(&stream) else { return };
    {
        let mut seen = shared.seen.lock().unwrap_or_else(PoisonError::into_inner);
        request.nth = 1 + seen.iter().filter(|r| r.path == request.path).count();
        seen.push(request.clone());
    }
    let _gone = (shared.script)(&request, &mut stream);
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut from = BufReader::new(stream);
    let mut line = String::new();
    from.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let mut request = Request {
        method: words.next()?.to_owned(),
        path: words.next()?.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
        nth: 0,
    };
    loop {
        line.clear();
        from.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        request
            .headers
            .push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = request
        .header("content-length")
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    request.body = vec![0; length];
    from.read_exact(&mut request.body).ok()?;
    Some(request)
}

/// A whole answer. `headers` are lines without their ends; the length is added.
pub(crate) fn answer(to: &mut TcpStream, status: u16, headers: &[&str], body: &[u8]) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status} Said\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for line in headers {
        head.push_str(&format!("{line}\r\n"));
    }
    to.write_all(format!("{head}\r\n").as_bytes())?;
    to.write_all(body)
}

/// A header that promises `length` bytes, or does not say; the body is up to the caller.
pub(crate) fn head(to: &mut TcpStream, length: Option<u64>) -> std::io::Result<()> {
    let length = length.map_or(String::new(), |n| format!("Content-Length: {n}\r\n"));
    to.write_all(format!("HTTP/1.1 200 OK\r\nConnection: close\r\n{length}\r\n").as_bytes())
}

/// Port of loopback on which somebody answers every greeting, TLS or not, in plain words.
pub(crate) fn plain_speaker() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut greeting = [0u8; 4096];
            let _heard = stream.read(&mut greeting);
            let _said = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\nspeak plainly");
            let _end = stream.shutdown(std::net::Shutdown::Write);
            // Closing with something unread would take back what was said.
            let _rest = stream.read(&mut greeting);
        }
    });
    port
}
