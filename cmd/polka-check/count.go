// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A set is a set of small numbers, as bits.
type set []uint64

func newSet(n int) set       { return make(set, (n+63)/64) }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) without(dst, t set) { // dst = s without t
	for w := range s {
		dst[w] = s[w] &^ t[w]
	}
}

func (s set) meets(t set) bool {
	for w := range s {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

func (s set) empty() bool { return !slices.ContainsFunc(s, func(x uint64) bool { return x != 0 }) }

// A problem has, for each primary item, the options that contain it, and for each option those that
// cannot be chosen with it, itself included, and its primary items.
type problem struct {
	primary, options int
	with             []set
	excludes         []set
	covers           []set
}

// A mention is an item of an option, with its color or "".
type mention struct {
	item  int
	color string
}

// read reads a problem.
func read(text []byte) (*problem, error) {
	var items map[string]int
	p := new(problem)
	var options [][]mention
	for n, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(line, "|") {
			continue
		}
		if items == nil {
			items = map[string]int{}
			p.primary = len(words)
			for i, w := range words {
				switch _, twice := items[w]; {
				case w == "|" && p.primary == len(words):
					p.primary = i
				case twice || strings.ContainsAny(w, "|:"):
					return nil, fmt.Errorf("line %d: item %q is not understood", n+1, w)
				default:
					items[w] = len(items)
				}
			}
			continue
		}
		var option []mention
		useful := false
		seen := map[int]bool{}
		for _, w := range words {
			if strings.HasPrefix(w, "|") {
				continue
			}
			name, color, colored := strings.Cut(w, ":")
			i, ok := items[name]
			if !ok || seen[i] || colored && (i < p.primary || color == "") {
				return nil, fmt.Errorf("line %d: %q is not understood", n+1, w)
			}
			seen[i] = true
			useful = useful || i < p.primary
			option = append(option, mention{i, color})
		}
		if useful {
			options = append(options, option)
		}
	}
	if p.primary == 0 {
		return nil, errors.New("the problem has no primary items")
	}
	p.build(options, len(items))
	return p, nil
}

// build computes the sets.
func (p *problem) build(options [][]mention, items int) {
	p.options = len(options)
	any := make([]set, items) // the options with an item,
	for i := range any {
		any[i] = newSet(p.options)
	}
	same := map[mention]set{} // and those with an item in a color
	for k, option := range options {
		for _, m := range option {
			any[m.item].add(k)
			if m.color != "" {
				if same[m] == nil {
					same[m] = newSet(p.options)
				}
				same[m].add(k)
			}
		}
	}
	p.with = any[:p.primary]
	for k, option := range options {
		excludes, covers := newSet(p.options), newSet(p.primary)
		excludes.add(k)
		for _, m := range option {
			agree := same[m]
			for w, x := range any[m.item] {
				if m.color != "" {
					x &^= agree[w]
				}
				excludes[w] |= x
			}
			if m.item < p.primary {
				covers.add(m.item)
			}
		}
		p.excludes, p.covers = append(p.excludes, excludes), append(p.covers, covers)
	}
}

// A state has the options that can be chosen, and the open items.
type state struct{ live, open set }

// number reads a number from 0 to most-1.
func number(word string, most int) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n >= most || strconv.Itoa(n) != word {
		return 0, fmt.Errorf("expected a number from 0 to %d, found %q", most-1, word)
	}
	return n, nil
}

// check returns the number of solutions that a certificate proves.
func check(text, certificate []byte) (*big.Int, error) {
	p, err := read(text)
	if err != nil {
		return nil, fmt.Errorf("problem: %w", err)
	}
	lines, err := signed(certificate)
	if err != nil {
		return nil, err
	}
	nodes := len(lines) - 4
	switch {
	case nodes < 1 || lines[0] != "polka certificate 1":
		return nil, errors.New("certificate: expected the first line \"polka certificate 1\", and nodes")
	case lines[1] != fmt.Sprint("items ", p.primary):
		return nil, fmt.Errorf("certificate: line 2: the problem has %d primary items", p.primary)
	case lines[2] != fmt.Sprint("nodes ", nodes):
		return nil, fmt.Errorf("certificate: line 3: there are %d nodes", nodes)
	}
	states := make([]*state, nodes)
	root := &state{newSet(p.options), newSet(p.primary)}
	for k := range p.options {
		root.live.add(k)
	}
	for i := range p.primary {
		root.open.add(i)
	}
	states[nodes-1] = root
	next := &state{newSet(p.options), newSet(p.primary)}
	links := make([][]int32, nodes) // the children that are nodes, and -1 for each solution
	for n := nodes - 1; n >= 0; n-- {
		if states[n] == nil {
			return nil, fmt.Errorf("certificate: line %d: no other node has this one as a child", n+4)
		}
		links[n], next, err = p.node(n, strings.Split(lines[n+3], " "), states, next)
		if err != nil {
			return nil, fmt.Errorf("certificate: line %d: %w", n+4, err)
		}
		states[n] = nil
	}
	counts := make([]big.Int, nodes)
	one := big.NewInt(1)
	for n := range counts {
		for _, c := range links[n] {
			term := one
			if c >= 0 {
				term = &counts[c]
			}
			counts[n].Add(&counts[n], term)
		}
	}
	count := &counts[nodes-1]
	if want := lines[nodes+3]; want != fmt.Sprint("count ", count) {
		return nil, fmt.Errorf("certificate: it says %q, but proves %v", want, count)
	}
	return count, nil
}

// node checks node n, and gives states to its children. next is a state to be used; one that is not
// in use is returned.
func (p *problem) node(n int, words []string, states []*state, next *state) (links []int32, unused *state, err error) {
	now := states[n]
	item, err := number(words[0], p.primary)
	if err != nil {
		return nil, nil, err
	}
	if !now.open.has(item) {
		return nil, nil, fmt.Errorf("item %d is not open", item)
	}
	words = words[1:]
	for w, x := range p.with[item] {
		for x &= now.live[w]; x != 0; x &= x - 1 {
			k := 64*w + bits.TrailingZeros64(x)
			if len(words) == 0 {
				return nil, nil, fmt.Errorf("there is no child for option %d", k)
			}
			word := words[0]
			words = words[1:]
			now.live.without(next.live, p.excludes[k])
			now.open.without(next.open, p.covers[k])
			switch {
			case word == "s":
				if !next.open.empty() {
					return nil, nil, fmt.Errorf("option %d does not solve the problem", k)
				}
				links = append(links, -1)
			case strings.HasPrefix(word, "x"):
				j, err := number(word[1:], p.primary)
				if err != nil {
					return nil, nil, err
				}
				if !next.open.has(j) || p.with[j].meets(next.live) {
					return nil, nil, fmt.Errorf("item %d is not dead after option %d", j, k)
				}
			default:
				c, err := number(word, n)
				if err != nil {
					return nil, nil, err
				}
				links = append(links, int32(c))
				if old := states[c]; old == nil {
					states[c], next = next, &state{newSet(p.options), newSet(p.primary)}
				} else if !slices.Equal(old.live, next.live) || !slices.Equal(old.open, next.open) {
					return nil, nil, fmt.Errorf("option %d does not lead to the state of node %d", k, c)
				}
			}
		}
	}
	if len(words) > 0 {
		return nil, nil, fmt.Errorf("there are %d children too many", len(words))
	}
	return links, next, nil
}
