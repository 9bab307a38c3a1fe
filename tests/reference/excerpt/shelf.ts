// Functions of TypeScript in the shapes that are easy to get wrong.
import { useCallback } from "react";

declare function declared(a: string): void;
export declare const value: () => void;

export function over(a: string): string;
export function over(a: number): number;
export function over(a: any): any {
  return a;
}

export const dual: {
  <A>(a: A): A
  <A, B>(a: A, b: B): B
  <A, B extends `\`${string}\``>(a: A, b: B, c: 1): B
} = (...args: any[]) => {
  return args[0];
};

namespace Space.Inner {
  export function inSpace<T>(t: T): t is T & {} {
    return true;
  }
  const hidden = async <T,>(t: T): Promise<T> => t;
}

module Old { function inOld() {} }

declare module "other" {
  function inOther(): void;
  interface Shape { area(): number; get side(): number }
}

@Component({
  template: "<p></p>",
  factory: () => 1,
  make() {
    return 2;
  },
})
export abstract class Shelf<in out T> extends Base<T> implements Keeps {
  @Input() size = 3;
  @Output()
  changed = () => {
    this.size++;
  };
  private static readonly make = function* named() {};
  declare later: () => void;
  #secret?: number;

  static {
    function inStatic() {}
  }

  constructor(private a: string);
  constructor(private a: any, @Inject(X) readonly b = () => 1) {
    super();
    this.late = () => a;
  }

  @HostListener("click", ["$event"])
  // between
  onClick(this: Shelf<T>, e?: Event): asserts e {
    e?.target;
  }

  @Bound() async *walk(): AsyncGenerator<T> {}
  abstract required(a: T): void;
  abstract get area(): number;
  optional?(): void;
  get [Symbol.iterator]() { return null!; }
  set "quoted-name"(v) {}
  #private() {}
  static async default() {}
  accessor count = 1;
}

export default class {
  run() {
    const inner = (<any>(() => 1)) as unknown;
    return class Local { m = () => 2 };
  }
}

const a = () => 1, b = function () { return 2; };
export const useThing = useCallback<() => void>(
  // a comment comes first
  () => {
    const [x, setX] = useState(() => 1);
  },
  [],
);
let fallback = cond ? () => 1 : () => 2;
export const cast = ((x) => x) satisfies Fn;
export = function () {};
enum E { A = (() => 1)() }
type T = { m(): void; new (): T; (): T };
const table = { 1() {}, two: () => 2, "three": async function () {}, get four() { return 4; } };
label: for (const k = () => 1; ; ) { break label; }
