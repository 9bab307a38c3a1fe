// Functions as php-parser sees them. `node php.mjs ROOT < paths` prints JSON lines.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.REFERENCES ?? process.cwd()}/`);
const { Engine } = require("php-parser");

const engine = new Engine({ parser: { extractDoc: false, suppressErrors: false, version: "8.3" },
  ast: { withPositions: true }, lexer: { short_tags: true } });
const CLASSES = new Set(["class", "interface", "trait", "enum"]);
const called = (name) => (typeof name === "string" ? name : name?.name);

function extract(file, text) {
  let tree;
  try {
    tree = engine.parseCode(text, file);
  } catch (error) {
    return [{ file, error: String(error.message) }];
  }
  const rows = [];
  const todo = [{ node: tree, around: "" }];
  while (todo.length > 0) {
    const { node, around } = todo.pop();
    let inside = around;
    const name = called(node.name);
    // Anonymous classes and closures have no name.
    const function_ = node.kind === "function" || node.kind === "method";
    if (name && (function_ || CLASSES.has(node.kind))) {
      inside = around ? `${around}.${name}` : name;
      if (function_) rows.push({ file, name: inside, first: node.loc.start.line, last: node.loc.end.line });
    }
    for (const [field, child] of Object.entries(node)) {
      if (field === "loc" || child === null || typeof child !== "object") continue;
      for (const one of Array.isArray(child) ? child.flat() : [child]) {
        if (one !== null && typeof one === "object" && one.kind) todo.push({ node: one, around: inside });
      }
    }
  }
  return rows;
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const rows = extract(file, readFileSync(`${process.argv[2]}/${file}`, "utf8"));
  if (rows.length > 0) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
