// go/ast with an own visitor, on a source text.

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

type counter struct {
	funcs []string
	calls map[string]int
	depth int
}

func (c *counter) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncDecl:
		c.funcs = append(c.funcs, n.Name.Name)
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok {
			c.calls[id.Name]++
		}
	case nil:
		return nil
	}
	return c
}

func main() {
	src := "package p\nfunc f(n int) int { if n < 1 { return g() }; return f(n-1) + f(n-2) }\nfunc g() int { return len(\"x\") }\n"
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := &counter{calls: map[string]int{}}
	ast.Walk(c, file)
	fmt.Println(c.funcs, c.calls)
	n := 0
	ast.Inspect(file, func(x ast.Node) bool {
		if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.ADD {
			n++
		}
		return true
	})
	fmt.Println(n, file.Name)
	e, err := parser.ParseExpr("a + ")
	fmt.Println(err, e == nil || true)
}
