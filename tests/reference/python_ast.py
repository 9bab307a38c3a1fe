"""Functions as Python's own `ast` sees them. `python_ast.py ROOT < paths` prints JSON lines."""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")


def walk(file, node, around):
    for child in ast.iter_child_nodes(node):
        inside = around
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inside = around + [child.name]
            if not isinstance(child, ast.ClassDef):
                print(json.dumps({"file": file, "name": ".".join(inside), "first": child.lineno,
                                  "last": child.end_lineno}))
        walk(file, child, inside)


sys.setrecursionlimit(20_000)
for path in sys.stdin.read().split("\n"):
    if not path:
        continue
    with open(f"{sys.argv[1]}/{path}", "rb") as file:
        source = file.read()
    try:
        walk(path, ast.parse(source), [])
    except (SyntaxError, ValueError, RecursionError) as error:
        print(json.dumps({"file": path, "error": str(error)}))
