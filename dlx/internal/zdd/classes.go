// SPDX-License-Identifier: BSD-3-Clause

// The problem. Divide the members of a family by how many variables of each of several classes they
// have, and count each part: the tilings of a board for each set of pieces.
//
// The idea. From the root down, each node has a list of what the paths to it contain: how many
// variables of each class, and how many paths contain that. What is at Unit is the answer. What a
// path contains is a state with a number; adding a variable leads to another state.
//
// The cost. The time and memory for the lists, which are as long as the answer at worst; they are
// freed as soon as possible.
//
// An example. The members ab, ac, bc, with a and b in one class and c in another: one member has
// two of the first class, two have one of each.

package zdd

import (
	"math/big"
	"slices"

	"polka/internal/bigint"
)

// A Part is the number of members with the given number of variables of each class.
type Part struct {
	Has   []int32
	Count *big.Int
}

// A tally is the list of a node.
type tally struct {
	place  map[int32]int32 // of a state in states
	states []int32
	counts []uint64 // some words for each state
}

// states numbers what paths contain.
type states struct {
	classes int
	has     []int32 // classes numbers for each state
	number  map[string]int32
	next    map[[2]int32]int32 // by state and class
}

// add returns the state with one more variable of a class.
func (s *states) add(state, class int32) int32 {
	if next, ok := s.next[[2]int32{state, class}]; ok {
		return next
	}
	has := slices.Clone(s.has[int(state)*s.classes : (int(state)+1)*s.classes])
	has[class]++
	key := make([]byte, 0, 4*len(has))
	for _, n := range has {
		key = append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	next, ok := s.number[string(key)]
	if !ok {
		next = int32(len(s.number))
		s.number[string(key)] = next
		s.has = append(s.has, has...)
	}
	s.next[[2]int32{state, class}] = next
	return next
}

// CountByClass divides the members by how many variables of each of several classes they have.
// class is -1 for variables that do not count. The parts are in the order of what they have,
// greater numbers of the first class first. It returns ErrFull if the computation would take more
// than the given number of bytes.
func (c *Counts) CountByClass(class []int32, classes, bytes int, tick func(units int64) error) ([]Part, error) {
	d, words := c.d, c.paths.words
	if d.Root == None {
		return nil, nil
	}
	s := &states{classes: classes, has: make([]int32, classes), number: map[string]int32{string(make([]byte, 4*classes)): 0}, next: map[[2]int32]int32{}}
	tallies := make([]*tally, len(d.Nodes))
	one := make([]uint64, words)
	one[0] = 1
	tallies[d.Root] = &tally{map[int32]int32{0: 0}, []int32{0}, one}
	const entry = 32                                         // bytes of a state in a map and a list, about
	left := bytes - 8*len(d.Nodes)                           // bytes that are not used
	size := func(n int) int { return n * (entry + 8*words) } // of a tally
	give := func(to int32, from *tally, class int32) {
		if to == None {
			return
		}
		if tallies[to] == nil {
			tallies[to] = &tally{place: map[int32]int32{}}
		}
		t := tallies[to]
		known := len(s.number)
		for i, state := range from.states {
			if class >= 0 {
				state = s.add(state, class)
			}
			at, ok := t.place[state]
			if !ok {
				at = int32(len(t.states))
				t.place[state] = at
				t.states = append(t.states, state)
				t.counts = append(t.counts, make([]uint64, words)...)
				left -= size(1)
			}
			add(t.counts[int(at)*words:(int(at)+1)*words], from.counts[i*words:(i+1)*words])
		}
		left -= (len(s.number) - known) * (entry + 8*classes)
	}
	for i := int32(len(d.Nodes)) - 1; i > Unit; i-- {
		t := tallies[i]
		if t == nil {
			continue
		}
		if err := tick(int64(8 * len(t.states) * (words + 4))); err != nil {
			return nil, err
		}
		tallies[i] = nil
		x := d.Nodes[i]
		give(x.Low, t, -1)
		give(x.High, t, class[x.Var])
		if left < 0 {
			return nil, ErrFull
		}
		left += size(len(t.states))
	}
	var parts []Part
	if t := tallies[Unit]; t != nil {
		for i, state := range t.states {
			has := slices.Clone(s.has[int(state)*classes : (int(state)+1)*classes])
			parts = append(parts, Part{has, bigint.OfWords(t.counts[i*words : (i+1)*words]...)})
		}
	}
	slices.SortFunc(parts, func(a, b Part) int { return slices.Compare(b.Has, a.Has) })
	return parts, nil
}
