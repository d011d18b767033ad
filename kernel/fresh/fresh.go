// SPDX-License-Identifier: BSD-3-Clause

// Package fresh knows which cells of a notebook are out of date.
//
// A [Graph] records each cell that has run: what it has read, and what it has written. From this it
// finds the cells that are stale, the order in which to run them again, and the cells that are
// needed to make a value. It runs nothing, and does not know Go; package effect finds what cells
// read and write.
//
//	var g fresh.Graph
//	g.Ran(fresh.Run{ID: "a", Number: 1, Effects: declares("x")})             // x := 1
//	g.Ran(fresh.Run{ID: "b", Number: 2, Effects: readsAndDeclares("x", "y")}) // y := x + 1
//	g.Ran(fresh.Run{ID: "c", Number: 3, Effects: assigns("x")})              // x = 10
//	g.State("b").Reason.String() // x has changed, cell 3
//
// # When a cell is stale
//
// A run reads names. Each name has a version: the run that has last written it. A cell is stale if
// a name that its last run has read has another version now, with one exception: a run that itself
// depends on the last run of a cell does not make this cell stale. Without the exception, s =
// append(s, 2) would make the cells stale that have appended before, and running these again would
// make it stale in turn.
//
// So a notebook in which no cell is stale has the values that its cells give when they run once
// each, in the order of their last runs: all that a cell has read was written by cells that ran
// before it, and has been written since only by cells that build on it.
//
// There are three more reasons:
//
//   - a cell that reads what a stale cell has written is stale itself;
//   - a run that depends on an earlier run of its own cell is stale when it ends. After x := 1, the
//     cell x++ that has run twice leaves x = 3, which the cells do not give: one of them shows 2;
//   - so is one that reads a name that no cell of the notebook makes any more, because the cell was
//     deleted or changed.
//
// A definition that is repeated with the same text (of a function, type or constant) is no new
// version.
//
// # What has to run again
//
// A stale cell cannot always run alone. If it appends to a slice, its last run has appended
// already, and the cell that makes the slice has to run before it. If it declares a variable that a
// later cell has declared anew, the later one has to follow. Plan (plan.go) finds all cells that
// have to run, and their order, so that the page is afterwards what a fresh run of its cells gives.
//
// # Cost
//
// Ran takes time in proportion to the names of the cell and the cells that become stale. Which
// cells a run depends on is a set of bits, so 2,000 cells have 500 kB of them.
package fresh

import (
	"fmt"
	"strings"
)

// A Kind says how a cell writes a name.
type Kind int

// The kinds.
const (
	// Modify changes what was there: x++, s[0] = 1, or an assignment that may not be reached.
	Modify Kind = iota + 1
	// Assign sets a variable as a whole, and does not read it before.
	Assign
	// Declare defines a name.
	Declare
)

// A Write is a name that a cell writes.
type Write struct {
	Key  string
	Kind Kind
	Text string // of the declaration of a function, type or constant; empty for a variable
}

// Effects are what a cell reads and writes. Names are keys: see Generation.
type Effects struct {
	Reads  []string // values of before the cell, sorted
	Writes []Write  // sorted by key, each key once
	Needs  []string // other names that its declarations mention, which have to exist
}

// Then returns the effects of a cell that has e and then f.
func (e Effects) Then(f Effects) Effects {
	if len(e.Reads)+len(e.Writes)+len(e.Needs) == 0 {
		return f
	}
	set := make(map[string]bool)
	out := Effects{}
	at := make(map[string]int)
	for _, w := range e.Writes {
		at[w.Key] = len(out.Writes)
		out.Writes = append(out.Writes, w)
		if w.Kind != Modify {
			set[w.Key] = true
		}
	}
	read := make(map[string]bool)
	for _, key := range e.Reads {
		read[key] = true
		out.Reads = append(out.Reads, key)
	}
	for _, key := range f.Reads {
		if !set[key] && !read[key] {
			out.Reads = append(out.Reads, key)
		}
	}
	for _, w := range f.Writes {
		i, ok := at[w.Key]
		switch {
		case !ok:
			out.Writes = append(out.Writes, w)
		case out.Writes[i].Kind < w.Kind:
			out.Writes[i] = w
		case w.Kind == Declare:
			out.Writes[i].Text = w.Text
		}
	}
	needs := make(map[string]bool)
	for _, list := range [][]string{e.Needs, f.Needs} {
		for _, key := range list {
			if _, ok := at[key]; !ok && !needs[key] {
				needs[key] = true
				out.Needs = append(out.Needs, key)
			}
		}
	}
	return out
}

// Generation is the key of the n-th meaning of a name, from 1: a variable that is declared with
// another type is another variable, although it has the same name.
func Generation(name string, n int) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%s'%d", name, n)
}

// Address is the key of a variable as a place, which is another one after each declaration. What
// keeps a pointer to the variable, or a function that mentions it, reads this key.
func Address(key string) string { return "&" + key }

// Name is the name of a key.
func Name(key string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(key, "&"), "'")
	return name
}

// isAddress reports whether a key is that of an address.
func isAddress(key string) bool { return strings.HasPrefix(key, "&") }

// A Run is a cell that has run.
type Run struct {
	ID     string // of the cell; runs with the same ID are runs of one cell
	Number int    // its execution count
	Code   string
	Manual bool // the user does not want it to be run automatically
	Failed bool // it has ended with an error
	Rerun  bool // it belongs to a plan

	Began, Ended int64 // by a clock of the caller, for Moved; 0 if it has none

	Effects Effects
}

// A Cause says why a cell is stale.
type Cause int

// The causes.
const (
	Changed  Cause = iota + 1 // what it has read was written by another cell
	Upstream                  // what it has read was made by a stale cell
	Moved                     // it has read the value of a control that the user has changed
	Stopped                   // its last run was stopped, to be made again
	Repeated                  // it depends on an earlier run of itself
	Orphaned                  // what it has read is no longer made by any cell
)

// A Reason is why a cell is stale: its cause, the name, and the cell that the name comes from.
type Reason struct {
	Cause  Cause
	Name   string
	Number int
}

// String returns the reason as in "x has changed, cell 3".
func (r Reason) String() string {
	switch r.Cause {
	case Moved:
		return r.Name + " was moved"
	case Stopped:
		return "the cell was stopped"
	case Changed:
		return fmt.Sprintf("%s has changed, cell %d", r.Name, r.Number)
	case Upstream:
		return fmt.Sprintf("%s is stale, cell %d", r.Name, r.Number)
	case Repeated:
		return fmt.Sprintf("%s depends on an earlier run of this cell", r.Name)
	case Orphaned:
		return fmt.Sprintf("%s is left from a cell that was deleted or changed", r.Name)
	}
	return ""
}
