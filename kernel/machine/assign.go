// SPDX-License-Identifier: BSD-3-Clause

// Assignments, definitions and op=. The operands on the left are evaluated first, where the order
// can be observed.

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
	"polka/kernel/machine/internal/number"
	"polka/kernel/machine/internal/run"
)

// A place is the left side of an assignment: nothing (_), a variable in memory, or an entry of a
// map.
type place struct {
	t     *memory.Type
	blank bool
	n     node.Node // what expr gives
	v     *run.Place
	entry *mapEntry
}

// place compiles the left side of an assignment.
func (c *comp) place(e ast.Expr) place {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok {
		if id.Name == "_" {
			return place{blank: true}
		}
		obj := c.info.Uses[id]
		if obj == nil {
			obj = c.info.Defs[id]
		}
		if v, ok := obj.(*types.Var); ok {
			if pkg := v.Pkg(); pkg == nil || c.m.o.Own(pkg) || c.hasVar(obj) {
				w := c.variableOf(obj)
				return place{t: w.T, v: &w}
			}
		}
	}
	if x, ok := e.(*ast.IndexExpr); ok {
		if _, ok := c.goType(x.X).Underlying().(*types.Map); ok {
			m := c.mapEntry(x)
			return place{t: m.elem, entry: m}
		}
	}
	n := c.expr(e)
	return place{t: n.T, n: n}
}

func (c *comp) hasVar(obj types.Object) bool {
	_, ok := c.vars[obj]
	return ok
}

// set returns the statement that assigns n, which has been converted, to the place.
func (c *comp) set(p place, n node.Node) run.Stmt {
	switch {
	case p.blank:
		return n.Discard()
	case p.v != nil:
		return c.assignVar(*p.v, n)
	case p.entry != nil:
		return c.setEntry(p.entry, n)
	}
	return c.setPlace(p.n, n)
}

// setPlace assigns to a variable that expr has found.
func (c *comp) setPlace(x, n node.Node) run.Stmt {
	s := c.setPlaceTo(x, n)
	if c.fn.Trees {
		c.as(s, c.assignTree(x.Place(), n, x.T))
	}
	return s
}

func (c *comp) setPlaceTo(x, n node.Node) run.Stmt {
	if x.T.Rep != memory.RepMem {
		switch {
		case x.Local:
			return c.assignVar(run.Place{T: x.T, Off: x.Off}, n)
		case x.Base != nil:
			return node.RepOps[x.T.Rep].SetField(*x.Base, x.BaseOff, n.Value().F, x.Site)
		case x.Elem != nil:
			return node.RepOps[x.T.Rep].SetIndex(x.Elem.S, x.Elem.I, n.Value(), x.T.Size, x.Site)
		case x.Addr != nil:
			return node.RepOps[x.T.Rep].SetAddr(x.Addr, n.Value().F)
		}
		panic(memory.Decline{Pos: x.Pos, Msg: "an assignment to this"})
	}
	if x.Local {
		return c.assignVar(run.Place{T: x.T, Off: x.Off}, n)
	}
	if x.Addr == nil {
		panic(memory.Decline{Pos: x.Pos, Msg: "an assignment to this"})
	}
	addr, cp := x.Addr, x.T.Copy
	if n.Into != nil {
		tmp, into := c.scratch(x.T), n.Into
		return func(t *run.Thread, f run.FP) run.Ctl {
			q := tmp(f)
			into(t, f, q)
			cp(addr(t, f), q)
			return run.Next
		}
	}
	src := n.Ptr()
	return func(t *run.Thread, f run.FP) run.Ctl {
		q := src(t, f)
		cp(addr(t, f), q)
		return run.Next
	}
}

// assign compiles an assignment.
func (c *comp) assign(s *ast.AssignStmt) run.Stmt {
	switch s.Tok {
	case token.DEFINE:
		return c.define(s.Lhs, s.Rhs, s, func(id *ast.Ident) bool { return c.info.Defs[id] != nil })
	case token.ASSIGN:
	default:
		return c.opAssign(s.Lhs[0], operator(s.Tok), s.Rhs[0], s)
	}
	if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		hoist := c.hoistAssignment
		if c.derefsFirst(s.Lhs[0]) {
			hoist = func(place []ast.Expr, value ast.Expr) (run.Stmt, func()) { return c.hoistAll(append(place, value)) }
		}
		first, lower := hoist(placeOperands(c, s.Lhs[0]), s.Rhs[0])
		defer lower()
		return c.sequence([]run.Stmt{first, c.assignOne(s.Lhs[0], s.Rhs[0])})
	}
	if r := c.swap(s); r != nil {
		return r
	}
	if len(s.Rhs) == 1 {
		// The operands on the left are read after the call on the right.
		first, lower := c.hoistAll(c.placesOperands(s.Lhs))
		defer lower()
		parts, eval := c.several(s.Rhs[0], len(s.Lhs))
		pre, thaw := c.freeze(s.Lhs, s)
		defer thaw()
		var sets []run.Stmt
		for i, x := range s.Lhs {
			if p := c.place(x); !p.blank {
				sets = append(sets, c.set(p, c.convertTo(parts[i], p.t, x)))
			}
		}
		return c.sequence(slices.Concat([]run.Stmt{first, eval}, pre, sets))
	}
	c.markCopies(s.Rhs, func(i int) types.Type { return c.goType(s.Lhs[i]) })
	first, lower := c.hoist(append(c.placesOperands(s.Lhs), s.Rhs...)...)
	defer lower()
	pre, thaw := c.freeze(s.Lhs, s)
	defer thaw()
	var evals, sets []run.Stmt
	for i, x := range s.Lhs {
		p := c.place(x)
		if p.blank {
			n := c.expr(s.Rhs[i])
			if n.T != nil && !n.Nil {
				evals = append(evals, c.settle(n, s.Rhs[i]).Discard())
			}
			continue
		}
		n := c.converted(s.Rhs[i], p.t)
		if n.C != nil {
			sets = append(sets, c.set(p, n))
			continue
		}
		tmp := c.tempNode(p.t)
		evals = append(evals, c.setTemp(tmp, n))
		sets = append(sets, c.set(p, tmp))
	}
	return c.severally(first, append(pre, evals...), sets)
}

// severally is first, then evals, which set temporaries, and then sets, which alone read them.
func (c *comp) severally(first run.Stmt, evals, sets []run.Stmt) run.Stmt {
	r := c.sequence(slices.Concat([]run.Stmt{first}, evals, sets))
	if c.fn.Trees {
		if t := ir.SeveralOf(c.followed(evals...).List, c.followed(sets...).List); t != nil {
			s := c.followed(first)
			s.List = append(s.List, t)
			c.as(r, s)
		}
	}
	return r
}

// watched calls Run.Set with the values of watched variables after s, which sets them.
func (c *comp) watched(lhs []ast.Expr, s run.Stmt) run.Stmt {
	if len(c.u.Watched) == 0 {
		return s
	}
	list := []run.Stmt{s}
	for _, x := range lhs {
		id, ok := ast.Unparen(x).(*ast.Ident)
		if !ok || !c.u.Watched[id] {
			continue
		}
		n := c.ident(id)
		t, tmp, st := n.T, c.scratch(n.T), n.Store()
		list = append(list, func(th *run.Thread, f run.FP) run.Ctl {
			if th.Run.Set != nil {
				p := tmp(f)
				st(th, f, p)
				if v := t.ValueAt(p); v.Any != nil {
					th.Run.Set(id, v)
				}
			}
			return run.Next
		})
	}
	return c.sequence(list)
}

// assignOne compiles the assignment of one value, whose operations have been ordered.
func (c *comp) assignOne(lhs, rhs ast.Expr) run.Stmt {
	p := c.place(lhs)
	if p.blank {
		if n := c.expr(rhs); !n.Nil && n.T != nil {
			return c.settle(n, rhs).Discard()
		}
		return node.Nothing
	}
	return c.set(p, c.converted(rhs, p.t))
}

// assignPart compiles the assignment of a value that is there, converted, to a place of its own.
func (c *comp) assignPart(lhs ast.Expr, n node.Node) run.Stmt {
	hoist := c.hoist
	if c.derefsFirst(lhs) {
		hoist = func(list ...ast.Expr) (run.Stmt, func()) { return c.hoistAll(list) }
	}
	first, lower := hoist(placeOperands(c, lhs)...)
	defer lower()
	p := c.place(lhs)
	if p.blank {
		return node.Nothing
	}
	return c.sequence([]run.Stmt{first, c.set(p, c.convertTo(n, p.t, lhs))})
}

// placesOperands returns the operands of the places of an assignment.
func (c *comp) placesOperands(lhs []ast.Expr) (list []ast.Expr) {
	for _, x := range lhs {
		list = append(list, placeOperands(c, x)...)
	}
	return list
}

// operator returns the operator of an assignment such as +=.
func operator(t token.Token) token.Token { return t - token.ADD_ASSIGN + token.ADD }

// freeze evaluates the operands of the places of an assignment of several values: that happens
// before the first value is assigned. Those that the statement could change are kept in
// temporaries, which pre sets, and which stand for them until thaw is called. What may panic about
// the place itself, such as an index out of range, is left to the assignment.
func (c *comp) freeze(lhs []ast.Expr, s *ast.AssignStmt) (pre []run.Stmt, thaw func()) {
	if c.bound == nil {
		c.bound = make(map[ast.Expr]node.Node)
	}
	var frozen []ast.Expr
	for _, e := range c.placesOperands(lhs) {
		if c.bound[e].T != nil || c.stable(e, s) {
			continue
		}
		n := c.expr(e)
		tmp := c.tempNode(n.T)
		pre = append(pre, c.setTemp(tmp, n))
		c.bound[e] = tmp
		frozen = append(frozen, e)
	}
	return pre, func() {
		for _, e := range frozen {
			delete(c.bound, e)
		}
	}
}

// stable reports whether e is made of constants and variables of the frame that s does not assign
// to.
func (c *comp) stable(e ast.Expr, s *ast.AssignStmt) bool {
	if tv := c.info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := c.vars[c.info.Uses[e]]
		if !ok || v.Boxed || v.Fixed != nil {
			return false
		}
		for _, x := range s.Lhs {
			if id, ok := ast.Unparen(x).(*ast.Ident); ok && c.info.Uses[id] == c.info.Uses[e] {
				return false
			}
		}
		return true
	case *ast.BinaryExpr:
		return e.Op != token.QUO && e.Op != token.REM && c.stable(e.X, s) && c.stable(e.Y, s)
	}
	return false
}

// several compiles an expression that gives n values: a call, or one of the forms with ok.
func (c *comp) several(e ast.Expr, n int) (parts []node.Node, eval run.Stmt) {
	x := ast.Unparen(e)
	if call, ok := x.(*ast.CallExpr); ok {
		return c.unpack(c.call(call))
	}
	var operands []ast.Expr
	switch x := x.(type) {
	case *ast.IndexExpr:
		operands = []ast.Expr{x.X, x.Index}
	case *ast.TypeAssertExpr:
		operands = []ast.Expr{x.X}
	case *ast.UnaryExpr:
		operands = []ast.Expr{x.X}
	}
	first, lower := c.hoist(operands...)
	defer lower()
	parts, eval = c.commaOk(x)
	return parts, c.sequence([]run.Stmt{first, eval})
}

// define compiles := and var with values. Fresh reports which identifiers are new.
func (c *comp) define(lhs, rhs []ast.Expr, at ast.Node, fresh func(*ast.Ident) bool) run.Stmt {
	isNew := func(x ast.Expr) (types.Object, bool) {
		id := x.(*ast.Ident)
		if id.Name == "_" || !fresh(id) {
			return nil, false
		}
		obj := c.info.Defs[id]
		return obj, obj != nil
	}
	if len(rhs) == 1 && len(lhs) > 1 {
		parts, eval := c.several(rhs[0], len(lhs))
		list := []run.Stmt{eval}
		for i, x := range lhs {
			if obj, ok := isNew(x); ok {
				v, _ := c.declareVar(obj, x)
				list = append(list, c.initVar(v, c.convertTo(parts[i], v.T, x)))
				continue
			}
			if p := c.place(x); !p.blank {
				list = append(list, c.set(p, c.convertTo(parts[i], p.t, x)))
			}
		}
		return c.sequence(list)
	}
	all := true
	for _, x := range lhs {
		if _, ok := isNew(x); !ok && x.(*ast.Ident).Name != "_" {
			all = false
		}
	}
	c.markCopies(rhs, func(i int) types.Type {
		if obj := c.info.ObjectOf(lhs[i].(*ast.Ident)); obj != nil {
			return obj.Type()
		}
		return nil
	})
	first, lower := c.hoist(rhs...)
	defer lower()
	list := []run.Stmt{first}
	var late []run.Stmt
	for i, x := range lhs {
		obj, ok := isNew(x)
		if ok && (all || len(lhs) == 1) {
			t := c.typ(c.env.subst(obj.Type()), x)
			n := c.converted(rhs[i], t)
			v, _ := c.declareVar(obj, x)
			list = append(list, c.initVar(v, n))
			continue
		}
		if x.(*ast.Ident).Name == "_" {
			n := c.expr(rhs[i])
			if n.T != nil && !n.Nil {
				list = append(list, c.settle(n, rhs[i]).Discard())
			}
			continue
		}
		var t *memory.Type
		if ok {
			t = c.typ(c.env.subst(obj.Type()), x)
		} else {
			t = c.place(x).t
		}
		tmp := c.tempNode(t)
		list = append(list, c.setTemp(tmp, c.converted(rhs[i], t)))
		if ok {
			v, _ := c.declareVar(obj, x)
			late = append(late, c.initVar(v, tmp))
		} else {
			late = append(late, c.set(c.place(x), tmp))
		}
	}
	return c.sequence(append(list, late...))
}

func (c *comp) incDec(s *ast.IncDecStmt) run.Stmt {
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	one := &ast.BasicLit{ValuePos: s.TokPos, Kind: token.INT, Value: "1"}
	return c.opAssign(s.X, op, one, s)
}

// opAssign compiles x op= y.
func (c *comp) opAssign(x ast.Expr, op token.Token, y ast.Expr, s ast.Stmt) run.Stmt {
	level := []ast.Expr{x, y}
	if _, isVar := ast.Unparen(x).(*ast.Ident); isVar && loadsLate(op, c.typeOf(x)) {
		level = level[1:]
	}
	first, lower := c.hoist(level...)
	defer lower()
	p := c.place(x)
	var yn node.Node
	shift := op == token.SHL || op == token.SHR
	if lit, ok := y.(*ast.BasicLit); ok && c.info.Types[lit].Type == nil {
		yn = c.one(p.t, s)
	} else if shift {
		yn = c.shiftCount(y)
	} else {
		yn = c.converted(y, p.t)
	}
	r := c.opPlace(p, op, yn, x, s, shift)
	return c.sequence([]run.Stmt{first, r})
}

// loadsLate reports whether opPlace reads a variable of type t after it has evaluated y.
func loadsLate(op token.Token, t *memory.Type) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
		return t.Rep < memory.RepComplex64
	}
	return false
}

// opPlace is p op= y.
func (c *comp) opPlace(p place, op token.Token, yn node.Node, x ast.Expr, s ast.Stmt, shift bool) run.Stmt {
	var x0 node.Node
	switch {
	case p.v != nil:
		x0 = c.variableNode(nil, *p.v, x.Pos())
	case p.entry != nil:
		return c.opEntry(p.entry, op, yn, s)
	default:
		x0 = p.n
	}
	if !shift {
		if ops := number.Of(p.t); ops != nil {
			var r run.Stmt
			switch {
			case x0.Local:
				r = ops.OpLocal(op, x0.Off, yn.Value())
			case x0.Elem != nil:
				if r = ops.OpIndex(op, x0.Elem.S, x0.Elem.I, yn.Value(), p.t.Size, x0.Site); r == nil {
					r = ops.OpAddr(op, x0.Addr, yn.Value())
				}
			case x0.Addr != nil:
				r = ops.OpAddr(op, x0.Addr, yn.Value())
			}
			if r != nil {
				return c.as(r, c.updateTree(op, x0.Place(), yn, p.t))
			}
		}
	}
	if x0.Local {
		return c.setPlace(x0, c.binaryNode(op, x0, yn, s))
	}
	// The address is computed once.
	tmp := c.tempNode(c.m.pointer())
	at := tmp.Off
	pre := c.setTemp(tmp, node.Node{T: c.m.pointer(), F: x0.Addr, X: addressOfPlace(x0)})
	z := node.Node{T: p.t, Pos: x.Pos()}
	z.Addr = func(_ *run.Thread, f run.FP) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, at)) }
	z.F = node.RepOps[p.t.Rep].Boxed(at)
	z.A = &ir.Expr{Op: ir.Boxed, N: int64(at)}
	return c.sequence([]run.Stmt{pre, c.setPlace(z, c.binaryNode(op, z, yn, s))})
}

// swap compiles a[i], a[j] = a[j], a[i] for slices and indices that the statement does not change;
// nil for all else.
func (c *comp) swap(s *ast.AssignStmt) run.Stmt {
	if len(s.Lhs) != 2 || len(s.Rhs) != 2 {
		return nil
	}
	var addrs [2]run.Eval[unsafe.Pointer]
	var places [2]*ir.Expr
	var t *memory.Type
	for k := range addrs {
		x, ok := s.Lhs[k].(*ast.IndexExpr)
		if !ok || types.ExprString(s.Lhs[k]) != types.ExprString(s.Rhs[1-k]) || !c.stable(x.X, s) || !c.stable(x.Index, s) {
			return nil
		}
		if _, ok := c.goType(x.X).Underlying().(*types.Slice); !ok {
			return nil
		}
		n := c.expr(x)
		if t != nil && n.T != t {
			return nil
		}
		t, addrs[k], places[k] = n.T, n.Addr, n.Place()
	}
	s0 := c.swapAt(t, addrs[0], addrs[1])
	if a, b := places[0], places[1]; a != nil && b != nil && !a.Leaves() && !b.Leaves() && isCopied(t) {
		c.as(s0, &ir.Stmt{Kind: ir.Swap, A: a, B: b, Type: t})
	}
	return s0
}

// swapAt exchanges the values at two addresses.
func (c *comp) swapAt(t *memory.Type, a, b run.Eval[unsafe.Pointer]) run.Stmt {
	switch {
	case t.Size == 8 && !t.Pointers:
		return number.SwapAs[uint64](a, b)
	case t.Size == 16 && !t.Pointers:
		return number.SwapAs[[2]uint64](a, b)
	case t.Size == memory.Word && t.Pointers:
		return number.SwapAs[unsafe.Pointer](a, b)
	case t.Rep == memory.RepString:
		return number.SwapAs[string](a, b)
	case t.Rep == memory.RepSlice:
		return number.SwapAs[memory.Slice](a, b)
	case t.Rep == memory.RepEface || t.Rep == memory.RepIface:
		return number.SwapAs[memory.Iface](a, b)
	}
	tmp, cp := c.scratch(t), t.Copy
	return func(th *run.Thread, f run.FP) run.Ctl {
		p, q, x := a(th, f), b(th, f), tmp(f)
		cp(x, p)
		cp(p, q)
		cp(q, x)
		return run.Next
	}
}
