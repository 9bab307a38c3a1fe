use super::*;

/// One line per definition: `F name first-last`, `^ row` when something above belongs to it, `< anchor` when
/// that is another one.
pub(super) fn listed(lang: Lang, text: &str) -> Vec<String> {
    let outline = outline(lang, text, &|| false);
    let line = |s: &Symbol| {
        let kind = match s.kind {
            SymbolKind::Function => 'F',
            SymbolKind::Class => 'C',
            SymbolKind::Module => 'M',
        };
        let above = (s.outer.first != s.span.first).then(|| format!(" ^{}", s.outer.first.0));
        let anchor = Some(outline.anchor_of(s)).filter(|a| a.name != s.name);
        format!(
            "{kind} {} {}-{}{}{}",
            s.name,
            s.span.first.0,
            s.span.last.0,
            above.unwrap_or_default(),
            anchor.map(|a| format!(" <{}", a.name)).unwrap_or_default()
        )
    };
    outline.symbols.iter().map(line).collect()
}

#[test]
fn a_named_value_that_is_exported_keeps_its_name() {
    let text = "module.exports = class Parser {\n  parse() {}\n};\nexport default (function go() {});\nexport default () => 1;\n";
    assert_eq!(
        listed(Lang::JavaScript, text),
        ["C Parser 1-3", "F Parser.parse 2-2", "F go 4-4", "F default 5-5"]
    );
}

#[test]
fn javascript_values_are_called_like_what_they_are_given_to() {
    let text = r"/** Doc. */
export const Card = memo(forwardRef((props) => {
  const close = () => {};
  return 1;
}));
const b = 1, c = () => 2;
module.exports = function () {};
exports.d = function inner() {};
X.prototype.m = function () {
};
X.y = () => {};
foo(function named() {});
foo(() => {});
const W = class { w() {} };
const api = {
  get() {},
  post: async () => {},
  'quoted'() {},
};
const value = list.map(() => 1);
";
    assert_eq!(
        listed(Lang::JavaScript, text),
        [
            "F Card 2-5 ^1",
            "F Card.close 3-3 <Card",
            "F c 6-6",
            "F default 7-7",
            "F d 8-8",
            "F X.m 9-10",
            "F X.y 11-11",
            "F named 12-12",
            "C W 14-14",
            "F W.w 14-14",
            "F get 16-16",
            "F post 17-17",
            "F quoted 18-18",
        ]
    );
}

#[test]
fn javascript_classes() {
    let text = "// plain
export default class extends Base {
  #n = 0;
  handle = (e) => {
    this.#n++;
  };
  get value() { return 1; }
  set value(v) {}
  static s = function () {};
  @bound
  m() {}
  constructor() { this.q = () => 1; }
}
";
    assert_eq!(
        listed(Lang::JavaScript, text),
        [
            "C default 2-13",
            "F default.handle 4-6",
            "F default.value 7-7",
            "F default.value 8-8",
            "F default.s 9-9",
            "F default.m 11-11 ^10",
            "F default.constructor 12-12",
            "F default.constructor.q 12-12 <default.constructor",
        ]
    );
}

#[test]
fn typescript() {
    let text = "namespace N { export function f(): void {} }
function over(a: string): void;
function over(a: any) {}
/** Doc. */
@Component({
  a: 1,
})
export class Box<T> {
  @Input() x: number;
  m(a: string): void;
  m(a: any) {}
  private h = <T,>(a: T): T => a;
}
interface I { im(): void }
const g = (() => 1) as any;
const h = useCallback(async (x: number) => {
}, []);
";
    assert_eq!(
        listed(Lang::TypeScript, text),
        [
            "M N 1-1",
            "F f 1-1",
            "F over 2-2",
            "F over 3-3",
            "C Box 8-13 ^4",
            "F Box.m 10-10",
            "F Box.m 11-11",
            "F Box.h 12-12",
            "C I 14-14",
            "F g 15-15",
            "F h 16-17",
        ]
    );
    let tsx = "export const App: FC = () => <p>x</p>;\nexport default function () { return <App />; }\n";
    assert_eq!(listed(Lang::Tsx, tsx), ["F App 1-1", "F default 2-2"]);
}

#[test]
fn python_blocks_give_back_the_comments_they_swallow() {
    let text = "@first
# between
@second(
    1)
async def f():
    return 1  # same line
    # swallowed
# after

class A:
    def m(self):
        def n():
            pass
        # swallowed
";
    assert_eq!(
        listed(Lang::Python, text),
        ["F f 5-6 ^1", "C A 10-13", "F A.m 11-13", "F A.m.n 12-13 <A.m"]
    );
}

#[test]
fn java() {
    let text = r#"/** Doc. */
@Deprecated
public class A<T> {
  /** Doc. */
  @Override
  @X("a")
  public String toString() { return "a"; }
  A() { }
  void run() {
    new Thread(new Runnable() {
      public void run() { go(); }
    });
  }

  // plain
  void over(int a) { }
  void over(String a) { }
}
"#;
    assert_eq!(
        listed(Lang::Java, text),
        [
            "C A 3-18 ^1",
            "F A.toString 7-7 ^4",
            "F A.A 8-8",
            "F A.run 9-13",
            "F A.run.run 11-11 <A.run",
            "F A.over 16-16",
            "F A.over 17-17",
        ]
    );
}

#[test]
fn broken_code_still_has_its_functions() {
    let text = "function a() { one(; }\nclass B { m() { ) } }\nfunction c() {}\n";
    let names = listed(Lang::JavaScript, text);
    assert!(names.contains(&"F a 1-1".to_owned()), "{names:?}");
    assert!(names.contains(&"F c 3-3".to_owned()), "{names:?}");
}

#[test]
fn hostile_nesting_is_survived() {
    let deep = 20_000;
    let calls = format!("x = {}1{};", "(".repeat(deep), ")".repeat(deep));
    assert!(listed(Lang::JavaScript, &calls).is_empty());
    let functions = format!("{}{}", "function f(){".repeat(deep), "}".repeat(deep));
    let outline = outline(Lang::JavaScript, &functions, &|| false);
    assert_eq!(outline.symbols.len(), deep);
    assert!(outline.symbols.iter().all(|s| s.name.len() < 600 && s.anchor == 0));
}

#[test]
fn stop_is_heard() {
    let text = "function f() {}\n".repeat(20_000);
    let asked = std::cell::Cell::new(0u32);
    let stop = || {
        asked.set(asked.get() + 1);
        true
    };
    assert!(outline(Lang::JavaScript, &text, &stop).symbols.is_empty());
    assert_eq!(asked.get(), 1);
}
