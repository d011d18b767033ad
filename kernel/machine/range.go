// SPDX-License-Identifier: BSD-3-Clause

// The range statement.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"unicode/utf8"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/number"
	"polka/kernel/machine/internal/run"
)

// rangeVars prepares the variables of a range loop for values of the given types. What the loop
// computes goes to the temporaries that it returns; assign moves it where it belongs.
func (c *comp) rangeVars(s *ast.RangeStmt, kt, vt *memory.Type) (k, v node.Node, assign run.Stmt) {
	k, v, calls, assign := c.rangePlaces(s, kt, vt)
	if calls != nil {
		assign = c.sequence([]run.Stmt{calls, assign})
	}
	return k, v, assign
}

// rangePlaces is rangeVars for loops over elements that can be changed: calls, nil for none, are
// those of the places. They are made before the element is read.
func (c *comp) rangePlaces(s *ast.RangeStmt, kt, vt *memory.Type) (k, v node.Node, calls, assign run.Stmt) {
	var list []run.Stmt
	assignment := &ast.AssignStmt{Tok: token.ASSIGN, TokPos: s.TokPos}
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if x != nil && s.Tok == token.ASSIGN {
			assignment.Lhs = append(assignment.Lhs, x)
		}
	}
	one := func(x ast.Expr, t *memory.Type) node.Node {
		if x == nil || t == nil {
			return node.Node{}
		}
		if id, ok := x.(*ast.Ident); ok && id.Name == "_" {
			return node.Node{}
		}
		if s.Tok == token.DEFINE {
			obj := c.info.Defs[x.(*ast.Ident)]
			w, _ := c.declareVar(obj, x)
			if !w.Boxed && w.Fixed == nil && w.T == t {
				return node.Node{T: t, Local: true, Off: w.Off}
			}
			tmp := c.tempNode(t)
			list = append(list, c.initVar(w, c.convertTo(tmp, w.T, x)))
			return tmp
		}
		tmp := c.tempNode(t)
		p := c.place(x)
		list = append(list, c.set(p, c.convertTo(tmp, p.t, x)))
		return tmp
	}
	operands := c.placesOperands(assignment.Lhs)
	if c.anyOrdered(operands) {
		var lower func()
		calls, lower = c.hoistAll(operands)
		defer lower()
	}
	pre, thaw := c.freeze(assignment.Lhs, assignment)
	defer thaw()
	k = one(s.Key, kt)
	v = one(s.Value, vt)
	if list == nil {
		return k, v, nil, nil
	}
	return k, v, calls, c.sequence(append(pre, list...))
}

// rangeStmt compiles the loops with range.
func (c *comp) rangeStmt(s *ast.RangeStmt, label string) run.Stmt {
	xt := c.goType(s.X)
	intT := c.typ(types.Typ[types.Int], s)
	brk, cont := c.newLabel(), c.newLabel()
	body := func(assign run.Stmt) run.Stmt {
		c.targets = append(c.targets, target{label: label, brk: brk, cont: cont, loop: true})
		b := c.block(s.Body.List, s.Body)
		c.targets = c.targets[:len(c.targets)-1]
		if assign == nil {
			return b
		}
		return c.as(func(t *run.Thread, f run.FP) run.Ctl {
			assign(t, f)
			return b(t, f)
		}, c.followed(assign, b))
	}
	value := s.Value != nil && !isBlank(s.Value)
	switch u := xt.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return c.rangeInt(s, body, brk, cont)
		}
		x := node.As[string](c.root(s.X))
		k, v, assign := c.rangeVars(s, intT, c.typ(types.Typ[types.Int32], s))
		b := body(assign)
		return func(t *run.Thread, f run.FP) run.Ctl {
			str := x(t, f)
			for i := 0; i < len(str); {
				r, w := rune(str[i]), 1
				if r >= utf8.RuneSelf {
					r, w = utf8.DecodeRuneInString(str[i:])
				}
				if k.T != nil {
					*(*int)(unsafe.Add(f, k.Off)) = i
				}
				if v.T != nil {
					*(*rune)(unsafe.Add(f, v.Off)) = r
				}
				i += w
				if r := b(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
			}
			return run.Next
		}
	case *types.Slice:
		et := c.typ(u.Elem(), s)
		xn := c.root(s.X)
		x := node.As[memory.Slice](xn)
		k, v, calls, assign := c.rangePlaces(s, intT, et)
		return c.overElements(x, xn.Tree(), et, calls, k, v, body(assign), brk, cont)
	case *types.Array:
		et := c.typ(u.Elem(), s)
		n := int(u.Len())
		if !value && !c.hasCall(s.X) { // only the length is needed
			return c.rangeLength(s, n, body, brk, cont)
		}
		xn := c.root(s.X)
		var p run.Eval[unsafe.Pointer]
		if !value {
			d := xn.Discard()
			p = func(t *run.Thread, f run.FP) unsafe.Pointer { d(t, f); return unsafe.Pointer(&memory.ZeroBase) }
		} else if (xn.Addr != nil || xn.Local) && c.leavesArrays(s.Body) && s.Tok == token.DEFINE {
			p = c.addr(xn)
		} else {
			// The loop goes over a copy of the array.
			tmp := c.tempNode(xn.T)
			set := c.setTemp(tmp, xn)
			a := c.addr(tmp)
			p = func(t *run.Thread, f run.FP) unsafe.Pointer { set(t, f); return a(t, f) }
		}
		k, v, calls, assign := c.rangePlaces(s, intT, et)
		return c.overElements(func(t *run.Thread, f run.FP) memory.Slice { return memory.Slice{P: p(t, f), Len: n, Cap: n} }, nil, et, calls, k, v, body(assign), brk, cont)
	case *types.Pointer:
		a := u.Elem().Underlying().(*types.Array)
		et := c.typ(a.Elem(), s)
		n := int(a.Len())
		if _, ok := ast.Unparen(s.X).(*ast.Ident); ok && !value {
			return c.rangeLength(s, n, body, brk, cont)
		}
		p := c.root(s.X).Ptr()
		site := c.site(s.X)
		k, v, calls, assign := c.rangePlaces(s, intT, et)
		return c.overElements(func(t *run.Thread, f run.FP) memory.Slice {
			q := p(t, f)
			if q == nil && value && n > 0 {
				t.FailNil(f, site)
			}
			return memory.Slice{P: q, Len: n, Cap: n}
		}, nil, et, calls, k, v, body(assign), brk, cont)
	case *types.Map:
		return c.rangeMap(s, body, brk, cont)
	case *types.Chan:
		ch := c.root(s.X)
		et := c.typ(u.Elem(), s)
		ops, p, tmp := run.ChanOpsOf(et), ch.Ptr(), c.scratch(et)
		k, _, assign := c.rangeVars(s, et, nil)
		set := c.rangeStore(k)
		b := body(assign)
		site := c.site(s)
		return func(t *run.Thread, f run.FP) run.Ctl {
			q := p(t, f)
			for {
				x := tmp(f)
				t.Site = site
				if !ops.Recv(t, q, x) {
					return run.Next
				}
				if set != nil {
					set(f, x)
				}
				if r := b(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
			}
		}
	case *types.Signature:
		return c.rangeFunc(s, u, body, brk, cont)
	}
	c.fail(s, "range over a value of type %s", xt)
	return nil
}

// leavesArrays reports whether statements change no array of others, and no struct: whatever they
// assign to is a variable of another type, and they call nothing.
func (c *comp) leavesArrays(body ast.Node) bool {
	yes := true
	assigns := func(e ast.Expr) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			yes = false
			return
		}
		if isBlank(id) || c.info.Defs[id] != nil {
			return
		}
		t := c.goType(id)
		if t == nil { // the variable of a type switch, which is another in each clause
			return
		}
		switch t.Underlying().(type) {
		case *types.Array, *types.Struct:
			yes = false
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				assigns(x)
			}
		case *ast.IncDecStmt:
			assigns(n.X)
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if x != nil {
					assigns(x)
				}
			}
			switch c.goType(n.X).Underlying().(type) {
			case *types.Chan, *types.Signature:
				yes = false
			}
		case *ast.UnaryExpr:
			yes = yes && n.Op != token.ARROW
		case *ast.CallExpr:
			yes = yes && (c.info.Types[n.Fun].IsType() || c.info.Types[n].Value != nil || c.changesNothing(n))
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt, *ast.LabeledStmt:
			yes = false
		}
		return yes
	})
	return yes
}

// changesNothing reports whether e calls a function that has no effect.
func (c *comp) changesNothing(e *ast.CallExpr) bool {
	switch c.builtinName(e) {
	case "len", "cap", "min", "max":
		return true
	}
	_, f := c.funcName(e.Fun)
	return f != nil && f.Pkg() != nil && (f.Pkg().Path() == "math" || f.Pkg().Path() == "math/bits")
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// rangeStore puts an element, given by its address, into a temporary; nil for none.
func (c *comp) rangeStore(v node.Node) func(f run.FP, p unsafe.Pointer) {
	if v.T == nil {
		return nil
	}
	cp := v.T.Copy
	if v.Local {
		off := v.Off
		switch {
		case v.T.Size == 8 && !v.T.Pointers:
			return func(f run.FP, p unsafe.Pointer) { *(*uint64)(unsafe.Add(f, off)) = *(*uint64)(p) }
		}
		return func(f run.FP, p unsafe.Pointer) { cp(unsafe.Add(f, off), p) }
	}
	dst := c.tempAddr(v)
	return func(f run.FP, p unsafe.Pointer) { cp(dst(f), p) }
}

// overElements returns a loop over the elements of a slice, of which tree is the tree, if it has
// one. The calls, if not nil, are made before each element is read.
func (c *comp) overElements(x run.Eval[memory.Slice], tree *ir.Expr, et *memory.Type, calls run.Stmt, k, v node.Node, b run.Stmt, brk, cont run.Ctl) run.Stmt {
	size, set := et.Size, c.rangeStore(v)
	key, ko := k.T != nil, k.Off
	if key && !k.Local {
		panic(memory.Decline{Msg: "a key of this kind"})
	}
	if calls != nil {
		return func(t *run.Thread, f run.FP) run.Ctl {
			s := x(t, f)
			for i := range s.Len {
				calls(t, f)
				if key {
					*(*int)(unsafe.Add(f, ko)) = i
				}
				if set != nil {
					set(f, unsafe.Add(s.P, uintptr(i)*size))
				}
				if r := b(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
			}
			return run.Next
		}
	}
	hot := c.hotElements(x, tree, et, k, v, b, brk, cont)
	return hot.as(c, func(t *run.Thread, f run.FP) run.Ctl {
		s := x(t, f)
		if hot.hot(s.Len) {
			*run.At[memory.Slice](f, hot.at) = s
			return hot.unit.Run(t, f)
		}
		for i := 0; i < s.Len; i++ {
			if key {
				*(*int)(unsafe.Add(f, ko)) = i
			}
			if set != nil {
				set(f, unsafe.Add(s.P, uintptr(i)*size))
			}
			if r := b(t, f); r != run.Next && r != cont {
				return leave(r, brk)
			}
			t.Back()
		}
		return run.Next
	})
}

// rangeInt returns a loop over the integers below a number.
func (c *comp) rangeInt(s *ast.RangeStmt, body func(run.Stmt) run.Stmt, brk, cont run.Ctl) run.Stmt {
	t := c.typeOf(s.X)
	if s.Key != nil && !isBlank(s.Key) && s.Tok == token.DEFINE {
		t = c.typ(c.env.subst(c.info.Defs[s.Key.(*ast.Ident)].Type()), s)
	} else if s.Key != nil && !isBlank(s.Key) {
		t = c.typeOf(s.Key)
	}
	x := c.converted(s.X, t)
	limit := node.Index(x.Value())
	k, _, assign := c.rangeVars(s, t, nil)
	b := body(assign)
	if t.Rep == memory.RepUint64 || t.Rep == memory.RepUint || t.Rep == memory.RepUintptr {
		max := number.Of(t).Count(x.Value(), c.site(s))
		off, has := k.Off, k.T != nil
		return func(t *run.Thread, f run.FP) run.Ctl {
			n := max(t, f)
			for i := uint64(0); i < n; i++ {
				if has {
					*(*uint64)(unsafe.Add(f, off)) = i
				}
				if r := b(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
			}
			return run.Next
		}
	}
	if k.T == nil || t.Size == 8 {
		return c.below(limit, x.Tree(), t, k, b, brk, cont)
	}
	hot := c.hotCount(x.Tree(), t, k, b, brk, cont)
	off, size := k.Off, t.Size
	return hot.as(c, func(t *run.Thread, f run.FP) run.Ctl {
		n := limit(t, f)
		if hot.hot(n) {
			*run.At[int](f, hot.at) = n
			return hot.unit.Run(t, f)
		}
		for i := 0; i < n; i++ {
			p := unsafe.Add(f, off)
			switch size {
			case 1:
				*(*uint8)(p) = uint8(i)
			case 2:
				*(*uint16)(p) = uint16(i)
			default:
				*(*uint32)(p) = uint32(i)
			}
			if r := b(t, f); r != run.Next && r != cont {
				return leave(r, brk)
			}
			t.Back()
		}
		return run.Next
	})
}

// rangeLength returns a loop over the indices of an array of n elements.
func (c *comp) rangeLength(s *ast.RangeStmt, n int, body func(run.Stmt) run.Stmt, brk, cont run.Ctl) run.Stmt {
	t := c.typ(types.Typ[types.Int], s)
	k, _, assign := c.rangeVars(s, t, nil)
	limit := func(*run.Thread, run.FP) int { return n }
	tree := &ir.Expr{Op: ir.Const, Rep: memory.RepInt, N: int64(n)}
	return c.below(limit, tree, t, k, body(assign), brk, cont)
}

// below returns a loop over the integers of type t below a limit, of which tree is the tree. They
// go to k, which has 8 bytes, if it has a type.
func (c *comp) below(limit run.Eval[int], tree *ir.Expr, t *memory.Type, k node.Node, b run.Stmt, brk, cont run.Ctl) run.Stmt {
	hot := c.hotCount(tree, t, k, b, brk, cont)
	off, has := k.Off, k.T != nil
	return hot.as(c, func(t *run.Thread, f run.FP) run.Ctl {
		n := limit(t, f)
		if hot.hot(n) {
			*run.At[int](f, hot.at) = n
			return hot.unit.Run(t, f)
		}
		for i := 0; i < n; i++ {
			if has {
				*(*int)(unsafe.Add(f, off)) = i
			}
			if r := b(t, f); r != run.Next && r != cont {
				return leave(r, brk)
			}
			t.Back()
		}
		return run.Next
	})
}

// rangeMap returns a loop over a map. The frame has the iterator.
func (c *comp) rangeMap(s *ast.RangeStmt, body func(run.Stmt) run.Stmt, brk, cont run.Ctl) run.Stmt {
	mn := c.root(s.X)
	mt := c.mapType(mn.T)
	p, at := mn.Ptr(), c.frame.Pointer()
	k, v, assign := c.rangeVars(s, mt.Key, mt.Elem)
	setKey, setVal := c.rangeStore(k), c.rangeStore(v)
	b := body(assign)
	begin := func(t *run.Thread, f run.FP) run.Ctl {
		*run.At[*descriptor.MapRange](f, at) = mt.Range(p(t, f))
		return run.Next
	}
	next := run.Eval[bool](func(t *run.Thread, f run.FP) bool {
		r := *run.At[*descriptor.MapRange](f, at)
		if !r.Next() {
			*run.At[*descriptor.MapRange](f, at) = nil
			mt.Done(r)
			return false
		}
		k, v := r.Entry()
		if setKey != nil {
			setKey(f, k)
		}
		if setVal != nil {
			setVal(f, v)
		}
		return true
	})
	tree := c.nextTree(mn.T, at, k, v, node.Node{T: c.typ(types.Typ[types.Bool], s), F: next}.Tree())
	loop := c.hotLoop(c.loop(nil, next, nil, b, brk, cont), next, tree, nil, b, brk, cont)
	return c.sequence([]run.Stmt{begin, loop})
}

// rangeFunc returns a loop over a function: its body becomes the function that is given to it, and
// works on the frame of the function around it.
func (c *comp) rangeFunc(s *ast.RangeStmt, sig *types.Signature, body func(run.Stmt) run.Stmt, brk, cont run.Ctl) run.Stmt {
	yield := sig.Params().At(0).Type().Underlying().(*types.Signature)
	var kt, vt *memory.Type
	if yield.Params().Len() > 0 {
		kt = c.typ(yield.Params().At(0).Type(), s)
	}
	if yield.Params().Len() > 1 {
		vt = c.typ(yield.Params().At(1).Type(), s)
	}
	k, v, assign := c.rangeVars(s, kt, vt)
	setKey, setVal := c.rangeStore(k), c.rangeStore(v)
	c.iterating++
	b := body(assign)
	c.iterating--
	// The function that the loop's body becomes. It has caught the frame.
	f := c.m.NewFunc("func", s.Pos())
	f.Hidden = true
	f.Shape(yield)
	base := f.CaughtBase()
	f.Caught.End = base
	at := f.Caught.Add(c.m.pointer())
	site := c.site(s)
	params := f.Params.Offsets
	f.Body = func(t *run.Thread, q run.FP) run.Ctl {
		st := *(**yieldState)(unsafe.Add(q, at))
		switch st.state {
		case loopRunning:
			st.state = loopPanicked
			t.Fail(q, site, memory.RuntimeError("range function continued iteration after loop body exit"))
		case loopDone:
			t.Fail(q, site, memory.RuntimeError("range function continued iteration after function for loop body returned false"))
		case loopPanicked:
			t.Fail(q, site, memory.RuntimeError("range function continued iteration after loop body panic"))
		case loopOver:
			t.Fail(q, site, memory.RuntimeError("range function continued iteration after whole loop exit"))
		}
		st.state = loopPanicked
		if setKey != nil {
			setKey(st.f, unsafe.Add(q, params[0]))
		}
		if setVal != nil {
			setVal(st.f, unsafe.Add(q, params[1]))
		}
		r := b(t, st.f)
		if r != run.Next && r != cont {
			st.state = loopDone
			st.to = r
			*(*bool)(q) = false
			return run.Returned
		}
		st.state = loopReady
		*(*bool)(q) = true
		return run.Returned
	}
	var l run.FrameLayout
	l.End = f.Caught.End
	l.Ptrs = append(pointerOffsets(f.Params), at)
	f.Ptrs = l.Ptrs
	f.Frame = memory.FrameTypeFor(l.End, l.Ptrs)
	typ := f.Blocks()

	// The call of the iterator.
	yt := c.typ(sig.Params().At(0).Type(), s)
	slot := c.tempNode(yt)
	slotAt := slot.Off
	kn := &node.Call{Site: site}
	fv := c.root(s.X)
	c.callValue(kn, fv, sig)
	_, ps := c.m.Shapes(sig)
	c.setArgs(kn, []node.Node{slot}, ps.Offsets)
	call := kn.Stmt()
	return func(t *run.Thread, fr run.FP) run.Ctl {
		st := &yieldState{f: fr}
		p, cl := typ.Make()
		*(**yieldState)(unsafe.Add(unsafe.Pointer(cl), run.ClosureSize)) = st
		*(*unsafe.Pointer)(unsafe.Add(fr, slotAt)) = p
		call(t, fr)
		if st.state == loopPanicked {
			t.Fail(fr, site, memory.RuntimeError("range function recovered a loop body panic and did not resume panicking"))
		}
		st.state = loopOver
		if st.to == brk {
			return run.Next
		}
		return st.to
	}
}

// A yieldState is one run of a loop over a function.
type yieldState struct {
	f     run.FP
	state int
	to    run.Ctl // where control goes after the loop
}

const (
	loopReady = iota
	loopRunning
	loopDone     // the body has ended the loop
	loopPanicked // the body runs, or has panicked
	loopOver     // the iterator has returned
)

func pointerOffsets(l memory.Layout) (list []uintptr) {
	for i, t := range l.Types {
		list = append(list, memory.PointerWords(t.Reflect, l.Offsets[i], nil)...)
	}
	return list
}
