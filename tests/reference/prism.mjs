// Functions as prism, Ruby's own parser, sees them. `node prism.mjs ROOT < paths` prints JSON lines.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.env.REFERENCES ?? process.cwd()}/`);
const { loadPrism } = await import(pathToFileURL(require.resolve("@ruby/prism")));
const parse = await loadPrism();

function extract(file, bytes) {
  const result = parse(bytes);
  if (result.errors.length > 0) return [{ file, error: result.errors[0].message }];
  const starts = [0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) starts.push(at + 1);
  const line = (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const slice = (place) => bytes.subarray(place.startOffset, place.startOffset + place.length).toString("utf8");
  // `::A::B` and `A::B` with dots.
  const path = (node) => slice(node.location).replace(/^::/, "").replaceAll("::", ".");
  const rows = [];
  const push = (node, name, extra) => {
    const { startOffset, length } = node.location;
    rows.push({ file, name, first: line(startOffset), last: line(startOffset + length - 1), ...extra });
  };

  const todo = [{ node: result.value, around: [], holder: null }];
  while (todo.length > 0) {
    let { node, around, holder } = todo.pop();
    const type = node.constructor.name;
    if (type === "ClassNode" || type === "ModuleNode") {
      const name = path(node.constantPath);
      around = [...around, name];
      holder = name.split(".").pop();
    } else if (type === "DefNode") {
      const own = slice(node.nameLoc);
      const object = node.receiver && slice(node.receiver.location);
      const same = !object || object === "self" || object === holder;
      around = [...around, ...(same ? [] : [object.replaceAll("::", ".")]), own];
      push(node, around.join("."));
    } else if (type === "CallNode" && /^define_(singleton_)?method$/.test(node.name)) {
      const [first] = node.arguments_?.arguments_ ?? [];
      const literal = /^(Interpolated)?(Symbol|String)Node$/.test(first?.constructor.name ?? "");
      if (literal && node.block?.constructor.name === "BlockNode") {
        const name = slice(first.location).replace(/^:?["']?|["']$/g, "");
        around = [...around, name.split(/\s+/).join(" ")];
        // To Ruby this is a call with a block; to a reader of a diff it is a method.
        push(node, around.join("."), { apart: "define_method with a block" });
      }
    }
    // `compactChildNodes` of this release forgets lists.
    for (const child of node.childNodes()) if (child) todo.push({ node: child, around, holder });
  }
  return rows;
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const rows = extract(file, readFileSync(`${process.argv[2]}/${file}`));
  if (rows.length > 0) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
