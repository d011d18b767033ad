// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"go/types"

	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// mostOfType is the length of the longest type that is shown as a hint.
const mostOfType = 60

// inlayHints shows the types of the variables that := defines.
func (s *Server) inlayHints(params json.RawMessage) (any, error) {
	var p inlayHintParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	hints := []inlayHint{}
	d, c, i, err := s.find(p.TextDocument.URI)
	if err != nil || c == nil {
		return hints, err
	}
	d.page.update(i+1, nil)
	known := make(map[place]types.Object)
	for _, o := range c.names {
		if o.cell == c.number && o.defines && o.object != nil {
			known[o.place] = o.object
		}
	}
	from, to := d.offset(p.Range.Start), d.offset(p.Range.End)
	fset := token.NewFileSet()
	show := func(x ast.Expr) {
		id, ok := x.(*ast.Ident)
		if !ok || id.Name == "_" {
			return
		}
		at := fset.Position(id.Pos())
		obj := known[place{cell: c.number, line: at.Line, column: at.Column}]
		end := d.at(at.Line, at.Column) + len(id.Name)
		if obj == nil || end < from || end > to {
			return
		}
		if text := types.TypeString(obj.Type(), typeview.Qualify); len(text) <= mostOfType && text != "invalid type" {
			hints = append(hints, inlayHint{d.position(end), text, 1, true})
		}
	}
	for _, step := range goSteps(c.text) {
		t, err := syntax.Parse(fset, c.number, step)
		if err != nil {
			continue
		}
		t.Walk(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					for _, x := range n.Lhs {
						show(x)
					}
				}
			case *ast.RangeStmt:
				if n.Tok == token.DEFINE {
					show(n.Key)
					show(n.Value)
				}
			}
			return true
		})
	}
	return hints, nil
}
