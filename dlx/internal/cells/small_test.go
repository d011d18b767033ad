// SPDX-License-Identifier: BSD-3-Clause

package cells

import (
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// random returns a problem of a few items and options, with colors, and with ranges if they are
// asked for.
func random(r *rand.Rand, ranges bool) *engine.Problem {
	p := &engine.Problem{Primary: 1 + r.IntN(12), First: []int32{0}}
	p.Items = p.Primary + r.IntN(5)
	if ranges {
		for range p.Primary {
			low := int32(r.IntN(3))
			p.Low, p.High = append(p.Low, low), append(p.High, max(low, 1)+int32(r.IntN(3)))
		}
	}
	colored := r.IntN(2) == 0
	uses := make([]int, p.Items)
	for range 1 + r.IntN(26) {
		items := r.Perm(p.Items)[:1+r.IntN(min(4, p.Items))]
		if !slices.ContainsFunc(items, func(i int) bool { return i < p.Primary }) {
			items[0] = r.IntN(p.Primary)
		}
		if !ranges && slices.ContainsFunc(items, func(i int) bool { return i < p.Primary && uses[i] == perItem }) {
			continue
		}
		slices.Sort(items)
		for _, i := range slices.Compact(items) {
			e := engine.Entry{Item: int32(i)}
			if i >= p.Primary && colored {
				e.Color = int32(r.IntN(4))
			}
			uses[i]++
			p.Entries = append(p.Entries, e)
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// visited counts the solutions one by one, with sets in lists.
func visited(p *engine.Problem) uint64 {
	s := &engine.Search{}
	s.Visit = func([]int32) bool { return true }
	Solve(p, s)
	return s.Count
}

// TestSmall counts the solutions of random problems with sets in words, and visits them.
func TestSmall(t *testing.T) {
	const seed = 113001
	r := rand.New(rand.NewPCG(seed, 0))
	solved := map[bool]int{}
	for n := range 10_000 {
		p := random(r, n%2 == 0)
		if p.Options() == 0 {
			continue
		}
		if !FitsWord(p) && !FitsOctets(p) {
			t.Fatalf("seed %d, problem %d: it does not fit", seed, n)
		}
		s := &engine.Search{}
		Count(p, s)
		if want := visited(p); s.Total().Uint64() != want || s.Err != nil {
			t.Fatalf("seed %d, problem %d: %v solutions, %v, want %d\n%+v", seed, n, s.Total(), s.Err, want, p)
		} else if want > 0 {
			solved[p.High != nil]++
		}
	}
	if solved[true] < 1000 || solved[false] < 300 {
		t.Errorf("only %v problems have solutions", solved)
	}
}

// TestOctetParts stops counts at random, and continues with what is left in any order.
func TestOctetParts(t *testing.T) {
	const seed = 113002
	r := rand.New(rand.NewPCG(seed, 0))
	stops := 0
	for n := range 2000 {
		p := random(r, false)
		if p.Options() == 0 {
			continue
		}
		whole := &engine.Search{}
		worker := Octets(p)()
		worker.Solve(engine.Root(), whole)
		sum, rest := &engine.Search{}, []engine.Part{engine.Root()}
		for len(rest) > 0 {
			at, asks := r.IntN(len(rest)), r.IntN(4)
			part := rest[at]
			s := &engine.Search{}
			s.Pace = 1
			s.Cut = func() bool { asks--; return asks < 0 }
			left, ok := worker.Solve(part, s)
			if !ok || (s.Err == nil) != (len(left) == 0) {
				t.Fatalf("seed %d, problem %d: %d parts are left, %v, %v", seed, n, len(left), s.Err, ok)
			}
			if s.Err != nil {
				stops++
				s.Err = nil
			}
			sum.Add(s)
			rest = slices.Replace(rest, at, at+1, left...)
			if stops > 1_000_000 {
				t.Fatalf("seed %d, problem %d does not end", seed, n)
			}
		}
		if sum.Count != whole.Count || sum.Nodes != whole.Nodes || sum.Updates != whole.Updates || !slices.Equal(sum.Profile, whole.Profile) {
			t.Fatalf("seed %d, problem %d: in parts %+v, whole %+v", seed, n, sum.Result, whole.Result)
		}
	}
	if stops < 1000 {
		t.Errorf("only %d stops", stops)
	}
}

// TestWordState stops counts with ranges again and again, and continues from their states.
func TestWordState(t *testing.T) {
	const seed = 113003
	r := rand.New(rand.NewPCG(seed, 0))
	problems, stops := 2000, 0
	if testing.Short() {
		problems = 400
	}
	for n := range problems {
		p := random(r, true)
		if p.Options() == 0 {
			continue
		}
		whole := &engine.Search{}
		countWord(p, whole)
		s := &engine.Search{}
		for s.Err != nil || s.Nodes == 0 {
			asks := 2 + r.IntN(4)
			rest := s.Rest
			s = &engine.Search{}
			s.Rest, s.Pace = rest, 1
			s.Check = func() error {
				if asks--; asks < 0 {
					stops++
					return engine.ErrEnough
				}
				return nil
			}
			countWord(p, s)
		}
		if s.Total().Cmp(whole.Total()) != 0 || s.Nodes < whole.Nodes {
			t.Fatalf("seed %d, problem %d: %v solutions and %d nodes with stops, %v and %d without", seed, n, s.Total(), s.Nodes, whole.Total(), whole.Nodes)
		}
	}
	if stops < problems/2 {
		t.Errorf("only %d stops", stops)
	}
	p := random(r, true)
	s := &engine.Search{}
	s.Check = func() error { return engine.ErrEnough }
	countWord(p, s)
	for at := range s.Rest[0].State {
		bad := slices.Clone(s.Rest[0].State)
		bad[at] ^= 1 << r.IntN(8)
		fresh, whole := &engine.Search{}, &engine.Search{}
		fresh.Rest = []engine.Part{{State: bad}}
		countWord(p, fresh)
		countWord(p, whole)
		if fresh.Total().Cmp(whole.Total()) != 0 {
			t.Errorf("from a state with byte %d changed: %v solutions, want %v", at, fresh.Total(), whole.Total())
		}
	}
}
