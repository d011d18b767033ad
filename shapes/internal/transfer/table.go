// SPDX-License-Identifier: BSD-3-Clause

package transfer

// A table maps signatures to generating functions. It is filled, read from beginning to end, and
// reset; entries are never removed. Generating functions are stored consecutively in blocks, which
// are not moved when blocks are added.
type table struct {
	index   []uint32 // open addressing: 1 + the position of an entry, or 0
	entries []entry
	blocks  [][]uint64
	used    int // coefficients from the beginning of the first block; what does not fit into the rest of a block is wasted
}

type entry struct {
	signature signature
	at        uint32 // of the first coefficient
	low, top  int8   // weights of the first and of the last coefficient
}

const (
	blockBits = 14
	blockSize = 1 << blockBits
)

func newTable() *table { return &table{index: make([]uint32, 1<<10)} }

func (t *table) reset() {
	clear(t.index)
	t.entries = t.entries[:0]
	t.used = 0
}

// series returns the generating function of an entry.
func (t *table) series(e *entry) []uint64 {
	at := int(e.at % blockSize)
	return t.blocks[e.at>>blockBits][at : at+int(e.top-e.low)+1]
}

// slot returns the start of the search for a signature: its high bits after multiplication by the
// golden ratio.
func (t *table) slot(s signature) uint64 {
	h := uint64(s) * 0x9E3779B97F4A7C15
	return (h ^ h>>29) & uint64(len(t.index)-1)
}

// find returns the entry of a signature, or nil. It is valid until the next insertion.
func (t *table) find(s signature) *entry {
	mask := uint64(len(t.index) - 1)
	for i := t.slot(s); t.index[i] != 0; i = (i + 1) & mask {
		if e := &t.entries[t.index[i]-1]; e.signature == s {
			return e
		}
	}
	return nil
}

// insert adds an entry with a generating function of zeros from low to top.
func (t *table) insert(s signature, low, top int) *entry {
	if 2*len(t.entries) >= len(t.index) {
		t.index = make([]uint32, 2*len(t.index))
		for i := range t.entries {
			t.enter(t.entries[i].signature, i)
		}
	}
	t.entries = append(t.entries, entry{signature: s, at: t.zeros(top - low + 1), low: int8(low), top: int8(top)})
	t.enter(s, len(t.entries)-1)
	return &t.entries[len(t.entries)-1]
}

func (t *table) enter(s signature, position int) {
	mask := uint64(len(t.index) - 1)
	i := t.slot(s)
	for t.index[i] != 0 {
		i = (i + 1) & mask
	}
	t.index[i] = uint32(position + 1)
}

// extend makes room for coefficients from a lower weight on. The old ones are copied to a new
// place; the old place is lost until the table is reset.
func (t *table) extend(e *entry, low int) {
	old := t.series(e)
	shift := int(e.low) - low
	e.at, e.low = t.zeros(len(old)+shift), int8(low)
	copy(t.series(e)[shift:], old)
}

// zeros makes room for n coefficients, at most a block, and returns the position of the first.
func (t *table) zeros(n int) uint32 {
	if t.used%blockSize+n > blockSize {
		t.used += blockSize - t.used%blockSize
	}
	at := t.used
	if at>>blockBits == len(t.blocks) {
		t.blocks = append(t.blocks, make([]uint64, blockSize))
	}
	t.used += n
	clear(t.blocks[at>>blockBits][at%blockSize : at%blockSize+n])
	return uint32(at)
}
