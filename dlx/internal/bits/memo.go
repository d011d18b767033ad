// SPDX-License-Identifier: BSD-3-Clause

// The problem. To count solutions where states repeat, but there is no order of
// the items that a count by frontier (package frontier) could use: a row of a
// Latin square can be filled in many ways that leave the same for the rows
// below.
//
// The source. Memoization is as old as backtracking; for exact cover, see M.
// Nishino, N. Yasuda, S. Minato and M. Nagata, Dancing with decision diagrams,
// AAAI (2017), DOI 10.1609/aaai.v31i1.10662, and Knuth's program DLX6.
//
// The idea. The number of solutions below a node depends on which items are
// covered and on the colors of the secondary items, but not on the choices that
// led there. So keep a table of the nodes that were searched, with a key of
// bits: one for each primary item that is covered, and for each secondary item
// the number of its color, if it has been used. Each node is looked up before
// it is searched.
//
// An example. Items a b c d and the options "a b", "c d", "a c", "b d", "a d",
// "b c". Below "a b" and "c d" everything is covered; the node where a and b
// are covered is reached once, by "a b". With six items and all pairs, the
// state in which a, b, c, d are covered is reached three times, and searched
// once.
//
// The invariants. Numbers in the table are those of whole subtrees. When the
// memory is full nothing is added, and nothing is lost. A search that is
// stopped has counted what is below the options that it has tried on each
// level; the others are left.
//
// Below a node the items may fall apart: see split.go.
//
// The cost. Some 50 ns for a node and its place in the table. Where no states
// repeat that is wasted; so callers that count check Gain first.

package bits

import (
	"errors"
	"math/bits"

	"polka/dlx/internal/engine"
	"polka/internal/bigint"
)

// ErrHuge is the error of a count that does not fit 256 bits.
var ErrHuge = errors.New("the number of solutions is too large for engine memo")

// A number has 256 bits, lowest word first.
type number [4]uint64

// add adds n. It reports false if the sum is too large.
func (s *number) add(n *number) bool {
	carry := uint64(0)
	for i := range s {
		s[i], carry = bits.Add64(s[i], n[i], carry)
	}
	return carry == 0
}

// A Memo is a search with a table of counts. It is a worker that may be given
// parts one after the other, and keeps its table from one part to the next.
type Memo struct{ m *memo }

// A memo is the state of one search.
type memo struct {
	*solver
	width int        // words of a key
	adds  []uint64   // adds[k*width:(k+1)*width] are the bits that option k adds to a key
	keys  [][]uint64 // keys[l] is the key on level l
	sums  []number   // sums[l] is what was counted below the options tried on level l

	slots   []int32    // a hash table of the numbers of records, from 1, 0 if free
	records [][]uint64 // in blocks: a key, the number of solutions, and of nodes below, saved or not
	large   []number   // numbers beyond 63 bits; the record has their index, and bit 63 set
	used    int        // how many records there are
	most    int        // and the maximum

	saved int64 // nodes that were not searched again

	split splitter
}

// block is how many records are in a block.
const block = 1 << 10

// MemoWorkers returns a function that makes workers with tables, for a problem
// without multiplicities.
func MemoWorkers(p *engine.Problem) func(bytes int) engine.Worker {
	return func(bytes int) engine.Worker { return NewMemo(p, bytes) }
}

// NewMemo prepares a search with the given number of bytes for the table, of a
// problem without multiplicities.
func NewMemo(p *engine.Problem, bytes int) *Memo {
	return memoOf(newSolver(newLayout(p), nil, bytes/4), bytes)
}

// MemoOf is NewMemo with the rows of a worker that Workers has given. The two may not work at the
// same time.
func MemoOf(w engine.Worker, bytes int) *Memo { return memoOf(w.(*worker).v, bytes) }

func memoOf(v *solver, bytes int) *Memo {
	m := &memo{solver: v}
	m.encode()
	m.slots = make([]int32, 1<<10)
	m.most = bytes / 2 / (8*(m.width+2) + 8) // a slot is between 1.5 and 3 times 4 bytes
	return &Memo{m}
}

// encode computes what each option adds to a key.
func (m *memo) encode() {
	p := m.p
	m.split = newSplitter(p)
	place := m.split.place
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
		place[i], m.split.size[i] = places, size
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

// Gain returns the number of nodes that the search would have had without the table, divided by its
// number of nodes.
func (m *Memo) Gain() float64 { return 1 + float64(m.m.saved)/max(float64(m.m.Nodes), 1) }

// Count adds the number of solutions to s.Bulk. If the search ends early,
// s.Rest is what is left, and this Memo can resume it.
func (m *Memo) Count(s *engine.Search) {
	s.Rest, _ = m.Solve(engine.Root(), s)
	s.NewWorker, s.Name = func(int) engine.Worker { return m }, "memo"
	s.Progress = engine.Done(s.Rest)
}

// Solve counts the solutions of a part: see engine.Worker. If there are too
// many, it ends with s.Err = ErrHuge, and reports that it does not know what is
// left.
func (w *Memo) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	m := w.m
	m.show(s)
	path := part.Path.Steps()
	l := len(path)
	m.split.reset(m.Nodes)
	result := m.take(path)
	switch {
	case result == halted:
		return []engine.Part{part}, true
	case l == 0 && m.levels[0].degree == 0, result == dead:
		return nil, true
	case result == solved:
		s.Count++
		return nil, true
	}
	clear(m.key(l))
	for _, step := range path {
		m.join(m.keys[l], m.keys[l], step.Option)
	}
	n, ok := m.count(l)
	switch {
	case !ok && s.Err == ErrHuge:
		return nil, false
	case !ok:
		for j := l; j <= m.stopped; j++ {
			if !n.add(&m.sums[j]) {
				s.Err = ErrHuge
				return nil, false
			}
		}
		left = m.left(part, l)
	}
	s.Bulk.Add(&s.Bulk, bigint.OfWords(n[:]...))
	return left, true
}

// join computes the key of the node below from that of a node where an option is chosen.
func (m *memo) join(key, child []uint64, option int32) {
	add := m.adds[int(option)*m.width:]
	for i := range child {
		child[i] = key[i] | add[i]
	}
}

// key returns the key of a level.
func (m *memo) key(l int) []uint64 {
	for l >= len(m.keys) {
		m.keys = append(m.keys, make([]uint64, m.width))
		m.sums = append(m.sums, number{})
	}
	return m.keys[l]
}

// count counts the solutions below a node on level l. If it reports false the
// search must stop, and the number is invalid; sums and levels say what was
// done.
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
	m.key(l + 1)
	m.sums[l] = number{}
	next.frame, next.live = f, next.own[:f.words]
	before := m.Nodes
	slot := f.slot[now.item]
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			now.bit = 64*w + int32(bits.TrailingZeros64(live))
			if !m.Tick(m.effort) {
				m.stopped, m.untried = l, true
				return number{}, false
			}
			k := *f.option(now.bit)
			m.chosen[l] = f.global[k]
			m.Node(l + 1)
			n := number{1}
			switch m.try(now, next, k) {
			case dead:
				continue
			case open:
				m.join(m.keys[l], m.keys[l+1], f.global[k])
				if n, ok = m.below(l + 1); !ok {
					return number{}, false
				}
				next.frame, next.live = f, next.own[:f.words]
			}
			if !m.sums[l].add(&n) {
				m.Err = ErrHuge
				return number{}, false
			}
		}
	}
	now.typical += (m.Nodes - before - now.typical) / 4
	return m.sums[l], true
}

// below counts the solutions below a node on level l, other than that of a part, with a
// lookup in the table.
func (m *memo) below(l int) (number, bool) {
	if n, ok := m.lookup(m.keys[l]); ok {
		return n, true
	}
	if !m.falls(l) {
		return m.counted(l)
	}
	before := m.Nodes + m.saved
	n, ok := m.product(l)
	return m.stored(l, n, ok, before)
}

// known is below where nothing falls apart.
func (m *memo) known(l int) (number, bool) {
	if n, ok := m.lookup(m.keys[l]); ok {
		return n, true
	}
	return m.counted(l)
}

// lookup looks for a key in the table.
func (m *memo) lookup(key []uint64) (number, bool) {
	e := m.slots[m.find(key)]
	if e == 0 {
		return number{}, false
	}
	found := m.record(int(e - 1))[m.width:]
	m.save(int64(found[1]))
	if at := found[0]; at>>63 != 0 {
		return m.large[at&^(1<<63)], true
	}
	return number{found[0]}, true
}

// counted is count with an entry in the table.
func (m *memo) counted(l int) (number, bool) {
	before := m.Nodes + m.saved
	n, ok := m.count(l)
	return m.stored(l, n, ok, before)
}

// stored adds the number of solutions below a node to the table if it is known. before is what
// m.Nodes + m.saved was.
func (m *memo) stored(l int, n number, ok bool, before int64) (number, bool) {
	if ok && m.used < m.most {
		m.remember(m.keys[l], n, m.Nodes+m.saved-before)
	}
	return n, ok
}

// remember adds a record to the table.
func (m *memo) remember(key []uint64, n number, nodes int64) {
	if m.used%block == 0 {
		m.records = append(m.records, make([]uint64, block*(m.width+2)))
	}
	m.used++
	r := m.record(m.used - 1)
	copy(r, key)
	r[m.width], r[m.width+1] = n[0], uint64(nodes)
	if n[0]>>63|n[1]|n[2]|n[3] != 0 {
		r[m.width] = uint64(len(m.large)) | 1<<63
		m.large = append(m.large, n)
		m.most -= 2 // four words, and those that append may reserve
	}
	if 3*m.used >= 2*len(m.slots) {
		m.double()
	} else {
		m.slots[m.find(key)] = int32(m.used) // others may have been added in between
	}
}

// record returns the record with a number.
func (m *memo) record(e int) []uint64 {
	at := e % block * (m.width + 2)
	return m.records[e/block][at : at+m.width+2]
}

// find finds the slot in which a key is, or should be.
func (m *memo) find(key []uint64) int {
	h := uint64(0)
	for _, word := range key {
		high, low := bits.Mul64(h^word, 0x9e3779b97f4a7c15)
		h = high ^ low
	}
	mask := len(m.slots) - 1
next:
	for at := int(h>>8) & mask; ; at = (at + 1) & mask {
		e := m.slots[at]
		if e == 0 {
			return at
		}
		known := m.record(int(e - 1))
		for i, word := range key {
			if known[i] != word {
				continue next
			}
		}
		return at
	}
}

// double makes room for twice as many records.
func (m *memo) double() {
	m.slots = make([]int32, 2*len(m.slots))
	for e := range m.used {
		m.slots[m.find(m.record(e)[:m.width])] = int32(e + 1)
	}
}
