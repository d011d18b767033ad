// SPDX-License-Identifier: BSD-3-Clause

// A search, step by step.
//
// A search reports what it does as events (dlx.Event). Five kinds matter here: an item is chosen,
// an option is tried, nothing more is tried, all choices have been tried, a solution is found. The
// state of the problem after some of them follows from the options that are chosen at that point,
// without any record of links: an item is covered if it has been chosen as often as allowed, and an
// option is struck out if it conflicts with a chosen one. So computing a frame takes one pass over
// the problem, and a recording of a thousand steps is a list of a thousand events.
//
// Example: in Knuth's problem of six options the recording starts "a has two choices; try a d g; b
// has no choice left".

package render

import (
	"context"
	"fmt"
	"strings"

	"polka/cover"
	"polka/dlx"
	"polka/dlx/puzzle"
)

// A Recording is the search for the solutions of a cover problem, recorded step by step by
// [RecordSearch]. It can be drawn as a matrix after any step, as a search tree, and as a strip of
// frames. Notebooks show it with buttons (see [Recording.HTML]). A Recording is immutable.
type Recording struct {
	problem *dlx.Problem
	stage   *stage // the board that the options are placed on; nil if there is none
	items   []dlx.Item
	options []option
	rules   []ruleSteps // one for each rule; the first is the one that is drawn
}

// A ruleSteps is the search under one rule for choosing items.
type ruleSteps struct {
	rule  dlx.Rule
	steps []dlx.Event
	whole bool // the search is complete
}

type option struct {
	text    string // without its cost
	entries []dlx.Entry
}

// RecordSearch records the first steps of the search for all solutions of v: a [*dlx.Problem], a
// [*cover.Puzzle], or a puzzle of package puzzle. The number of steps must be positive. The
// recording of a tiling puzzle, of a sudoku or of queens shows the board.
//
// The first rule, [dlx.Fewest] if none is given, selects the items to branch on. Further rules are
// recorded for comparison: notebooks offer a choice between them. The time is that of a search with
// dancing links; the memory is about 100 bytes for each step. If ctx ends first, RecordSearch
// returns the steps so far together with the error.
func RecordSearch(ctx context.Context, v any, steps int, rules ...dlx.Rule) (Recording, error) {
	if steps <= 0 {
		return Recording{}, fmt.Errorf("render: expected a positive number of steps, got %d", steps)
	}
	p, board, err := problemOf(v)
	if err != nil {
		return Recording{}, err
	}
	s := Recording{problem: p, stage: board}
	s.read(p)
	if len(rules) == 0 {
		rules = []dlx.Rule{dlx.Fewest}
	}
	for _, rule := range rules {
		one := ruleSteps{rule: rule, whole: true}
		err := p.Steps(ctx, rule, func(e dlx.Event) bool {
			if len(one.steps) == steps {
				one.whole = false
				return false
			}
			one.steps = append(one.steps, e)
			return true
		})
		one.whole = one.whole && err == nil
		s.rules = append(s.rules, one)
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// problemOf returns the valid problem of v, and the board if v is a puzzle.
func problemOf(v any) (*dlx.Problem, *stage, error) {
	switch v := v.(type) {
	case *dlx.Problem:
		return v, nil, v.Err()
	case *cover.Puzzle:
		p, err := v.Problem()
		if err != nil {
			return nil, nil, err
		}
		return p, stageOf(v), nil
	case puzzle.Sudoku:
		return v.Problem(), stageOfSudoku(v), nil
	case puzzle.Queens:
		p := v.Problem()
		return p, stageOfQueens(p.NumOptions()), nil
	case puzzle.Encoding:
		return v.Problem(), nil, v.Problem().Err()
	}
	return nil, nil, fmt.Errorf("render: expected a problem or a puzzle, got %T", v)
}

// read collects the items and options of a problem.
func (s *Recording) read(p *dlx.Problem) {
	s.items = p.Items()
	for k := range p.NumOptions() {
		o := option{entries: p.Entries(k)}
		var words []string
		for _, e := range o.entries {
			word := s.items[e.Item].Name
			if e.Color != "" {
				word += ":" + e.Color
			}
			words = append(words, word)
		}
		o.text = strings.Join(words, " ")
		s.options = append(s.options, o)
	}
}

// Len returns the number of recorded steps.
func (s Recording) Len() int {
	if len(s.rules) == 0 {
		return 0
	}
	return len(s.rules[0].steps)
}

// whole reports whether the recording extends to the end of the search.
func (s Recording) whole() bool { return len(s.rules) > 0 && s.rules[0].whole }

// A frame is the state of the problem after some steps.
type frame struct {
	chosen  []int    // options, in order of choice
	item    int      // the item that is branched on, -1 if none
	event   dlx.Kind // the kind of the last event, "" before the first
	covered []bool   // items
	struck  []bool   // options that are chosen or can no longer be chosen
	left    []int    // options left for each item
	found   int      // solutions so far
	words   string   // the sentence of the last event
}

// frame computes the state of the problem after n steps.
func (s *Recording) frame(n int) frame {
	f := frame{item: -1, words: fmt.Sprintf("%d items to cover, %d options", s.primaries(), len(s.options))}
	steps := s.rules[0].steps[:n]
	for _, e := range steps {
		f.chosen = f.chosen[:min(len(f.chosen), e.Level)]
		switch e.Kind {
		case dlx.Try, dlx.Null:
			f.chosen = append(f.chosen, e.Option)
		case dlx.Solved:
			f.found++
		}
	}
	if n > 0 {
		last := steps[n-1]
		f.event, f.item, f.words = last.Kind, last.Item, strings.TrimSpace(last.String())
	}
	f.chosen = withoutNull(f.chosen)
	s.strike(&f)
	return f
}

// withoutNull omits null choices, which have negative numbers.
func withoutNull(chosen []int) []int {
	var options []int
	for _, k := range chosen {
		if k >= 0 {
			options = append(options, k)
		}
	}
	return options
}

func (s *Recording) primaries() int {
	n := 0
	for _, i := range s.items {
		if !i.Secondary {
			n++
		}
	}
	return n
}

// strike computes which items are covered and which options are left.
func (s *Recording) strike(f *frame) {
	f.covered = make([]bool, len(s.items))
	f.struck = make([]bool, len(s.options))
	f.left = make([]int, len(s.items))
	times := make([]int, len(s.items))
	color := make([]string, len(s.items))
	for _, k := range f.chosen {
		for _, e := range s.options[k].entries {
			times[e.Item]++
			color[e.Item] = e.Color
		}
	}
	for i, item := range s.items {
		f.covered[i] = times[i] > 0 && (item.Secondary || times[i] >= item.High)
	}
	for k, o := range s.options {
		for _, e := range o.entries {
			if f.covered[e.Item] && (!s.items[e.Item].Secondary || e.Color == "" || e.Color != color[e.Item]) {
				f.struck[k] = true
			}
		}
		for _, c := range f.chosen {
			f.struck[k] = f.struck[k] || c == k
		}
		if !f.struck[k] {
			for _, e := range o.entries {
				f.left[e.Item]++
			}
		}
	}
}
