// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Explain describes the first steps of the search, one sentence on a line for
// each, indented by the number of choices made: the item to be covered next and
// how many choices there are, the option that is tried and the options it rules
// out, and at a dead end the choices that caused it. It is an error if the number
// of steps is not positive. If ctx ends first, it returns the sentences so far
// together with the error. Trace reports the same search as values.
func (p *Problem) Explain(ctx context.Context, rule Rule, steps int) (string, error) {
	if steps <= 0 {
		return "", fmt.Errorf("dlx: the number of steps is %d, expected a positive number", steps)
	}
	t := explainer{problem: p, by: map[int]int{}}
	err := p.Trace(ctx, rule, func(e Event) bool {
		t.add(e)
		return len(t.sentences) < steps || t.open
	})
	return strings.Join(t.sentences[:min(len(t.sentences), steps)], "\n"), err
}

// An explainer turns events into sentences.
type explainer struct {
	problem   *Problem
	sentences []string
	open      bool // whether the last sentence names an option, and the options it rules out are still to come

	chosen []int       // the option tried on each level, -1 if none
	before [][]int     // on each level, the options ruled out before one is tried
	ruled  []int       // the options ruled out by the one that is tried now
	by     map[int]int // on which level an option was ruled out, if it is
}

// add adds an event.
func (t *explainer) add(e Event) {
	for len(t.before) <= e.Level {
		t.before, t.chosen = append(t.before, nil), append(t.chosen, -1)
	}
	switch {
	case e.Kind == Hide && e.Undo:
		delete(t.by, e.Option)
	case e.Kind == Hide:
		t.by[e.Option] = e.Level
		if t.open {
			t.ruled = append(t.ruled, e.Option)
		} else {
			t.before[e.Level] = append(t.before[e.Level], e.Option)
		}
	}
	switch e.Kind {
	case Cover, Hide, Purify, Tweak:
		return
	}
	t.close()
	sentence := e.String()
	switch {
	case e.Kind == Choose:
		t.before[e.Level], t.chosen = nil, t.chosen[:e.Level]
		t.before = t.before[:e.Level+1]
		t.chosen = append(t.chosen, -1)
		if e.Size == 0 {
			sentence += t.reasons(e.Item)
		}
	case e.Kind == Try:
		t.open = true
		t.chosen = append(t.chosen[:e.Level], e.Option)
		t.ruled = slices.Clone(t.before[e.Level])
	}
	t.sentences = append(t.sentences, sentence)
}

// few is the number of options that a sentence names.
const few = 4

// close completes the sentence about an option with the options it rules out.
func (t *explainer) close() {
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
	last := &t.sentences[len(t.sentences)-1]
	switch {
	case len(names) > few:
		*last += fmt.Sprintf(", which rules out %d options", len(names))
	case len(names) > 0:
		*last += ", which rules out " + strings.Join(names, "; ")
	}
}

// reasons names the choices that ruled out the options of an item.
func (t *explainer) reasons(item int) string {
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
