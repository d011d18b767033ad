// Compiled functions.
//
// A compiled function is a Func whose body calls it: the arguments are read from the frame, where a
// call of the machine has put them, and the results are left there. Memory is the same on both
// sides, so only three kinds of values are looked at on the way: an `any` that holds a value of a
// cell's type is wrapped so that compiled code finds its methods (foreign.go), an `any` that comes
// back is unwrapped, and a function that compiled code cannot call as it is is made anew.
//
// For the common shapes of signatures (shapes.go) the function is called as what it is; for the
// others by reflection, which takes a few hundred nanoseconds.

package machine

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unsafe"
)

// nativeFunc is the Func of a compiled function with that signature (the receiver first, for a
// method).
func (m *Machine) nativeFunc(v reflect.Value, sig *types.Signature, p policy) *Func {
	key := nativeKey{v.Pointer(), p.name}
	if f := m.natives[key]; f != nil {
		return f
	}
	f := m.newFunc(p.name, 0)
	f.hidden = true
	f.shape(m, sig)
	fv := funcPointer(v)
	call := m.adapter(f, v.Type(), sig, p)
	f.body = func(t *thread, q fp) ctl {
		call(t, fv, q)
		return next
	}
	m.plainFrame(f)
	m.natives[key] = f
	return f
}

type nativeKey struct {
	code uintptr
	name string
}

// plainFrame gives f a frame of its results and parameters.
func (m *Machine) plainFrame(f *Func) {
	var l frameLayout
	l.end = f.params.end
	add := func(y layout) {
		for i, t := range y.types {
			for _, p := range pointerWords(t.rt, 0, nil) {
				l.ptrs = append(l.ptrs, y.offsets[i]+p)
			}
		}
	}
	add(f.results)
	add(f.params)
	f.ptrs = l.ptrs
	f.frame = frameTypeFor(l.end, l.ptrs)
}

// nativeValueFunc is the Func that calls function values of compiled code with that signature.
func (m *Machine) nativeValueFunc(sig *types.Signature) *Func {
	key := typeKeyOf(sig)
	if f := m.nativeValues[key]; f != nil {
		return f
	}
	f := m.newFunc("func", 0)
	f.hidden = true
	f.shape(m, sig)
	rt, _ := m.rtype(sig)
	call := m.adapter(f, rt, sig, policy{})
	at := (f.params.end + word - 1) &^ (word - 1)
	f.nativeAt = at
	f.body = func(t *thread, q fp) ctl {
		fv := *(*unsafe.Pointer)(unsafe.Add(q, at))
		if fv == nil {
			t.depth--
			t.failNil(nil, t.sites[t.depth])
		}
		if wakingValue(fv) {
			t.run.wakeable.Store(true)
		}
		call(t, fv, q)
		return next
	}
	m.plainFrame(f)
	f.ptrs = append(f.ptrs, at)
	f.frame = frameTypeFor(at+word, f.ptrs)
	m.nativeValues[key] = f
	return f
}

func typeKeyOf(t types.Type) string {
	var b strings.Builder
	writeKey(&b, t)
	return b.String()
}

// An adapter calls a compiled function with the arguments of a frame.
type adapter = func(t *thread, fv unsafe.Pointer, q fp)

// adapter makes the adapter for functions of type ft.
func (m *Machine) adapter(f *Func, ft reflect.Type, sig *types.Signature, p policy) adapter {
	var call func(fv unsafe.Pointer, q fp)
	if s := shapes[shapeKey(f.params, f.results)]; s != nil && ft.NumIn() == len(f.params.types) {
		call = s.call(f.params.offsets, f.results.offsets)
	} else {
		call = reflectCall(f, ft)
	}
	in, out := m.crossings(f, sig, p)
	special := p.special
	if special != nil {
		plain := call
		call = func(fv unsafe.Pointer, q fp) {
			if !special(m, f, q) {
				plain(fv, q)
			}
		}
	}
	if until := wakes(p.name); until != nil {
		in = append(in, func(q fp) { m.current.Load().timer(until(f, q)) })
	}
	ends := unlocks(p.name)
	if do := m.o.Interruptible[p.name]; do != nil {
		return func(t *thread, fv unsafe.Pointer, q fp) {
			t.site = t.sites[t.depth-1]
			for _, x := range in {
				x(q)
			}
			m.interruptible.Add(1)
			func() {
				defer m.interruptible.Add(-1)
				args := make([]reflect.Value, len(f.params.types))
				for i := range args {
					args[i] = reflect.NewAt(ft.In(i), unsafe.Add(q, f.params.offsets[i])).Elem()
				}
				for i, r := range do(t.stops(), args) {
					reflect.NewAt(ft.Out(i), unsafe.Add(q, f.results.offsets[i])).Elem().Set(r)
				}
			}()
			for _, x := range out {
				x(q)
			}
			t.back()
		}
	}
	if do := threadedFunc(p.name); do != nil {
		plain := call
		return func(t *thread, fv unsafe.Pointer, q fp) {
			t.site = t.sites[t.depth-1]
			if do(t, f, q) {
				return
			}
			for _, x := range in {
				x(q)
			}
			plain(fv, q)
			for _, x := range out {
				x(q)
			}
			if !ends {
				t.back()
			}
		}
	}
	if len(in)+len(out) == 0 {
		return func(t *thread, fv unsafe.Pointer, q fp) {
			t.site = t.sites[t.depth-1]
			call(fv, q)
			if !ends {
				t.back()
			}
		}
	}
	return func(t *thread, fv unsafe.Pointer, q fp) {
		t.site = t.sites[t.depth-1]
		for _, x := range in {
			x(q)
		}
		call(fv, q)
		for _, x := range out {
			x(q)
		}
		if !ends {
			t.back()
		}
	}
}

// reflectCall calls a function of any signature.
func reflectCall(f *Func, ft reflect.Type) func(fv unsafe.Pointer, q fp) {
	return func(fv unsafe.Pointer, q fp) {
		fn := reflect.NewAt(ft, unsafe.Pointer(&fv)).Elem()
		args := make([]reflect.Value, len(f.params.types))
		for i := range args {
			args[i] = reflect.NewAt(ft.In(i), unsafe.Add(q, f.params.offsets[i])).Elem()
		}
		var res []reflect.Value
		if ft.IsVariadic() {
			res = fn.CallSlice(args)
		} else {
			res = fn.Call(args)
		}
		for i, r := range res {
			reflect.NewAt(ft.Out(i), unsafe.Add(q, f.results.offsets[i])).Elem().Set(r)
		}
	}
}

// A crossing converts one value of a frame on its way to compiled code, or back.
type crossing func(q fp)

// crossings are what must be done to the arguments before, and to the results after a call of
// compiled code.
func (m *Machine) crossings(f *Func, sig *types.Signature, p policy) (in, out []crossing) {
	for i, t := range f.params.types {
		off := f.params.offsets[i]
		variadic := sig.Variadic() && i == len(f.params.types)-1
		if x := m.outward(t, off, p, variadic); x != nil {
			in = append(in, x)
		}
	}
	for i, t := range f.results.types {
		if x := m.inward(t, f.results.offsets[i]); x != nil {
			out = append(out, x)
		}
	}
	return in, out
}

// outward converts a value of type t at off for compiled code; nil if there is nothing to convert.
func (m *Machine) outward(t *Type, off uintptr, p policy, variadic bool) crossing {
	if t.Go == nil {
		return nil
	}
	switch t.rep {
	case repEface:
		if p.raw {
			return nil
		}
		return func(q fp) {
			v := (*any)(unsafe.Add(q, off))
			*v = m.ToNative(*v, p.purpose)
		}
	case repSlice:
		s, ok := t.Go.Underlying().(*types.Slice)
		if !ok || !variadic && !p.slices || p.raw {
			return nil
		}
		if variadic && m.writers != nil && isWriter(s.Elem()) && m.typ(s.Elem()).rep == repIface {
			return m.outwardWriters(off)
		}
		if et := m.typ(s.Elem()); et.rep == repEface {
			return func(q fp) {
				v := (*[]any)(unsafe.Add(q, off))
				var c []any
				for i, x := range *v {
					if y := m.ToNative(x, p.purpose); !sameWord(x, y) {
						if c == nil {
							c = append([]any(nil), *v...)
						}
						c[i] = y
					}
				}
				if c != nil {
					*v = c
				}
			}
		}
	case repIface:
		if m.stdin != nil && isReader(t.Go) {
			return m.stdin.outward(off)
		}
		if m.writers != nil && isWriter(t.Go) {
			return m.outwardWriter(off)
		}
	case repPtr:
		if sig, ok := t.Go.Underlying().(*types.Signature); ok {
			return func(q fp) {
				v := (*unsafe.Pointer)(unsafe.Add(q, off))
				*v = m.callable(*v, sig)
			}
		}
	}
	return nil
}

func sameWord(a, b any) bool {
	return (*eface)(unsafe.Pointer(&a)).typ == (*eface)(unsafe.Pointer(&b)).typ
}

// inward is the crossing of a value from compiled code.
func (m *Machine) inward(t *Type, off uintptr) crossing {
	if t.Go == nil {
		return nil
	}
	switch t.rep {
	case repEface:
		return func(q fp) {
			v := (*any)(unsafe.Add(q, off))
			*v = m.FromNative(*v)
		}
	case repSlice:
		if s, ok := t.Go.Underlying().(*types.Slice); ok {
			if et := m.typ(s.Elem()); et.rep == repEface {
				return func(q fp) {
					for i, x := range *(*[]any)(unsafe.Add(q, off)) {
						if y := m.FromNative(x); !sameWord(x, y) {
							(*(*[]any)(unsafe.Add(q, off)))[i] = y
						}
					}
				}
			}
		}
	}
	return nil
}

// callable is the function value p as compiled code can call it.
func (m *Machine) callable(p unsafe.Pointer, sig *types.Signature) unsafe.Pointer {
	if p == nil || *(*uintptr)(p) != trapPC {
		return p
	}
	m.mu.Lock()
	rt, _ := m.rtype(sig)
	m.mu.Unlock()
	return funcPointer(m.makeFunc((*closure)(p), rt))
}

// makeFunc makes a function of compiled code that calls a closure.
func (m *Machine) makeFunc(cl *closure, rt reflect.Type) reflect.Value {
	fn := cl.fn
	v := reflect.MakeFunc(rt, func(args []reflect.Value) []reflect.Value {
		t := m.acquire()
		q := t.get(fn)
		if len(fn.caught.offsets) > 0 {
			fn.fill(q, cl)
		}
		for i, a := range args {
			reflect.NewAt(rt.In(i), unsafe.Add(q, fn.params.offsets[i])).Elem().Set(a)
		}
		m.fromOutside(fn, q)
		t.invoke(fn, q, 0)
		m.toOutside(fn, q)
		res := make([]reflect.Value, rt.NumOut())
		for i := range res {
			v := reflect.New(rt.Out(i)).Elem()
			v.Set(reflect.NewAt(rt.Out(i), unsafe.Add(q, fn.results.offsets[i])).Elem())
			res[i] = v
		}
		t.put(fn, q)
		m.release(t)
		return res
	})
	m.handed[m.handings.Add(1)%uint32(len(m.handed))].Store(&handedFunc{uintptr(funcPointer(v)), fn})
	return v
}

// fromOutside converts the arguments with which compiled code calls a function of a cell.
func (m *Machine) fromOutside(fn *Func, q fp) {
	o := fn.outside.Load()
	if o == nil {
		o = fn.findOutside()
	}
	for _, x := range o.in {
		x(q)
	}
}

// toOutside converts the results of a function of a cell for compiled code.
func (m *Machine) toOutside(fn *Func, q fp) {
	for _, x := range fn.outside.Load().out {
		x(q)
	}
}

// An outside has the crossings of a function of a cell that compiled code calls.
type outside struct{ in, out []crossing }

func (f *Func) findOutside() *outside {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	o := new(outside)
	for i, t := range f.params.types {
		if x := f.m.inward(t, f.params.offsets[i]); x != nil {
			o.in = append(o.in, x)
		}
	}
	for i, t := range f.results.types {
		if x := f.m.outward(t, f.results.offsets[i], policy{}, true); x != nil {
			o.out = append(o.out, x)
		}
	}
	f.outside.Store(o)
	return o
}

// acquire returns a thread for compiled code that calls a function of a cell.
func (m *Machine) acquire() *thread {
	r := m.ofGoroutine()
	n := r.nested.Add(1)
	t := m.spare.Swap(nil)
	if t == nil {
		t = m.thread(r)
		t.borrowed = true
	}
	t.run, t.limit = r, &r.limit
	t.depth, t.grace, t.home = 0, 0, 0
	if g := r.stopped.Load(); g > 0 {
		if _, deferred := ownGoroutine(); deferred {
			t.grace = g
		}
	}
	if n > maxCallbacks {
		t.fail(nil, 0, errStackOverflow)
	}
	return t
}

// release takes the thread back. A thread that a panic has left is lost.
func (m *Machine) release(t *thread) {
	t.run.nested.Add(-1)
	m.spare.Store(t)
}

// calleePolicy is the policy of the compiled function that fun names.
func (c *comp) calleePolicy(fun ast.Expr) policy {
	if _, f := c.funcName(fun); f != nil {
		return policyOf(f)
	}
	return policy{}
}
