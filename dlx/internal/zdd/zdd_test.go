// SPDX-License-Identifier: BSD-3-Clause

package zdd

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func always(int64) error { return nil }

// draw makes a family of random sets of variables, and the same as a map from bits.
func draw(b *Builder, random *rand.Rand, vars int) (int32, map[uint32]bool) {
	node, sets := None, map[uint32]bool{}
	for range random.IntN(1 << vars / 2) {
		set := random.Uint32() & random.Uint32() & (1<<vars - 1)
		one := Unit
		for v := range int32(vars) {
			if set>>v&1 != 0 {
				one = b.Attach(one, v)
			}
		}
		node = b.Union(node, one)
		sets[set] = true
	}
	return node, sets
}

// members lists a diagram as bits, in its order.
func members(d *Diagram) []uint32 {
	var list []uint32
	d.Each(func(vars []int32) bool {
		set := uint32(0)
		for _, v := range vars {
			set |= 1 << v
		}
		list = append(list, set)
		return true
	})
	return list
}

// TestCollect removes nodes between operations.
func TestCollect(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 1))
	b := NewBuilder(1<<20, always)
	for range 200 {
		x, xs := draw(b, random, 6)
		y, ys := draw(b, random, 6)
		before := len(b.Nodes)
		b.Collect(func(visit func(*int32)) { visit(&x); visit(&y) })
		if len(b.Nodes) > before {
			t.Fatal("there are more nodes than before")
		}
		if want := len(b.Diagram(b.Union(x, y)).Nodes); want > len(b.Nodes) {
			t.Fatal("a diagram is larger than its builder")
		}
		d := b.Diagram(b.Intersect(x, y))
		if b.Err != nil {
			t.Fatal(b.Err)
		}
		got := members(d)
		want := 0
		for set := range xs {
			if ys[set] {
				want++
				if !slices.Contains(got, set) {
					t.Fatalf("%06b is missing", set)
				}
			}
		}
		if len(got) != want {
			t.Fatalf("%d members, want %d", len(got), want)
		}
		if err := d.Check(6); err != nil {
			t.Fatal(err)
		}
		c, err := NewCounts(d, 1<<24, always)
		if err != nil || c.Total().Int64() != int64(want) {
			t.Fatalf("%v, want %d", c.Total(), want)
		}
	}
}

// TestLarge counts all sets of 1000 variables.
func TestLarge(t *testing.T) {
	b := NewBuilder(1<<20, always)
	all := Unit
	for v := int32(999); v >= 0; v-- {
		all = b.Make(v, all, all)
	}
	d := b.Diagram(all)
	c, err := NewCounts(d, 1<<24, always)
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Int).Lsh(big.NewInt(1), 1000)
	if c.Total().Cmp(want) != 0 {
		t.Errorf("%v, want 2^1000", c.Total())
	}
	want.Rsh(want, 1)
	for v, n := range c.Of(1000) {
		if n.Cmp(want) != 0 {
			t.Fatalf("variable %d is in %v sets, want 2^999", v, n)
		}
	}
	if _, err := NewCounts(d, 1<<17, always); err != ErrFull { // 1002 numbers of 16 words, twice
		t.Errorf("counts of 256 KiB in 128: %v", err)
	}
	class := slices.Repeat([]bool{true}, 1000)
	if _, err := c.CountBy(class, 1<<17, always); err != ErrFull { // 1001 numbers of 16 words
		t.Errorf("a polynomial of 128 KiB, and the one before: %v", err)
	}
	by, err := c.CountBy(class, 1<<24, always)
	if err != nil || len(by) != 1001 || by[500].Cmp(new(big.Int).Binomial(1000, 500)) != 0 {
		t.Errorf("%d numbers, %v", len(by), err)
	}
}

// TestFull fills a small memory.
func TestFull(t *testing.T) {
	b := NewBuilder(1<<16, always)
	random := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		b.Make(random.Int32N(100), Unit, Unit)
		b.Make(random.Int32N(1<<20), None, Unit)
	}
	if b.Err != ErrFull || b.Bytes() > 1<<16 {
		t.Errorf("%v, %d bytes", b.Err, b.Bytes())
	}
	l := NewListing(1<<16, always)
	for l.Add([]int32{random.Int32N(1 << 10), 1<<10 + random.Int32N(1<<10), 1<<11 + random.Int32N(1<<10)}) {
	}
	if l.Err != ErrFull {
		t.Error(l.Err)
	}
}
