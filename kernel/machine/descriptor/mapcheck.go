// SPDX-License-Identifier: BSD-3-Clause

// A test of what machine code assumes of maps.

package descriptor

import (
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

// MapsAsExpected reports whether keys can be looked up in maps as this package describes, by the
// layout and with the hash functions, and whether a MapRange is as described. It looks for keys in
// maps of this process, which takes a tenth of a millisecond.
var MapsAsExpected = sync.OnceValue(func() bool {
	words, ok := LayoutOf(typeWord(map[uint64]uint64(nil)))
	pairs, ok2 := LayoutOf(typeWord(map[[2]uint64]uint64(nil)))
	strs, ok3 := LayoutOf(typeWord(map[string]uint64(nil)))
	if !ok || !ok2 || !ok3 {
		return false
	}
	// One map has a group, two have a table, and one has several tables.
	const few, some, many = GroupLen, 40, 1000
	small, large := make(map[uint64]uint64), make(map[uint64]uint64, many)
	two, named := make(map[[2]uint64]uint64), make(map[string]uint64)
	name := func(i uint64) string { return texts[i%32:] + string(rune(i)) }
	for i := range uint64(many) {
		large[i] = i + 1
		if i < some {
			two[[2]uint64{i, 7}], named[name(i)] = i+1, i+1
		}
		if i < few {
			small[i] = i + 1
		}
	}
	for i := range uint64(many + some) {
		equal := func(q unsafe.Pointer) bool { return *(*uint64)(q) == i }
		if find(large, words, HashOf(8), unsafe.Pointer(&i), 8, equal) != large[i] {
			return false
		}
		if i >= 2*some {
			continue
		}
		p, s := [2]uint64{i, 7}, name(i)
		a := find(small, words, HashOf(8), unsafe.Pointer(&i), 8, equal)
		b := find(two, pairs, HashOf(16), unsafe.Pointer(&p), 16, func(q unsafe.Pointer) bool { return *(*[2]uint64)(q) == p })
		c := find(named, strs, HashOfString(), unsafe.Pointer(&s), 16, func(q unsafe.Pointer) bool { return *(*string)(q) == s })
		if a != small[i] || b != two[p] || c != named[s] {
			return false
		}
	}
	return walks(small, words) && walks(large, words)
})

// walks reports whether the entries of a map follow each other in a MapRange as this package
// describes. It looks at a hundred of them.
func walks(m map[uint64]uint64, l MapLayout) bool {
	r := NewMapRange(reflect.TypeOf(m))
	r.Reset(*(*unsafe.Pointer)(unsafe.Pointer(&m)))
	foreseen, passed := 0, 0
	for ; passed < 100; passed++ {
		p := foresee(r, m, l)
		if !r.Next() {
			return p == nil && passed == len(m) && foreseen > passed/2
		}
		key, elem := r.Entry()
		if p != nil {
			foreseen++
			if p != key {
				return false
			}
		}
		at := func(off uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(r), off)) }
		if at(RangeKey) != key || at(RangeElem) != elem || elem != unsafe.Add(key, l.Elem) {
			return false
		}
	}
	return foreseen > passed/2
}

// foresee returns the address of the key to which r will go, nil if that needs the runtime.
func foresee(r *MapRange, m map[uint64]uint64, l MapLayout) unsafe.Pointer {
	at := func(off uintptr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(r), off) }
	p := *(*unsafe.Pointer)(at(RangeMap))
	if p == nil || p != *(*unsafe.Pointer)(unsafe.Pointer(&m)) || *(*uint8)(unsafe.Add(p, MapWriting)) != 0 {
		return nil
	}
	offset, index, mask := *(*uint64)(at(RangeOffset)), *(*uint64)(at(RangeIndex)), uint64(GroupLen-1)
	groups := *(*unsafe.Pointer)(at(RangeGroup))
	if *(*int)(at(RangeDir)) >= 0 {
		table := *(*unsafe.Pointer)(at(RangeTable))
		if table == nil || *(*int)(unsafe.Add(table, TableIndex)) < 0 {
			return nil
		}
		groups, mask = *(*unsafe.Pointer)(unsafe.Add(table, TableGroups)), uint64(*(*uint16)(unsafe.Add(table, TableCapacity)))-1
	} else if *(*int)(unsafe.Add(p, MapDirLen)) != 0 {
		return nil
	}
	for ; index <= mask; index++ {
		slot := int64((offset + index) & mask)
		group := unsafe.Add(groups, slot/GroupLen*l.Group)
		if *(*int8)(unsafe.Add(group, slot%GroupLen)) >= 0 {
			return unsafe.Add(group, GroupSlots+slot%GroupLen*l.Slot)
		}
	}
	return nil
}

// texts has strings of several lengths.
const texts = "the quick brown fox jumps over the lazy dog"

func typeWord(m any) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&m)) }

// find returns the element for a key, 0 if there is none.
func find(m any, l MapLayout, hash uintptr, key unsafe.Pointer, size uintptr, equal func(unsafe.Pointer) bool) uint64 {
	p := (*[2]unsafe.Pointer)(unsafe.Pointer(&m))[1]
	at := func(off int64) unsafe.Pointer { return unsafe.Add(p, off) }
	if *(*uint8)(at(MapWriting)) != 0 {
		return 0
	}
	in := func(slot unsafe.Pointer) uint64 { return *(*uint64)(unsafe.Add(slot, l.Elem)) }
	const low, high = 0x0101010101010101, 0x8080808080808080
	if *(*int)(at(MapDirLen)) == 0 {
		group := *(*unsafe.Pointer)(at(MapDir))
		for full := ^*(*uint64)(group) & high; full != 0; full &= full - 1 {
			if slot := unsafe.Add(group, GroupSlots+int64(bits.TrailingZeros64(full)>>3)*l.Slot); equal(slot) {
				return in(slot)
			}
		}
		return 0
	}
	f := &hash
	h := (*(*func(unsafe.Pointer, uintptr, uintptr) uintptr)(unsafe.Pointer(&f)))(key, *(*uintptr)(at(MapSeed)), size)
	table := *(*unsafe.Pointer)(at(MapDir))
	if *(*int)(at(MapDirLen)) > 1 {
		table = unsafe.Add(table, 8*(h>>(*(*uint8)(at(MapShift))&63)))
	}
	table = *(*unsafe.Pointer)(table)
	groups, mask := *(*unsafe.Pointer)(unsafe.Add(table, TableGroups)), *(*uint64)(unsafe.Add(table, TableMask))
	for i, g := uint64(0), uint64(h>>7)&mask; i <= mask; i++ {
		group := unsafe.Add(groups, int64(g)*l.Group)
		control := *(*uint64)(group)
		v := control ^ low*uint64(h&0x7f)
		for match := (v - low) &^ v & high; match != 0; match &= match - 1 {
			if slot := unsafe.Add(group, GroupSlots+int64(bits.TrailingZeros64(match)>>3)*l.Slot); equal(slot) {
				return in(slot)
			}
		}
		if control&^(control<<6)&high != 0 {
			return 0
		}
		g = (g + i + 1) & mask
	}
	return 0
}
