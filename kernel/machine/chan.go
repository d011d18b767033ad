// Channels.
//
// A channel is a channel of Go, of the type's own elements; a node that knows only their size sends
// and receives them as what has that size, which is all that Go's code for channels looks at. What
// has to wait also waits for the end of the run.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// chanOps send and receive elements of one size. A stop ends what waits.
type chanOps interface {
	send(t *thread, c, v unsafe.Pointer)
	recv(t *thread, c, dst unsafe.Pointer) bool
}

type chanOf[T any] struct{}

func (chanOf[T]) send(t *thread, c, v unsafe.Pointer) {
	ch := *(*chan T)(unsafe.Pointer(&c))
	x := *(*T)(v)
	if ch != nil {
		select {
		case ch <- x:
			return
		default:
		}
	} else {
		t.forever()
	}
	t.wait()
	select {
	case ch <- x:
		t.waited()
	case <-t.stops():
		t.waited()
		t.end()
	}
}

func (chanOf[T]) recv(t *thread, c, dst unsafe.Pointer) bool {
	ch := *(*chan T)(unsafe.Pointer(&c))
	if ch != nil {
		select {
		case x, ok := <-ch:
			*(*T)(dst) = x
			return ok
		default:
		}
	} else {
		t.forever()
	}
	t.wait()
	select {
	case x, ok := <-ch:
		t.waited()
		*(*T)(dst) = x
		return ok
	case <-t.stops():
		t.waited()
		t.end()
		return false
	}
}

// A bare is a pointer. It has a name because reflect.ChanOf copies the descriptor of chan
// unsafe.Pointer, which must not know a type *chan unsafe.Pointer: ChanOf does not clear that, and
// reflect.PointerTo then fails (Go 1.26).
type bare unsafe.Pointer

// reflectChan is for elements of any size.
type reflectChan struct{ t, elem reflect.Type }

func (r reflectChan) value(c unsafe.Pointer) reflect.Value {
	p := new(unsafe.Pointer)
	*p = c
	return reflect.NewAt(r.t, unsafe.Pointer(p)).Elem()
}

func (r reflectChan) send(t *thread, c, v unsafe.Pointer) {
	x := reflect.NewAt(r.elem, v).Elem()
	if c == nil {
		t.forever()
	}
	if r.value(c).TrySend(x) {
		return
	}
	t.wait()
	cases := []reflect.SelectCase{{Dir: reflect.SelectSend, Chan: r.value(c), Send: x}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.stops())}}
	i, _, _ := reflect.Select(cases)
	t.waited()
	if i == 1 {
		t.end()
	}
}

func (r reflectChan) recv(t *thread, c, dst unsafe.Pointer) bool {
	d := reflect.NewAt(r.elem, dst).Elem()
	if c != nil {
		if x, ok := r.value(c).TryRecv(); x.IsValid() {
			d.Set(x)
			return ok
		}
	} else {
		t.forever()
	}
	t.wait()
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: r.value(c)}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.stops())}}
	i, x, ok := reflect.Select(cases)
	t.waited()
	if i == 1 {
		t.end()
	}
	d.Set(x)
	return ok
}

// chanOpsOf are the operations on channels of elements of type t.
func chanOpsOf(t *memory.Type) chanOps {
	switch {
	case t.Size == 0:
		return chanOf[struct{}]{}
	case !t.Pointers:
		switch t.Size {
		case 1:
			return chanOf[uint8]{}
		case 4:
			return chanOf[uint32]{}
		case 8:
			return chanOf[uint64]{}
		case 16:
			return chanOf[[2]uint64]{}
		case 24:
			return chanOf[[3]uint64]{}
		}
	case t.Size == memory.Word:
		return chanOf[bare]{}
	case t.Rep == memory.RepString:
		return chanOf[string]{}
	case t.Rep == memory.RepSlice:
		return chanOf[memory.Slice]{}
	case t.Rep == memory.RepEface || t.Rep == memory.RepIface:
		return chanOf[memory.Iface]{}
	}
	return reflectChan{reflect.ChanOf(reflect.BothDir, t.Reflect), t.Reflect}
}

func (c *comp) chanElem(t types.Type, at ast.Node) *memory.Type {
	return c.typ(t.Underlying().(*types.Chan).Elem(), at)
}

// send compiles c <- v.
func (c *comp) send(s *ast.SendStmt) stmt {
	first, lower := c.hoist(s.Chan, s.Value)
	defer lower()
	ch := c.expr(s.Chan)
	et := c.chanElem(ch.t.Go, s)
	v := c.converted(s.Value, et)
	ops, p, tmp, st := chanOpsOf(et), ch.ptr(), c.scratch(et), v.store()
	site := c.site(s)
	return sequence([]stmt{first, func(t *thread, f fp) ctl {
		q := p(t, f)
		x := tmp(f)
		st(t, f, x)
		t.site = site
		ops.send(t, q, x)
		return next
	}})
}

// receive compiles <-c.
func (c *comp) receive(e *ast.UnaryExpr) node {
	ch := c.expr(e.X)
	et := c.chanElem(ch.t.Go, e)
	ops, p, tmp := chanOpsOf(et), ch.ptr(), c.scratch(et)
	n := node{t: et, pos: e.Pos()}
	site := c.site(e)
	get := ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
		q := p(t, f)
		x := tmp(f)
		t.site = site
		ops.recv(t, q, x)
		return x
	})
	n.f = load(et, get)
	return n
}

// receive2 compiles v, ok := <-c.
func (c *comp) receive2(e *ast.UnaryExpr, ok node) (parts []node, eval stmt) {
	ch := c.expr(e.X)
	et := c.chanElem(ch.t.Go, e)
	v := c.tempNode(et)
	ops, p, dst := chanOpsOf(et), ch.ptr(), c.tempAddr(v)
	site, okAt := c.site(e), ok.off
	return []node{v, ok}, func(t *thread, f fp) ctl {
		q := p(t, f)
		t.site = site
		yes := ops.recv(t, q, dst(f))
		*(*bool)(unsafe.Add(f, okAt)) = yes
		return next
	}
}

// selectStmt compiles select.
func (c *comp) selectStmt(s *ast.SelectStmt, label string) stmt {
	type clause struct {
		ch    ev[unsafe.Pointer]
		et    *memory.Type
		send  storing
		tmp   func(fp) unsafe.Pointer
		ok    node
		typ   reflect.Type
		after stmt
		body  stmt
	}
	clauses := make([]clause, len(s.Body.List))
	deflt := -1
	brk := c.newLabel()
	for i, x := range s.Body.List {
		x := x.(*ast.CommClause)
		cl := &clauses[i]
		ready := func(e ast.Expr) {
			ch := c.root(e)
			cl.ch, cl.et = ch.ptr(), c.chanElem(ch.t.Go, e)
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
			cl.send = c.following(first, c.converted(comm.Value, cl.et)).store()
			lower()
		case *ast.ExprStmt:
			recv(comm.X)
		case *ast.AssignStmt:
			recv(comm.Rhs[0])
			v := c.tempNode(cl.et)
			cl.tmp = c.tempAddr(v)
			cl.ok = c.tempNode(c.typ(types.Typ[types.Bool], x))
			parts := []node{v, cl.ok}
			var list []stmt
			for k, l := range comm.Lhs {
				id, isIdent := l.(*ast.Ident)
				if isIdent && id.Name == "_" {
					continue
				}
				if comm.Tok == token.DEFINE && c.info.Defs[id] != nil {
					w, _ := c.declareVar(c.info.Defs[id], l)
					list = append(list, c.initVar(w, c.convertTo(parts[k], w.t, l)))
					continue
				}
				list = append(list, c.assignPart(l, parts[k]))
			}
			cl.after = sequence(list)
		}
		c.targets = append(c.targets, target{label: label, brk: brk})
		cl.body = c.block(x.Body, x)
		c.targets = c.targets[:len(c.targets)-1]
	}
	site := c.site(s)
	return func(t *thread, f fp) ctl {
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
		t.site = site
		n := len(cases)
		chosen, v, ok := reflect.Select(append(cases, reflect.SelectCase{Dir: reflect.SelectDefault}))
		if chosen == n {
			if deflt >= 0 {
				which = append(which, deflt)
			} else {
				if !slices.ContainsFunc(cases, func(c reflect.SelectCase) bool { return !c.Chan.IsNil() }) {
					t.forever()
				}
				t.wait()
				chosen, v, ok = reflect.Select(append(cases[:n:n], reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.stops())}))
				t.waited()
				if chosen == n {
					t.end()
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
				*(*bool)(unsafe.Add(f, cl.ok.off)) = ok
			}
		}
		if cl.after != nil {
			cl.after(t, f)
		}
		r := cl.body(t, f)
		return leave(r, brk)
	}
}
