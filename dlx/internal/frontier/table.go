package frontier

import (
	"math/big"
	"math/bits"
)

// A table counts the ways to situations. It is a hash table with open
// addressing and linear probing, a power of two in size and at most two thirds
// full. The numbers have as many words as the largest one needs, and lie
// behind their keys, so that both come from memory together.
type table struct {
	slots  []uint64 // slot h is slots[h*stride:(h+1)*stride]: a key, 0 if free, and a number, lowest word first
	stride int      // 1 plus the words of a number
	size   int      // how many slots
	used   int      // how many are not free
	shift  uint     // 64 minus the logarithm of the size
	memory *int     // the words that all tables take together
}

// newTable makes a table of 2^logarithm slots.
func newTable(logarithm uint, memory *int) *table {
	t := &table{stride: 2, size: 1 << logarithm, shift: 64 - logarithm, memory: memory}
	t.allocate()
	return t
}

// allocate gives the table fresh slots.
func (t *table) allocate() {
	*t.memory += t.size*t.stride - len(t.slots)
	t.slots = make([]uint64, t.size*t.stride)
}

// free gives the memory back.
func (t *table) free() { *t.memory -= len(t.slots) }

// slot finds where in slots a key is, or should be. Situations differ in few
// bits; the multiplier, 2^64 over the golden ratio, spreads them.
func (t *table) slot(key uint64) int {
	at := int(key*0x9e3779b97f4a7c15>>t.shift) * t.stride
	for t.slots[at] != key && t.slots[at] != 0 {
		if at += t.stride; at == len(t.slots) {
			at = 0
		}
	}
	return at
}

// add adds n, a number of at least one word, to the number of a key.
func (t *table) add(key uint64, n []uint64) {
	at := t.slot(key)
	if t.slots[at] == 0 {
		if 3*t.used >= 2*t.size {
			t.double()
			at = t.slot(key)
		}
		t.slots[at] = key
		t.used++
	}
	if len(n) >= t.stride {
		t.widen(len(n))
		at = t.slot(key)
	}
	carry := uint64(0)
	sum := t.slots[at+1 : at+t.stride]
	for i := range sum {
		term := uint64(0)
		if i < len(n) {
			term = n[i]
		}
		sum[i], carry = bits.Add64(sum[i], term, carry)
	}
	if carry != 0 {
		t.widen(t.stride)
		t.slots[t.slot(key)+t.stride-1] = 1
	}
}

// double makes room for twice as many keys.
func (t *table) double() {
	old := t.slots
	t.size *= 2
	t.shift--
	t.allocate()
	for at := 0; at < len(old); at += t.stride {
		if key := old[at]; key != 0 {
			copy(t.slots[t.slot(key):], old[at:at+t.stride])
		}
	}
}

// widen gives each number so many words, and leaves all keys where they are.
func (t *table) widen(words int) {
	old, was := t.slots, t.stride
	t.stride = words + 1
	t.allocate()
	for h := range t.size {
		copy(t.slots[h*t.stride:], old[h*was:(h+1)*was])
	}
}

// value adds the number of a key to sum.
func (t *table) value(key uint64, sum *big.Int) {
	at := t.slot(key)
	if t.slots[at] == 0 {
		return
	}
	n := new(big.Int)
	for i := at + t.stride - 1; i > at; i-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(t.slots[i]))
	}
	sum.Add(sum, n)
}
