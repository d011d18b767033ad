// SPDX-License-Identifier: BSD-3-Clause

// Two things that a cell may leave out are added when the checker reports that they are missing.
//
// An import: where the checker says `undefined: strings` and the name is used as a package's, and
// Options.Packages knows it, the package is imported. A name that a cell defines always comes
// first.
//
// A context: functions of package dlx and others have a context.Context as their first parameter if
// they can take long, and in a cell it would always be the same. If a function expects a context
// and the first argument of the call is not one, the cell's context is passed: `puzzle.Count()`
// becomes `puzzle.Count(ctxꓸ)`. So Stop reaches compiled code too. An explicit context is left
// alone.
//
// Both change the tree, which is then checked again. Each round repairs at least one place, and no
// place twice.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/cell/syntax"
)

// addImports imports known packages that t uses without an import, and reports whether there were
// any.
func (c *Compiler) addImports(t *syntax.Tree, r *checked, p *Program) bool {
	missing := make(map[token.Pos]string)
	for _, err := range r.errs {
		if name, ok := strings.CutPrefix(err.Msg, "undefined: "); ok && c.o.Packages[name] != "" && p.imports[name] == nil {
			missing[err.Pos] = name
		}
	}
	if len(missing) == 0 {
		return false
	}
	added := false
	t.Walk(func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok || missing[id.Pos()] != id.Name || p.imports[id.Name] != nil {
			return true
		}
		ipath := c.o.Packages[id.Name]
		pkg, err := c.load(ipath)
		if err != nil {
			return true
		}
		p.imports[id.Name] = c.packageEntity(id.Name, ipath, pkg, t.Number)
		p.added = append(p.added, id.Name)
		added = true
		return true
	})
	return added
}

// sayImports notes the imports that were added. Once the program is committed the names are known,
// and no later cell adds them again.
func (c *Compiler) sayImports(p *Program) {
	var paths []string
	for _, name := range p.added {
		if !slices.Contains(c.o.Prelude, name) {
			paths = append(paths, strconv.Quote(p.imports[name].Path))
		}
	}
	if paths != nil {
		p.Notes = append(p.Notes, "imported "+strings.Join(paths, ", "))
	}
}

// addContexts passes the cell's context to the calls that left it out, and reports whether there
// were any.
func (c *Compiler) addContexts(t *syntax.Tree, r *checked) bool {
	if c.context == nil || len(r.errs) == 0 {
		return false
	}
	added := false
	t.Walk(func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		tv, ok := r.info.Types[call.Fun]
		if !ok || tv.Type == nil || tv.IsType() {
			return true
		}
		sig, ok := tv.Type.Underlying().(*types.Signature)
		if !ok || sig.Params().Len() == 0 || !types.Identical(sig.Params().At(0).Type(), c.context.Type()) {
			return true
		}
		if len(call.Args) > 0 {
			arg := r.info.Types[call.Args[0]].Type
			if arg == nil || types.AssignableTo(arg, c.context.Type()) {
				return true
			}
			if _, tuple := arg.(*types.Tuple); tuple {
				return true
			}
		}
		call.Args = append([]ast.Expr{&ast.Ident{NamePos: call.Lparen, Name: syntax.ContextName}}, call.Args...)
		added = true
		return true
	})
	return added
}

// findDead reports the uses of methods that a failed cell left with a type.
func (c *Compiler) findDead(t *syntax.Tree, r *checked) {
	if len(c.dead) == 0 {
		return
	}
	own := make(map[*types.Func]bool)
	for _, m := range r.methods {
		own[m] = true
	}
	for sel, s := range r.info.Selections {
		if m, ok := s.Obj().(*types.Func); ok && c.dead[m.Origin()] && !own[m.Origin()] {
			r.errs = append(r.errs, types.Error{Fset: c.o.Fset, Pos: sel.Sel.Pos(),
				Msg: types.ExprString(sel) + " undefined: the cell that declares the method failed"})
		}
	}
}
