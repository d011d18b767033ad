// SPDX-License-Identifier: BSD-3-Clause

package bits

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/instance"
	"polka/dlx/internal/pool"
)

// errBurnt is the error of a fuse that has burnt.
var errBurnt = errors.New("the fuse has burnt")

// TestPartsAreTheWhole stops a search at many moments and finishes what is
// left: solutions, nodes and profile must be those of the search that was not
// stopped, and the shares must add up to 1. There are 300 Langford pairs for 8
// (twice OEIS A014552) and 35584 for 11.
func TestPartsAreTheWhole(t *testing.T) { onMachines(t, testPartsAreTheWhole) }

func testPartsAreTheWhole(t *testing.T) {
	t.Run("langford", func(t *testing.T) { partsAreTheWhole(t, instance.Langford(11), 35584, 5) })
	t.Run("queens", func(t *testing.T) { partsAreTheWhole(t, instance.Dominate(7, 4), 86, 8) })
}

func partsAreTheWhole(t *testing.T, p *engine.Problem, solutions uint64, step int) {
	whole := &engine.Search{}
	if Solve(p, whole); len(whole.Rest) != 0 || whole.Progress != 1 || whole.Count != solutions {
		t.Fatalf("%d solutions, %d parts left", whole.Count, len(whole.Rest))
	}
	stopped := 0
	for asks := 0; asks < 40; asks += step {
		s := &engine.Search{Control: engine.Control{Check: engine.NewFuse(int64(asks), errBurnt).Look}}
		Solve(p, s)
		if s.Err == nil {
			continue
		}
		stopped++
		sum := s.Progress
		for _, part := range s.Rest {
			sum += part.Weight
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("after %d looks at the context: the shares are %v in sum", asks, sum)
		}
		s.Err, s.Check = nil, nil
		pool.Run(s, 1+asks%2)
		if s.Count != whole.Count || s.Nodes != whole.Nodes || s.Updates != whole.Updates || !slices.Equal(s.Profile, whole.Profile) {
			t.Errorf("after %d looks at the context: %d solutions and %v, want %d and %v", asks, s.Count, s.Profile, whole.Count, whole.Profile)
		}
		if s.Progress != 1 {
			t.Errorf("after %d looks at the context: progress %v at the end", asks, s.Progress)
		}
	}
	if stopped < 4 {
		t.Errorf("the search was stopped %d times only", stopped)
	}
}

// partitions is the problem of dividing n items into sets: an option for each
// set.
func partitions(n int) *engine.Problem {
	p := &engine.Problem{Primary: n, Items: n, First: []int32{0}}
	for set := 1; set < 1<<n; set++ {
		for i := range n {
			if set>>i&1 != 0 {
				p.Entries = append(p.Entries, engine.Entry{Item: int32(i)})
			}
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// TestRootThenParts has one worker search the root, until it is stopped, and
// then the parts that are left. Nine items are one more than share a group, so
// that a frame without gaps looks narrower, and even the root is narrowed.
// There are 21147 partitions of nine things, OEIS A000110.
func TestRootThenParts(t *testing.T) { onMachines(t, testRootThenParts) }

func testRootThenParts(t *testing.T) {
	p := partitions(9)
	var first *engine.Search
	for threads := 1; threads <= 3; threads++ {
		s := &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{engine.Root()}, NewWorker: Workers(p)}}
		pool.Run(s, threads)
		if first == nil {
			first = s
		}
		if s.Count != 21147 || s.Nodes != 42294 || s.Updates != first.Updates || !slices.Equal(s.Profile, first.Profile) {
			t.Errorf("%d threads: %d solutions, %d nodes, %d updates, want 21147, 42294 and %d", threads, s.Count, s.Nodes, s.Updates, first.Updates)
		}
	}
}

// TestNoRoom solves with no memory for rows of conflicts.
func TestNoRoom(t *testing.T) {
	p := instance.Langford(8)
	s := &engine.Search{}
	v := newSolver(newLayout(p), s, 0)
	v.branch(0)
	if s.Count != 300 {
		t.Errorf("%d solutions without kept rows, want 300", s.Count)
	}
	for k, row := range v.root.rows {
		if row != nil {
			t.Errorf("the row of option %d was kept", k)
		}
	}
}

// TestMemoParts stops counts with a table at many moments, and resumes them
// with the table and without: the sum must be the whole.
func TestMemoParts(t *testing.T) { onMachines(t, testMemoParts) }

func testMemoParts(t *testing.T) {
	p := instance.Langford(11)
	whole := &engine.Search{}
	NewMemo(p, 1<<24).Count(whole)
	if whole.Total().Int64() != 35584 || len(whole.Rest) > 0 || whole.Progress != 1 {
		t.Fatalf("%v, with %d parts left, want 35584", whole.Total(), len(whole.Rest))
	}
	for _, asks := range []int{0, 3, 20} {
		for _, again := range []bool{false, true} {
			s := &engine.Search{Control: engine.Control{Check: engine.NewFuse(int64(asks), errBurnt).Look}}
			NewMemo(p, 1<<24).Count(s)
			if len(s.Rest) == 0 {
				t.Fatalf("after %d looks nothing is left", asks)
			}
			s.Check, s.Err = nil, nil
			if again {
				s.NewWorker = MemoWorkers(p)
			}
			if pool.Run(s, 1); s.Err != nil || s.Total().Int64() != 35584 || len(s.Rest) > 0 {
				t.Errorf("%v, %v, want 35584 after a stop at look %d", s.Total(), s.Err, asks)
			}
		}
	}
}

// TestMemoNumbers counts matchings, which are so many that numbers take more
// than 63 bits, with less and less memory; too many for 256 bits end the count.
func TestMemoNumbers(t *testing.T) {
	chain := func(rings int) *engine.Problem { // of rings of four items, each covered in two ways
		p := &engine.Problem{Primary: 4 * rings, Items: 4 * rings, First: []int32{0}}
		for r := range int32(rings) {
			for i := range int32(4) {
				p.Entries = append(p.Entries, engine.Entry{Item: 4*r + i}, engine.Entry{Item: 4*r + (i+1)%4})
				p.First = append(p.First, int32(len(p.Entries)))
			}
		}
		return p
	}
	for _, rings := range []int{1, 8, 62, 63, 64, 65, 200, 255} {
		for _, bytes := range []int{1 << 8, 1 << 24} {
			if bytes == 1<<8 && rings > 8 {
				continue // a search through 2^62 solutions
			}
			s := &engine.Search{}
			NewMemo(chain(rings), bytes).Count(s)
			if want := new(big.Int).Lsh(big.NewInt(1), uint(rings)); s.Err != nil || s.Total().Cmp(want) != 0 {
				t.Errorf("%d rings: %v, %v, want %v", rings, s.Total(), s.Err, want)
			}
		}
	}
	s := &engine.Search{}
	if NewMemo(chain(256), 1<<24).Count(s); s.Err != ErrHuge {
		t.Errorf("256 rings: %v, %v, want ErrHuge", s.Total(), s.Err)
	}
}
