// The problem. To count solutions where situations come back, but in no order
// of the items that a sweep (package frontier) could use: a row of a Latin
// square can be filled in many ways that leave the same for the rows below.
//
// The source. Remembering what was found out is as old as backtracking; for
// exact cover, M. Nishino, N. Yasuda, S. Minato and M. Nagata, Dancing with
// decision diagrams, AAAI (2017), DOI 10.1609/aaai.v31i1.10662, and Knuth's
// program DLX6.
//
// The idea. The number of solutions below a node depends on what is covered, and
// on the colors of the secondary items, but not on how that came about. So keep
// a table of the nodes that were searched, by a key of bits: one for each primary
// item that is covered, and for each secondary item the number of its color, if
// it has been used. Each node is looked up before it is searched.
//
// An example. Items a b c d and the options "a b", "c d", "a c", "b d", "a d",
// "b c". Below "a b" and "c d" everything is covered; the node where a and b are
// covered is met once, by "a b". With six items and all pairs, the situation
// that a, b, c, d are covered is met three times, and searched once.
//
// The invariants. Numbers in the table are those of whole subtrees. When the
// memory is full nothing is added, and nothing is lost.
//
// The cost. Some 50 ns for a node and its place in the table. Where nothing
// comes back that is for nothing; so who counts looks at Gain first.

package bits

import (
	"errors"
	"math/big"
	"math/bits"

	"polka/dlx/internal/engine"
)

// ErrHuge is the error of a count that does not fit 256 bits.
var ErrHuge = errors.New("the number of solutions is too large for engine memo")

// MaxMemo is how many bytes the table may take.
const MaxMemo = 192 << 20

// A number is one of 256 bits, lowest word first.
type number [4]uint64

// add adds n. It reports false if the sum is too large.
func (s *number) add(n *number) bool {
	carry := uint64(0)
	for i := range s {
		s[i], carry = bits.Add64(s[i], n[i], carry)
	}
	return carry == 0
}

// A memo is the state of one search.
type memo struct {
	*solver
	width   int        // words of a key
	adds    []uint64   // adds[k*width:(k+1)*width] are the bits that option k adds to a key
	keys    [][]uint64 // keys[l] is the key on level l
	slots   []int32    // a hash table of the numbers of entries, from 1, 0 if free
	known   []uint64   // the keys of entries
	entries []entry
	room    int // how many more entries there may be

	saved int64 // nodes
}

// An entry is what is known of a key.
type entry struct {
	number
	nodes int64 // of the tree below
}

// A Memo is a search that has begun: see Begin.
type Memo struct{ m *memo }

// NewMemo prepares a search with a memory. It reports false if there are
// multiplicities.
func NewMemo(p *engine.Problem) (*Memo, bool) {
	if p.High != nil {
		return nil, false
	}
	m := &memo{solver: newSolver(newLayout(p), nil, MaxRows)}
	m.encode()
	m.slots = make([]int32, 1<<10)
	m.room = MaxMemo / (8*m.width + 40 + 8)
	return &Memo{m}, true
}

// encode finds out what each option adds to a key.
func (m *memo) encode() {
	p := m.p
	place := make([]int, p.Items) // of a secondary item's bits
	code := make([]map[int32]uint64, p.Items)
	places := p.Primary
	for i := p.Primary; i < p.Items; i++ {
		code[i] = map[int32]uint64{}
		for _, u := range m.using[i] {
			if _, ok := code[i][u.color]; !ok {
				code[i][u.color] = uint64(len(code[i]) + 1)
			}
		}
		size := bits.Len(uint(len(code[i])))
		if places%64+size > 64 {
			places += 64 - places%64
		}
		place[i] = places
		places += size
	}
	m.width = (places + 63) / 64
	m.adds = make([]uint64, p.Options()*m.width)
	for k := range int32(p.Options()) {
		add := m.adds[int(k)*m.width:]
		for _, e := range p.Option(k) {
			if i := int(e.Item); i < p.Primary {
				add[i/64] |= 1 << (i % 64)
			} else {
				add[place[i]/64] |= code[i][e.Color] << (place[i] % 64)
			}
		}
	}
}

// Gain is how many nodes the search would have had without the table, for each
// that it has had.
func (m *Memo) Gain() float64 { return 1 + float64(m.m.saved)/max(float64(m.m.Nodes), 1) }

// Count adds the number of solutions to s.Bulk. A search that was ended by its
// quota can be begun again, and finds in the table what it knew.
func (m *Memo) Count(s *engine.Search) {
	v := m.m
	v.show(s)
	s.Node(0)
	v.reset()
	root := v.levels[0]
	if root.degree == 0 {
		return
	}
	v.key(0)
	clear(v.keys[0])
	root.typical = 0
	n, ok := v.count(0)
	if !ok {
		return
	}
	for i := len(n) - 1; i >= 0; i-- {
		s.Bulk.Lsh(&s.Bulk, 64)
		s.Bulk.Or(&s.Bulk, new(big.Int).SetUint64(n[i]))
	}
}

// key returns the key of a level.
func (m *memo) key(l int) []uint64 {
	for l >= len(m.keys) {
		m.keys = append(m.keys, make([]uint64, m.width))
	}
	return m.keys[l]
}

// count counts the solutions below a node on level l. It reports false if the
// search has to stop.
func (m *memo) count(l int) (sum number, ok bool) {
	now, next := m.level(l), m.level(l+1)
	if now.typical > 16*my.worth {
		m.tighten(now)
	}
	f := now.frame
	if f.heads == 1 && now.live[0]&(now.live[0]-1) == 0 {
		m.AddNodes(l+1, int64(now.degree))
		return number{uint64(now.degree)}, true
	}
	key, child := m.key(l), m.key(l+1)
	next.frame, next.live = f, next.own[:f.words]
	before := m.Nodes
	slot := f.slot[now.item]
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			if !m.Tick(m.effort) {
				return sum, false
			}
			k := f.option[64*w+int32(bits.TrailingZeros64(live))]
			m.Node(l + 1)
			n := number{1}
			switch m.try(now, next, k) {
			case dead:
				continue
			case open:
				add := m.adds[int(f.global[k])*m.width:]
				for i := range child {
					child[i] = key[i] | add[i]
				}
				if n, ok = m.below(l + 1); !ok {
					return sum, false
				}
				next.frame, next.live = f, next.own[:f.words]
			}
			if !sum.add(&n) {
				m.Err = ErrHuge
				return sum, false
			}
		}
	}
	now.typical += (m.Nodes - before - now.typical) / 4
	return sum, true
}

// below is count with a look at the table.
func (m *memo) below(l int) (number, bool) {
	key := m.keys[l]
	at := m.find(key)
	if e := m.slots[at]; e != 0 {
		m.saved += m.entries[e-1].nodes
		return m.entries[e-1].number, true
	}
	before := m.Nodes + m.saved
	n, ok := m.count(l)
	if ok && m.room > 0 {
		m.room--
		m.known = append(m.known, key...)
		m.entries = append(m.entries, entry{n, m.Nodes + m.saved - before})
		if 3*len(m.entries) >= 2*len(m.slots) {
			m.double()
		} else {
			m.slots[m.find(key)] = int32(len(m.entries)) // others may have come in between
		}
	}
	return n, ok
}

// find finds the slot in which a key is, or should be.
func (m *memo) find(key []uint64) int {
	h := uint64(0)
	for _, word := range key {
		h = (h ^ word) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	mask := len(m.slots) - 1
next:
	for at := int(h>>8) & mask; ; at = (at + 1) & mask {
		e := m.slots[at]
		if e == 0 {
			return at
		}
		known := m.known[int(e-1)*m.width:]
		for i, word := range key {
			if known[i] != word {
				continue next
			}
		}
		return at
	}
}

// double makes room for twice as many entries.
func (m *memo) double() {
	m.slots = make([]int32, 2*len(m.slots))
	for e := range m.entries {
		m.slots[m.find(m.known[e*m.width:(e+1)*m.width])] = int32(e + 1)
	}
}
