// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"strings"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// A Kind is a kind of step of a search by dancing links. The names of the changes
// to the lists are Knuth's.
type Kind string

// The steps of the search itself, and the changes to the lists that they make.
const (
	Choose Kind = "choose"   // Item is chosen to branch on; it has Size choices
	Try    Kind = "try"      // Option, which contains Item, is chosen
	Null   Kind = "null"     // no more options with Item are chosen (multiplicities)
	Back   Kind = "back"     // all choices for Item have been tried
	Solved Kind = "solution" // the options chosen are a solution

	Cover  Kind = "cover"  // Item is removed from the items to be covered
	Hide   Kind = "hide"   // Option is removed from the lists of its items other than Item
	Purify Kind = "purify" // the secondary Item gets the color that Option gives it
	Tweak  Kind = "tweak"  // Option is removed from the lists of all its items (multiplicities)
)

// An Event is a step of the search. Its level is the number of choices made
// before it.
type Event struct {
	Kind   Kind
	Undo   bool // whether the event undoes a Cover, Hide, Purify or Tweak
	Level  int
	Item   int // its number, -1 if there is none
	Option int // its number, -1 if there is none
	Size   int // of a Choose, the number of choices

	name    string   // of the item
	problem *Problem // for the text of the option
	fewest  bool     // whether the rule is Fewest
}

// kinds are the kinds of events of package links, and whether they undo.
var kinds = [...]struct {
	kind Kind
	undo bool
}{
	links.Choose: {Choose, false}, links.Try: {Try, false}, links.Null: {Null, false}, links.Back: {Back, false}, links.Solved: {Solved, false},
	links.Cover: {Cover, false}, links.Uncover: {Cover, true}, links.Hide: {Hide, false}, links.Unhide: {Hide, true},
	links.Purify: {Purify, false}, links.Unpurify: {Purify, true}, links.Tweak: {Tweak, false}, links.Untweak: {Tweak, true},
}

// String describes the event in a sentence, indented by its level.
func (e Event) String() string {
	var s string
	verb := string(e.Kind)
	if e.Undo {
		verb = "un" + verb
	}
	switch e.Kind {
	case Choose:
		switch e.Size {
		case 0:
			s = fmt.Sprintf("dead end: there is no way left to cover %s", e.name)
		case 1:
			s = fmt.Sprintf("%s has one choice", e.name)
		default:
			s = fmt.Sprintf("%s has %d choices", e.name, e.Size)
			if e.fewest {
				s = fmt.Sprintf("%s has the fewest choices, %d", e.name, e.Size)
			}
		}
	case Try:
		s = fmt.Sprintf("try %s", e.text())
	case Null:
		s = fmt.Sprintf("try no more options with %s", e.name)
	case Back:
		s = fmt.Sprintf("all choices for %s are tried", e.name)
	case Solved:
		s = "a solution"
	case Hide:
		s = fmt.Sprintf("%s %s, for %s", verb, e.text(), e.name)
	case Purify:
		s = fmt.Sprintf("%s %s, as in %s", verb, e.name, e.text())
	case Tweak:
		s = fmt.Sprintf("%s %s", verb, e.name)
		if !e.Undo {
			s = fmt.Sprintf("%s %s, for %s", verb, e.text(), e.name)
		}
	default:
		s = fmt.Sprintf("%s %s", verb, e.name)
	}
	return strings.Repeat("  ", e.Level) + s
}

// Trace solves the problem by dancing links under a rule for the choice of
// items. It calls visit with every event, changes to the lists included, until
// visit returns false or all solutions have been found. Steps reports the steps
// of the search only, and Explain describes them.
func (p *Problem) Trace(ctx context.Context, rule Rule, visit func(Event) bool) error {
	return p.trace(ctx, rule, false, visit)
}

// Steps is Trace without the changes to the lists: it calls visit with events of
// the kinds Choose, Try, Null, Back and Solved. It takes about half a microsecond
// a step.
func (p *Problem) Steps(ctx context.Context, rule Rule, visit func(Event) bool) error {
	return p.trace(ctx, rule, true, visit)
}

func (p *Problem) trace(ctx context.Context, rule Rule, steps bool, visit func(Event) bool) error {
	how, seed, err := rule.links()
	if err != nil {
		return err
	}
	numbers, err := p.compile()
	if err != nil {
		return err
	}
	label := p.labels()
	search := &engine.Search{Control: engine.Control{Context: ctx}}
	links.Trace(numbers.Problem, search, how, seed, steps, func(e links.Event) bool {
		k := kinds[e.Kind]
		event := Event{Kind: k.kind, Undo: k.undo, Level: e.Level, Item: -1, Option: -1, Size: int(e.Size), problem: p, fewest: how == links.Fewest}
		if e.Item >= 0 {
			event.Item, event.name = p.listed(e.Item), label[e.Item]
		}
		if e.Option >= 0 {
			event.Option = int(numbers.Option[e.Option])
		}
		return visit(event)
	})
	return search.Err
}

// text returns that of the option.
func (e Event) text() string {
	if e.Option < 0 {
		return ""
	}
	return e.problem.OptionText(e.Option)
}
