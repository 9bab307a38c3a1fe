use super::tests::listed;
use crate::read::lang::Lang;

#[test]
fn c_names_come_from_the_innermost_declarator() {
    let text = "/* Doc. */
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	return 0;
}

int (*pick(int a))(int) { return 0; }
static struct route * ipv4_route ( unsigned int scope, struct in_addr *dest ) {
	return NULL;
}
struct mention *x;
struct point { int x; };
int
main(argc, argv)
	int argc;
	char **argv;
{
	return 0;
}
";
    assert_eq!(
        listed(Lang::C, text),
        [
            "F read 2-5 ^1",
            "F pick 7-7",
            "F ipv4_route 8-10",
            "C point 12-12",
            "F main 13-19",
        ]
    );
}

#[test]
fn cpp_leaves_namespaces_out() {
    let text = "namespace ns {
/// Doc.
template <typename T>
T clampv(T v) { return v; }
class V {
public:
  V() : x(0) {}
  ~V() = default;
  int &get() const { return x; }
  operator bool() const { return true; }
  bool operator==(const V& o) const;
};
}
void ns::V::put(int y) { }
ns::V::~V() { }
bool V::operator==(const V& o) const { return true; }
template<class T> Foo<T>& Foo<T>::add(int x) { return *this; }
std::string Outer::Inner::name() { return \"\"; }
";
    assert_eq!(
        listed(Lang::Cpp, text),
        [
            "M ns 1-13",
            "F clampv 3-4 ^2",
            "C V 5-12",
            "F V.V 7-7",
            "F V.~V 8-8",
            "F V.get 9-9",
            "F V.operator bool 10-10",
            "F V.put 14-14",
            "F V.~V 15-15",
            "F V.operator== 16-16",
            "F Foo.add 17-17",
            "F Outer.Inner.name 18-18",
        ]
    );
}

#[test]
fn go_and_rust() {
    let go = "package p

// Doc.
// More.
func F[K any](k K) K {
	f := func() {}
	return k
}
func (t *T[K]) M() {}
func (T) N() {}

type T struct{ a int }
";
    assert_eq!(
        listed(Lang::Go, go),
        ["F F 5-8 ^3", "F T.M 9-9", "F T.N 10-10", "C T 12-12"]
    );
    let rust = "impl<'a, T: Clone> Trait<X> for &'a mut a::b::Foo<T> {
    /// Doc.
    #[inline]

    // plain
    pub fn m(&self) -> T {
        fn inner() {}
    }
}
impl dyn Trait { fn d() {} }
trait Trait {
    fn sig();
}
mod tests {
    #[test]
    fn t() {}
}
";
    assert_eq!(
        listed(Lang::Rust, rust),
        [
            "C Foo 1-9",
            "F Foo.m 6-8 ^2",
            "F Foo.m.inner 7-7 <Foo.m",
            "C Trait 10-10",
            "F Trait.d 10-10",
            "C Trait 11-13",
            "F Trait.sig 12-12",
            "M tests 14-17",
            "F t 16-16 ^15",
        ]
    );
}

#[test]
fn csharp_and_php() {
    let csharp = "namespace N.M {
  /// <summary>Doc.</summary>
  [Attr]
  public class A<T> {
    [X] [Y]
    public int P { get; set; }
    public A() {}
    ~A() {}
    public int this[int i] { get { return 1; } }
    public static A operator +(A a, A b) { return a; }
    public void M<T>() {
      void Local() {}
    }
  }
}
";
    assert_eq!(
        listed(Lang::CSharp, csharp),
        [
            "M N.M 1-15",
            "C A 4-14 ^2",
            "F A.P 6-6 ^5",
            "F A.A 7-7",
            "F A.~A 8-8",
            "F A.this[] 9-9",
            "F A.operator + 10-10",
            "F A.M 11-13",
            "F A.M.Local 12-12 <A.M",
        ]
    );
    let php = "<p><?php
namespace N;
/** Doc. */
#[Attr]
trait T {
  public function a() { return 1; }
}
function b() { return 2; }
";
    assert_eq!(
        listed(Lang::Php, php),
        ["M N 2-2", "C T 5-7 ^3", "F T.a 6-6", "F b 8-8"]
    );
}

#[test]
fn ruby() {
    let text = "module M::N
  # Doc.
  # More.
  class A < B
    class << self
      def build
        1
      end
    end
    def self.two; end
    define_method(:three) do |x|
      x
    end
    def ==(other) = true
  end
end
";
    assert_eq!(
        listed(Lang::Ruby, text),
        [
            "M M.N 1-16",
            "C M.N.A 4-15 ^2",
            "F M.N.A.build 6-8",
            "F M.N.A.two 10-10",
            "F M.N.A.three 11-13",
            "F M.N.A.== 14-14",
        ]
    );
}
