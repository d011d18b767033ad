// SPDX-License-Identifier: BSD-3-Clause

package bits

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/instance"
)

// countSteps returns the number of steps that are made from now on, until the test ends.
func countSteps(t *testing.T) *int64 {
	machine, steps := my, new(int64)
	t.Cleanup(func() { my = machine })
	my.step = func(now, next *level, drop []uint64) uint64 {
		*steps++
		return machine.step(now, next, drop)
	}
	return steps
}

// onMachines runs a test on every machine that this processor supports.
func onMachines(t *testing.T, test func(t *testing.T)) {
	defer func(m machine) { my = m }(my)
	for _, my = range machines {
		t.Run(my.name, test)
	}
}

// TestSteps compares the steps of each machine with those of words, on random
// rows of random frames: of few and many items, with up to 5 words or, in some
// rounds, 47 for an item, with few options left or all of them, so that many
// items have equally many.
func TestSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	fails, ends, large, equal := 0, 0, 0, 0 // how often something was seen
	for round := range 2000 {
		items := 1 + random.IntN(70)
		sizes := make([]uint64, items)
		longest := 150
		if round%20 == 0 {
			longest = 1500
		}
		for i := range sizes {
			sizes[i] = uint64(i)<<32 | uint64(random.IntN(longest)*random.IntN(3))
		}
		f := &frame{}
		f.lay(items, sizes)
		f.degree, f.rank = make([]int64, len(f.key)), make([]uint64, len(f.key))
		v := &multisolver{solver: &solver{Search: &engine.Search{}, layout: &layout{p: &engine.Problem{}}}}
		for range items {
			v.bound, v.slack = append(v.bound, int32(1+random.IntN(3))), append(v.slack, int32(random.IntN(3)))
		}
		for s := range items {
			v.weighSlot(f, int32(s))
		}
		row := func(density int) []uint64 {
			row := newRow(f.words)
			for s := range items {
				for w := f.first[s]; w < f.end[s]; w += lanes {
					row[w] = ^uint64(0)
					for range density {
						row[w] &= random.Uint64()
					}
				}
			}
			return row
		}
		density, loss := []int{0, 1, 2, 3, 5}[random.IntN(5)], []int{1, 2, 3, 4, 5, 64}[random.IntN(6)]
		if round%100 == 0 {
			density, loss = 0, 64 // the greatest sums
		}
		live, drop := row(density), row(loss)
		for s := range items {
			live[s/64] |= uint64(random.IntN(5)+3) / 4 % 2 << (s % 64)
			drop[s/64] |= uint64(random.IntN(5)) / 4 << (s % 64)
		}
		now := func() *level {
			now := &level{frame: f, live: live}
			for s := range items {
				if live[s/64]>>(s%64)&1 != 0 {
					now.list = append(now.list, int32(s))
				}
			}
			return now
		}
		next := func() *level {
			return &level{frame: f, live: newRow(f.words), list: make([]int32, items), rest: make([]int32, items)}
		}
		want, wantMultiple := next(), next()
		best := stepWords(now(), want, drop)
		result := stepMultiple(v, now(), wantMultiple, drop)
		options := func(s int) int64 { return optionsLeft(f, want.live, live, drop, s) }
		switch {
		case best <= deadEnd:
			fails++
		case best == nothing:
			ends++
		}
		for s := range items {
			if options(s) > 15*64 {
				large++
			}
			if best > deadEnd && options(s) == int64(best>>32) && f.key[s] != best&0xffffffff {
				equal++
			}
		}
		for _, m := range machines {
			got := next()
			first := firstToFail(f, func(s int) bool { return options(s) == 0 })
			if b := m.step(now(), got, drop); b != best && (b > deadEnd || best > deadEnd) {
				t.Fatalf("%s finds %#x, want %#x", m.name, b, best)
			} else if b > deadEnd {
				sameOpen(t, m.name, f, got.live, want.live)
			} else if !m.lists && f.groups[0].number != first {
				t.Fatalf("%s moves group %d to the front, want %d", m.name, f.groups[0].number, first)
			}
			got = next()
			first = firstToFail(f, func(s int) bool {
				n := options(s)
				return n >= 0 && n+f.degree[s] <= 0
			})
			if r := m.multiple(v, now(), got, drop); r != result {
				t.Fatalf("%s with multiplicities finds %v, want %v", m.name, r, result)
			} else if r == open && (got.item != wantMultiple.item || got.degree != wantMultiple.degree || got.size != wantMultiple.size) {
				t.Fatalf("%s with multiplicities finds %+v, want %+v", m.name, got, wantMultiple)
			} else if r != dead {
				sameOpen(t, m.name, f, got.live, wantMultiple.live)
			} else if !m.lists && f.groups[0].number != first {
				t.Fatalf("%s with multiplicities moves group %d to the front, want %d", m.name, f.groups[0].number, first)
			}
		}
	}
	if fails < 200 || ends < 10 || large < 100 || equal < 100 {
		t.Errorf("%d dead ends, %d without open items, %d items with many options, %d with as few as the best, want more", fails, ends, large, equal)
	}
}

// optionsLeft returns how many options a step leaves for the item at a slot, or -1 if it is not
// open in the row left.
func optionsLeft(f *frame, left, live, drop []uint64, s int) int64 {
	if left[s/64]>>(s%64)&1 == 0 {
		return -1
	}
	n := int64(0)
	for w := f.first[s]; w < f.end[s]; w += lanes {
		n += int64(bits.OnesCount64(live[w] &^ drop[w]))
	}
	return n
}

// firstToFail returns the number of the first group with a slot that fails, or -1.
func firstToFail(f *frame, fails func(s int) bool) int32 {
	for _, g := range f.groups {
		for s := lanes * int(g.number); s < lanes*int(g.number)+lanes; s++ {
			if fails(s) {
				return g.number
			}
		}
	}
	return -1
}

// sameOpen compares heads, and the words of the open items.
func sameOpen(t *testing.T, name string, f *frame, got, want []uint64) {
	t.Helper()
	if !slices.Equal(got[:f.heads], want[:f.heads]) {
		t.Fatalf("%s has the head %x, want %x", name, got[:f.heads], want[:f.heads])
	}
	for s := range f.key {
		for w := f.first[s]; want[s/64]>>(s%64)&1 != 0 && w < f.end[s]; w += lanes {
			if got[w] != want[w] {
				t.Fatalf("%s has %x in word %d, want %x", name, got[w], w, want[w])
			}
		}
	}
}

// TestGather compares the gathering of bits with its definition.
func TestGather(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for range 1000 {
		from := []uint64{random.Uint64(), random.Uint64() & random.Uint64()}
		mask := random.Uint64() & random.Uint64()
		moves := []move{{0, 1, mask, 0}, {1, 0, lowest(mask, 9), 3}}
		want := []uint64{0, 0}
		for w, m := range moves {
			n := 0
			for b := range 64 {
				if m.mask>>b&1 != 0 {
					want[1-w] |= from[w] >> b & 1 << (n + int(m.shift))
					n++
				}
			}
			if w == 1 && n != min(9, bits.OnesCount64(mask)) {
				t.Fatalf("lowest(%x, 9) has %d bits", mask, n)
			}
		}
		for _, m := range machines {
			to := []uint64{0, 0}
			if m.gather(to, from, moves); !slices.Equal(to, want) {
				t.Fatalf("%s gathers %x, want %x", m.name, to, want)
			}
		}
	}
}

// TestMachines solves problems on every machine, in frames as narrow as
// possible: the trees must be the same.
func TestMachines(t *testing.T) {
	var want engine.Search
	onMachines(t, func(t *testing.T) {
		for _, my.worth = range []int64{0, my.worth} {
			s := engine.Search{}
			Solve(instance.Langford(8), &s)
			if s.Count != 300 || want.Nodes > 0 && !slices.Equal(s.Profile, want.Profile) {
				t.Errorf("%d solutions and %v, want 300 and %v", s.Count, s.Profile, want.Profile)
			}
			want = s
		}
	})
}

// TestMachinesAtLimit solves problems with an item that is in all options, so that its degree is
// one more than their number, around the greatest degree that fits into the numbers of vectors.
// The first three options have the only item that must be chosen; of options without one, no two
// go together. A search that branches on the first item has some 32,767 nodes.
func TestMachinesAtLimit(t *testing.T) {
	for _, options := range []int{1<<15 - 3, 1<<15 - 2, 1<<15 - 1, 1 << 15} {
		p := &engine.Problem{Primary: 2, Items: 3, Low: []int32{0, 1}, High: []int32{2, 1}, First: []int32{0}}
		for k := range options {
			p.Entries = append(p.Entries, engine.Entry{Item: 0}, engine.Entry{Item: 2})
			if k < 3 {
				p.Entries = append(p.Entries, engine.Entry{Item: 1})
			}
			p.First = append(p.First, int32(len(p.Entries)))
		}
		onMachines(t, func(t *testing.T) {
			s := engine.Search{}
			Solve(p, &s)
			if s.Count != 3 || s.Nodes > 20 {
				t.Errorf("%d options: %d solutions and %d nodes, want 3 and few", options, s.Count, s.Nodes)
			}
		})
	}
}
