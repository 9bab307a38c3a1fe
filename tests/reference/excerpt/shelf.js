#!/usr/bin/env node
"use strict";
// Functions of JavaScript in the shapes that are easy to get wrong.

module.exports = function () {
  return inner;
  function inner() {}
};
module.exports.named = exports.alias = function () {};
exports.arrow = async (x) => x;

(function () {
  function inIife() {}
  var self = this;
})();

var Shelf = function Shelf() {
  if (!(this instanceof Shelf)) return new Shelf();
  this.size = 3;
  this.grow = function () {
    self.size++;
  };
};

Shelf.prototype.get = function get(i) {
  return this[i];
};
Shelf.prototype = {
  constructor: Shelf,
  set: function (i, v) {
    this[i] = v;
  },
  "quoted": () => {},
  [`computed`]() {},
  async *walk() {},
  get size() { return 1; },
  set size(v) {},
};
Shelf["static"] = function () {};
Shelf.a.b?.c;
Shelf.make ??= () => new Shelf();
deep().prop = function () {};
this.onload = () => {};

class Board extends (class {}) {
  static #count = 0;
  static { this.boot = () => {}; }
  handler = (e) => {
    const go = debounce(() => {
      this.run();
    }, 100);
  };
  constructor() { super(); }
  static async run() {}
  get value() { return 1; }
  set value(v) {}
  *[Symbol.iterator]() {}
  "string key"() {}
  42() {}
}

const Named = class Other {
  method() {}
};
let first = 1,
  second = () => {
    return 2;
  };
const { picked = () => 1 } = Shelf;
function defaults(a = function inDefault() {}, { b = () => 2 } = {}) {}
function* generator() {
  yield function namedYield() {};
}
async function waits() {
  for await (const x of y) {
    const each = () => x;
  }
}
describe("x", () => {
  it("y", async function () {
    const helper = () => 1;
  });
  before(function setUp() {});
});
if (a) function sloppy() {}
new Thing(function callback() {}, { option() {} });
export const shared = (a) => (b) => a + b;
export { first as default };
export default async () => {
  await null;
};
