package machine

import "go/types"

// A viewKey is the key of a view in the entries of its type. V tells the views of encoders from
// those of decoders.
type viewKey[V any] struct {
	c     *codec
	plain bool // the methods of the type itself are ignored
	epoch int32
}

// madeView is the view of t that has been made, nil for none.
func madeView[V any](m *Machine, c *codec, t *Type, plain bool) *V {
	v, _ := t.entries.Load(viewKey[V]{c, plain, m.epoch.Load()})
	view, _ := v.(*V)
	return view
}

// A viewBuilder makes the views of types that may contain themselves. It is used under m.mu.
type viewBuilder[V any] struct {
	m     *Machine
	c     *codec
	epoch int32
	// open are the named types whose views are being made, by how deep they are nested; low is the
	// least of them that has been met again. A view that depends on one of them is kept in local:
	// it cannot be used elsewhere.
	open  map[*Type]int
	low   int
	local map[viewKey[V]]map[*Type]*V
}

// notOpen is more than the depth of any open type.
const notOpen = 1 << 30

func newViewBuilder[V any](m *Machine, c *codec) viewBuilder[V] {
	return viewBuilder[V]{m: m, c: c, epoch: m.epoch.Load(), open: make(map[*Type]int), low: notOpen, local: make(map[viewKey[V]]map[*Type]*V)}
}

// find gives the view of t: one that there is, or what inside gives where t is open, or a new one.
func (b *viewBuilder[V]) find(t *Type, plain bool, inside func(*Type) *V, build func(*Type, bool) *V) *V {
	key := viewKey[V]{b.c, plain, b.epoch}
	if v, ok := t.entries.Load(key); ok {
		return v.(*V)
	}
	if v := b.local[key][t]; v != nil {
		if len(b.open) > 0 {
			b.low = 1 // it may depend on the outermost one
		}
		return v
	}
	if b.meets(t) {
		return inside(t)
	}
	low := b.low
	b.low = notOpen
	depth := len(b.open) + 1
	if _, named := types.Unalias(t.Go).(*types.Named); named {
		b.open[t] = depth
	}
	v := build(t, plain)
	delete(b.open, t)
	if b.low >= depth {
		t.entries.Store(key, v)
		b.low = low
		return v
	}
	if b.local[key] == nil {
		b.local[key] = make(map[*Type]*V)
	}
	b.local[key][t] = v
	b.low = min(b.low, low)
	return v
}

// meets reports whether t is open, and remembers that it has been met again.
func (b *viewBuilder[V]) meets(t *Type) bool {
	n, ok := b.open[t]
	if ok {
		b.low = min(b.low, n)
	}
	return ok
}
