//! Solidity, Objective-C, Zig, Godot's script: names and lines counted by hand.

use super::tests::check;
use crate::read::lang::Lang;

#[test]
fn solidity() {
    let text = "pragma solidity ^0.8.0;

/// Doc.
contract Box is Base {
    uint x;
    constructor(uint a) {
        x = a;
    }
    modifier only() {
        _;
    }
    /// @notice Doc
    function m(uint a) public view returns (uint) {
        return a;
    }
    fallback() external {}
    receive() external payable {}
}
interface I { function i() external; }
library L { function l() internal {} }
function free(uint a) pure returns (uint) { return a; }
";
    check(
        Lang::Solidity,
        text,
        &[
            "C Box 4-18 ^3",
            "F Box.constructor 6-8",
            "F Box.only 9-11",
            "F Box.m 13-15 ^12",
            "F Box.fallback 16-16",
            "F Box.receive 17-17",
            "C I 19-19",
            "F I.i 19-19",
            "C L 20-20",
            "F L.l 20-20",
            "F free 21-21",
        ],
    );
}

#[test]
fn objective_c() {
    let text = "#import <X/X.h>
@interface Box : NSObject <P>
- (void)m;
@end

@implementation Box
/** Doc. */
- (void)m {
  int x;
}
+ (int)put:(int)x at:(int)y {
  return x;
}
- (instancetype)initWithName:(NSString *)name {
  return self;
}
static int helper(int a) { return a; }
@end
@implementation Box (Cat)
- (void)cat {}
@end
/* Doc. */
int main(int argc, char **argv) {
  return 0;
}
";
    check(
        Lang::ObjectiveC,
        text,
        &[
            "C Box 2-4",
            "C Box 6-18",
            "F Box.m 8-10 ^7",
            "F Box.put:at: 11-13",
            "F Box.initWithName: 14-16",
            "F Box.helper 17-17",
            "C Box 19-21",
            "F Box.cat 20-20",
            "F main 23-25 ^22",
        ],
    );
}

#[test]
fn zig() {
    let text = "const std = @import(\"std\");

/// Doc.
pub const Box = struct {
    x: u32,

    pub fn init(a: u32) Box {
        return .{ .x = a };
    }
    // plain
    fn m(self: *Box) void {
        const S = struct {
            fn inner() void {}
        };
        _ = S;
    }
    const In = enum { a, fn e() void {} };
};
pub fn main() !void {}
extern fn imported(a: u32) void;
fn List(comptime T: type) type {
    return struct {
        fn push(self: *@This(), x: T) void {}
    };
}
";
    check(
        Lang::Zig,
        text,
        &[
            "C Box 4-18 ^3",
            "F Box.init 7-9",
            "F Box.m 11-16",
            "C Box.m.S 12-14",
            "F Box.m.S.inner 13-13 <Box.m",
            "C Box.In 17-17",
            "F Box.In.e 17-17",
            "F main 19-19",
            "F List 21-25",
            "F List.push 23-23 <List",
        ],
    );
}

#[test]
fn gdscript() {
    let text = "extends Node
class_name Box

var y: int:
\tget:
\t\treturn 1
\tset(v):
\t\ty = v

## Doc.
@rpc
func m(a: int) -> int:
\tvar f = func(x): return x
\treturn a
\t# trailing

static func st() -> void:
\tpass

func _init(a):
\tpass

class In:
\tvar q
\tfunc deep():
\t\tpass
";
    check(
        Lang::GdScript,
        text,
        &[
            "F y 5-6",
            "F y 7-8",
            "F m 12-14 ^10",
            "F m.f 13-13 <m",
            "F st 17-18",
            "F _init 20-21",
            "C In 23-26",
            "F In.deep 25-26",
        ],
    );
}
