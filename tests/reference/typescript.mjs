// Functions as the TypeScript compiler sees them, in TypeScript and JavaScript.
// `node typescript.mjs ROOT < paths` prints JSON lines.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.REFERENCES ?? process.cwd()}/`);
const ts = require("typescript");
const K = ts.SyntaxKind;

// Calls that give back, in essence, the function they were given.
const WRAPPERS = new Set(["memo", "forwardRef", "useCallback", "useEvent", "useEventCallback", "observer", "debounce",
  "throttle"]);
const HOLDERS = new Set(["this", "exports", "module", "prototype"]);
const CLEAR = new Set([K.ParenthesizedExpression, K.AsExpression, K.SatisfiesExpression, K.NonNullExpression,
  K.TypeAssertionExpression]);

function extract(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind(file));
  if (source.parseDiagnostics.length > 0) {
    const { messageText } = source.parseDiagnostics[0];
    return [{ file, error: ts.flattenDiagnosticMessageText(messageText, " ") }];
  }
  const rows = [];
  const line = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const word = (node) => node.getText(source).split(/\s+/).join(" ");

  const key = (node) => (ts.isStringLiteral(node) ? node.getText(source).slice(1, -1) || null : word(node));

  // `X.prototype.m` is `X.m`; of something computed only the last word is known.
  function target(left) {
    if (ts.isIdentifier(left)) return left.text;
    if (!ts.isPropertyAccessExpression(left)) return null;
    const parts = [];
    let at = left;
    while (ts.isPropertyAccessExpression(at)) {
      parts.unshift(at.name.text);
      at = at.expression;
    }
    if (ts.isIdentifier(at)) parts.unshift(at.text);
    else if (at.kind === K.ThisKeyword) parts.unshift("this");
    else if (at.kind === K.SuperKeyword) parts.unshift("super");
    else return left.name.text;
    if (parts.join(".") === "module.exports") return "default";
    const last = parts.pop();
    return [...parts.filter((p) => !HOLDERS.has(p)), last].join(".");
  }

  const isAssignment = (node) => ts.isBinaryExpression(node) && node.operatorToken.kind >= K.FirstAssignment &&
    node.operatorToken.kind <= K.LastAssignment;

  // The name of what a function or class value is given to, and the node that carries it.
  function given(value) {
    let child = value;
    for (;;) {
      const up = child.parent;
      if (CLEAR.has(up.kind)) {
        child = up;
      } else if (ts.isCallExpression(up)) {
        const callee = ts.isPropertyAccessExpression(up.expression) ? up.expression.name : up.expression;
        if (up.arguments[0] !== child || !WRAPPERS.has(callee.getText(source))) return null;
        child = up;
      } else if (ts.isVariableDeclaration(up)) {
        return { name: key(up.name), base: up };
      } else if (ts.isPropertyAssignment(up) || ts.isPropertyDeclaration(up)) {
        return up.initializer === child ? { name: key(up.name), base: up } : null;
      } else if (isAssignment(up)) {
        return up.right === child ? { name: target(up.left), base: up } : null;
      } else if (ts.isExportAssignment(up)) {
        return { name: "default", base: up };
      } else {
        return null;
      }
    }
  }

  function named(node) {
    const own = node.name && key(node.name) ? { name: key(node.name), base: node } : null;
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node)) {
      const found = given(node);
      // `module.exports = class Parser` has a name; only what has none is the default.
      if (found?.name === "default" && own) return { name: own.name, base: found.base };
      return found?.name ? found : own;
    }
    if (ts.isConstructorDeclaration(node)) return { name: "constructor", base: node };
    const isDefault = node.modifiers?.some((m) => m.kind === K.DefaultKeyword);
    return own ?? (isDefault ? { name: "default", base: node } : null);
  }

  // A statement that holds nothing but the definition is part of it.
  function carrier(base) {
    let at = base;
    if (ts.isVariableDeclaration(at)) {
      if (at.parent.declarations?.length !== 1) return at;
      at = at.parent;
      if (ts.isVariableStatement(at.parent)) at = at.parent;
    } else if (ts.isExpressionStatement(at.parent)) {
      at = at.parent;
    }
    return at;
  }

  // Decorators stand above a definition.
  function start(node) {
    let at = node.getStart(source);
    for (const decorator of node.modifiers ?? []) {
      if (!ts.isDecorator(decorator) || decorator.getStart(source) !== at) break;
      at = ts.skipTrivia(text, decorator.end);
    }
    return at;
  }

  function isFunction(node) {
    switch (node.kind) {
      case K.FunctionDeclaration:
      case K.FunctionExpression:
      case K.ArrowFunction:
      case K.Constructor:
        return true;
      case K.MethodDeclaration:
        return true;
      // Members of an interface are types.
      case K.GetAccessor:
      case K.SetAccessor:
        return ts.isClassLike(node.parent) || ts.isObjectLiteralExpression(node.parent);
      default:
        return false;
    }
  }

  const todo = [{ node: source, around: "" }];
  while (todo.length > 0) {
    const { node, around } = todo.pop();
    let inside = around;
    const found = isFunction(node) || ts.isClassLike(node) ? named(node) : null;
    if (found) {
      inside = around ? `${around}.${found.name}` : found.name;
      if (isFunction(node)) {
        const whole = carrier(found.base);
        rows.push({ file, name: inside, first: line(start(whole)), last: line(whole.end) });
      }
    }
    // On purpose: decorators before `export` stand outside of what is exported, as the text has it.
    const exported = node.modifiers?.find((m) => m.kind === K.ExportKeyword)?.pos ?? -1;
    ts.forEachChild(node, (child) => {
      const outside = ts.isDecorator(child) && child.pos < exported;
      todo.push({ node: child, around: outside ? around : inside });
    });
  }
  return rows;
}

function kind(file) {
  if (file.endsWith(".tsx")) return ts.ScriptKind.TSX;
  return /\.[mc]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const rows = extract(file, readFileSync(`${process.argv[2]}/${file}`, "utf8"));
  if (rows.length > 0) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
