package bits

import (
	"fmt"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// TestFree lists solutions, of which most choices exclude nothing: with fewer steps than half of
// the nodes, in the order of package links, whole and in parts.
func TestFree(t *testing.T) {
	machine := my
	defer func() { my = machine }()
	steps := int64(0)
	my.step = func(now, next *level, drop []uint64) uint64 {
		steps++
		return machine.step(now, next, drop)
	}
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
	if steps > whole.Nodes/2 {
		t.Errorf("%d steps for %d nodes", steps, whole.Nodes)
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
