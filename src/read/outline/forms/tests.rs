//! Haskell, Elixir, Clojure, OCaml, F#, SQL, markup: names and lines counted by hand.

use super::super::classes::tests::check;
use super::super::tests::listed;
use crate::read::lang::Lang;

#[test]
fn haskell() {
    let text = "{-# LANGUAGE X #-}
module A.B (f, g) where

import Data.List

f :: Int -> Int
f 0 = 1
f n = n * g
  where
    g = 2
    h x = x
-- after

data T = A | B deriving Show

class Shape a where
  area :: a -> Int
  area _ = 0

instance Shape (Maybe a) where
  area A = 1
  area B = 2

-- | Doc.
{-# INLINE (<+>) #-}
(<+>) :: Int -> Int -> Int
a <+> b = a + b

const1 = 5
x `op` y = x
main :: IO ()
main = do
  let k z = z
  print 1
guarded n
  | n > 1 = 2
  | otherwise = 3
";
    check(
        Lang::Haskell,
        text,
        &[
            "F f 7-11 ^6",
            "F f.h 11-11 <f",
            "C T 14-14",
            "C Shape 16-18",
            "F Shape.area 18-18 ^17",
            "C Maybe 20-22",
            "F Maybe.area 21-22",
            "F <+> 27-27 ^24",
            "F const1 29-29",
            "F op 30-30",
            "F main 32-34 ^31",
            "F main.k 33-33 <main",
            "F guarded 35-37",
        ],
    );
}

#[test]
fn elixir() {
    let text = "defmodule A.B do
  @moduledoc \"x\"

  @doc \"\"\"
  Doc.
  \"\"\"
  @spec f(integer) :: integer
  def f(0), do: 1
  def f(n) when n > 1 do
    n
  end

  @limit 5
  # comment
  defp g(a, b \\\\ 1) do
    fn x -> x end
  end

  defmacro m(x) do
    quote do
      def inner(a), do: a
    end
  end

  @limit 6
  def noargs, do: 1
  def a + b, do: 1
  defguard is_x(x) when x > 1
  defmodule C do
    def deep, do: 1
  end
end

defimpl P, for: T do
  def p(x), do: x
end
defprotocol P do
  def p(x)
end
";
    check(
        Lang::Elixir,
        text,
        &[
            "C A.B 1-32",
            "F A.B.f 8-8 ^4",
            "F A.B.f 9-11",
            "F A.B.g 15-17 ^14",
            "F A.B.m 19-23",
            "F A.B.m.inner 21-21 <A.B.m",
            "F A.B.noargs 26-26",
            "F A.B.+ 27-27",
            "F A.B.is_x 28-28",
            "C A.B.C 29-31",
            "F A.B.C.deep 30-30",
            "C P.T 34-36",
            "F P.T.p 35-35",
            "C P 37-39",
            "F P.p 38-38",
        ],
    );
}

#[test]
fn clojure() {
    let text = "(ns a.b
  (:require [c.d :as d]))

;; doc
(defn f
  \"Doc.\"
  [x]
  (let [g (fn [y] y)]
    (g x)))

(defn- priv [x] x)
(defmacro m [x]
  `(do ~x))
(defmethod area :circle [s]
  1)
(def v 5)
(def lam (fn [x] x))
(def sh #(inc %))
(defprotocol P
  (p [this]))
(defrecord R [a]
  P
  (p [this] 1))
(s/defn ^:private meta-f :- Int [x] x)
#?(:clj (defn cond-f [] 1))
";
    check(
        Lang::Clojure,
        text,
        &[
            "F f 5-9 ^4",
            "F priv 11-11",
            "F m 12-13",
            "F area 14-15",
            "F lam 17-17",
            "F sh 18-18",
            "C P 19-20",
            "F P.p 20-20",
            "C R 21-23",
            "F R.p 23-23",
            "F meta-f 24-24",
            "F cond-f 25-25",
        ],
    );
}

#[test]
fn ocaml() {
    let text = "open X

(** Doc. *)
let rec g = function
  | 0 -> 1
  | n -> h n
(* doc *)
and h n =
  let inner k = k in
  inner n

let v = 5
let () = print \"x\"
let ( + ) a b = a
(** Doc. *)
let[@inline] att x = x
module M = struct
  let deep x = x
  module N = struct let dd () = 1 end
  module Alias = N
end
module type S = sig
  val s : int -> int
end
module F (X : S) = struct let ff x = x end
class c = object
  method m x = x
  method private p = 1
end
";
    check(
        Lang::OCaml,
        text,
        &[
            "F g 4-6 ^3",
            "F h 8-10 ^7",
            "F h.inner 9-9 <h",
            "F + 14-14",
            "F att 16-16 ^15",
            "C M 17-21",
            "F M.deep 18-18",
            "C M.N 19-19",
            "F M.N.dd 19-19",
            "C S 22-24",
            "C F 25-25",
            "F F.ff 25-25",
            "C c 26-29",
            "F c.m 27-27",
            "F c.p 28-28",
        ],
    );
    check(
        Lang::OCamlInterface,
        "val f : int -> int\nmodule M : sig val g : int end\n",
        &["C M 2-2"],
    );
}

#[test]
fn fsharp() {
    let text = "module A.B

open System

/// Doc.
[<Attr>]
let f x y = x + y

let v = 5
let lam = fun x -> x
let (+.) a b =
    let inner k = k
    inner a

type Box(x: int) =
    let priv a = a
    new() = Box(1)
    member this.M(a: int) = a
    member _.P with get() = x and set(v) = ()
    static member S() = 1
    [<Attr>]
    override this.ToString() = \"x\"
    abstract Q: int -> int
    interface I with
        member this.I() = 1

type U =
    | A
    | B of int
    member this.UU = 1

module Inner =
    let deep x = x
";
    check(
        Lang::FSharp,
        text,
        &[
            "F f 7-7 ^5",
            "F lam 10-10",
            "F +. 11-13",
            "F +..inner 12-12 <+.",
            "C Box 15-25",
            "F Box.priv 16-16",
            "F Box.new 17-17",
            "F Box.M 18-18",
            "F Box.P 19-19",
            "F Box.S 20-20",
            "F Box.ToString 22-22 ^21",
            "F Box.Q 23-23",
            "F Box.I 25-25",
            "C U 27-30",
            "F U.UU 30-30",
            "C Inner 32-33",
            "F Inner.deep 33-33",
        ],
    );
}

#[test]
fn sql() {
    let text = "-- doc
CREATE FUNCTION f(a int) RETURNS int AS $$
BEGIN
  RETURN a;
END;
$$ LANGUAGE plpgsql;

CREATE VIEW v AS
  SELECT 1;

CREATE TABLE t (a int);
CREATE TRIGGER trg BEFORE INSERT ON t
FOR EACH ROW EXECUTE FUNCTION f();
create function \"Q x\".g() returns int as 'select 1' language sql;
";
    check(Lang::Sql, text, &["F f 2-6 ^1", "F v 8-9", "F trg 12-13", "F g 14-14"]);
}

#[test]
fn markup_has_the_functions_of_its_scripts() {
    let text = "<html>
<!-- <script>function no() {}</script> -->
<script type=\"module\">
  function yes() {
  }
</script>
<style>
p > a {}
</style>
</html>
";
    assert_eq!(listed(Lang::Html, text), ["F yes 4-5"]);
    check(Lang::Css, "p > a { color: red }\n", &[]);
}

#[test]
fn hostile_text_is_survived() {
    let deep = 200;
    let mut texts: Vec<String> = [
        "(", "[", "{", "<a>", "\"", "'", "`", "do\n", "#{", "${", "/*", "(*", "{-", "$$", "begin ",
    ]
    .iter()
    .map(|word| word.repeat(deep))
    .collect();
    let steps = |make: &dyn Fn(usize) -> String| (0..400).map(make).collect::<Vec<_>>().concat();
    texts.push(steps(&|n| format!("{}if x:\n", " ".repeat(n))));
    texts.push(steps(&|n| format!("{}f = do\n", " ".repeat(n))));
    texts.push(steps(&|n| format!("<tag{n}>")));
    texts.push("<<-A <<B <<C\n".repeat(200));
    texts.push("r###\"a".repeat(100));
    texts.push("\u{0}\u{feff}\u{2028}é\t\r\n".repeat(50));
    for lang in Lang::ALL.into_iter().filter(|l| *l != Lang::Perl) {
        for text in &texts {
            let outline = super::super::outline(lang, text, &|| false);
            assert!(outline.symbols.iter().all(|s| s.outer.first.0 >= 1), "{}", lang.name());
        }
    }
}
