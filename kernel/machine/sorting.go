// SPDX-License-Identifier: BSD-3-Clause

// Packages sort and container/heap call the functions of a cell on the goroutine that has called
// them. So the calls need no thread of their own: these functions are called in a way that keeps
// the one there is, which also makes recursion and traces what they are without compiled code in
// between.

package machine

import (
	"container/heap"
	"go/types"
	"sort"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// threadedFunc returns the function that makes the call of a compiled function on the thread that
// calls it, nil for most. It reports whether it has made the call.
func (m *Machine) threadedFunc(name string) func(t *run.Thread, f *run.Func, q run.FP) bool {
	switch name {
	case "time.Sleep":
		return sleep
	case "sort.Slice", "sort.SliceStable":
		return sortSlice
	case "sort.Search":
		return search
	case "sort.Sort", "sort.Stable":
		return sortInterface
	case "container/heap.Init", "container/heap.Push", "container/heap.Pop", "container/heap.Fix", "container/heap.Remove":
		return heapCall
	}
	if do := m.callersCall(name); do != nil {
		return do
	}
	if do := m.testingCall(name); do != nil {
		return do
	}
	if do := m.logCall(name); do != nil {
		return do
	}
	if do := startingCall(name); do != nil {
		return do
	}
	return waitingCall(name)
}

// A callback calls one function of a cell again and again on the thread t, always with the same
// frame.
type callback struct {
	t  *run.Thread
	fn *run.Func
	q  run.FP
	// What fn has caught stays in the frame from call to call, since it does not change: caught is
	// where it is, and how many bytes that are.
	caught, size uintptr
}

// newCallback prepares calls of a closure, which stays alive until they end.
func newCallback(t *run.Thread, cl *run.Closure) callback {
	c := callback{t: t, fn: cl.Fn, q: t.Get(cl.Fn)}
	if len(cl.Fn.Caught.Offsets) > 0 {
		c.fn.Fill(c.q, cl)
		c.caught, c.size = uintptr(c.fn.CaughtAt), uintptr(c.fn.CaughtWords)*memory.Word
	}
	return c
}

// call calls the function, whose arguments are in the frame. The results are there until the next
// call.
func (c *callback) call() { c.t.Call(c.fn, c.q) }

// clear forgets what the call has left in the frame.
func (c *callback) clear() {
	for _, off := range c.fn.Ptrs {
		if off-c.caught >= c.size {
			*run.At[unsafe.Pointer](c.q, off) = nil
		}
	}
}

// end releases the frame. It is not called after a panic.
func (c *callback) end() {
	c.t.Put(c.fn, c.q)
}

// sortSlice is sort.Slice or sort.SliceStable.
func sortSlice(t *run.Thread, f *run.Func, q run.FP) bool {
	cl := run.OwnClosure(*run.At[unsafe.Pointer](q, f.Params.Offsets[1]), run.ShapeOf("ii>b").Pc)
	if cl == nil {
		return false
	}
	x := *run.At[any](q, f.Params.Offsets[0])
	c := newCallback(t, cl)
	a, b, r := run.At[int](c.q, c.fn.Params.Offsets[0]), run.At[int](c.q, c.fn.Params.Offsets[1]), run.At[bool](c.q, c.fn.Results.Offsets[0])
	less := func(i, j int) bool {
		*a, *b = i, j
		c.call()
		yes := *r
		c.clear()
		return yes
	}
	if f.Name == "sort.SliceStable" {
		sort.SliceStable(x, less)
	} else {
		sort.Slice(x, less)
	}
	c.end()
	return true
}

// search is sort.Search.
func search(t *run.Thread, f *run.Func, q run.FP) bool {
	cl := run.OwnClosure(*run.At[unsafe.Pointer](q, f.Params.Offsets[1]), run.ShapeOf("i>b").Pc)
	if cl == nil {
		return false
	}
	c := newCallback(t, cl)
	a, r := run.At[int](c.q, c.fn.Params.Offsets[0]), run.At[bool](c.q, c.fn.Results.Offsets[0])
	*run.At[int](q, f.Results.Offsets[0]) = sort.Search(*run.At[int](q, f.Params.Offsets[0]), func(i int) bool {
		*a = i
		c.call()
		yes := *r
		c.clear()
		return yes
	})
	c.end()
	return true
}

// An ordering is a value of a cell as a heap.Interface whose methods are called on the thread t.
type ordering struct {
	t       *run.Thread
	v       any
	entries *[5]*run.Entry
	methods [5]callback
}

// orderingMethods are the methods of a heap.Interface. The first three are those of a
// sort.Interface.
var orderingMethods = [5]string{"Len", "Less", "Swap", "Push", "Pop"}

// orderingEntries are these methods of the type of v, nil if it is compiled code's.
func orderingEntries(m *run.World, v any) *[5]*run.Entry {
	t := m.TypeOfValue(v)
	if t == nil || t.Go == nil || !t.Own {
		return nil
	}
	type key struct{}
	if e, ok := t.Entries.Load(key{}); ok {
		return e.(*[5]*run.Entry)
	}
	e := new([5]*run.Entry)
	for i, name := range orderingMethods {
		obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, name)
		if f, ok := obj.(*types.Func); ok {
			e[i] = m.EntryFor(v, f.Pkg(), name, memory.PlainSignature(f))
		}
	}
	t.Entries.Store(key{}, e)
	return e
}

// orderingOf makes an ordering of the interface value at off, nil if its methods are not a cell's.
func orderingOf(t *run.Thread, q run.FP, off uintptr) *ordering {
	v := run.At[memory.Iface](q, off).ToAny()
	if v == nil {
		return nil
	}
	entries := orderingEntries(t.M, v)
	if entries == nil {
		return nil
	}
	o, _ := t.Kept.(*ordering)
	t.Kept = nil // while it is used
	if o == nil || o.entries != entries {
		o = &ordering{t: t, entries: entries}
	}
	o.v = v
	return o
}

// method prepares a call of method i, with the receiver in the frame.
func (o *ordering) method(i int) *callback {
	c, e := &o.methods[i], o.entries[i]
	if c.q == nil {
		*c = callback{t: o.t, fn: e.Fn, q: o.t.Get(e.Fn)}
	}
	data := (*memory.Eface)(unsafe.Pointer(&o.v)).Data
	if data != nil && e.IsSlice {
		*run.At[memory.Slice](c.q, e.At) = *(*memory.Slice)(data)
	} else {
		e.Put(o.t, c.q, data)
	}
	return c
}

// end keeps the ordering, with its frames, for the next value of the type. After a panic it is not
// called.
func (o *ordering) end() {
	o.v = nil
	o.t.Kept = o
}

func (o *ordering) Len() int {
	c := o.method(0)
	c.call()
	n := *(*int)(c.q)
	c.clear()
	return n
}

func (o *ordering) Less(i, j int) bool {
	c := o.method(1)
	p := c.fn.Params.Offsets
	*run.At[int](c.q, p[1]), *run.At[int](c.q, p[2]) = i, j
	c.call()
	yes := *(*bool)(c.q)
	c.clear()
	return yes
}

func (o *ordering) Swap(i, j int) {
	c := o.method(2)
	p := c.fn.Params.Offsets
	*run.At[int](c.q, p[1]), *run.At[int](c.q, p[2]) = i, j
	c.call()
	c.clear()
}

func (o *ordering) Push(x any) {
	c := o.method(3)
	*run.At[any](c.q, c.fn.Params.Offsets[1]) = x
	c.call()
	c.clear()
}

func (o *ordering) Pop() any {
	c := o.method(4)
	c.call()
	v := *(*any)(c.q)
	c.clear()
	return v
}

// sortInterface is sort.Sort or sort.Stable.
func sortInterface(t *run.Thread, f *run.Func, q run.FP) bool {
	o := orderingOf(t, q, f.Params.Offsets[0])
	if o == nil {
		return false
	}
	if f.Name == "sort.Stable" {
		sort.Stable(o)
	} else {
		sort.Sort(o)
	}
	o.end()
	return true
}

// heapCall calls a function of container/heap.
func heapCall(t *run.Thread, f *run.Func, q run.FP) bool {
	o := orderingOf(t, q, f.Params.Offsets[0])
	if o == nil {
		return false
	}
	switch f.Name {
	case "container/heap.Init":
		heap.Init(o)
	case "container/heap.Push":
		heap.Push(o, *run.At[any](q, f.Params.Offsets[1]))
	case "container/heap.Pop":
		*run.At[any](q, f.Results.Offsets[0]) = heap.Pop(o)
	case "container/heap.Fix":
		heap.Fix(o, *run.At[int](q, f.Params.Offsets[1]))
	case "container/heap.Remove":
		*run.At[any](q, f.Results.Offsets[0]) = heap.Remove(o, *run.At[int](q, f.Params.Offsets[1]))
	}
	o.end()
	return true
}
