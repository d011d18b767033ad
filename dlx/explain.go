package dlx

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// An Explanation is the story of a search, a sentence for each step, indented
// by the number of choices made.
type Explanation []string

// String writes each sentence on a line.
func (e Explanation) String() string { return strings.Join(e, "\n") }

// Explain tells how the search goes, one sentence for each step: which item is
// to be covered next, and how many choices there are; which option is tried, and
// what it rules out; and at a dead end, who has ruled out what is missing. It
// ends after so many sentences. If ctx ends first, it returns the sentences so
// far together with the error. Trace tells every change to the lists.
func (p *Problem) Explain(ctx context.Context, sentences int) (Explanation, error) {
	if sentences <= 0 {
		return nil, fmt.Errorf("dlx: the number of sentences is %d, and should be positive", sentences)
	}
	t := teller{problem: p, by: map[int]int{}}
	err := p.Trace(ctx, func(e Event) bool {
		t.hear(e)
		return len(t.story) < sentences || t.open
	})
	return t.story[:min(len(t.story), sentences)], err
}

// A teller makes sentences of events.
type teller struct {
	problem *Problem
	story   Explanation
	open    bool // whether the last sentence tells of an option, and what that rules out is still to come

	chosen []int       // the option tried on each level, -1 if none
	before [][]int     // on each level, the options ruled out before one is tried
	ruled  []int       // the options ruled out by the one that is tried now
	by     map[int]int // on which level an option was ruled out, if it is
}

// hear takes an event.
func (t *teller) hear(e Event) {
	for len(t.before) <= e.Level {
		t.before, t.chosen = append(t.before, nil), append(t.chosen, -1)
	}
	switch e.Kind {
	case "unhide":
		delete(t.by, e.Option)
	case "hide":
		t.by[e.Option] = e.Level
		if t.open {
			t.ruled = append(t.ruled, e.Option)
		} else {
			t.before[e.Level] = append(t.before[e.Level], e.Option)
		}
	}
	if !e.Step() {
		return
	}
	t.close()
	sentence := e.String()
	switch {
	case e.Kind == "choose":
		t.before[e.Level], t.chosen = nil, t.chosen[:e.Level]
		t.before = t.before[:e.Level+1]
		t.chosen = append(t.chosen, -1)
		if e.Size == 0 {
			sentence += t.reasons(e.Item)
		}
	case e.Kind == "try":
		t.open = true
		t.chosen = append(t.chosen[:e.Level], e.Option)
		t.ruled = slices.Clone(t.before[e.Level])
	}
	t.story = append(t.story, sentence)
}

// few is how many options a sentence names.
const few = 4

// close ends the sentence about an option with what it rules out.
func (t *teller) close() {
	if !t.open {
		return
	}
	t.open = false
	slices.Sort(t.ruled)
	var names []string
	for _, k := range slices.Compact(t.ruled) {
		if !slices.Contains(t.chosen, k) {
			names = append(names, t.problem.OptionText(k))
		}
	}
	last := &t.story[len(t.story)-1]
	switch {
	case len(names) > few:
		*last += fmt.Sprintf(", which rules out %d options", len(names))
	case len(names) > 0:
		*last += ", which rules out " + strings.Join(names, "; ")
	}
}

// reasons tells by what the options of an item were ruled out.
func (t *teller) reasons(item int) string {
	var list []string
	for _, k := range t.problem.OptionsWith(item) {
		level, hidden := t.by[k]
		if !hidden || level >= len(t.chosen) || t.chosen[level] < 0 || t.chosen[level] == k {
			continue
		}
		list = append(list, fmt.Sprintf("%s by %s", t.problem.OptionText(k), t.problem.OptionText(t.chosen[level])))
	}
	switch {
	case len(list) == 0:
		return ""
	case len(list) > few:
		return fmt.Sprintf(": its %d options are ruled out", len(list))
	}
	return "; ruled out are " + strings.Join(list, ", ")
}
