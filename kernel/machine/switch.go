// SPDX-License-Identifier: BSD-3-Clause

// Switches on values and on types.

package machine

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
	"reflect"
	"unsafe"
)

// switchStmt compiles an expression switch.
func (c *comp) switchStmt(s *ast.SwitchStmt, label string) run.Stmt {
	var list []run.Stmt
	if s.Init != nil {
		list = append(list, c.stmt(s.Init))
	}
	var tag node.Node
	if s.Tag != nil {
		n := c.root(s.Tag)
		n = c.settle(n, s.Tag)
		tmp := c.tempNode(n.T)
		list = append(list, c.setTemp(tmp, n))
		tag = tmp
	}
	brk := c.newLabel()
	type clause struct {
		conds []run.Eval[bool]
		body  run.Stmt
		fall  run.Ctl
	}
	tree := &ir.Stmt{Kind: ir.Switch, Brk: brk, N: -1, Cases: make([]ir.Case, len(s.Body.List))}
	boolT := c.typ(types.Typ[types.Bool], s)
	clauses := make([]clause, len(s.Body.List))
	fallthrough_ := new(run.Ctl)
	deflt := -1
	falls := false
	for i, cl := range s.Body.List {
		cl := cl.(*ast.CaseClause)
		if cl.List == nil {
			deflt = i
			tree.N = int64(i)
		}
		cond := func(n node.Node) {
			clauses[i].conds = append(clauses[i].conds, node.As[bool](n))
			tree.Cases[i].Conds = append(tree.Cases[i].Conds, n.Tree())
		}
		for _, x := range cl.List {
			if s.Tag == nil {
				n := c.root(x)
				if n.T.IsInterface() { // it is compared with the tag true
					n = c.comparisonNode(token.EQL, c.constant(constant.MakeBool(true), boolT, x), n, boolT, x)
				}
				cond(n)
				continue
			}
			cond(c.comparisonNode(token.EQL, tag, c.root(x), boolT, x))
		}
		*fallthrough_ = c.newLabel()
		clauses[i].fall = *fallthrough_
		c.targets = append(c.targets, target{label: label, brk: brk, isSwitch: true, fallthrough_: fallthrough_})
		clauses[i].body = c.block(cl.Body, cl)
		tree.Cases[i].Body, tree.Cases[i].Fall = c.tree(clauses[i].body), clauses[i].fall
		c.targets = c.targets[:len(c.targets)-1]
		if n := len(cl.Body); n > 0 {
			if b, ok := cl.Body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				falls = true
			}
		}
	}
	if table := c.jumpTable(s, tag); table != nil && !falls {
		bodies := make([]run.Stmt, len(clauses))
		for i := range clauses {
			bodies[i] = clauses[i].body
		}
		list = append(list, c.as(func(t *run.Thread, f run.FP) run.Ctl {
			i := table(t, f)
			if i < 0 {
				i = deflt
			}
			if i < 0 {
				return run.Next
			}
			r := bodies[i](t, f)
			return leave(r, brk)
		}, tree))
		return c.sequence(list)
	}
	list = append(list, c.as(func(t *run.Thread, f run.FP) run.Ctl {
		at := deflt
	search:
		for i := range clauses {
			for _, cond := range clauses[i].conds {
				if cond(t, f) {
					at = i
					break search
				}
			}
		}
		for at >= 0 && at < len(clauses) {
			cl := &clauses[at]
			r := cl.body(t, f)
			switch r {
			case brk:
				return run.Next
			case cl.fall:
				at++
				continue
			}
			return r
		}
		return run.Next
	}, tree))
	return c.sequence(list)
}

// jumpTable finds the clause of a switch on an integer or a string by its value, if all cases are
// constants and there are many; nil otherwise.
func (c *comp) jumpTable(s *ast.SwitchStmt, tag node.Node) run.Eval[int] {
	if s.Tag == nil || !tag.Local {
		return nil
	}
	n := 0
	for _, cl := range s.Body.List {
		for _, x := range cl.(*ast.CaseClause).List {
			if c.info.Types[x].Value == nil {
				return nil
			}
			n++
		}
	}
	if n < 5 {
		return nil
	}
	switch tag.T.Rep {
	case memory.RepInt, memory.RepInt64, memory.RepUint, memory.RepUint64:
		return tableOf[uint64](c, s, tag)
	case memory.RepUint8:
		return tableOf[uint8](c, s, tag)
	case memory.RepInt32, memory.RepUint32:
		return tableOf[uint32](c, s, tag)
	case memory.RepString:
		return tableOf[string](c, s, tag)
	}
	return nil
}

func tableOf[T comparable](c *comp, s *ast.SwitchStmt, tag node.Node) run.Eval[int] {
	table := make(map[T]int)
	for i, cl := range s.Body.List {
		for _, x := range cl.(*ast.CaseClause).List {
			k := reflect.New(tag.T.Plain())
			if !setConstant(k.Elem(), c.info.Types[x].Value) {
				return nil
			}
			key := *(*T)(k.UnsafePointer())
			if _, twice := table[key]; !twice {
				table[key] = i
			}
		}
	}
	off := tag.Off
	return func(_ *run.Thread, f run.FP) int {
		if i, ok := table[*(*T)(unsafe.Add(f, off))]; ok {
			return i
		}
		return -1
	}
}

// typeSwitch compiles a type switch.
func (c *comp) typeSwitch(s *ast.TypeSwitchStmt, label string) run.Stmt {
	var list []run.Stmt
	if s.Init != nil {
		list = append(list, c.stmt(s.Init))
	}
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		x = a.Rhs[0].(*ast.TypeAssertExpr).X
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	}
	n := c.root(x)
	// The value is looked at as an any, whatever interface it comes in.
	tmp := c.tempNode(c.m.Any())
	list = append(list, c.setTemp(tmp, c.toEface(n)))
	off := tmp.Off
	brk := c.newLabel()
	type clause struct {
		tests []func(any) bool
		bind  run.Stmt
		body  run.Stmt
	}
	clauses := make([]clause, len(s.Body.List))
	tree := &ir.Stmt{Kind: ir.Switch, Brk: brk, N: -1, Cases: make([]ir.Case, len(s.Body.List))}
	deflt := -1
	for i, cl := range s.Body.List {
		cl := cl.(*ast.CaseClause)
		if cl.List == nil {
			deflt = i
			tree.N = int64(i)
		}
		var only *memory.Type
		for _, x := range cl.List {
			if tv := c.info.Types[x]; tv.IsNil() {
				clauses[i].tests = append(clauses[i].tests, func(v any) bool { return v == nil })
				tree.Cases[i].Conds = append(tree.Cases[i].Conds, nilTree(tmp, false))
				continue
			}
			t := c.typeOf(x)
			only = t
			test := c.m.Test(t)
			clauses[i].tests = append(clauses[i].tests, test)
			tree.Cases[i].Conds = append(tree.Cases[i].Conds, c.hasType(tmp, t, test))
		}
		if obj := c.info.Implicits[cl]; obj != nil {
			v, _ := c.declareVar(obj, cl)
			if len(cl.List) == 1 && only != nil {
				clauses[i].bind = c.initVar(v, c.extract(tmp, only))
			} else {
				clauses[i].bind = c.initVar(v, c.settleTo(n, tmp, v.T, cl))
			}
		}
		c.targets = append(c.targets, target{label: label, brk: brk})
		clauses[i].body = c.block(cl.Body, cl)
		tree.Cases[i].Body, tree.Cases[i].Fall = c.followed(clauses[i].bind, clauses[i].body), c.newLabel()
		c.targets = c.targets[:len(c.targets)-1]
	}
	list = append(list, c.as(func(t *run.Thread, f run.FP) run.Ctl {
		v := *(*any)(unsafe.Add(f, off))
		at := deflt
	search:
		for i := range clauses {
			for _, test := range clauses[i].tests {
				if test(v) {
					at = i
					break search
				}
			}
		}
		if at < 0 {
			return run.Next
		}
		cl := &clauses[at]
		if cl.bind != nil {
			cl.bind(t, f)
		}
		r := cl.body(t, f)
		return leave(r, brk)
	}, tree))
	return c.sequence(list)
}

// settleTo returns the value of a type switch's variable in a clause of several types: that of the
// operand, whose eface tmp is.
func (c *comp) settleTo(n, tmp node.Node, t *memory.Type, at ast.Node) node.Node {
	if t.Rep == memory.RepEface {
		tmp.T = t
		return tmp
	}
	return c.convertTo(tmp, t, at)
}
