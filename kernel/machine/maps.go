// Maps.
//
// A map is a map of Go, of the very type. So that it need not be used by way of the runtime's
// general functions, nodes see it as a map[K]V of one of a few key and element types that are
// compiled in here, where there is one with the same memory: all integers of eight bytes as int,
// all pointers as unsafe.Pointer, a struct of two ints as [2]int, and so on. The hash of a key
// depends on nothing but its memory. All other maps are used by the general functions.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/memory"
)

// A mapType is how maps of a type are used.
type mapType struct {
	t         *memory.Type
	key, elem *memory.Type
	ops       mapOps
	fits      bool // an element is what the V of ops is, as a node
}

// mapOps use maps. Keys and elements are given by their addresses.
type mapOps interface {
	make(n int) unsafe.Pointer
	len(m unsafe.Pointer) int
	// load copies the element to dst, and reports whether there is one.
	load(m, k, dst unsafe.Pointer) bool
	store(m, k, v unsafe.Pointer)
	delete(m, k unsafe.Pointer)
	clear(m unsafe.Pointer)
	each(m unsafe.Pointer, f func(k, v unsafe.Pointer) bool)
	// getNode is the node of m[k], nil if the forms of the nodes do not fit.
	getNode(m ev[unsafe.Pointer], k any) any
	hasNode(m ev[unsafe.Pointer], k any) any
	setNode(m ev[unsafe.Pointer], k, v any, site int32) stmt
	addNode(m ev[unsafe.Pointer], k, v any, site int32) stmt
}

type mapOf[K comparable, V any] struct{}

func (mapOf[K, V]) make(n int) unsafe.Pointer {
	m := make(map[K]V, n)
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

func (mapOf[K, V]) len(m unsafe.Pointer) int { return len(*(*map[K]V)(unsafe.Pointer(&m))) }

func (mapOf[K, V]) load(m, k, dst unsafe.Pointer) bool {
	v, ok := (*(*map[K]V)(unsafe.Pointer(&m)))[*(*K)(k)]
	*(*V)(dst) = v
	return ok
}

func (mapOf[K, V]) store(m, k, v unsafe.Pointer) {
	(*(*map[K]V)(unsafe.Pointer(&m)))[*(*K)(k)] = *(*V)(v)
}

func (mapOf[K, V]) delete(m, k unsafe.Pointer) {
	delete(*(*map[K]V)(unsafe.Pointer(&m)), *(*K)(k))
}

func (mapOf[K, V]) clear(m unsafe.Pointer) { clear(*(*map[K]V)(unsafe.Pointer(&m))) }

func (mapOf[K, V]) each(m unsafe.Pointer, f func(k, v unsafe.Pointer) bool) {
	for k, v := range *(*map[K]V)(unsafe.Pointer(&m)) {
		if !f(unsafe.Pointer(&k), unsafe.Pointer(&v)) {
			return
		}
	}
}

func (mapOf[K, V]) getNode(m ev[unsafe.Pointer], k any) any {
	ke, ok := k.(ev[K])
	if !ok {
		return nil
	}
	return ev[V](func(t *thread, f fp) V {
		p := m(t, f)
		return (*(*map[K]V)(unsafe.Pointer(&p)))[ke(t, f)]
	})
}

func (mapOf[K, V]) hasNode(m ev[unsafe.Pointer], k any) any {
	ke, ok := k.(ev[K])
	if !ok {
		return nil
	}
	return func(t *thread, f fp, dst unsafe.Pointer) bool {
		p := m(t, f)
		v, ok := (*(*map[K]V)(unsafe.Pointer(&p)))[ke(t, f)]
		if dst != nil {
			*(*V)(dst) = v
		}
		return ok
	}
}

func (mapOf[K, V]) setNode(m ev[unsafe.Pointer], k, v any, site int32) stmt {
	ke, ok := k.(ev[K])
	ve, ok2 := v.(ev[V])
	if !ok || !ok2 {
		return nil
	}
	return func(t *thread, f fp) ctl {
		val := ve(t, f)
		p := m(t, f)
		key := ke(t, f)
		if p == nil {
			t.fail(f, site, errNilMap())
		}
		(*(*map[K]V)(unsafe.Pointer(&p)))[key] = val
		return next
	}
}

func (mapOf[K, V]) addNode(m ev[unsafe.Pointer], k, v any, site int32) stmt {
	ke, ok := k.(ev[K])
	ve, ok2 := v.(ev[int])
	if _, isInt := any(*new(V)).(int); !ok || !ok2 || !isInt {
		return nil
	}
	return func(t *thread, f fp) ctl {
		p := m(t, f)
		key := ke(t, f)
		val := ve(t, f)
		if p == nil {
			t.fail(f, site, errNilMap())
		}
		(*(*map[K]int)(unsafe.Pointer(&p)))[key] += val
		return next
	}
}

// A generalMap uses maps of any type.
type generalMap struct {
	t    reflect.Type
	word unsafe.Pointer
	elem *memory.Type
}

func (g generalMap) value(m unsafe.Pointer) reflect.Value {
	return reflect.NewAt(g.t, unsafe.Pointer(&m)).Elem()
}

func (g generalMap) make(n int) unsafe.Pointer {
	return reflect.MakeMapWithSize(g.t, n).UnsafePointer()
}
func (g generalMap) len(m unsafe.Pointer) int { return g.value(m).Len() }

func (g generalMap) load(m, k, dst unsafe.Pointer) bool {
	p, ok := descriptor.MapAccess(g.word, m, k)
	if !ok {
		g.elem.Zero(dst)
		return false
	}
	g.elem.Copy(dst, p)
	return true
}

func (g generalMap) store(m, k, v unsafe.Pointer) {
	g.elem.Copy(descriptor.MapAssign(g.word, m, k), v)
}

func (g generalMap) delete(m, k unsafe.Pointer) { descriptor.MapDelete(g.word, m, k) }

func (g generalMap) clear(m unsafe.Pointer) {
	if m != nil {
		g.value(m).Clear()
	}
}

func (g generalMap) each(m unsafe.Pointer, f func(k, v unsafe.Pointer) bool) {
	k, v := reflect.New(g.t.Key()), reflect.New(g.t.Elem())
	for it := g.value(m).MapRange(); it.Next(); {
		k.Elem().SetIterKey(it)
		v.Elem().SetIterValue(it)
		if !f(k.UnsafePointer(), v.UnsafePointer()) {
			return
		}
	}
}

func (generalMap) getNode(ev[unsafe.Pointer], any) any              { return nil }
func (generalMap) hasNode(ev[unsafe.Pointer], any) any              { return nil }
func (generalMap) setNode(ev[unsafe.Pointer], any, any, int32) stmt { return nil }
func (generalMap) addNode(ev[unsafe.Pointer], any, any, int32) stmt { return nil }

// mapClasses are the maps that are compiled in, by the letters of key and element.
var mapClasses = make(map[[2]byte]mapOps)

func mapsOf[K comparable](k byte) {
	mapClasses[[2]byte{k, '0'}] = mapOf[K, struct{}]{}
	mapClasses[[2]byte{k, 'b'}] = mapOf[K, bool]{}
	mapClasses[[2]byte{k, 'w'}] = mapOf[K, int32]{}
	mapClasses[[2]byte{k, 'i'}] = mapOf[K, int]{}
	mapClasses[[2]byte{k, 'd'}] = mapOf[K, float64]{}
	mapClasses[[2]byte{k, 's'}] = mapOf[K, string]{}
	mapClasses[[2]byte{k, 'p'}] = mapOf[K, unsafe.Pointer]{}
	mapClasses[[2]byte{k, 'l'}] = mapOf[K, memory.Slice]{}
	mapClasses[[2]byte{k, 'e'}] = mapOf[K, any]{}
}

// makeMaps enters the maps, once.
var makeMaps = sync.OnceFunc(func() {
	mapsOf[uint8]('b')
	mapsOf[int16]('h')
	mapsOf[int32]('w')
	mapsOf[int]('i')
	mapsOf[float64]('d')
	mapsOf[string]('s')
	mapsOf[unsafe.Pointer]('p')
	mapsOf[any]('e')
	mapsOf[[2]int]('2')
	mapsOf[[3]int]('3')
	mapsOf[[4]int]('4')
})

// keyClass is the letter of the K for keys of type t, 0 for none.
func (m *Machine) keyClass(t types.Type) byte {
	switch r := m.RepOf(t); r {
	case memory.RepInt16, memory.RepUint16:
		return 'h'
	case memory.RepSlice, memory.RepIface:
		return 0
	case memory.RepEface:
		return 'e'
	case memory.RepMem:
		// The hash of a struct that package reflect has made is not that of its memory.
		if n := m.intWords(t); n >= 2 && n <= 4 && descriptor.Regular(m.TypeFor(t).Reflect) {
			return byte('0' + n)
		}
		return 0
	default:
		return r.Carrier()
	}
}

// intWords is how many integers of eight bytes a struct or an array is made of, and -1 if there is
// anything else in it.
func (m *Machine) intWords(t types.Type) int {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		n := 0
		for f := range u.Fields() {
			k := m.intWords(f.Type())
			if k < 0 || f.Name() == "_" {
				return -1
			}
			n += k
		}
		return n
	case *types.Array:
		k := m.intWords(u.Elem())
		if k < 0 || u.Len() > 4 {
			return -1
		}
		return k * int(u.Len())
	}
	switch m.RepOf(t) {
	case memory.RepInt, memory.RepInt64, memory.RepUint, memory.RepUint64, memory.RepUintptr:
		return 1
	}
	return -1
}

// elemClass is the letter of the V for elements of type t, 0 for none.
func (m *Machine) elemClass(t types.Type) byte {
	switch r := m.RepOf(t); r {
	case memory.RepIface:
		return 0
	case memory.RepEface:
		return 'e'
	case memory.RepMem:
		if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() == 0 {
			return '0'
		}
		return 0
	default:
		return r.Carrier()
	}
}

// mapOf is how maps of type t are used.
func (c *comp) mapType(t *memory.Type) *mapType { return c.m.mapType(t) }

func (m *Machine) mapType(t *memory.Type) *mapType {
	type key struct{}
	if r, ok := t.Entries.Load(key{}); ok {
		return r.(*mapType)
	}
	u := t.Go.Underlying().(*types.Map)
	r := &mapType{t: t, key: m.TypeFor(u.Key()), elem: m.TypeFor(u.Elem())}
	if r.ops = mapClasses[[2]byte{m.keyClass(u.Key()), m.elemClass(u.Elem())}]; r.ops == nil {
		r.ops = generalMap{t.Reflect, t.Word, r.elem}
	}
	switch r.elem.Rep {
	case memory.RepBool, memory.RepInt, memory.RepInt32, memory.RepFloat64, memory.RepString, memory.RepPtr, memory.RepSlice, memory.RepEface:
		r.fits = true
	}
	t.Entries.Store(key{}, r)
	return r
}

// A mapEntry is m[k].
type mapEntry struct {
	mt   *mapType
	elem *memory.Type
	m    ev[unsafe.Pointer]
	mn   node
	key  node // of the key's type
	site int32
}

// mapEntry compiles m[k] without using it.
func (c *comp) mapEntry(e *ast.IndexExpr) *mapEntry {
	mn := c.expr(e.X)
	mt := c.mapType(mn.t)
	return &mapEntry{mt: mt, elem: mt.elem, mn: mn, m: mn.ptr(), key: c.converted(e.Index, mt.key), site: c.site(e)}
}

// freezeEntry keeps the operands of an entry in temporaries.
func (c *comp) freezeEntry(m *mapEntry) stmt {
	var list []stmt
	tmp := c.tempNode(m.mn.t)
	list = append(list, c.setTemp(tmp, m.mn))
	m.m = tmp.ptr()
	if m.key.c == nil {
		k := c.tempNode(m.key.t)
		list = append(list, c.setTemp(k, m.key))
		m.key = k
	}
	return sequence(list)
}

// keyNode is the key as an ev of the K, nil if it has no such form.
func (c *comp) keyNode(m *mapEntry) any {
	k := m.key
	switch k.t.Rep {
	case memory.RepInt, memory.RepInt16, memory.RepInt32, memory.RepUint8, memory.RepFloat64, memory.RepString, memory.RepPtr, memory.RepEface:
		return k.value().f
	case memory.RepInt64, memory.RepUint, memory.RepUint64, memory.RepUintptr:
		return numberOpsOf(k.t).to(k.value(), memory.RepInt)
	case memory.RepUint32:
		return numberOpsOf(k.t).to(k.value(), memory.RepInt32)
	case memory.RepUint16:
		return numberOpsOf(k.t).to(k.value(), memory.RepInt16)
	case memory.RepInt8:
		return numberOpsOf(k.t).to(k.value(), memory.RepUint8)
	case memory.RepBool:
		b := as[bool](k)
		return ev[uint8](func(t *thread, f fp) uint8 {
			if b(t, f) {
				return 1
			}
			return 0
		})
	case memory.RepMem:
		p := k.ptr()
		switch k.t.Size {
		case 16:
			return ev[[2]int](func(t *thread, f fp) [2]int { return *(*[2]int)(p(t, f)) })
		case 24:
			return ev[[3]int](func(t *thread, f fp) [3]int { return *(*[3]int)(p(t, f)) })
		case 32:
			return ev[[4]int](func(t *thread, f fp) [4]int { return *(*[4]int)(p(t, f)) })
		}
	}
	return nil
}

// keyAddr puts the key where the ops find it.
func (c *comp) keyAddr(m *mapEntry) ev[unsafe.Pointer] {
	if m.key.t.Rep == memory.RepMem && m.key.local {
		return c.addr(m.key)
	}
	tmp, st := c.scratch(m.key.t), m.key.store()
	return func(t *thread, f fp) unsafe.Pointer {
		p := tmp(f)
		st(t, f, p)
		return p
	}
}

// getEntry is the value of m[k].
func (c *comp) getEntry(m *mapEntry, at ast.Node) node {
	n := node{t: m.elem, pos: at.Pos()}
	site := m.site
	if m.mt.fits {
		if f := m.mt.ops.getNode(m.m, c.keyNode(m)); f != nil {
			n.f = f
			return n
		}
	}
	t := m.elem
	zero := t.Alloc()
	if g, ok := m.mt.ops.(generalMap); ok {
		key := c.keyAddr(m)
		n.f = load(t, ev[unsafe.Pointer](func(th *thread, f fp) unsafe.Pointer {
			mp := m.m(th, f)
			k := key(th, f)
			th.site = site
			if p, ok := descriptor.MapAccess(g.word, mp, k); ok {
				return p
			}
			return zero
		}))
		return n
	}
	get := c.getEntry2(m)
	p := ev[unsafe.Pointer](func(th *thread, f fp) unsafe.Pointer {
		th.site = site
		if p := get(th, f); p != nil {
			return p
		}
		return zero
	})
	n.f = load(t, p)
	return n
}

// getEntry2 returns the address of a copy of the element m[k], or nil if there is none.
func (c *comp) getEntry2(m *mapEntry) ev[unsafe.Pointer] {
	ops := m.mt.ops
	tmp := c.scratch(m.elem)
	if has, ok := ops.hasNode(m.m, c.keyNode(m)).(func(*thread, fp, unsafe.Pointer) bool); ok {
		return func(t *thread, f fp) unsafe.Pointer {
			p := tmp(f)
			if !has(t, f, p) {
				return nil
			}
			return p
		}
	}
	key := c.keyAddr(m)
	return func(t *thread, f fp) unsafe.Pointer {
		p := tmp(f)
		mp := m.m(t, f)
		if !ops.load(mp, key(t, f), p) {
			return nil
		}
		return p
	}
}

// setEntry is m[k] = n. It evaluates n first.
func (c *comp) setEntry(m *mapEntry, n node) stmt {
	site := m.site
	if m.mt.fits && n.t.Rep != memory.RepMem {
		if s := m.mt.ops.setNode(m.m, c.keyNode(m), n.value().f, site); s != nil {
			return s
		}
	}
	key := c.keyAddr(m)
	ops, t := m.mt.ops, m.elem
	st := n.store()
	tmp := c.scratch(t)
	return func(th *thread, f fp) ctl {
		v := tmp(f)
		st(th, f, v)
		mp := m.m(th, f)
		k := key(th, f)
		if mp == nil {
			th.fail(f, site, errNilMap())
		}
		th.site = site
		ops.store(mp, k, v)
		return next
	}
}

// opEntry is m[k] op= y.
func (c *comp) opEntry(m *mapEntry, op token.Token, y node, s ast.Stmt) stmt {
	if op == token.ADD && m.mt.fits && m.elem.Rep == memory.RepInt {
		if s := m.mt.ops.addNode(m.m, c.keyNode(m), y.value().f, m.site); s != nil {
			return s
		}
	}
	list := []stmt{c.freezeEntry(m)}
	if m.key.t.Reflect != nil && memory.HoldsInterfaces(m.key.t.Reflect) && op != token.QUO && op != token.REM {
		// Except for divisions, compiled code looks for the entry only once, to store in it.
		tmp := c.tempNode(y.t)
		list = append(list, c.setTemp(tmp, y), c.hashKey(m))
		y = tmp
	}
	old := c.getEntry(m, s)
	return sequence(append(list, c.setEntry(m, c.binaryNode(op, old, y, s))))
}

// oneEntry is a map in which a key that has no hash is an error, as where it is stored in a map.
var oneEntry = map[any]bool{0: true}

// hashKey panics if the key has no hash.
func (c *comp) hashKey(m *mapEntry) stmt {
	key, site := as[any](c.toEface(m.key)), m.site
	return func(t *thread, f fp) ctl {
		k := key(t, f)
		t.site = site
		_ = oneEntry[k]
		return next
	}
}

// static reports whether an expression is a constant, nil, or a struct or an array of these.
func (c *comp) static(e ast.Expr) bool {
	if tv := c.info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	switch t := c.goType(lit); t.Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false
	}
	for _, x := range lit.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			x = kv.Value
		}
		if !c.static(x) {
			return false
		}
	}
	return true
}

func (c *comp) mapLit(e *ast.CompositeLit, t *memory.Type, u *types.Map) any {
	mt := c.mapType(t)
	tmp := c.tempNode(t)
	var sets []stmt
	// As the Go compiler has it, entries that need no computation come first. That shows if keys
	// are equal.
	elts := slices.Clone(e.Elts)
	slices.SortStableFunc(elts, func(a, b ast.Expr) int {
		x, y := a.(*ast.KeyValueExpr), b.(*ast.KeyValueExpr)
		p, q := c.static(x.Key) && c.static(x.Value), c.static(y.Key) && c.static(y.Value)
		switch {
		case p == q:
			return 0
		case p:
			return -1
		}
		return 1
	})
	for _, x := range elts {
		kv := x.(*ast.KeyValueExpr)
		c.markKey(u, kv.Key)
		first, lower := c.hoistAssignment([]ast.Expr{kv.Key}, kv.Value)
		m := &mapEntry{mt: mt, elem: mt.elem, mn: tmp, m: tmp.ptr(), key: c.element(kv.Key, mt.key), site: c.site(x)}
		sets = append(sets, first, c.setEntry(m, c.element(kv.Value, mt.elem)))
		lower()
	}
	entries := sequence(sets)
	n, ops, off := len(elts), mt.ops, tmp.off
	// The literal may stand in a function that its own elements call again: the map is in the frame
	// only meanwhile.
	return ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
		p := ops.make(n)
		*(*unsafe.Pointer)(unsafe.Add(f, off)) = p
		entries(t, f)
		return p
	})
}
