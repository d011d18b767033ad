// SPDX-License-Identifier: BSD-3-Clause

package bits

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"polka/dlx/internal/engine"
)

// sparse makes a problem whose options have items that are near each other, some of them
// secondary and colored.
func sparse(r *rand.Rand) *engine.Problem {
	primary := 6 + r.IntN(8)
	secondary := r.IntN(4)
	p := &engine.Problem{Primary: primary, Items: primary + secondary, First: []int32{0}}
	for range primary * (2 + r.IntN(3)) {
		at := r.IntN(primary)
		used := map[int]bool{at: true}
		p.Entries = append(p.Entries, engine.Entry{Item: int32(at)})
		for range r.IntN(3) {
			if i := at + r.IntN(5) - 2; i >= 0 && i < primary && !used[i] {
				used[i] = true
				p.Entries = append(p.Entries, engine.Entry{Item: int32(i)})
			}
		}
		if secondary > 0 && r.IntN(4) == 0 {
			p.Entries = append(p.Entries, engine.Entry{Item: int32(primary + r.IntN(secondary)), Color: int32(r.IntN(3))})
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// TestSplit compares counts of problems that often fall apart with those of a search.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	splits := 0
	for n := range 1000 {
		p := sparse(r)
		var want, got engine.Search
		Solve(p, &want)
		m := NewMemo(p, 1<<20)
		m.Count(&got)
		if got.Total().Cmp(want.Total()) != 0 || got.Err != nil {
			t.Fatalf("problem %d: %v, %v, want %v", n, got.Total(), got.Err, want.Total())
		}
		for _, s := range m.m.split.levels {
			if s.open != nil {
				splits++
			}
		}
	}
	if splits < 300 {
		t.Errorf("only %d levels with nodes that fell apart", splits)
	}
}

// rooms is the problem of tiling rooms of 4 by 4 cells by dominoes. The rooms are in a row, and a
// cell connects each to the next. One cell of a room, and each cell between rooms, may be left
// empty.
func rooms(n int) *engine.Problem {
	at := func(room, y, x int) int32 { return int32(17*room + 4*y + x) }
	p := &engine.Problem{Primary: 17*n - 1, Items: 17*n - 1, First: []int32{0}}
	add := func(items ...int32) {
		for _, i := range items {
			p.Entries = append(p.Entries, engine.Entry{Item: i})
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	for room := range n {
		for y := range 4 {
			for x := range 4 {
				if x < 3 {
					add(at(room, y, x), at(room, y, x+1))
				}
				if y < 3 {
					add(at(room, y, x), at(room, y+1, x))
				}
			}
		}
		add(at(room, 0, 0))
		if room+1 < n {
			add(int32(17*room + 16))
			add(at(room, 3, 3), int32(17*room+16))
			add(int32(17*room+16), at(room+1, 0, 0))
		}
	}
	return p
}

// TestRooms counts with items in an order that mixes the rooms. Without splitting, 8 rooms take
// 45,779 nodes, and 16 more than 3 million.
func TestRooms(t *testing.T) {
	known := "178689910246017054531432477289437798228285773001601743140683776" // in the original order
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		rooms int
		nodes int64
	}{{2, 400}, {3, 600}, {8, 20000}} {
		p := rooms(c.rooms)
		var want, got engine.Search
		NewMemo(p, 1<<24).Count(&want)
		place := r.Perm(p.Items)
		for i := range p.Entries {
			p.Entries[i].Item = int32(place[p.Entries[i].Item])
		}
		NewMemo(p, 1<<24).Count(&got)
		if got.Err != nil || got.Total().Cmp(want.Total()) != 0 || got.Nodes > c.nodes {
			t.Errorf("%d rooms: %v, %v with %d nodes, want %v", c.rooms, got.Total(), got.Err, got.Nodes, want.Total())
		}
	}
	var got engine.Search
	NewMemo(rooms(40), 1<<24).Count(&got)
	if got.Err != nil || got.Total().String() != known {
		t.Errorf("40 rooms: %v, %v, want %s", got.Total(), got.Err, known)
	}
	// Ended in parts, and resumed.
	p := rooms(10)
	place := r.Perm(p.Items)
	for i := range p.Entries {
		p.Entries[i].Item = int32(place[p.Entries[i].Item])
	}
	var want engine.Search
	NewMemo(p, 1<<24).Count(&want)
	m := NewMemo(p, 1<<24)
	sum, times := new(big.Int), 0
	for rest := []engine.Part{engine.Root()}; len(rest) > 0; times++ {
		s := engine.Search{Control: engine.Control{Quota: 500}}
		left, ok := m.Solve(rest[0], &s)
		if !ok {
			t.Fatal(s.Err)
		}
		sum.Add(sum, s.Total())
		rest = append(left, rest[1:]...)
		if times > 100000 {
			t.Fatal("no end")
		}
	}
	if sum.Cmp(want.Total()) != 0 || times < 10 {
		t.Errorf("%v in %d parts, want %v", sum, times, want.Total())
	}
}

// TestCredit begins to count the solutions of a formula with 370 clauses of three literals, which
// seldom falls apart: the cost of looking for parts stays within its limit.
func TestCredit(t *testing.T) {
	const variables, clauses = 100, 370
	r := rand.New(rand.NewPCG(3, 3))
	p := &engine.Problem{Primary: variables + clauses, Items: 2*variables + clauses, First: []int32{0}}
	add := func(item, values int, of ...int) {
		p.Entries = append(p.Entries, engine.Entry{Item: int32(item)})
		for i, x := range of {
			p.Entries = append(p.Entries, engine.Entry{Item: int32(variables + clauses + x), Color: int32(1 + values>>i&1)})
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	for x := range variables {
		add(clauses+x, 0, x)
		add(clauses+x, 1, x)
	}
	for c := range clauses {
		three := r.Perm(variables)[:3]
		for values := range 7 {
			add(c, values, three...)
		}
	}
	s := new(engine.Search)
	s.Quota = 1000
	m := NewMemo(p, 1<<24)
	m.Count(s)
	if left := m.m.split.credit; left < -int64(2*len(p.Entries)) {
		t.Errorf("the credit is %d", left)
	}
}

func TestMultiply(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		var a, b number
		for i := range r.IntN(5) {
			a[i] = r.Uint64() >> r.IntN(64)
		}
		for i := range r.IntN(5) {
			b[i] = r.Uint64() >> r.IntN(64)
		}
		x, y := big256(a), big256(b)
		want := new(big.Int).Mul(x, y)
		c := a
		ok := c.multiply(&b)
		if fits := want.BitLen() <= 256; ok != fits || ok && big256(c).Cmp(want) != 0 {
			t.Fatalf("%v * %v = %v, %v, want %v", x, y, big256(c), ok, want)
		}
	}
}

// big256 converts a number.
func big256(n number) *big.Int {
	x := new(big.Int)
	for i := len(n) - 1; i >= 0; i-- {
		x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(n[i]))
	}
	return x
}
