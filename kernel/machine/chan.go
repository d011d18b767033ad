// SPDX-License-Identifier: BSD-3-Clause

// Channels.
//
// A channel is a channel of Go, of the type's own elements; a node that knows only their size sends
// and receives blocks of that size, since Go's code for channels uses nothing else. Operations that
// have to wait also wait for the end of the run.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

func (c *comp) chanElem(t types.Type, at ast.Node) *memory.Type {
	return c.typ(t.Underlying().(*types.Chan).Elem(), at)
}

// send compiles c <- v.
func (c *comp) send(s *ast.SendStmt) run.Stmt {
	first, lower := c.hoist(s.Chan, s.Value)
	defer lower()
	ch := c.expr(s.Chan)
	et := c.chanElem(ch.T.Go, s)
	v := c.converted(s.Value, et)
	ops, p, tmp, st := run.ChanOpsOf(et), ch.Ptr(), c.scratch(et), v.Store()
	site := c.site(s)
	return c.sequence([]run.Stmt{first, func(t *run.Thread, f run.FP) run.Ctl {
		q := p(t, f)
		x := tmp(f)
		st(t, f, x)
		t.Site = site
		ops.Send(t, q, x)
		return run.Next
	}})
}

// receive compiles <-c.
func (c *comp) receive(e *ast.UnaryExpr) node.Node {
	ch := c.expr(e.X)
	et := c.chanElem(ch.T.Go, e)
	ops, p, tmp := run.ChanOpsOf(et), ch.Ptr(), c.scratch(et)
	n := node.Node{T: et, Pos: e.Pos()}
	site := c.site(e)
	get := run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
		q := p(t, f)
		x := tmp(f)
		t.Site = site
		ops.Recv(t, q, x)
		return x
	})
	n.F = node.Load(et, get)
	return n
}

// receive2 compiles v, ok := <-c.
func (c *comp) receive2(e *ast.UnaryExpr, ok node.Node) (parts []node.Node, eval run.Stmt) {
	ch := c.expr(e.X)
	et := c.chanElem(ch.T.Go, e)
	v := c.tempNode(et)
	ops, p, dst := run.ChanOpsOf(et), ch.Ptr(), c.tempAddr(v)
	site, okAt := c.site(e), ok.Off
	return []node.Node{v, ok}, func(t *run.Thread, f run.FP) run.Ctl {
		q := p(t, f)
		t.Site = site
		yes := ops.Recv(t, q, dst(f))
		*(*bool)(unsafe.Add(f, okAt)) = yes
		return run.Next
	}
}

// selectStmt compiles select.
func (c *comp) selectStmt(s *ast.SelectStmt, label string) run.Stmt {
	type clause struct {
		ch    run.Eval[unsafe.Pointer]
		et    *memory.Type
		send  node.Storing
		tmp   func(run.FP) unsafe.Pointer
		ok    node.Node
		typ   reflect.Type
		after run.Stmt
		body  run.Stmt
	}
	clauses := make([]clause, len(s.Body.List))
	deflt := -1
	brk := c.newLabel()
	for i, x := range s.Body.List {
		x := x.(*ast.CommClause)
		cl := &clauses[i]
		ready := func(e ast.Expr) {
			ch := c.root(e)
			cl.ch, cl.et = ch.Ptr(), c.chanElem(ch.T.Go, e)
			cl.tmp = c.scratch(cl.et)
			cl.typ = reflect.ChanOf(reflect.BothDir, cl.et.Reflect)
		}
		recv := func(e ast.Expr) { ready(ast.Unparen(e).(*ast.UnaryExpr).X) }
		switch comm := x.Comm.(type) {
		case nil:
			deflt = i
		case *ast.SendStmt:
			ready(comm.Chan)
			first, lower := c.hoist(comm.Value)
			cl.send = c.following(first, c.converted(comm.Value, cl.et)).Store()
			lower()
		case *ast.ExprStmt:
			recv(comm.X)
		case *ast.AssignStmt:
			recv(comm.Rhs[0])
			v := c.tempNode(cl.et)
			cl.tmp = c.tempAddr(v)
			cl.ok = c.tempNode(c.typ(types.Typ[types.Bool], x))
			parts := []node.Node{v, cl.ok}
			var list []run.Stmt
			for k, l := range comm.Lhs {
				id, isIdent := l.(*ast.Ident)
				if isIdent && id.Name == "_" {
					continue
				}
				if comm.Tok == token.DEFINE && c.info.Defs[id] != nil {
					w, _ := c.declareVar(c.info.Defs[id], l)
					list = append(list, c.initVar(w, c.convertTo(parts[k], w.T, l)))
					continue
				}
				list = append(list, c.assignPart(l, parts[k]))
			}
			cl.after = c.sequence(list)
		}
		c.targets = append(c.targets, target{label: label, brk: brk})
		cl.body = c.block(x.Body, x)
		c.targets = c.targets[:len(c.targets)-1]
	}
	site := c.site(s)
	return func(t *run.Thread, f run.FP) run.Ctl {
		cases := make([]reflect.SelectCase, 0, len(clauses)+1)
		which := make([]int, 0, len(clauses)+1)
		for i := range clauses {
			cl := &clauses[i]
			if cl.ch == nil {
				continue
			}
			p := new(unsafe.Pointer)
			*p = cl.ch(t, f)
			sc := reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.NewAt(cl.typ, unsafe.Pointer(p)).Elem()}
			if cl.send != nil {
				q := cl.tmp(f)
				cl.send(t, f, q)
				sc.Dir, sc.Send = reflect.SelectSend, reflect.NewAt(cl.et.Reflect, q).Elem()
			}
			cases, which = append(cases, sc), append(which, i)
		}
		t.Site = site
		n := len(cases)
		chosen, v, ok := reflect.Select(append(cases, reflect.SelectCase{Dir: reflect.SelectDefault}))
		if chosen == n {
			if deflt >= 0 {
				which = append(which, deflt)
			} else {
				if !slices.ContainsFunc(cases, func(c reflect.SelectCase) bool { return !c.Chan.IsNil() }) {
					t.Forever()
				}
				t.Wait()
				chosen, v, ok = reflect.Select(append(cases[:n:n], reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.Stops())}))
				t.Waited()
				if chosen == n {
					t.End()
				}
			}
		}
		cl := &clauses[which[chosen]]
		if cl.ch != nil && cl.send == nil {
			q := cl.tmp(f)
			if v.IsValid() {
				reflect.NewAt(cl.et.Reflect, q).Elem().Set(v)
			}
			if cl.after != nil {
				*(*bool)(unsafe.Add(f, cl.ok.Off)) = ok
			}
		}
		if cl.after != nil {
			cl.after(t, f)
		}
		r := cl.body(t, f)
		return leave(r, brk)
	}
}
