package dlx

import (
	"context"
	"fmt"
	"strings"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// An Event is a step of the search, as dancing links makes it. Its kinds, in
// Knuth's words, are
//
//	choose    Item is chosen to branch on; it has Size choices
//	try       Option, which has Item, is chosen
//	null      no more options with Item are chosen (multiplicities)
//	back      all choices for Item have been tried
//	solution  the choices are a solution
//	cover     Item is taken off the list of items to cover, its options hidden
//	hide      Option is taken off the lists of its items other than Item
//	purify    the secondary Item gets the color that Option gives it
//	tweak     Option is taken off the lists of all its items (multiplicities)
//
// and uncover, unhide, unpurify, untweak, which undo what the others have done.
type Event struct {
	Kind   string
	Level  int // how many choices were made before
	Item   int // its number, -1 if there is none
	Option int // its number, -1 if there is none
	Size   int // for choose

	name    string   // of the item
	problem *Problem // for the text of the option
	fewest  bool     // whether the rule is Fewest
}

var kinds = [...]string{
	links.Choose: "choose", links.Try: "try", links.Null: "null", links.Back: "back", links.Solved: "solution",
	links.Cover: "cover", links.Uncover: "uncover", links.Hide: "hide", links.Unhide: "unhide",
	links.Purify: "purify", links.Unpurify: "unpurify", links.Tweak: "tweak", links.Untweak: "untweak",
}

// Step reports whether the event is a step of the search itself (choose, try,
// null, back or solution) and not one of the changes to lists that it makes.
func (e Event) Step() bool {
	switch e.Kind {
	case "choose", "try", "null", "back", "solution":
		return true
	}
	return false
}

// String tells the event in a sentence, indented by its level.
func (e Event) String() string {
	var s string
	switch e.Kind {
	case "choose":
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
	case "try":
		s = fmt.Sprintf("try %s", e.text())
	case "null":
		s = fmt.Sprintf("try no more options with %s", e.name)
	case "back":
		s = fmt.Sprintf("all choices for %s are tried", e.name)
	case "solution":
		s = "a solution"
	case "hide", "unhide":
		s = fmt.Sprintf("%s %s, for %s", e.Kind, e.text(), e.name)
	case "purify", "unpurify":
		s = fmt.Sprintf("%s %s, as in %s", e.Kind, e.name, e.text())
	case "tweak":
		s = fmt.Sprintf("tweak %s, for %s", e.text(), e.name)
	default:
		s = fmt.Sprintf("%s %s", e.Kind, e.name)
	}
	return strings.Repeat("  ", e.Level) + s
}

// Trace solves the problem with engine links and calls visit with every step,
// until visit returns false or all solutions are found. Explain tells the
// search in sentences.
func (p *Problem) Trace(ctx context.Context, visit func(Event) bool) error {
	return p.TraceBy(ctx, Fewest, visit)
}

// TraceBy is Trace under another rule for the choice of items. It finds the
// same solutions, in another order, in a tree that may be much larger.
func (p *Problem) TraceBy(ctx context.Context, rule Rule, visit func(Event) bool) error {
	return p.trace(ctx, rule, false, visit)
}

// Steps is TraceBy for those who want to hear of the steps of the search only,
// as Event.Step tells them apart. It takes half a microsecond a step.
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
		event := Event{Kind: kinds[e.Kind], Level: e.Level, Item: -1, Option: -1, Size: int(e.Size), problem: p, fewest: how == links.Fewest}
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

// text is that of the option.
func (e Event) text() string {
	if e.Option < 0 {
		return ""
	}
	return e.problem.OptionText(e.Option)
}
