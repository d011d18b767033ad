// SPDX-License-Identifier: BSD-3-Clause

package bits

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// TestFree lists solutions, of which most choices exclude nothing: with fewer steps than half of
// the nodes, in the order of package links, whole and in parts.
func TestFree(t *testing.T) {
	steps := countSteps(t)
	p := clauses(10, 100)
	whole, parts, other := new(engine.Search), new(engine.Search), new(engine.Search)
	var lists [3][]string
	for i, s := range []*engine.Search{whole, parts, other} {
		s.Visit = func(options []int32) bool {
			lists[i] = append(lists[i], fmt.Sprint(options))
			return true
		}
	}
	Solve(p, whole)
	if *steps > whole.Nodes/2 {
		t.Errorf("%d steps for %d nodes", *steps, whole.Nodes)
	}
	links.Solve(p, other)
	stops := 0
	worker := Workers(p)(engine.Memory)
	for rest := []engine.Part{engine.Root()}; len(rest) > 0; {
		s := &engine.Search{Question: parts.Question}
		s.Quota = 1
		left, _ := worker.Solve(rest[0], s)
		rest = slices.Replace(rest, 0, 1, left...)
		if s.Err != nil {
			stops++
		}
		s.Err = nil
		parts.Add(s)
	}
	if stops < 10 {
		t.Errorf("%d stops", stops)
	}
	if whole.Nodes != other.Nodes || parts.Nodes != other.Nodes || whole.Updates != parts.Updates {
		t.Errorf("nodes: %d, %d in parts, %d by links; updates: %d, %d", whole.Nodes, parts.Nodes, other.Nodes, whole.Updates, parts.Updates)
	}
	if !slices.Equal(lists[0], lists[2]) || !slices.Equal(lists[1], lists[2]) {
		t.Error("the solutions or their order differ from those of package links")
	}
}

// TestFreeOfMany has forced options with several primary items, and others that exclude options.
func TestFreeOfMany(t *testing.T) {
	p := &engine.Problem{Primary: 7, Items: 9, First: []int32{0}}
	add := func(color int32, items ...int32) {
		for _, i := range items {
			p.Entries = append(p.Entries, engine.Entry{Item: i})
		}
		p.Entries = append(p.Entries, engine.Entry{Item: 7, Color: color})
		p.First = append(p.First, int32(len(p.Entries)))
	}
	for color := range int32(3) {
		add(color+1, 0)
		add(color+1, 1, 2)
		add(color+1, 3)
		add(color+1, 4, 5, 6)
		add(color+1, 4)
		add(color+1, 5, 6)
	}
	s, other := new(engine.Search), new(engine.Search)
	Solve(p, s)
	links.Solve(p, other)
	if s.Count != 6 || other.Count != 6 || s.Nodes != other.Nodes {
		t.Errorf("%d and %d solutions, want 6; %d and %d nodes", s.Count, other.Count, s.Nodes, other.Nodes)
	}
}

// formula is a random formula whose clauses have one to three literals, with an option for each way
// to satisfy a clause that gives most of its variables a value. Some options have another clause,
// too, and some use a variable without a value, which only one may.
func formula(r *rand.Rand) *engine.Problem {
	clauses, variables := 4+r.IntN(8), 3+r.IntN(5)
	p := &engine.Problem{Primary: clauses, Items: clauses + variables, First: []int32{0}}
	for c := range clauses {
		literals := 1 + r.IntN(3)
		first := r.Perm(variables)[:literals]
		for range 1 + r.IntN(4) {
			p.Entries = append(p.Entries, engine.Entry{Item: int32(c)})
			if other := r.IntN(clauses); other != c && r.IntN(4) == 0 {
				p.Entries = append(p.Entries, engine.Entry{Item: int32(other)})
			}
			for _, x := range first {
				if r.IntN(5) > 0 {
					color := int32(1 + r.IntN(2))
					if r.IntN(30) == 0 {
						color = 0
					}
					p.Entries = append(p.Entries, engine.Entry{Item: int32(clauses + x), Color: color})
				}
			}
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	return p
}

// TestFormulas compares random formulas with package links: solutions, their order, and nodes; and
// the number of solutions with an exhaustive search.
func TestFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1971))
	steps := countSteps(t)
	free, many := int64(0), 0
	for n := range 3000 {
		p := formula(r)
		var lists [2]string
		whole, other, counted := new(engine.Search), new(engine.Search), new(engine.Search)
		for i, s := range []*engine.Search{whole, other} {
			s.Visit = func(options []int32) bool {
				lists[i] += fmt.Sprint(options)
				return true
			}
		}
		*steps = 0
		Solve(p, whole)
		free += whole.Nodes - 1 - *steps
		Solve(p, counted)
		links.Solve(p, other)
		if want := satisfied(p); whole.Count != want || counted.Count != want {
			t.Fatalf("problem %d, %v: %d and %d solutions, want %d", n, p, whole.Count, counted.Count, want)
		}
		if whole.Nodes != other.Nodes || counted.Nodes != other.Nodes || lists[0] != lists[1] {
			t.Fatalf("problem %d, %v: %d and %d nodes, %d by links, or another order", n, p, whole.Nodes, counted.Nodes, other.Nodes)
		}
		if whole.Count > 3 {
			many++
		}
	}
	if free < 400 || many < 200 {
		t.Errorf("%d choices without a step, %d problems with several solutions", free, many)
	}
}

// satisfied counts the solutions by covering the first item that is not covered, in all ways.
func satisfied(p *engine.Problem) uint64 {
	covered, chosen := make([]bool, p.Primary), []int32(nil)
	var count func() uint64
	count = func() (sum uint64) {
		first := int32(slices.Index(covered, false))
		if first < 0 {
			return 1
		}
		for k := range int32(p.Options()) {
			has := func(e engine.Entry) bool { return e.Item == first }
			excludes := func(j int32) bool { return !p.Compatible(j, k) }
			if !slices.ContainsFunc(p.Option(k), has) || slices.ContainsFunc(chosen, excludes) {
				continue
			}
			set := func(value bool) {
				for _, e := range p.Option(k) {
					if int(e.Item) < p.Primary {
						covered[e.Item] = value
					}
				}
			}
			chosen = append(chosen, k)
			set(true)
			sum += count()
			set(false)
			chosen = chosen[:len(chosen)-1]
		}
		return sum
	}
	return count()
}
