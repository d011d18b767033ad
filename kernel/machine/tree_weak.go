package machine

import (
	"runtime"
	"sync"
	"weak"
)

// A weakMap maps objects to values for as long as the objects are reachable. The zero value is
// empty.
type weakMap[K, V any] struct{ m sync.Map }

func (w *weakMap[K, V]) load(k *K) (v V, ok bool) {
	x, ok := w.m.Load(weak.Make(k))
	if ok {
		v = x.(V)
	}
	return v, ok
}

func (w *weakMap[K, V]) store(k *K, v V) {
	p := weak.Make(k)
	if _, old := w.m.Swap(p, v); !old {
		runtime.AddCleanup(k, func(p weak.Pointer[K]) { w.m.Delete(p) }, p)
	}
}
