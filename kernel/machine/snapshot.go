// SPDX-License-Identifier: BSD-3-Clause

// Copies of values at a moment, for traces.

package machine

import (
	"fmt"
	"reflect"
	"strconv"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"polka/internal/trace"
	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/memory"
)

// A Snapper copies values at a moment. It numbers the objects that pointers lead to, so that an
// object has the same number in all its copies.
type Snapper struct {
	m       *Machine
	numbers map[object]int
	// Draw returns the picture of a value as compiled code sees it, and its text, or nil. It may be
	// nil.
	Draw func(v any) (picture any, text string)
	// Alone reports whether no other goroutine can write a map that is copied, which would end the
	// process. Otherwise maps are not copied. It may be nil: there is none.
	Alone func() bool
}

// An object is what a pointer leads to. The address keeps it alive.
type object struct {
	at unsafe.Pointer
	t  *memory.Type
}

// NewSnapper returns a Snapper for values of m.
func (m *Machine) NewSnapper() *Snapper { return &Snapper{m: m, numbers: make(map[object]int)} }

// The limits of one copy.
const (
	snapItems   = 48   // of a list, a map or a struct
	snapAtoms   = 2500 // values in all
	snapObjects = 96
	snapText    = 400 // bytes of a string
	snapDepth   = 6   // without pointers
)

// A snap is a copy that is being made.
type snap struct {
	*Snapper
	atoms int
	queue []object
}

// Snap copies a value. It calls the methods String and Error of cells' types, and Draw.
func (s *Snapper) Snap(v memory.Value) *trace.Value {
	k := &snap{Snapper: s}
	var root *trace.Value
	if v.Any == nil {
		return &trace.Value{Form: trace.Nil}
	}
	root = k.dynamic(v.Any, 0)
	root.Objects = make(map[int]*trace.Value)
	for len(k.queue) > 0 && len(root.Order) < snapObjects {
		o := k.queue[0]
		k.queue = k.queue[1:]
		n := s.numbers[o]
		if root.Objects[n] != nil {
			continue
		}
		root.Objects[n] = k.value(o.t, o.at, 0, false)
		root.Order = append(root.Order, n)
	}
	return root
}

// dynamic copies a value of any type.
func (k *snap) dynamic(v any, depth int) *trace.Value {
	if v == nil {
		return &trace.Value{Form: trace.Nil}
	}
	t := k.m.RecordOf(v)
	return k.value(t, t.Unbox(v), depth, true)
}

// value copies the value of type t at p. If methods is set, the value may write or draw itself.
func (k *snap) value(t *memory.Type, p unsafe.Pointer, depth int, methods bool) *trace.Value {
	i := k.m.look(t)
	k.atoms++
	text := func() string { return fmt.Sprint(t.ValueAt(p).Any) }
	if i.kind == reflect.Interface {
		v := t.ValueAt(p).Any
		if v == nil {
			return &trace.Value{Form: trace.Nil}
		}
		return k.dynamic(v, depth)
	}
	isNil := false
	switch i.kind {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Slice:
		if isNil = *(*unsafe.Pointer)(p) == nil; isNil && i.kind != reflect.Slice {
			return &trace.Value{Form: trace.Nil}
		}
	}
	if methods && k.Draw != nil && depth <= 1 && !isNil && (i.kind != reflect.Slice || i.compiled || depth == 0) {
		if picture, text := k.Draw(t.ValueAt(p).Any); picture != nil {
			return &trace.Value{Form: trace.Drawn, Text: text, Type: t.String(), Picture: picture}
		}
	}
	if methods && !k.linked(i) && i.text {
		s := text()
		for j := range s {
			if s[j] == '\n' {
				return &trace.Value{Form: trace.Lines, Text: cutText(s, 4*snapText)}
			}
		}
		return &trace.Value{Text: cutText(s, snapText)}
	}
	switch i.kind {
	case reflect.Bool:
		if *(*bool)(p) {
			return &trace.Value{Form: trace.True}
		}
		return &trace.Value{Form: trace.False}
	case reflect.String:
		return &trace.Value{Text: strconv.Quote(cutText(*(*string)(p), snapText))}
	case reflect.Slice:
		s := *(*memory.Slice)(p)
		return k.list(i.elem, s.P, s.Len, depth)
	case reflect.Array:
		return k.list(i.elem, p, i.len, depth)
	case reflect.Pointer:
		at := *(*unsafe.Pointer)(p)
		if i.compiled && k.m.look(i.elem).kind == reflect.Struct {
			return &trace.Value{Text: cutText(text(), snapText)}
		}
		o := object{at, i.elem}
		n := k.numbers[o]
		if n == 0 {
			n = len(k.numbers) + 1
			k.numbers[o] = n
		}
		k.queue = append(k.queue, o)
		return &trace.Value{Form: trace.Pointer, Ref: n}
	case reflect.Struct:
		v := &trace.Value{Form: trace.Struct}
		for j, f := range i.fields {
			if k.full(v, j, len(i.fields), depth) {
				break
			}
			v.Names = append(v.Names, f.name)
			v.Items = append(v.Items, k.value(f.t, unsafe.Add(p, f.off), depth+1, methods))
		}
		return v
	case reflect.Map:
		if k.Alone != nil && !k.Alone() {
			return &trace.Value{Text: "map, not copied beside other goroutines"}
		}
		v := &trace.Value{Form: trace.Map}
		if n := reflect.NewAt(t.Reflect, p).Elem().Len(); n > 4096 {
			v.More = n
			return v
		}
		entries := sortedItems(t, p)
		for j, e := range entries {
			if k.full(v, j, len(entries), depth) {
				break
			}
			v.Keys = append(v.Keys, k.value(i.key, e.key, depth+1, methods))
			v.Items = append(v.Items, k.value(i.elem, e.elem, depth+1, methods))
		}
		return v
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return &trace.Value{Text: i.kind.String()}
	}
	return &trace.Value{Text: text()}
}

// linked reports whether values of a type are pointers to structs of a cell that have pointers: the
// structure says more than their text.
func (k *snap) linked(i *look) bool {
	if i.kind != reflect.Pointer || !descriptor.Made(i.elem.Reflect) {
		return false
	}
	e := k.m.look(i.elem)
	for _, f := range e.fields {
		if k.m.look(f.t).kind == reflect.Pointer {
			return true
		}
	}
	return false
}

// full reports whether the item j of n is left out, with those after it.
func (k *snap) full(v *trace.Value, j, n, depth int) bool {
	if j < snapItems && k.atoms < snapAtoms && depth < snapDepth {
		return false
	}
	v.More = n - j
	return true
}

// list copies elements. Runes and bytes are letters if all of them can be.
func (k *snap) list(elem *memory.Type, from unsafe.Pointer, n, depth int) *trace.Value {
	v := &trace.Value{Form: trace.List}
	at := func(j int) unsafe.Pointer { return unsafe.Add(from, uintptr(j)*elem.Size) }
	e := k.m.look(elem)
	letters := false
	if (e.kind == reflect.Int32 || e.kind == reflect.Uint8) && !e.text {
		letter := func(j int) rune {
			if e.kind == reflect.Uint8 {
				return rune(*(*uint8)(at(j)))
			}
			return *(*rune)(at(j))
		}
		for j := range min(n, snapItems) {
			r := letter(j)
			if r != 0 && (r < ' ' || !unicode.IsPrint(r)) {
				letters = false
				break
			}
			letters = letters || r != 0
		}
		if letters {
			for j := range n {
				if k.full(v, j, n, depth) {
					break
				}
				k.atoms++
				if r := letter(j); r != 0 {
					v.Items = append(v.Items, &trace.Value{Text: string(r)})
				} else {
					v.Items = append(v.Items, &trace.Value{})
				}
			}
			return v
		}
	}
	for j := range n {
		if k.full(v, j, n, depth) {
			break
		}
		v.Items = append(v.Items, k.value(elem, at(j), depth+1, true))
	}
	return v
}

// cutText shortens s to n bytes.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// Compiled reports whether v is of a type of compiled packages with methods, or a list of such
// values.
func (m *Machine) Compiled(v any) bool {
	if v == nil {
		return false
	}
	t := m.RecordOf(v)
	for range 3 {
		i := m.look(t)
		if i.kind != reflect.Slice && i.kind != reflect.Array && i.kind != reflect.Pointer {
			return i.compiled && t.Reflect.PkgPath() != ""
		}
		if i.compiled && t.Reflect.PkgPath() != "" {
			return true
		}
		t = i.elem
	}
	return false
}
