// SPDX-License-Identifier: BSD-3-Clause

package districts

import "math/bits"

// A table maps keys to numbers: a hash table with open addressing, a power of two in size
// and at most two thirds full. The first word of a key is not 0.
type table struct {
	slots       []uint64
	key, stride int // words of a key, and of a key and its number
	used, full  int // the number of keys, and that at which it doubles
	shift       uint
	memory      *memory
}

// smallest is the logarithm of the size of a new table.
const smallest = 2

func newTable(key, words int, m *memory) table {
	t := table{key: key, stride: key + words, memory: m}
	t.allocate(smallest)
	return t
}

// allocate makes an empty table of a size with the given logarithm.
func (t *table) allocate(logarithm int) {
	t.slots = t.memory.take(logarithm, t.stride)
	t.full = 2 << logarithm / 3
	t.shift = uint(64 - logarithm)
}

// free returns the slots to the memory.
func (t *table) free() {
	t.memory.give(int(64-t.shift), t.slots)
	t.slots = nil
}

// A memory has the slots of tables. Those of one layer serve again for the next one but one, so
// that the garbage collector has nothing to do.
type memory struct {
	room   int            // how many words may still be allocated; less than 0 if there are too many
	unused [64][][]uint64 // by the logarithm of the number of slots
}

// take returns slots that are 0.
func (m *memory) take(logarithm, stride int) []uint64 {
	if list := m.unused[logarithm]; len(list) > 0 {
		slots := list[len(list)-1]
		m.unused[logarithm] = list[:len(list)-1]
		clear(slots)
		return slots
	}
	if m.room -= stride << logarithm; m.room < 0 {
		for i, list := range m.unused {
			for _, slots := range list {
				m.room += len(slots)
			}
			m.unused[i] = nil
		}
	}
	return make([]uint64, stride<<logarithm)
}

// give makes slots available again.
func (m *memory) give(logarithm int, slots []uint64) {
	m.unused[logarithm] = append(m.unused[logarithm], slots)
}

// slot returns where a key is, or should be.
func (t *table) slot(key []uint64) int {
	h := uint64(0)
	for _, w := range key {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	h *= 0x9e3779b97f4a7c15
	at := int(h>>t.shift) * t.stride
next:
	for t.slots[at] != 0 {
		for i, w := range key {
			if t.slots[at+i] != w {
				if at += t.stride; at == len(t.slots) {
					at = 0
				}
				continue next
			}
		}
		break
	}
	return at
}

// add adds a number to that of a key. It reports false if the sum is too large.
func (t *table) add(key, number []uint64) bool {
	at := t.slot(key)
	if t.slots[at] == 0 {
		if t.used >= t.full {
			t.double()
			at = t.slot(key)
		}
		copy(t.slots[at:], key)
		t.used++
	}
	carry := uint64(0)
	sum := t.slots[at+t.key : at+t.stride]
	for i := range sum {
		sum[i], carry = bits.Add64(sum[i], number[i], carry)
	}
	return carry == 0
}

// addOne is add where keys and numbers have one word.
func (t *table) addOne(key, number uint64) bool {
	for {
		slots := t.slots
		h := key * 0x9e3779b97f4a7c15
		at := (h ^ h>>32) * 0x9e3779b97f4a7c15 >> t.shift << 1
		for {
			pair := slots[at : at+2 : at+2]
			if pair[0] == key {
				sum, carry := bits.Add64(pair[1], number, 0)
				pair[1] = sum
				return carry == 0
			}
			if pair[0] == 0 {
				if t.used < t.full {
					pair[0], pair[1] = key, number
					t.used++
					return true
				}
				break
			}
			if at += 2; at == uint64(len(slots)) {
				at = 0
			}
		}
		t.double()
	}
}

// each visits the keys and their numbers.
func (t *table) each(visit func(key, number []uint64)) {
	for at := 0; at < len(t.slots); at += t.stride {
		if t.slots[at] != 0 {
			visit(t.slots[at:at+t.key], t.slots[at+t.key:at+t.stride])
		}
	}
}

// append adds a key to a table that is only visited, in the order of the calls.
func (t *table) append(key, number []uint64) {
	if t.used*t.stride == len(t.slots) {
		old := *t
		t.allocate(int(64-t.shift) + 1)
		copy(t.slots, old.slots)
		old.free()
	}
	at := t.used * t.stride
	copy(t.slots[at:], key)
	copy(t.slots[at+t.key:], number)
	t.used++
}

// double makes room for twice as many keys.
func (t *table) double() {
	old := *t
	t.allocate(int(64-t.shift) + 1)
	for at := 0; at < len(old.slots); at += t.stride {
		if old.slots[at] != 0 {
			copy(t.slots[t.slot(old.slots[at:at+t.key]):], old.slots[at:at+t.stride])
		}
	}
	old.free()
}
