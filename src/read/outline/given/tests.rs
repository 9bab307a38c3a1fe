//! Lua, Shell, R, Julia, Perl: names and lines counted by hand.

use super::super::classes::tests::check;
use crate::read::lang::Lang;

#[test]
fn lua() {
    let text = "-- a
local M = {}
-- doc
-- more
function M.f()
  return 1
end
function a.b:c()
end
-- doc
local g = function(x)
  return x
end
M.h = function() end
local t = {
  -- doc
  k = function() end,
  [\"q\"] = function() return function() end end,
  function() end,
}
function top()
  local function inner() end
  call(function() end)
end
x, y = 1, function() end
M[\"z\"] = function() end
function self.w() end
";
    check(
        Lang::Lua,
        text,
        &[
            "F M.f 5-7 ^3",
            "F a.b.c 8-9",
            "F g 11-13 ^10",
            "F M.h 14-14",
            "F k 17-17 ^16",
            "F q 18-18",
            "F top 21-24",
            "F top.inner 22-22 <top",
            "F y 25-25",
            "F M.z 26-26",
            "F w 27-27",
        ],
    );
}

#[test]
fn shell() {
    let text = "#!/bin/bash
# doc
f() {
  echo
}
function g {
  inner() { :; }
}

# far

function ns::h() (
  true
)
";
    check(
        Lang::Shell,
        text,
        &["F f 3-5 ^2", "F g 6-8", "F g.inner 7-7 <g", "F ns::h 12-14"],
    );
}

#[test]
fn r() {
    let text = "#' Doc
f <- function(x) {
  g <- function(y) y
  g(x)
}
h = function(x) x
A$b <- function() 2
`my fun` <- \\(x) x
Cls <- R6::R6Class(\"Cls\", public = list(
  initialize = function(a) {
    self$a <- a
  },
  m = function() 1
))
setMethod(\"show\", \"T\", function(object) {
  1
})
setGeneric(\"area\", function(shape) standardGeneric(\"area\"))
lapply(x, function(i) i)
tryCatch(1, error = function(e) e)
print.foo <- function(x, ...) 1
y <- 1
";
    check(
        Lang::R,
        text,
        &[
            "F f 2-5 ^1",
            "F f.g 3-3 <f",
            "F h 6-6",
            "F A.b 7-7",
            "F my fun 8-8",
            "C Cls 9-14",
            "F Cls.initialize 10-12",
            "F Cls.m 13-13",
            "F T.show 15-17",
            "F area 18-18",
            "F print.foo 21-21",
        ],
    );
}

#[test]
fn julia() {
    let text = "module M
\"\"\"
Doc.
\"\"\"
function f(x::Int)::Int where T
    inner(y) = y
    return x
end
g(x) = x + 1
h(x::T) where {T} = x
macro m(x)
    x
end
Base.show(io, x) = 1
function Base.length(x)
end
function (a::Foo)(x) end
k = x -> x
l = function (x) x end
struct S{T} <: Q
    a::Int
    S(a) = new(a)
end
\"doc\"
@inline q(x) = 1
+(a::S, b::S) = 1
const cc = 5
end
";
    check(
        Lang::Julia,
        text,
        &[
            "M M 1-28",
            "F f 5-8 ^2",
            "F f.inner 6-6 <f",
            "F g 9-9",
            "F h 10-10",
            "F m 11-13",
            "F show 14-14",
            "F length 15-16",
            "F Foo 17-17",
            "F k 18-18",
            "F l 19-19",
            "C S 20-23",
            "F S.S 22-22",
            "F q 25-25 ^24",
            "F + 26-26",
        ],
    );
}

#[test]
fn perl() {
    let text = "package A::B;
use strict;

# doc
sub f {
    my ($x) = @_;
    my $g = sub { 1 };
    return $x;
}

package C {
    sub m { 2 }
}
sub h { 2 }
package D;
sub A::B::q { 3 }
sub r { 4 }
my $anon = sub { 1 };
*glob = sub { 1 };
package main;
sub s1 {
}
";
    check(
        Lang::Perl,
        text,
        &[
            "M A.B 1-1",
            "F A.B.f 5-9 ^4",
            "F A.B.f.g 7-7 <A.B.f",
            "C C 11-13",
            "F C.m 12-12",
            "F A.B.h 14-14",
            "M D 15-15",
            "F A.B.q 16-16",
            "F D.r 17-17",
            "F anon 18-18",
            "F D.glob 19-19",
            "M main 20-20",
            "F s1 21-22",
        ],
    );
}
