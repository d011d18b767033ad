// SPDX-License-Identifier: BSD-3-Clause

package bits

import (
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// clauses is a problem of variables, each with two options that give it a color, and of clauses
// with an option for each color of two of them: whatever the colors are, all clauses are forced.
func clauses(variables, clauses int) *engine.Problem {
	p := &engine.Problem{Primary: variables + clauses, Items: 2*variables + clauses, First: []int32{0}}
	color := func(v int) int32 { return int32(variables + clauses + v) }
	add := func(entries ...engine.Entry) {
		p.Entries = append(p.Entries, entries...)
		p.First = append(p.First, int32(len(p.Entries)))
	}
	for v := range variables {
		for c := range int32(2) {
			add(engine.Entry{Item: int32(v)}, engine.Entry{Item: color(v), Color: c + 1})
		}
	}
	for k := range clauses {
		for c := range int32(4) {
			add(engine.Entry{Item: int32(variables + k)}, engine.Entry{Item: color(k % variables), Color: c%2 + 1},
				engine.Entry{Item: color((k + 1) % variables), Color: c/2 + 1})
		}
	}
	return p
}

// TestTail counts the steps that are made: fewer than nodes, which are those of package links.
func TestTail(t *testing.T) {
	steps := countSteps(t)
	p := clauses(6, 60)
	counted, listed, other := new(engine.Search), new(engine.Search), new(engine.Search)
	listed.Visit = func([]int32) bool { return true }
	Solve(p, listed)
	*steps = 0
	Solve(p, counted)
	links.Solve(p, other)
	if counted.Count != 64 || listed.Count != 64 || other.Count != 64 {
		t.Errorf("%d, %d and %d solutions, want 64", counted.Count, listed.Count, other.Count)
	}
	if counted.Nodes != other.Nodes || listed.Nodes != other.Nodes || counted.Updates != listed.Updates {
		t.Errorf("nodes: %d counted, %d listed, %d by links; updates: %d, %d", counted.Nodes, listed.Nodes, other.Nodes, counted.Updates, listed.Updates)
	}
	if *steps > counted.Nodes/2 {
		t.Errorf("%d steps for %d nodes", *steps, counted.Nodes)
	}
}

// TestTailConflict has one option for each item that is open, of which two give an item
// different colors.
func TestTailConflict(t *testing.T) {
	p := &engine.Problem{Primary: 3, Items: 4, First: []int32{0, 2, 4, 5, 6}, Entries: []engine.Entry{
		{Item: 0}, {Item: 3, Color: 1}, {Item: 1}, {Item: 3, Color: 2}, {Item: 2}, {Item: 2},
	}}
	s, other := new(engine.Search), new(engine.Search)
	Solve(p, s)
	links.Solve(p, other)
	if s.Count != 0 || s.Nodes != other.Nodes {
		t.Errorf("%d solutions with %d nodes, want none with %d", s.Count, s.Nodes, other.Nodes)
	}
}
