// SPDX-License-Identifier: BSD-3-Clause

package frontier

import "math/bits"

// A table counts the ways to states. It is a hash table with open addressing
// and linear probing, a power of two in size and at most two thirds full. The
// numbers have as many words as the largest one needs, and follow their keys,
// so that both are in the same cache line. A key has one word, or two in a wide
// table, and the first is not 0.
// word, or two in a wide table, and the first is not 0.
type table struct {
	slots  []uint64 // slot h is slots[h*stride:(h+1)*stride]: a key, 0 if free, and a number, lowest word first
	key    int      // words of a key
	stride int      // and those of a number
	size   int      // how many slots
	used   int      // how many are not free
	shift  uint     // 64 minus the logarithm of the size
	store  *store
}

// A store keeps the slots of unused tables for new ones, since allocating
// memory costs more than using it. When it is full, tables that would have to
// grow discard what is added to them: the count is over.
type store struct {
	limit int                // of words; 0 means none
	words int                // of all tables, in use or not
	full  bool               // whether the limit was reached
	free  map[int][][]uint64 // by length
}

// fits reports whether the given number of additional words is within the limit.
func (s *store) fits(n int) bool {
	if len(s.free[n]) == 0 && s.limit > 0 && s.words+n > s.limit && !s.full {
		for n, list := range s.free {
			s.words -= n * len(list)
		}
		s.free = nil
		s.full = s.words+n > s.limit
	}
	return !s.full
}

// take returns the given number of words, all 0.
func (s *store) take(n int) []uint64 {
	if list := s.free[n]; len(list) > 0 {
		slots := list[len(list)-1]
		s.free[n] = list[:len(list)-1]
		clear(slots)
		return slots
	}
	s.words += n
	return make([]uint64, n)
}

// give takes words back. It keeps no more than can be useful.
func (s *store) give(slots []uint64) {
	if s.free == nil {
		s.free = map[int][][]uint64{}
	}
	s.free[len(slots)] = append(s.free[len(slots)], slots)
}

// newTable makes a table of 2^logarithm slots.
func newTable(logarithm uint, wide bool, store *store) *table {
	t := &table{key: 1, stride: 2, size: 1 << logarithm, shift: 64 - logarithm, store: store}
	if wide {
		t.key, t.stride = 2, 3
	}
	t.slots = store.take(t.size * t.stride)
	return t
}

// close gives the memory back.
func (t *table) close() {
	t.store.give(t.slots)
	t.slots = nil
}

// slot returns the slot in which a key is, or should be. States differ in few
// bits; the multiplier, 2^64 over the golden ratio, distributes them.
func (t *table) slot(key mask) int {
	at := int(hash(key)>>t.shift) * t.stride
	for t.slots[at] != 0 && (t.slots[at] != key.lo || t.key == 2 && t.slots[at+1] != key.hi) {
		if at += t.stride; at == len(t.slots) {
			at = 0
		}
	}
	return at
}

func hash(key mask) uint64 {
	return (key.lo ^ bits.RotateLeft64(key.hi*0x9e3779b97f4a7c15, 32)) * 0x9e3779b97f4a7c15
}

// add adds n, a number of at least one word, to the number of a key.
func (t *table) add(key mask, n []uint64) {
	at := t.slot(key)
	if t.slots[at] == 0 {
		if 3*t.used >= 2*t.size {
			if t.double(); t.store.full {
				return
			}
			at = t.slot(key)
		}
		t.slots[at] = key.lo
		if t.key == 2 {
			t.slots[at+1] = key.hi
		}
		t.used++
	}
	if len(n) > t.stride-t.key {
		if t.widen(len(n)); t.store.full {
			return
		}
		at = t.slot(key)
	}
	if addTo(t.slots[at+t.key:at+t.stride], n) {
		words := t.stride - t.key
		if t.widen(words + 1); t.store.full {
			return
		}
		t.slots[t.slot(key)+t.key+words] = 1
	}
}

// addTo adds n to a number that has at least as many words. It reports whether
// the sum would have needed one more, which is 1.
func addTo(sum, n []uint64) bool {
	if len(sum) == 1 {
		was := sum[0]
		sum[0] += n[0]
		return sum[0] < was
	}
	carry := uint64(0)
	for i := range sum {
		term := uint64(0)
		if i < len(n) {
			term = n[i]
		}
		sum[i], carry = bits.Add64(sum[i], term, carry)
	}
	return carry != 0
}

// double makes room for twice as many keys.
func (t *table) double() {
	if !t.store.fits(2 * len(t.slots)) {
		return
	}
	old := t.slots
	t.size *= 2
	t.shift--
	t.slots = t.store.take(t.size * t.stride)
	for at := 0; at < len(old); at += t.stride {
		if old[at] != 0 {
			copy(t.slots[t.slot(t.at(old, at)):], old[at:at+t.stride])
		}
	}
	t.store.give(old)
}

// at returns the key in a slot.
func (t *table) at(slots []uint64, at int) mask {
	if t.key == 2 {
		return mask{slots[at], slots[at+1]}
	}
	return mask{slots[at], 0}
}

// widen gives each number the given number of words, and leaves all keys in place.
func (t *table) widen(words int) {
	if !t.store.fits(t.size * (t.key + words)) {
		return
	}
	old, was := t.slots, t.stride
	t.stride = t.key + words
	t.slots = t.store.take(t.size * t.stride)
	for h := range t.size {
		copy(t.slots[h*t.stride:], old[h*was:(h+1)*was])
	}
	t.store.give(old)
}
