// SPDX-License-Identifier: BSD-3-Clause

// A test of what machine code assumes of maps.

package descriptor

import (
	"math/bits"
	"strings"
	"sync"
	"unsafe"
)

// MapsAsExpected reports whether keys can be looked up in maps as this package describes, by the
// layout and with the hash functions. It looks for keys in maps of this process.
var MapsAsExpected = sync.OnceValue(func() bool {
	words, ok := LayoutOf(typeWord(map[uint64]uint64(nil)))
	pairs, ok2 := LayoutOf(typeWord(map[[2]uint64]uint64(nil)))
	texts, ok3 := LayoutOf(typeWord(map[string]uint64(nil)))
	if !ok || !ok2 || !ok3 {
		return false
	}
	small, large := make(map[uint64]uint64), make(map[uint64]uint64)
	two, named := make(map[[2]uint64]uint64), make(map[string]uint64)
	const n = 2000 // more than a table has
	for i := range uint64(n) {
		if i < GroupLen {
			small[i] = i + 1
		}
		large[i], two[[2]uint64{i, 7}], named[strings.Repeat("k", int(i%40))+string(rune(i))] = i+1, i+1, i+1
	}
	for i := range uint64(n + 20) {
		k, p, s := i, [2]uint64{i, 7}, strings.Repeat("k", int(i%40))+string(rune(i))
		a := find(small, words, HashOf(8), unsafe.Pointer(&k), 8, func(q unsafe.Pointer) bool { return *(*uint64)(q) == k })
		b := find(large, words, HashOf(8), unsafe.Pointer(&k), 8, func(q unsafe.Pointer) bool { return *(*uint64)(q) == k })
		c := find(two, pairs, HashOf(16), unsafe.Pointer(&p), 16, func(q unsafe.Pointer) bool { return *(*[2]uint64)(q) == p })
		d := find(named, texts, HashOfString(), unsafe.Pointer(&s), 16, func(q unsafe.Pointer) bool { return *(*string)(q) == s })
		if a != small[k] || b != large[k] || c != two[p] || d != named[s] {
			return false
		}
	}
	return true
})

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
