package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"unicode/utf8"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// rangeVars prepares the variables of a range loop for values of the given types. What the loop
// computes goes to the temporaries that it returns; assign moves it where it belongs.
func (c *comp) rangeVars(s *ast.RangeStmt, kt, vt *memory.Type) (k, v node, assign stmt) {
	var list []stmt
	assignment := &ast.AssignStmt{Tok: token.ASSIGN, TokPos: s.TokPos}
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if x != nil && s.Tok == token.ASSIGN {
			assignment.Lhs = append(assignment.Lhs, x)
		}
	}
	one := func(x ast.Expr, t *memory.Type) node {
		if x == nil || t == nil {
			return node{}
		}
		if id, ok := x.(*ast.Ident); ok && id.Name == "_" {
			return node{}
		}
		if s.Tok == token.DEFINE {
			obj := c.info.Defs[x.(*ast.Ident)]
			w, _ := c.declareVar(obj, x)
			if !w.boxed && w.fixed == nil && w.t == t {
				return node{t: t, local: true, off: w.off}
			}
			tmp := c.tempNode(t)
			list = append(list, c.initVar(w, c.convertTo(tmp, w.t, x)))
			return tmp
		}
		tmp := c.tempNode(t)
		p := c.place(x)
		list = append(list, c.set(p, c.convertTo(tmp, p.t, x)))
		return tmp
	}
	first, lower := c.hoistAll(c.placesOperands(assignment.Lhs))
	defer lower()
	pre, thaw := c.freeze(assignment.Lhs, assignment)
	defer thaw()
	before := append([]stmt{first}, pre...)
	k = one(s.Key, kt)
	v = one(s.Value, vt)
	if list != nil {
		assign = sequence(append(before, list...))
	}
	return k, v, assign
}

// rangeStmt compiles the loops with range.
func (c *comp) rangeStmt(s *ast.RangeStmt, label string) stmt {
	xt := c.goType(s.X)
	intT := c.typ(types.Typ[types.Int], s)
	brk, cont := c.newLabel(), c.newLabel()
	body := func(assign stmt) stmt {
		c.targets = append(c.targets, target{label: label, brk: brk, cont: cont, loop: true})
		b := c.block(s.Body.List, s.Body)
		c.targets = c.targets[:len(c.targets)-1]
		if assign == nil {
			return b
		}
		return func(t *thread, f fp) ctl {
			assign(t, f)
			return b(t, f)
		}
	}
	switch u := xt.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return c.rangeInt(s, body, brk, cont)
		}
		x := as[string](c.root(s.X))
		k, v, assign := c.rangeVars(s, intT, c.typ(types.Typ[types.Int32], s))
		b := body(assign)
		return func(t *thread, f fp) ctl {
			str := x(t, f)
			for i := 0; i < len(str); {
				r, w := rune(str[i]), 1
				if r >= utf8.RuneSelf {
					r, w = utf8.DecodeRuneInString(str[i:])
				}
				if k.t != nil {
					*(*int)(unsafe.Add(f, k.off)) = i
				}
				if v.t != nil {
					*(*rune)(unsafe.Add(f, v.off)) = r
				}
				i += w
				if r := b(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
			}
			return next
		}
	case *types.Slice:
		et := c.typ(u.Elem(), s)
		x := as[memory.Slice](c.root(s.X))
		k, v, assign := c.rangeVars(s, intT, et)
		return elements(x, et, k, c.rangeStore(v), body(assign), brk, cont)
	case *types.Array:
		et := c.typ(u.Elem(), s)
		n := int(u.Len())
		xn := c.root(s.X)
		var p ev[unsafe.Pointer]
		if s.Value == nil || isBlank(s.Value) {
			d := nothing
			if c.hasCall(s.X) {
				d = xn.discard() // otherwise only the length is needed
			}
			p = func(t *thread, f fp) unsafe.Pointer { d(t, f); return unsafe.Pointer(&memory.ZeroBase) }
		} else {
			// The loop goes over a copy of the array.
			tmp := c.tempNode(xn.t)
			set := c.setTemp(tmp, xn)
			a := c.addr(tmp)
			p = func(t *thread, f fp) unsafe.Pointer { set(t, f); return a(t, f) }
		}
		k, v, assign := c.rangeVars(s, intT, et)
		return elements(func(t *thread, f fp) memory.Slice { return memory.Slice{P: p(t, f), Len: n, Cap: n} }, et, k, c.rangeStore(v), body(assign), brk, cont)
	case *types.Pointer:
		a := u.Elem().Underlying().(*types.Array)
		et := c.typ(a.Elem(), s)
		n := int(a.Len())
		p := c.root(s.X).ptr()
		site := c.site(s.X)
		value := s.Value != nil && !isBlank(s.Value)
		k, v, assign := c.rangeVars(s, intT, et)
		return elements(func(t *thread, f fp) memory.Slice {
			q := p(t, f)
			if q == nil && value && n > 0 {
				t.failNil(f, site)
			}
			return memory.Slice{P: q, Len: n, Cap: n}
		}, et, k, c.rangeStore(v), body(assign), brk, cont)
	case *types.Map:
		return c.rangeMap(s, body, brk, cont)
	case *types.Chan:
		ch := c.root(s.X)
		et := c.typ(u.Elem(), s)
		ops, p, tmp := chanOpsOf(et), ch.ptr(), c.scratch(et)
		k, _, assign := c.rangeVars(s, et, nil)
		set := c.rangeStore(k)
		b := body(assign)
		site := c.site(s)
		return func(t *thread, f fp) ctl {
			q := p(t, f)
			for {
				x := tmp(f)
				t.site = site
				if !ops.recv(t, q, x) {
					return next
				}
				if set != nil {
					set(f, x)
				}
				if r := b(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
			}
		}
	case *types.Signature:
		return c.rangeFunc(s, u, body, brk, cont)
	}
	c.fail(s, "range over a value of type %s", xt)
	return nil
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// rangeStore puts an element, given by its address, into a temporary; nil for none.
func (c *comp) rangeStore(v node) func(f fp, p unsafe.Pointer) {
	if v.t == nil {
		return nil
	}
	cp := v.t.Copy
	if v.local {
		off := v.off
		switch {
		case v.t.Size == 8 && !v.t.Pointers:
			return func(f fp, p unsafe.Pointer) { *(*uint64)(unsafe.Add(f, off)) = *(*uint64)(p) }
		}
		return func(f fp, p unsafe.Pointer) { cp(unsafe.Add(f, off), p) }
	}
	dst := c.tempAddr(v)
	return func(f fp, p unsafe.Pointer) { cp(dst(f), p) }
}

// elements is a loop over the elements of a slice.
func elements(x ev[memory.Slice], et *memory.Type, k node, set func(fp, unsafe.Pointer), b stmt, brk, cont ctl) stmt {
	size := et.Size
	key, ko := k.t != nil, k.off
	if key && !k.local {
		panic(memory.Decline{Msg: "a key of this kind"})
	}
	return func(t *thread, f fp) ctl {
		s := x(t, f)
		for i := 0; i < s.Len; i++ {
			if key {
				*(*int)(unsafe.Add(f, ko)) = i
			}
			if set != nil {
				set(f, unsafe.Add(s.P, uintptr(i)*size))
			}
			if r := b(t, f); r != next && r != cont {
				return leave(r, brk)
			}
			t.back()
		}
		return next
	}
}

// rangeInt is a loop over the integers below a number.
func (c *comp) rangeInt(s *ast.RangeStmt, body func(stmt) stmt, brk, cont ctl) stmt {
	t := c.typeOf(s.X)
	if s.Key != nil && !isBlank(s.Key) && s.Tok == token.DEFINE {
		t = c.typ(c.env.subst(c.info.Defs[s.Key.(*ast.Ident)].Type()), s)
	} else if s.Key != nil && !isBlank(s.Key) {
		t = c.typeOf(s.Key)
	}
	x := c.converted(s.X, t)
	limit := index(x.value())
	k, _, assign := c.rangeVars(s, t, nil)
	b := body(assign)
	if t.Rep == memory.RepUint64 || t.Rep == memory.RepUint || t.Rep == memory.RepUintptr {
		max := numberOpsOf(t).count(x.value(), c.site(s))
		off, has := k.off, k.t != nil
		return func(t *thread, f fp) ctl {
			n := max(t, f)
			for i := uint64(0); i < n; i++ {
				if has {
					*(*uint64)(unsafe.Add(f, off)) = i
				}
				if r := b(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
			}
			return next
		}
	}
	off, has := k.off, k.t != nil
	switch {
	case has && t.Size == 8, !has:
		return func(t *thread, f fp) ctl {
			n := limit(t, f)
			for i := 0; i < n; i++ {
				if has {
					*(*int)(unsafe.Add(f, off)) = i
				}
				if r := b(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
			}
			return next
		}
	}
	size := t.Size
	return func(t *thread, f fp) ctl {
		n := limit(t, f)
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
			if r := b(t, f); r != next && r != cont {
				return leave(r, brk)
			}
			t.back()
		}
		return next
	}
}

// rangeMap is a loop over a map.
func (c *comp) rangeMap(s *ast.RangeStmt, body func(stmt) stmt, brk, cont ctl) stmt {
	mn := c.root(s.X)
	mt := c.mapType(mn.t)
	p, ops := mn.ptr(), mt.ops
	k, v, assign := c.rangeVars(s, mt.key, mt.elem)
	setKey, setVal := c.rangeStore(k), c.rangeStore(v)
	b := body(assign)
	return func(t *thread, f fp) ctl {
		res := next
		ops.each(p(t, f), func(k, v unsafe.Pointer) bool {
			if setKey != nil {
				setKey(f, k)
			}
			if setVal != nil {
				setVal(f, v)
			}
			if r := b(t, f); r != next && r != cont {
				if r != brk {
					res = r
				}
				return false
			}
			t.back()
			return true
		})
		return res
	}
}

// rangeFunc is a loop over a function: its body becomes the function that is given to it, and works
// on the frame of the function around it.
func (c *comp) rangeFunc(s *ast.RangeStmt, sig *types.Signature, body func(stmt) stmt, brk, cont ctl) stmt {
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
	b := body(assign)
	// The function that the loop's body becomes. It has caught the frame.
	f := c.m.newFunc("func", s.Pos())
	f.hidden = true
	f.shape(c.m, yield)
	base := f.caughtBase()
	f.caught.End = base
	at := f.caught.Add(c.m.pointer())
	site := c.site(s)
	params := f.params.Offsets
	f.body = func(t *thread, q fp) ctl {
		st := *(**yieldState)(unsafe.Add(q, at))
		switch st.state {
		case loopRunning:
			st.state = loopPanicked
			t.fail(q, site, memory.RuntimeError("range function continued iteration after loop body exit"))
		case loopDone:
			t.fail(q, site, memory.RuntimeError("range function continued iteration after function for loop body returned false"))
		case loopPanicked:
			t.fail(q, site, memory.RuntimeError("range function continued iteration after loop body panic"))
		case loopOver:
			t.fail(q, site, memory.RuntimeError("range function continued iteration after whole loop exit"))
		}
		st.state = loopPanicked
		if setKey != nil {
			setKey(st.f, unsafe.Add(q, params[0]))
		}
		if setVal != nil {
			setVal(st.f, unsafe.Add(q, params[1]))
		}
		r := b(t, st.f)
		if r != next && r != cont {
			st.state = loopDone
			st.to = r
			*(*bool)(q) = false
			return returned
		}
		st.state = loopReady
		*(*bool)(q) = true
		return returned
	}
	var l frameLayout
	l.end = f.caught.End
	l.ptrs = append(pointerOffsets(f.params), at)
	f.ptrs = l.ptrs
	f.frame = memory.FrameTypeFor(l.end, l.ptrs)
	typ := f.blocks()

	// The call of the iterator.
	yt := c.typ(sig.Params().At(0).Type(), s)
	slot := c.tempNode(yt)
	slotAt := slot.off
	kn := &callNode{site: site}
	fv := c.root(s.X)
	c.callValue(kn, fv, sig)
	_, ps := c.m.shapes(sig)
	c.setArgs(kn, []node{slot}, ps.Offsets)
	call := kn.stmt()
	return func(t *thread, fr fp) ctl {
		st := &yieldState{f: fr}
		p, cl := typ.make()
		*(**yieldState)(unsafe.Add(unsafe.Pointer(cl), closureSize)) = st
		*(*unsafe.Pointer)(unsafe.Add(fr, slotAt)) = p
		call(t, fr)
		if st.state == loopPanicked {
			t.fail(fr, site, memory.RuntimeError("range function recovered a loop body panic and did not resume panicking"))
		}
		st.state = loopOver
		if st.to == brk {
			return next
		}
		return st.to
	}
}

// A yieldState is one run of a loop over a function.
type yieldState struct {
	f     fp
	state int
	to    ctl // where control goes after the loop
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
