// Compiled functions.
//
// A compiled function is a Func whose body calls it: the arguments are read from the frame, where a
// call of the machine has put them, and the results are left there. Memory, types and function
// values are the same on both sides, so values pass as they are. Only where os.Stdin and its like
// stand for other streams (stdin.go) an argument is looked at.
//
// For the common shapes of signatures (shapes.go) the function is called as what it is; for the
// others by reflection, which takes a few hundred nanoseconds. Some functions are called in another
// way than by their code, so that Stop, lines and goroutines of cells are what users expect
// (specials, threadedFunc, Options.Interruptible).

package machine

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// nativeFunc is the Func of a compiled function with that signature (the receiver first, for a
// method).
func (m *Machine) nativeFunc(v reflect.Value, sig *types.Signature, name string) *Func {
	key := nativeKey{v.Pointer(), name}
	if f := m.natives[key]; f != nil {
		return f
	}
	f := m.newFunc(name, 0)
	f.hidden = true
	f.shape(m, sig)
	fv := funcPointer(v)
	call := m.adapter(f, v.Type(), sig, name)
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
	l.end = f.params.End
	add := func(y memory.Layout) {
		for i, t := range y.Types {
			for _, p := range memory.PointerWords(t.Reflect, 0, nil) {
				l.ptrs = append(l.ptrs, y.Offsets[i]+p)
			}
		}
	}
	add(f.results)
	add(f.params)
	f.ptrs = l.ptrs
	f.frame = memory.FrameTypeFor(l.end, l.ptrs)
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
	call := m.adapter(f, m.ReflectFor(sig), sig, "")
	at := (f.params.End + memory.Word - 1) &^ (memory.Word - 1)
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
	f.frame = memory.FrameTypeFor(at+memory.Word, f.ptrs)
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
func (m *Machine) adapter(f *Func, ft reflect.Type, sig *types.Signature, name string) adapter {
	var call func(fv unsafe.Pointer, q fp)
	if s := shapes[shapeKey(f.params, f.results)]; s != nil && ft.NumIn() == len(f.params.Types) {
		call = s.call(f.params.Offsets, f.results.Offsets)
	} else {
		call = reflectCall(f, ft)
	}
	in := m.crossings(f, sig)
	if special := specials[name]; special != nil {
		plain := call
		call = func(fv unsafe.Pointer, q fp) {
			if !special(m, f, q) {
				plain(fv, q)
			}
		}
	}
	if until := wakes(name); until != nil {
		in = append(in, func(q fp) { m.current.Load().timer(until(f, q)) })
	}
	ends := unlocks(name)
	if do := m.o.Interruptible[name]; do != nil {
		return func(t *thread, fv unsafe.Pointer, q fp) {
			t.site = t.sites[t.depth-1]
			for _, x := range in {
				x(q)
			}
			m.interruptible.Add(1)
			func() {
				defer m.interruptible.Add(-1)
				args := make([]reflect.Value, len(f.params.Types))
				for i := range args {
					args[i] = reflect.NewAt(ft.In(i), unsafe.Add(q, f.params.Offsets[i])).Elem()
				}
				for i, r := range do(t.stops(), args) {
					reflect.NewAt(ft.Out(i), unsafe.Add(q, f.results.Offsets[i])).Elem().Set(r)
				}
			}()
			t.returned()
		}
	}
	if do := threadedFunc(name); do != nil {
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
			if !ends {
				t.returned()
			}
		}
	}
	if len(in) == 0 {
		return func(t *thread, fv unsafe.Pointer, q fp) {
			t.site = t.sites[t.depth-1]
			call(fv, q)
			if !ends {
				t.returned()
			}
		}
	}
	return func(t *thread, fv unsafe.Pointer, q fp) {
		t.site = t.sites[t.depth-1]
		for _, x := range in {
			x(q)
		}
		call(fv, q)
		if !ends {
			t.returned()
		}
	}
}

// reflectCall calls a function of any signature.
func reflectCall(f *Func, ft reflect.Type) func(fv unsafe.Pointer, q fp) {
	return func(fv unsafe.Pointer, q fp) {
		fn := reflect.NewAt(ft, unsafe.Pointer(&fv)).Elem()
		args := make([]reflect.Value, len(f.params.Types))
		for i := range args {
			args[i] = reflect.NewAt(ft.In(i), unsafe.Add(q, f.params.Offsets[i])).Elem()
		}
		var res []reflect.Value
		if ft.IsVariadic() {
			res = fn.CallSlice(args)
		} else {
			res = fn.Call(args)
		}
		for i, r := range res {
			reflect.NewAt(ft.Out(i), unsafe.Add(q, f.results.Offsets[i])).Elem().Set(r)
		}
	}
}

// A crossing converts one value of a frame on its way to compiled code.
type crossing func(q fp)

// crossings are what must be done to the arguments before a call of compiled code.
func (m *Machine) crossings(f *Func, sig *types.Signature) (list []crossing) {
	for i, t := range f.params.Types {
		variadic := sig.Variadic() && i == len(f.params.Types)-1
		if x := m.outward(t, f.params.Offsets[i], variadic); x != nil {
			list = append(list, x)
		}
	}
	return list
}

// outward converts a value of type t at off for compiled code; nil if there is nothing to convert.
func (m *Machine) outward(t *memory.Type, off uintptr, variadic bool) crossing {
	if t.Go == nil {
		return nil
	}
	switch t.Rep {
	case memory.RepEface:
		return func(q fp) {
			if m.Superseded.Load() {
				v := at[any](q, off)
				*v = m.Upgrade(*v)
			}
		}
	case memory.RepSlice:
		s, ok := t.Go.Underlying().(*types.Slice)
		if !ok || !variadic {
			return nil
		}
		switch et := m.TypeFor(s.Elem()); {
		case et.Rep == memory.RepEface:
			return func(q fp) {
				if m.Superseded.Load() {
					list := at[[]any](q, off)
					*list = slices.Clone(*list)
					for i, v := range *list {
						(*list)[i] = m.Upgrade(v)
					}
				}
			}
		case et.Rep == memory.RepIface && m.writers != nil && isWriter(s.Elem()):
			return m.outwardWriters(off)
		}
	case memory.RepIface:
		if m.stdin != nil && isReader(t.Go) {
			return m.stdin.outward(off)
		}
		if m.writers != nil && isWriter(t.Go) {
			return m.outwardWriter(off)
		}
	}
	return nil
}

// specials are the functions of compiled packages that are called in another way, by their full
// names. A special replaces the call, or prepares it and returns false.
var specials = make(map[string]func(m *Machine, f *Func, q fp) bool)

// makeSpecials enters them, once.
var makeSpecials = sync.OnceFunc(func() {
	finalizerSpecials()
	stdinSpecials()
})

// sleep is time.Sleep. A stop wakes it.
func sleep(t *thread, f *Func, q fp) bool {
	d := *at[time.Duration](q, f.params.Offsets[0])
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.stops():
		t.end()
	}
	return true
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
		r.nested.Add(-1)
		t.failDeep(0)
	}
	return t
}

// abandoned is deferred where compiled code has called a function of a cell. A panic, which
// compiled code may recover, ends the call without release.
func (t *thread) abandoned(returned *bool) {
	if !*returned {
		t.run.nested.Add(-1)
	}
}

// release takes the thread back. A thread that a panic has left is lost.
func (m *Machine) release(t *thread) {
	t.run.nested.Add(-1)
	m.spare.Store(t)
}

// calleeName is the full name of the function that fun names, empty if it is no name.
func (c *comp) calleeName(fun ast.Expr) string {
	if _, f := c.funcName(fun); f != nil {
		return f.FullName()
	}
	return ""
}
