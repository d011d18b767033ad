// Packages sort and container/heap call the functions of a cell on the goroutine that has called them. So the calls need
// no thread of their own: these functions are called in a way that keeps the one there is, which also makes
// recursion and traces what they are without compiled code in between.

package machine

import (
	"container/heap"
	"sort"
	"unsafe"
)

// threadedFunc is the function that makes the call of a compiled function on the thread that calls it, nil for most. It
// reports whether it has made the call.
func threadedFunc(name string) func(t *thread, f *Func, q fp) bool {
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
	if do := callersCall(name); do != nil {
		return do
	}
	if do := startingCall(name); do != nil {
		return do
	}
	return waitingCall(name)
}

// ownClosure is the block of a function value of the machine, nil if it is compiled code's.
func (m *Machine) ownClosure(p unsafe.Pointer, pc uintptr) *closure {
	if p == nil {
		return nil
	}
	if c := *(*uintptr)(p); c != pc && c != trapPC {
		return nil
	}
	return (*closure)(p)
}

// sortSlice is sort.Slice or sort.SliceStable.
func sortSlice(t *thread, f *Func, q fp) bool {
	cl := t.m.ownClosure(*at[unsafe.Pointer](q, f.params.offsets[1]), shapes["ii>b"].pc)
	if cl == nil {
		return false
	}
	fn := cl.fn
	a, b, r := fn.params.offsets[0], fn.params.offsets[1], fn.results.offsets[0]
	less := func(i, j int) bool {
		p := t.get(fn)
		if len(fn.caught.offsets) > 0 {
			fn.fill(p, cl)
		}
		*at[int](p, a), *at[int](p, b) = i, j
		t.invoke(fn, p, 0)
		yes := *at[bool](p, r)
		t.put(fn, p)
		return yes
	}
	x := t.m.ToNative(*at[any](q, f.params.offsets[0]), ForMemory)
	if f.Name == "sort.SliceStable" {
		sort.SliceStable(x, less)
	} else {
		sort.Slice(x, less)
	}
	return true
}

// search is sort.Search.
func search(t *thread, f *Func, q fp) bool {
	cl := t.m.ownClosure(*at[unsafe.Pointer](q, f.params.offsets[1]), shapes["i>b"].pc)
	if cl == nil {
		return false
	}
	fn := cl.fn
	*at[int](q, f.results.offsets[0]) = sort.Search(*at[int](q, f.params.offsets[0]), func(i int) bool {
		p := t.get(fn)
		if len(fn.caught.offsets) > 0 {
			fn.fill(p, cl)
		}
		*at[int](p, fn.params.offsets[0]) = i
		t.invoke(fn, p, 0)
		yes := *at[bool](p, fn.results.offsets[0])
		t.put(fn, p)
		return yes
	})
	return true
}

// ownValue finds what an interface value with methods wraps, so that its methods are called on the thread t.
func ownValue(t *thread, q fp, off uintptr) (h heaper, ok bool) {
	i := *at[iface](q, off)
	if i.tab == nil {
		return h, false
	}
	switch x := i.toAny().(type) {
	case sorter:
		h = heaper{x}
	case heaper:
		h = x
	default:
		return h, false
	}
	h.t = t
	return h, true
}

// sortInterface is sort.Sort or sort.Stable.
func sortInterface(t *thread, f *Func, q fp) bool {
	s, ok := ownValue(t, q, f.params.offsets[0])
	if !ok {
		return false
	}
	if f.Name == "sort.Stable" {
		sort.Stable(s.sorter)
	} else {
		sort.Sort(s.sorter)
	}
	return true
}

// heapCall is a function of container/heap.
func heapCall(t *thread, f *Func, q fp) bool {
	h, ok := ownValue(t, q, f.params.offsets[0])
	if !ok {
		return false
	}
	switch f.Name {
	case "container/heap.Init":
		heap.Init(h)
	case "container/heap.Push":
		heap.Push(h, *at[any](q, f.params.offsets[1]))
	case "container/heap.Pop":
		*at[any](q, f.results.offsets[0]) = heap.Pop(h)
	case "container/heap.Fix":
		heap.Fix(h, *at[int](q, f.params.offsets[1]))
	case "container/heap.Remove":
		*at[any](q, f.results.offsets[0]) = heap.Remove(h, *at[int](q, f.params.offsets[1]))
	}
	return true
}
