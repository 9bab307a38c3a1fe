// Functions as go/parser sees them. `go run go_parser.go ROOT < paths` prints JSON lines.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
)

type row struct {
	File  string `json:"file"`
	Name  string `json:"name,omitempty"`
	First int    `json:"first,omitempty"`
	Last  int    `json:"last,omitempty"`
	Error string `json:"error,omitempty"`
}

// The name of a receiver's type, without `*` and type parameters.
func receiver(kind ast.Expr) string {
	switch at := kind.(type) {
	case *ast.StarExpr:
		return receiver(at.X)
	case *ast.ParenExpr:
		return receiver(at.X)
	case *ast.IndexExpr:
		return receiver(at.X)
	case *ast.IndexListExpr:
		return receiver(at.X)
	case *ast.SelectorExpr:
		return at.Sel.Name
	case *ast.Ident:
		return at.Name
	}
	return "?"
}

func main() {
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		path := lines.Text()
		places := token.NewFileSet()
		file, err := parser.ParseFile(places, filepath.Join(os.Args[1], path), nil, parser.SkipObjectResolution)
		if err != nil {
			out.Encode(row{File: path, Error: err.Error()})
			continue
		}
		for _, one := range file.Decls {
			function, ok := one.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := function.Name.Name
			if function.Recv != nil && len(function.Recv.List) > 0 {
				name = receiver(function.Recv.List[0].Type) + "." + name
			}
			// `//line` comments rename lines; the file's own are meant.
			first := places.PositionFor(function.Pos(), false).Line
			last := places.PositionFor(function.End(), false).Line
			out.Encode(row{File: path, Name: name, First: first, Last: last})
		}
	}
}
