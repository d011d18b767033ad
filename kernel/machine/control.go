// SPDX-License-Identifier: BSD-3-Clause

// Deferred calls, recover and go statements. How they run is in package run.

package machine

import (
	"go/ast"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// hasDefers finds out whether the function defers or recovers, without the literals in it.
func (c *comp) hasDefers(body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			c.defers = true
		case *ast.Ident:
			if b, ok := c.info.Uses[n].(*types.Builtin); ok && b.Name() == "recover" {
				c.recovers = true
				c.fn.Recovers = true
			}
		}
		return true
	})
}

// deferStmt compiles defer.
func (c *comp) deferStmt(s *ast.DeferStmt) run.Stmt {
	at := c.deferAt
	if c.builtinName(s.Call) == "recover" {
		off := c.panics
		return func(_ *run.Thread, f run.FP) run.Ctl {
			d := *(**run.DeferFrame)(unsafe.Add(f, at))
			d.Calls = append(d.Calls, run.DeferredCall{Recover: (**run.Passing)(unsafe.Add(f, off))})
			return run.Next
		}
	}
	k := c.laterCall(s.Call)
	site := k.Site
	return func(t *run.Thread, f run.FP) run.Ctl {
		fn, q := k.Start(t, f)
		d := *(**run.DeferFrame)(unsafe.Add(f, at))
		d.Calls = append(d.Calls, run.DeferredCall{Fn: fn, Q: q, Site: site})
		return run.Next
	}
}

// laterCall compiles a call that go or defer makes.
func (c *comp) laterCall(e *ast.CallExpr) *node.Call {
	if tv := c.info.Types[e.Fun]; tv.IsType() {
		c.fail(e, "a conversion here")
	}
	if name := c.builtinName(e); name != "" {
		return c.laterBuiltin(e, name)
	}
	c.later = e
	k, _ := c.callNode(e)
	return k
}

// laterBuiltin makes a function of a builtin one.
func (c *comp) laterBuiltin(e *ast.CallExpr, name string) *node.Call {
	k := &node.Call{Site: c.site(e)}
	f := c.m.NewFunc(name, e.Pos())
	f.Hidden = true
	d := &comp{m: c.m, u: c.u, info: c.info, env: c.env, fn: f, vars: make(map[types.Object]run.Place), labels: make(map[*types.Label]run.Ctl), count: new(run.Ctl)}
	*d.count = run.FirstLabel
	var vars []*types.Var
	var nodes []node.Node
	first, lower := c.hoist(e.Args...)
	defer lower()
	k.Pre = first
	for _, x := range e.Args {
		n := c.builtinArg(name, x)
		nodes = append(nodes, n)
		vars = append(vars, types.NewParam(0, nil, "", n.T.Go))
	}
	f.Shape(types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), nil, false))
	d.frame.End = f.Params.End
	params := make([]node.Node, len(nodes))
	for i, t := range f.Params.Types {
		params[i] = node.Node{T: t, Local: true, Off: f.Params.Offsets[i]}
		for _, p := range t.Ptrs {
			d.frame.Ptrs = append(d.frame.Ptrs, f.Params.Offsets[i]+p)
		}
		k.Args = append(k.Args, nodes[i].Store())
		k.Offs = append(k.Offs, f.Params.Offsets[i])
	}
	body := d.builtinOn(e, name, params).Discard()
	d.finish(nil, body)
	k.Fn = f
	return k
}

// WithDefers makes the body of a function with deferred calls.
func (c *comp) withDefers(body run.Stmt) run.Stmt {
	at := c.deferAt
	return func(t *run.Thread, f run.FP) run.Ctl {
		t.WithDefers(body, f, at)
		return run.Returned
	}
}

// recoverNode returns the builtin recover.
func (c *comp) recoverNode(at ast.Node) node.Node {
	n := node.Node{T: c.m.Any(), Pos: at.Pos()}
	if !c.recovers {
		return c.zeroNode(c.m.Any())
	}
	off := c.panics
	n.F = run.Eval[any](func(t *run.Thread, f run.FP) any {
		p := *(**run.Passing)(unsafe.Add(f, off))
		if p == nil || p.Recovered || p.Panic == nil {
			return nil
		}
		p.Recovered = true
		return p.Panic.Value
	})
	return n
}

// goStmt compiles go.
func (c *comp) goStmt(s *ast.GoStmt) run.Stmt {
	k := c.laterCall(s.Call)
	site := k.Site
	return func(t *run.Thread, f run.FP) run.Ctl {
		fn, q := k.Start(t, f)
		t.Run.Spawn(fn, q, site, nil)
		return run.Next
	}
}
