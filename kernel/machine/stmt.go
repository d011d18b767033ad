// SPDX-License-Identifier: BSD-3-Clause

// Statements.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// newLabel numbers a place that control can go to.
func (c *comp) newLabel() run.Ctl {
	*c.count++
	return *c.count
}

// sequence runs statements one after the other; those that are nil do nothing.
func sequence(list []run.Stmt) run.Stmt {
	list = slices.DeleteFunc(slices.Clone(list), func(s run.Stmt) bool { return s == nil })
	switch len(list) {
	case 0:
		return node.Nothing
	case 1:
		return list[0]
	case 2:
		a, b := list[0], list[1]
		return func(t *run.Thread, f run.FP) run.Ctl {
			if r := a(t, f); r != run.Next {
				return r
			}
			return b(t, f)
		}
	case 3:
		a, b, d := list[0], list[1], list[2]
		return func(t *run.Thread, f run.FP) run.Ctl {
			if r := a(t, f); r != run.Next {
				return r
			}
			if r := b(t, f); r != run.Next {
				return r
			}
			return d(t, f)
		}
	case 4:
		a, b, d, e := list[0], list[1], list[2], list[3]
		return func(t *run.Thread, f run.FP) run.Ctl {
			if r := a(t, f); r != run.Next {
				return r
			}
			if r := b(t, f); r != run.Next {
				return r
			}
			if r := d(t, f); r != run.Next {
				return r
			}
			return e(t, f)
		}
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		for _, s := range list {
			if r := s(t, f); r != run.Next {
				return r
			}
		}
		return run.Next
	}
}

// block compiles a list of statements. A goto to a label of the list continues there.
func (c *comp) block(list []ast.Stmt, at ast.Node) run.Stmt {
	var out []run.Stmt
	var places map[run.Ctl]int
	for _, s := range list {
		if l, ok := s.(*ast.LabeledStmt); ok {
			if obj, ok := c.info.Defs[l.Label].(*types.Label); ok && c.jumpedTo(obj, at) {
				if places == nil {
					places = make(map[run.Ctl]int)
				}
				places[c.label(obj)] = len(out)
			}
		}
		out = append(out, c.stmt(s))
	}
	if places == nil {
		return c.sequence(out)
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		for i := 0; i < len(out); {
			r := out[i](t, f)
			i++
			if r != run.Next {
				at, ok := places[r]
				if !ok {
					return r
				}
				if at < i {
					t.Back()
				}
				i = at
			}
		}
		return run.Next
	}
}

// label returns the number of a label that goto mentions.
func (c *comp) label(obj *types.Label) run.Ctl {
	if n, ok := c.labels[obj]; ok {
		return n
	}
	n := c.newLabel()
	c.labels[obj] = n
	return n
}

// jumpedTo reports whether a goto in the block leads to the label.
func (c *comp) jumpedTo(l *types.Label, in ast.Node) bool {
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO && c.info.Uses[b.Label] == l {
			found = true
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}

// stmt compiles a statement.
func (c *comp) stmt(s ast.Stmt) run.Stmt {
	r := c.statement(s, "")
	c.from(r, s)
	if c.m.Hook.Load() != nil {
		r = c.hooked(s, r)
	}
	if c.fn.Tracing.Load() != nil {
		return c.traced(s, r)
	}
	return r
}

func (c *comp) statement(s ast.Stmt, label string) run.Stmt {
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return node.Nothing
	case *ast.ExprStmt:
		n := c.expr(s.X)
		d := n.Discard()
		if x := n.Tree(); x != nil && c.fn.Trees && ir.IsWord(n.T.Rep) {
			c.as(d, &ir.Stmt{Kind: ir.Eval, X: x})
		}
		return d
	case *ast.BlockStmt:
		return c.block(s.List, s)
	case *ast.LabeledStmt:
		return c.statement(s.Stmt, s.Label.Name)
	case *ast.AssignStmt:
		return c.watched(s.Lhs, c.assign(s))
	case *ast.IncDecStmt:
		return c.incDec(s)
	case *ast.DeclStmt:
		return c.declStmt(s)
	case *ast.ReturnStmt:
		return c.returnStmt(s)
	case *ast.IfStmt:
		return c.ifStmt(s)
	case *ast.ForStmt:
		return c.forStmt(s, label)
	case *ast.RangeStmt:
		return c.rangeStmt(s, label)
	case *ast.SwitchStmt:
		return c.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		return c.typeSwitch(s, label)
	case *ast.BranchStmt:
		return c.branch(s)
	case *ast.GoStmt:
		return c.goStmt(s)
	case *ast.DeferStmt:
		return c.deferStmt(s)
	case *ast.SendStmt:
		return c.send(s)
	case *ast.SelectStmt:
		return c.selectStmt(s, label)
	}
	c.fail(s, "a statement of this kind (%T)", s)
	return nil
}

func (c *comp) branch(s *ast.BranchStmt) run.Stmt {
	var to run.Ctl
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch s.Tok {
	case token.GOTO:
		to = c.label(c.info.Uses[s.Label].(*types.Label))
	case token.BREAK:
		for i := len(c.targets) - 1; i >= 0; i-- {
			if g := c.targets[i]; label == "" && g.brk != 0 || label != "" && g.label == label {
				to = g.brk
				break
			}
		}
	case token.CONTINUE:
		for i := len(c.targets) - 1; i >= 0; i-- {
			if g := c.targets[i]; g.loop && (label == "" || g.label == label) {
				to = g.cont
				break
			}
		}
	case token.FALLTHROUGH:
		for i := len(c.targets) - 1; i >= 0; i-- {
			if g := c.targets[i]; g.isSwitch {
				to = *g.fallthrough_
				break
			}
		}
	}
	if to == 0 {
		c.fail(s, "this %s", s.Tok)
	}
	return c.as(func(*run.Thread, run.FP) run.Ctl { return to }, &ir.Stmt{Kind: ir.Branch, To: to})
}

func (c *comp) ifStmt(s *ast.IfStmt) run.Stmt {
	var init run.Stmt
	if s.Init != nil {
		init = c.stmt(s.Init)
	}
	condNode := c.root(s.Cond)
	cond := node.As[bool](condNode)
	then := c.block(s.Body.List, s.Body)
	var r run.Stmt
	t := &ir.Stmt{Kind: ir.If, X: condNode.Tree(), Body: c.tree(then), Else: nothing}
	if s.Else == nil {
		r = func(t *run.Thread, f run.FP) run.Ctl {
			if cond(t, f) {
				return then(t, f)
			}
			return run.Next
		}
	} else {
		els := c.stmt(s.Else)
		t.Else = c.tree(els)
		r = func(t *run.Thread, f run.FP) run.Ctl {
			if cond(t, f) {
				return then(t, f)
			}
			return els(t, f)
		}
	}
	c.as(r, t)
	if init == nil {
		return r
	}
	return c.sequence([]run.Stmt{init, r})
}

// declStmt compiles a declaration in a function.
func (c *comp) declStmt(s *ast.DeclStmt) run.Stmt {
	g, ok := s.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return node.Nothing // types and constants
	}
	var list []run.Stmt
	for _, spec := range g.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) == 0 {
			for _, id := range spec.Names {
				if obj := c.info.Defs[id]; obj != nil && id.Name != "_" {
					_, init := c.declareVar(obj, id)
					list = append(list, init)
				}
			}
			continue
		}
		lhs := make([]ast.Expr, len(spec.Names))
		for i, id := range spec.Names {
			lhs[i] = id
		}
		list = append(list, c.watched(lhs, c.define(lhs, spec.Values, spec, func(id *ast.Ident) bool { return true })))
	}
	return c.sequence(list)
}

// returnStmt compiles return.
func (c *comp) returnStmt(s *ast.ReturnStmt) run.Stmt {
	if len(s.Results) == 0 {
		return c.as(func(*run.Thread, run.FP) run.Ctl { return run.Returned }, returning)
	}
	if len(s.Results) == 1 && len(c.results) > 1 {
		return c.returnTuple(s)
	}
	c.markCopies(s.Results, func(i int) types.Type { return c.results[i].T.Go })
	first, lower := c.hoist(s.Results...)
	defer lower()
	return c.sequence([]run.Stmt{first, c.returnValues(s)})
}

// returnValues compiles return with the values of several expressions, or one that is not a call
// with several results.
func (c *comp) returnValues(s *ast.ReturnStmt) run.Stmt {
	if len(s.Results) == 1 {
		v := c.results[0]
		n := c.converted(s.Results[0], v.T)
		if v.Boxed {
			return c.thenReturn(c.assignVar(v, n))
		}
		if n.T.Rep == memory.RepMem && n.Into != nil && c.named {
			return c.thenReturn(c.assignVar(v, n))
		}
		var tree *ir.Stmt
		if set := c.assignTree(local(v.Off), n, v.T); set != nil {
			tree = &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{set, returning}}
		}
		if n.T.Rep == memory.RepMem || n.Local {
			st, off := n.Store(), v.Off
			return c.as(func(t *run.Thread, f run.FP) run.Ctl { st(t, f, unsafe.Add(f, off)); return run.Returned }, tree)
		}
		return c.as(node.RepOps[n.T.Rep].SetResult(v.Off, n.Value().F), tree)
	}
	// The values are computed before the first result changes: they may mention the results.
	var sets []run.Stmt
	simple := !c.named && !c.defers // else a deferred call can see them
	var late []run.Stmt
	for i, x := range s.Results {
		v := c.results[i]
		n := c.converted(x, v.T)
		if simple || n.C != nil {
			set := c.assignVar(v, n)
			if n.C != nil && !simple {
				late = append(late, set)
			} else {
				sets = append(sets, set)
			}
			continue
		}
		tmp := c.tempNode(v.T)
		sets = append(sets, c.setTemp(tmp, n))
		late = append(late, c.assignVar(v, tmp))
	}
	return c.thenReturn(c.sequence(append(sets, late...)))
}

// thenReturn is a statement that runs set and returns.
func (c *comp) thenReturn(set run.Stmt) run.Stmt {
	return c.as(func(t *run.Thread, f run.FP) run.Ctl { set(t, f); return run.Returned }, &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{c.tree(set), returning}})
}

// tempNode returns a temporary variable.
func (c *comp) tempNode(t *memory.Type) node.Node {
	if t.Size > memory.MaxFlat {
		off := c.frame.Pointer()
		n := node.Node{T: t}
		n.Addr = func(_ *run.Thread, f run.FP) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, off)) }
		n.F = n.Addr
		n.A = &ir.Expr{Op: ir.Boxed, N: int64(off)}
		n.Off = off
		return n
	}
	return node.Node{T: t, Local: true, Off: c.frame.AddShape(t)}
}

// setTemp evaluates n into a temporary.
func (c *comp) setTemp(tmp, n node.Node) run.Stmt {
	if tmp.Local {
		return c.initVar(run.Place{T: tmp.T, Off: tmp.Off}, n)
	}
	return c.initVar(run.Place{T: tmp.T, Off: tmp.Off, Boxed: true}, n)
}

func (c *comp) returnTuple(s *ast.ReturnStmt) run.Stmt {
	n := c.expr(s.Results[0])
	parts, eval := c.unpack(n)
	list := []run.Stmt{eval}
	for i, v := range c.results {
		list = append(list, c.assignVar(v, c.convertTo(parts[i], v.T, s)))
	}
	return c.thenReturn(c.sequence(list))
}

// unpack returns the results of a call that has several; eval makes the call.
func (c *comp) unpack(n node.Node) (parts []node.Node, eval run.Stmt) {
	if n.Tuple == nil {
		panic(memory.Decline{Pos: n.Pos, Msg: "a call with several results here"})
	}
	for i, t := range n.Tuple.Types {
		parts = append(parts, node.Node{T: t, Local: true, Off: n.Off + n.Tuple.Offsets[i]})
	}
	return parts, n.F.(run.Stmt)
}
