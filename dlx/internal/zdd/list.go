// SPDX-License-Identifier: BSD-3-Clause

// The problem. Make the diagram of a family whose members are listed, in any order.
//
// The source. Our own, after the construction of minimal automata from sorted words: J.
// Daciuk, S. Mihov, B. W. Watson and R. E. Watson, Incremental construction of minimal
// acyclic finite-state automata, Computational Linguistics 26 (2000), DOI
// 10.1162/089120100561601.
//
// The idea. Collect members until a buffer is full, sort them, and make the diagram of
// the buffer: those with the least variable of all are next to each other. Then unite it
// with what came before.
//
// An example. Sorted, the members are {0 1}, {0 2}, {1 2}. The first two have the least
// variable 0: they become the node of 0 whose high successor is the family {1}, {2} and
// whose low successor is the family {1 2}.

package zdd

import "slices"

// A Listing makes a diagram of members that are added one by one.
type Listing struct {
	*Builder
	root   int32
	starts []int32 // member i is vars[starts[i]:starts[i+1]]
	vars   []int32
	most   int // of vars
}

// NewListing returns a listing that uses about the given number of bytes.
func NewListing(bytes int, tick func(units int64) error) *Listing {
	return &Listing{Builder: NewBuilder(bytes/4*3, tick), starts: []int32{0}, most: max(1<<10, min(bytes/4/12, 1<<24))}
}

// Add adds a member that has not been added before: its variables, in increasing order.
// It reports false if the builder has failed.
func (l *Listing) Add(member []int32) bool {
	l.vars = append(l.vars, member...)
	l.starts = append(l.starts, int32(len(l.vars)))
	if len(l.vars)+len(l.starts) >= l.most {
		l.flush()
	}
	return l.Err == nil
}

// Finish returns the diagram of all members.
func (l *Listing) Finish() *Diagram {
	l.flush()
	return l.Diagram(l.root)
}

// flush unites the family with the buffer.
func (l *Listing) flush() {
	list := make([][]int32, len(l.starts)-1)
	for i := range list {
		list[i] = l.vars[l.starts[i]:l.starts[i+1]]
	}
	slices.SortFunc(list, slices.Compare)
	l.root = l.Union(l.root, l.sorted(list, 0))
	l.starts, l.vars = l.starts[:1], l.vars[:0]
}

// sorted returns the node of a sorted list of members, without their first variables, in
// which they agree.
func (l *Listing) sorted(list [][]int32, depth int) int32 {
	node := None
	if len(list) > 0 && len(list[0]) == depth {
		node, list = Unit, list[1:]
	}
	for to := len(list); to > 0 && l.work(perStep); {
		v := list[to-1][depth]
		from := to - 1
		for from > 0 && list[from-1][depth] == v {
			from--
		}
		node = l.Make(v, node, l.sorted(list[from:to], depth+1))
		to = from
	}
	return node
}
