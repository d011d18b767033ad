// SPDX-License-Identifier: BSD-3-Clause

package pool_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/instance"
	"polka/dlx/internal/links"
	"polka/dlx/internal/pool"
)

// teams is the problem of choosing options for n items, each of which may be covered up
// to three times, from options with two of them each.
func teams(n int) *engine.Problem {
	p := &engine.Problem{Primary: n, Items: n + 1, First: []int32{0}}
	for i := range n {
		p.Low, p.High = append(p.Low, int32(i%2)), append(p.High, int32(1+i%3))
	}
	for i := range int32(n) {
		for j := range i {
			p.Entries = append(p.Entries, engine.Entry{Item: j}, engine.Entry{Item: i}, engine.Entry{Item: int32(n), Color: 1 + (i+j)%2})
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	return p
}

// errBurnt is the error of a fuse that has burnt.
var errBurnt = errors.New("the fuse has burnt")

// cases are problems with engines that work on their parts.
func cases() map[string]struct {
	p         *engine.Problem
	newWorker func(int) engine.Worker
} {
	type c = struct {
		p         *engine.Problem
		newWorker func(int) engine.Worker
	}
	pairs, many := instance.Langford(11), teams(7)
	return map[string]c{
		"links":                     {pairs, links.Workers(pairs)},
		"bits":                      {pairs, bits.Workers(pairs)},
		"bits, whole":               {pairs, pool.Whole(pairs, bits.Solve)},
		"links with multiplicities": {many, links.Workers(many)},
		"bits with multiplicities":  {many, pool.Whole(many, bits.Solve)},
	}
}

// rounds is how often a search is stopped repeatedly: engines that work on whole parts
// start them again, which takes long.
func rounds(name string) int {
	if name == "bits, whole" {
		return 2
	}
	return 6
}

// TestFinish stops searches at random moments, by the context and by the visitor, with
// any number of threads, resumes them, and compares solutions, their order, nodes and
// updates with those of a search that was not stopped.
func TestFinish(t *testing.T) {
	for name, c := range cases() {
		t.Run(name, func(t *testing.T) {
			var want []string
			write := func(options []int32) string { return fmt.Sprint(options) }
			whole := &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{engine.Root()}, NewWorker: c.newWorker}}
			whole.Visit = func(options []int32) bool { want = append(want, write(options)); return true }
			pool.Run(whole, 1)
			direct := &engine.Search{}
			if links.Solve(c.p, direct); direct.Count != whole.Count || direct.Nodes != whole.Nodes {
				t.Fatalf("%d solutions, %d nodes; links finds %d, %d", whole.Count, whole.Nodes, direct.Count, direct.Nodes)
			}
			r := rand.New(rand.NewPCG(3, 4))
			stops := 0
			for round := range rounds(name) {
				visiting := round%2 == 0
				var got []string
				sum := &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{engine.Root()}}}
				for tries := 0; len(sum.Rest) > 0; tries++ {
					sum.Check = engine.NewFuse(r.Int64N(100)+int64(tries*tries), errBurnt).Look
					sum.NewWorker = c.newWorker
					if visiting {
						enough := 1 + r.IntN(len(want))
						sum.Visit = func(options []int32) bool {
							got = append(got, write(options))
							enough--
							return enough > 0
						}
					}
					pool.Run(sum, 1+r.IntN(4))
					if len(sum.Rest) > 0 {
						stops++
					}
				}
				if visiting && !slices.Equal(got, want) {
					t.Fatalf("round %d: %d solutions, want %d, or another order", round, len(got), len(want))
				}
				if sum.Count != whole.Count || sum.Nodes != whole.Nodes || !slices.Equal(sum.Profile, whole.Profile) || sum.Updates != whole.Updates && visiting {
					t.Fatalf("round %d: %d solutions, nodes %v, %d updates, want %d, %v, %d",
						round, sum.Count, sum.Profile, sum.Updates, whole.Count, whole.Profile, whole.Updates)
				}
				if sum.Progress != 1 {
					t.Errorf("round %d: progress %v at the end", round, sum.Progress)
				}
			}
			if stops < 2 {
				t.Errorf("stopped %d times only", stops)
			}
		})
	}
}

// TestReport checks snapshots of a running search, and resumes one.
func TestReport(t *testing.T) {
	if testing.Short() {
		t.Skip("runs for seconds, so that there are reports")
	}
	p := instance.Langford(12)
	for _, threads := range []int{1, 2} {
		for _, visiting := range []bool{false, true} {
			var saved []engine.Part
			found, reports, last := uint64(0), 0, 0.0
			s := &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{engine.Root()}, NewWorker: links.Workers(p)}}
			if visiting {
				s.Visit = func([]int32) bool { return true }
			}
			s.Report = func(sofar *engine.Search, open func() []engine.Part) bool {
				if sofar.Progress < last || sofar.Progress > 1 {
					t.Errorf("progress %v after %v", sofar.Progress, last)
				}
				last = sofar.Progress
				if reports++; reports == 2 {
					saved, found = open(), sofar.Count
				}
				return true
			}
			pool.Run(s, threads)
			if s.Count != 216288 || reports < 2 {
				t.Fatalf("%d solutions, %d reports", s.Count, reports)
			}
			later := &engine.Search{Question: s.Question, Remainder: engine.Remainder{Rest: saved, NewWorker: links.Workers(p)}}
			pool.Run(later, threads)
			if found+later.Count != 216288 {
				t.Errorf("%d threads, visiting %v: %d solutions at the report and %d after it, want 216288 in sum (2 x A014552)", threads, visiting, found, later.Count)
			}
		}
	}
}
