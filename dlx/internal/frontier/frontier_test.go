// SPDX-License-Identifier: BSD-3-Clause

package frontier

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"polka/dlx/internal/engine"
	"polka/internal/bigint"
)

// TestTable adds numbers of many words to many keys, and compares with a map of
// big integers.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	store := &store{}
	table := newTable(smallest, false, store)
	want := map[uint64]*big.Int{}
	for range 20000 {
		key := random.Uint64N(3000)<<random.UintN(40) | 1
		words := make([]uint64, 1+random.IntN(4)/3+random.IntN(30)/29)
		n := new(big.Int)
		for i := range words {
			words[i] = random.Uint64() | 1<<63 // so that sums carry often
		}
		for i := len(words) - 1; i >= 0; i-- {
			n.Lsh(n, 64)
			n.Add(n, new(big.Int).SetUint64(words[i]))
		}
		table.add(mask{key, 0}, words)
		if want[key] == nil {
			want[key] = new(big.Int)
		}
		want[key].Add(want[key], n)
	}
	for key, n := range want {
		at := table.slot(mask{key, 0})
		if got := bigint.OfWords(table.slots[at+1 : at+table.stride]...); got.Cmp(n) != 0 {
			t.Errorf("key %d has %v, want %v", key, got, n)
		}
	}
	if table.used != len(want) {
		t.Errorf("%d keys, want %d", table.used, len(want))
	}
	for n, list := range store.free {
		store.words -= n * len(list)
	}
	if store.words != len(table.slots) {
		t.Errorf("the table takes %d words, and %d are accounted for", len(table.slots), store.words)
	}
}

// pairs is the problem of the perfect matchings of n items, any two of which
// may be a pair; it has 1*3*5*...*(n-1) solutions.
func pairs(n int) *engine.Problem {
	p := &engine.Problem{Primary: n, Items: n, First: []int32{0}}
	for i := range n {
		for j := range i {
			p.Entries = append(p.Entries, engine.Entry{Item: int32(j)}, engine.Entry{Item: int32(i)})
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	return p
}

func TestPairs(t *testing.T) {
	plan, ok := NewPlan(pairs(18), &engine.Search{})
	if !ok {
		t.Fatal("no plan")
	}
	s := &engine.Search{}
	plan.Count(s, 1<<62)
	if want := int64(3 * 5 * 7 * 9 * 11 * 13 * 15 * 17); s.Err != nil || s.Total().Int64() != want {
		t.Errorf("%v ways to pair off 18, %v, want %d", s.Total(), s.Err, want)
	}
	if float64(s.Nodes) > plan.Width() {
		t.Errorf("%d states, and at most %v were expected", s.Nodes, plan.Width())
	}
	short := &engine.Search{}
	if plan.Count(short, s.Updates/2); !errors.Is(short.Err, ErrWide) || short.Total().Sign() != 0 {
		t.Errorf("with half the updates: %v, %v, want 0 and ErrWide", short.Total(), short.Err)
	}
}

// TestFar rejects options that reach too far in any order: one that has more
// items than fit a word.
func TestFar(t *testing.T) {
	p := &engine.Problem{Primary: 140, Items: 140, First: []int32{0, 140}}
	for i := range int32(140) {
		p.Entries = append(p.Entries, engine.Entry{Item: i})
	}
	if _, ok := NewPlan(p, &engine.Search{}); ok {
		t.Error("there is a plan for an option of 140 items")
	}
}
