//! Kotlin, Swift, Scala, Dart: names and lines counted by hand.

use super::super::tests::listed;
use crate::read::lang::Lang;

/// `listed` of a language that may not be built in.
pub(in crate::read::outline) fn check(lang: Lang, text: &str, want: &[&str]) {
    if lang.grammar().is_some() {
        assert_eq!(listed(lang, text), want);
    }
}

#[test]
fn kotlin() {
    let text = r#"package a.b

/** Doc. */
@Deprecated("x")
data class Box<T>(val x: Int) : Base() {
    constructor(y: String) : this(y.length) {
        go()
    }

    init {
        go()
    }

    // plain
    val size: Int
        get() = x
    var z: Int = 1
        get() { return field }
        set(value) { field = value }

    /** Doc. */
    @Test
    override fun m(): Int {
        fun local() = 1
        return local()
    }

    companion object {
        @JvmStatic
        fun make() = Box<Int>(1)
    }

    inner class In {
        fun deep() {}
    }
}

fun String.ext(): Int {
    return 1
}
infix fun <T> List<T>.plus2(o: T): List<T> = this
val String.last1: Char get() = this[0]
val lam = { x: Int -> x + 1 }
val plain = 1
object Single {
    var hidden = 1
        private set
    fun s() {}
}
interface I {
    fun i()
}
val one = 1
object Two { fun t() {} }
"#;
    check(
        Lang::Kotlin,
        text,
        &[
            "C Box 5-36 ^3",
            "F Box.constructor 6-8",
            "F Box.init 10-12",
            "F Box.size 15-16",
            "F Box.z 17-18",
            "F Box.z 19-19",
            "F Box.m 23-26 ^21",
            "F Box.m.local 24-24 <Box.m",
            "F Box.make 30-30 ^29",
            "C Box.In 33-35",
            "F Box.In.deep 34-34",
            "F ext 38-40",
            "F plus2 41-41",
            "F last1 42-42",
            "F lam 43-43",
            "C Single 45-49",
            "F Single.s 48-48",
            "C I 50-52",
            "F I.i 51-51",
            "C Two 54-54",
            "F Two.t 54-54",
        ],
    );
}

#[test]
fn swift() {
    let text = "import Foundation

/// Doc.
@available(iOS 13, *)
public class Box<T>: Base {
    var x = 1
    var y: Int { return 1 }
    @Published var z: Int {
        get { return 1 }
        set { x = newValue }
    }
    var w: Int = 0 {
        didSet { go() }
    }
    init(a: Int) {
        self.x = a
    }
    deinit { }
    subscript(i: Int) -> Int {
        return i
    }
    /// Doc.
    @objc
    func m() -> Int {
        func local() {}
        return 1
    }
    static func == (a: Box, b: Box) -> Bool { true }
    struct In { func deep() {} }
}
extension Box where T: Equatable {
    func e() {}
}
extension Array.Index { func f() {} }
protocol P {
    func p()
}
enum E {
    case a
    func en() {}
}
actor A { func ac() {} }
func top() {}
let lam = { (x: Int) in x }
";
    check(
        Lang::Swift,
        text,
        &[
            "C Box 5-30 ^3",
            "F Box.y 7-7",
            "F Box.z 8-11",
            "F Box.w 12-14",
            "F Box.init 15-17",
            "F Box.deinit 18-18",
            "F Box.subscript 19-21",
            "F Box.m 24-27 ^22",
            "F Box.m.local 25-25 <Box.m",
            "F Box.== 28-28",
            "C Box.In 29-29",
            "F Box.In.deep 29-29",
            "C Box 31-33",
            "F Box.e 32-32",
            "C Array.Index 34-34",
            "F Array.Index.f 34-34",
            "C P 35-37",
            "F P.p 36-36",
            "C E 38-41",
            "F E.en 40-40",
            "C A 42-42",
            "F A.ac 42-42",
            "F top 43-43",
            "F lam 44-44",
        ],
    );
}

#[test]
fn scala() {
    let text = "package a.b

/** Doc. */
@deprecated
class Box[T](val x: Int) extends Base {
  def this() = this(1)
  // plain
  override def m(a: Int): Int = {
    def local() = 1
    local()
  }
  val f = (x: Int) => x + 1
  val v = 1
}
object Box { def make(): Box = new Box(1) }
trait T {
  def abs(): Int
  def +(o: T): T = o
}
case class C(a: Int)
given ord: Ordering[Int] with
  def compare(a: Int, b: Int) = 1

extension (s: String) def ext: Int = 1
def top(x: Int) =
  val y = 1
  y

// after
class Py:
  def a = 1
  // trailing

enum Color { case Red; def c = 1 }
";
    check(
        Lang::Scala,
        text,
        &[
            "C Box 5-14 ^3",
            "F Box.this 6-6",
            "F Box.m 8-11",
            "F Box.m.local 9-9 <Box.m",
            "F Box.f 12-12",
            "C Box 15-15",
            "F Box.make 15-15",
            "C T 16-19",
            "F T.abs 17-17",
            "F T.+ 18-18",
            "C C 20-20",
            "C ord 21-22",
            "F ord.compare 22-22",
            "F ext 24-24",
            "F top 25-27",
            "C Py 30-31",
            "F Py.a 31-31",
            "C Color 34-34",
            "F Color.c 34-34",
        ],
    );
}

#[test]
fn dart() {
    let text = "import 'a';

/// Doc.
@immutable
class Box<T> extends Base {
  final int x;
  Box(this.x);
  Box.named(int y) : x = y {
    go();
  }
  factory Box.from(String s) {
    return Box(1);
  }
  const Box.c(this.x);
  int get size => x;
  set size(int v) {
    go();
  }
  /// Doc.
  @override
  int m() {
    int local() {
      return 1;
    }
    return local();
  }
  Box operator +(Box o) => o;
  @protected
  int abs();
}
mixin M on Box { void mm() {} }
extension Ext on String { int ext() => 1; }
extension on int { int anon() => 1; }
enum E { a, b; void e() {} }
void top(int a) {
  final f = () { return 1; };
}
int get topget => 1;
var lam = (int x) => x;
";
    check(
        Lang::Dart,
        text,
        &[
            "C Box 5-30 ^3",
            "F Box.Box 7-7",
            "F Box.named 8-10",
            "F Box.from 11-13",
            "F Box.c 14-14",
            "F Box.size 15-15",
            "F Box.size 16-18",
            "F Box.m 21-26 ^19",
            "F Box.m.local 22-24 <Box.m",
            "F Box.operator + 27-27",
            "F Box.abs 29-29 ^28",
            "C M 31-31",
            "F M.mm 31-31",
            "C Ext 32-32",
            "F Ext.ext 32-32",
            "C int 33-33",
            "F int.anon 33-33",
            "C E 34-34",
            "F E.e 34-34",
            "F top 35-37",
            "F top.f 36-36 <top",
            "F topget 38-38",
            "F lam 39-39",
        ],
    );
}
