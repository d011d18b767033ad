package districts

import "math/bits"

// A table maps keys to numbers: a hash table with open addressing, a power of two in size
// and at most two thirds full. The first word of a key is not 0.
type table struct {
	slots       []uint64
	key, stride int // words of a key, and of a key and its number
	size, used  int
	shift       uint
	work        func(units int) error
}

func newTable(key, words, logarithm int, work func(units int) error) *table {
	t := &table{key: key, stride: key + words, size: 1 << logarithm, shift: uint(64 - logarithm), work: work}
	t.slots = make([]uint64, t.size*t.stride)
	return t
}

// logarithm is that of a size for as many keys, or half of it, since tables grow quickly.
func (t *table) logarithm() int { return bits.Len(uint(t.used)) }

// slot is where a key is, or should be.
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

// add adds a number to that of a key. It fails if the table would take more than room
// words, or if work does.
func (t *table) add(key, number []uint64, room int) error {
	at := t.slot(key)
	if t.slots[at] == 0 {
		if 3*t.used >= 2*t.size {
			if 2*len(t.slots) > room {
				return ErrWide
			}
			if err := t.double(); err != nil {
				return err
			}
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
	if carry != 0 {
		return errCarry
	}
	return nil
}

// double makes room for twice as many keys.
func (t *table) double() error {
	old := t.slots
	t.size *= 2
	t.shift--
	t.slots = make([]uint64, t.size*t.stride)
	for at := 0; at < len(old); at += t.stride {
		if old[at] != 0 {
			if err := t.work(1); err != nil {
				return err
			}
			copy(t.slots[t.slot(old[at:at+t.key]):], old[at:at+t.stride])
		}
	}
	return nil
}

// each visits all keys and numbers until there is an error.
func (t *table) each(visit func(key, number []uint64) error) error {
	for at := 0; at < len(t.slots); at += t.stride {
		if t.slots[at] != 0 {
			if err := visit(t.slots[at:at+t.key], t.slots[at+t.key:at+t.stride]); err != nil {
				return err
			}
		}
	}
	return nil
}
