// A search as a story.
//
// The search tells what it does as events (dlx.Event). Only five kinds make a story: an item is
// chosen, an option is tried, nothing more is tried, all choices have been tried, a solution is
// found. What the problem looks like after some of them follows from the options that are chosen
// then, without any record of links: an item is covered if it has been chosen as often as allowed,
// and an option is struck out if it cannot be chosen together with those that are. So a frame of
// the story costs one walk over the problem, and a story of a thousand frames is a list of a
// thousand events.
//
// Example: in Knuth's problem of six options the story begins "a has two choices; try a d g; b has
// no choice left".

package render

import (
	"context"
	"fmt"
	"strings"

	"polka/cover"
	"polka/dlx"
)

// A Story is the search for the solutions of a cover problem, step by step, as a value that can be
// looked at: as a matrix at each step, as a search tree, as a strip of frames, and as a page with
// buttons ([Story.HTML]), which is how a notebook shows it. [Tell] makes one. It is immutable.
type Story struct {
	problem *dlx.Problem
	stage   *stage // the board that the options lie on; nil if there is none
	items   []dlx.Item
	options []storyOption
	rules   []ruleStory // one for each rule; the first is the one shown
}

// A ruleStory is the story under one rule for choosing items.
type ruleStory struct {
	rule  dlx.Rule
	steps []dlx.Event
	whole bool // whether the search came to its end
}

type storyOption struct {
	text    string // without its cost
	entries []dlx.Entry
}

// Tell records the search for all solutions of a problem, up to a number of steps, under the rule
// that chooses an item with the fewest options and, for comparison, under others: [dlx.Fewest]
// alone if none is given. The number of steps should be positive. If ctx ends first, what was
// recorded is returned together with the error.
//
// The cost is that of the search with dancing links; memory, 100 bytes a step.
func Tell(ctx context.Context, p *dlx.Problem, steps int, rules ...dlx.Rule) (Story, error) {
	if steps <= 0 {
		return Story{}, fmt.Errorf("render: the number of steps is %d, and should be positive", steps)
	}
	if err := p.Err(); err != nil {
		return Story{}, err
	}
	s := Story{problem: p}
	s.read(p)
	if len(rules) == 0 {
		rules = []dlx.Rule{dlx.Fewest}
	}
	for _, rule := range rules {
		one := ruleStory{rule: rule, whole: true}
		err := p.Steps(ctx, rule, func(e dlx.Event) bool {
			if len(one.steps) == steps {
				one.whole = false
				return false
			}
			one.steps = append(one.steps, e)
			return true
		})
		s.rules = append(s.rules, one)
		if err != nil {
			one.whole = false
			return s, err
		}
	}
	return s, nil
}

// TellPuzzle is [Tell] for a tiling puzzle: the story shows the pieces on their board.
func TellPuzzle(ctx context.Context, p *cover.Puzzle, steps int, rules ...dlx.Rule) (Story, error) {
	problem, err := p.Problem()
	if err != nil {
		return Story{}, err
	}
	s, err := Tell(ctx, problem, steps, rules...)
	s.stage = stageOf(p)
	return s, err
}

// read takes the items and options out of a problem.
func (s *Story) read(p *dlx.Problem) {
	s.items = p.Items()
	for k := range p.NumOptions() {
		o := storyOption{entries: p.Entries(k)}
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

// By is the story as it goes under another of the rules that were recorded.
func (s Story) By(rule dlx.Rule) (Story, error) {
	for i, r := range s.rules {
		if r.rule == rule {
			s.rules = append([]ruleStory{r}, append(s.rules[:i:i], s.rules[i+1:]...)...)
			return s, nil
		}
	}
	return s, fmt.Errorf("render: the story was not recorded with the rule %v", rule)
}

// Len is the number of steps. Frames 0 to Len() show what there is before the first step and after
// each.
func (s Story) Len() int {
	if len(s.rules) == 0 {
		return 0
	}
	return len(s.rules[0].steps)
}

// Whole reports whether the story goes on to the end of the search.
func (s Story) Whole() bool { return len(s.rules) > 0 && s.rules[0].whole }

// A frame is the problem after some steps.
type frame struct {
	chosen  []int  // options, in order of choice
	item    int    // the item that is branched on, -1 if none
	event   string // the kind of the last event, "" before the first
	covered []bool // items
	struck  []bool // options that cannot be chosen any more, or are chosen
	left    []int  // options left for each item
	found   int    // solutions so far
	words   string // the sentence of the last event
}

// frame tells what the problem looks like after n steps.
func (s *Story) frame(n int) frame {
	f := frame{item: -1, words: fmt.Sprintf("%d items to cover, %d options", s.primaries(), len(s.options))}
	steps := s.rules[0].steps[:n]
	for _, e := range steps {
		f.chosen = f.chosen[:min(len(f.chosen), e.Level)]
		switch e.Kind {
		case "try", "null":
			f.chosen = append(f.chosen, e.Option)
		case "solution":
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

// withoutNull leaves out the choices of nothing, which have negative numbers.
func withoutNull(chosen []int) []int {
	var options []int
	for _, k := range chosen {
		if k >= 0 {
			options = append(options, k)
		}
	}
	return options
}

func (s *Story) primaries() int {
	n := 0
	for _, i := range s.items {
		if !i.Secondary {
			n++
		}
	}
	return n
}

// strike finds out what the chosen options leave.
func (s *Story) strike(f *frame) {
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
