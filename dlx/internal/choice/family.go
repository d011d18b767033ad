// SPDX-License-Identifier: BSD-3-Clause

// The problem. Make the decision diagram of all solutions. As in a count, either the
// states at the places of a row or the nodes of a search can be few, and the other way
// takes too long.
//
// The idea. Independent parts have diagrams of their own, which are put one below the
// other. For each part there are three ways: from the states at the places of a row
// (package frontier, gather.go), by a search with a table (package bits, gather.go), and
// from a list of the solutions. The time for the list is estimated from a sample of the
// search tree, see survey.go. The other two get a quarter of it each; then comes the
// list, for four times the estimate; then all take turns, each turn twice as long as the
// one before. Where there are too many solutions for a list, this means that states are
// tried until they are done or the memory is full.
//
// A way that is interrupted keeps what it has, so that little is lost. Turns are measured
// in units of work, so that the same way always wins.
//
// The options are ordered by the places of the row at which they begin, whichever way is
// taken. So the order depends only on the items and options of the problem, and families
// of problems that differ in required and forbidden options can be combined.

package choice

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
	"polka/dlx/internal/pool"
	"polka/dlx/internal/reduce"
	"polka/dlx/internal/zdd"
)

// A familyPart is an independent part of a problem.
type familyPart struct {
	engine.Subproblem
	plan  *frontier.Plan // nil if there is none
	order []int32        // the options of the part, by variable
}

// A Layout is the order of the options in the families of a problem.
type Layout struct {
	Order []int32 // options by variable
	parts []familyPart
}

// NewLayout orders the options of a problem. It returns nil if s has ended.
func NewLayout(p *engine.Problem, s *engine.Search) *Layout {
	parts := reduce.Parts(p)
	if parts == nil {
		parts = []engine.Subproblem{{Problem: p}}
	}
	y := &Layout{}
	for _, sub := range parts {
		if len(parts) > 1 && sub.Option == nil {
			sub.Option = []int32{} // nil would mean all
		}
		part := familyPart{Subproblem: sub}
		plan, ok := frontier.NewPlan(sub.Problem, s)
		switch {
		case s.Err != nil:
			return nil
		case ok:
			part.plan, part.order = plan, plan.Order()
		default:
			part.order = byFirstItem(sub.Problem)
		}
		y.parts = append(y.parts, part)
		y.Order = append(y.Order, sub.Outer(part.order)...)
	}
	return y
}

// byFirstItem orders options by their first primary items.
func byFirstItem(p *engine.Problem) []int32 {
	first := make([]int32, p.Options())
	order := make([]int32, p.Options())
	for k := range first {
		order[k] = int32(k)
		first[k] = int32(p.Primary)
		for _, e := range p.Option(int32(k)) {
			first[k] = min(first[k], e.Item)
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(first[a], first[b]) })
	return order
}

// Family returns the diagram of the solutions that have only allowed options, by the
// engine auto, memo or frontier. It sets s.Err if it was stopped, or to zdd.ErrFull; the
// error it returns means that the engine cannot do it.
func (y *Layout) Family(o Options, allowed []bool, s *engine.Search) (d *zdd.Diagram, used, why string, err error) {
	var diagrams []*zdd.Diagram
	room := s.Room()
	for i, part := range y.parts {
		allow := allowed
		if part.Option != nil {
			allow = engine.Pick(allowed, part.Option)
		}
		done := func(fraction float64) float64 { return (float64(i) + fraction) / float64(len(y.parts)) }
		f := &familySearch{familyPart: part, allowed: allow, s: s, done: done, threads: o.threads("")}
		if err := f.prepare(o.chosen(), room); err != nil {
			return nil, o.chosen(), "stopped", err
		}
		d := f.diagram(room)
		if s.Err != nil {
			return nil, cmp.Or(f.used, o.chosen()), "stopped", nil
		}
		diagrams = append(diagrams, d)
		used, why = f.used, f.why
	}
	if len(diagrams) == 1 {
		return diagrams[0], used, why, nil
	}
	// The last part is below the others.
	b := zdd.NewBuilder(s.Room(), s.Work)
	root, shift := zdd.Unit, int32(len(y.Order))
	for i, d := range slices.Backward(diagrams) {
		shift -= int32(len(y.parts[i].order))
		if d.Root == zdd.None {
			root = zdd.None
		} else {
			root = b.Add(d, shift, root)
		}
		if b.Err == nil && root == zdd.None {
			return zdd.Empty(), used, why, nil
		}
	}
	d = b.Diagram(root)
	s.Err = b.Err
	return d, used, fmt.Sprintf("for the last of %d independent parts", len(diagrams)), nil
}

// A familySearch makes the diagram of a part.
type familySearch struct {
	familyPart
	allowed   []bool
	s         *engine.Search
	done      func(fraction float64) float64
	threads   int
	used, why string

	turn, listTurn int64 // how many units of work a turn takes, and one of the list

	rank   []int32 // the variables of options
	layers *frontier.Gatherer
	search *bits.Gatherer
	list   *listing
}

// familyTurn is the least number of units of work of a turn.
const familyTurn = 1 << 20

// prepare chooses the ways for an engine. It returns an error if the engine cannot make the
// diagram.
func (f *familySearch) prepare(name string, bytes int) error {
	f.rank = make([]int32, len(f.order))
	for v, k := range f.order {
		f.rank[k] = int32(v)
	}
	if name != "memo" && f.plan != nil {
		f.layers = f.plan.NewGatherer(f.s, f.allowed, f.rank)
	}
	if name == "frontier" && f.layers == nil {
		return fmt.Errorf("dlx: engine frontier cannot make this family: the options reach too far; engine memo can")
	}
	f.turn, f.listTurn = familyTurn, familyTurn
	if name != "frontier" {
		sub := f.remaining()
		rank := engine.Pick(f.rank, sub.Option)
		f.search = bits.NewGatherer(sub.Problem, rank, bytes/8)
		if name == "auto" {
			f.list = newListing(sub.Problem, rank, f.s, bytes/8)
			expected := f.forecast(sub.Problem)
			f.turn = max(f.turn, int64(min(expected/4, 1<<60)))
			f.listTurn = int64(max(familyTurn, min(4*expected, 1<<60)))
		}
	}
	return nil
}

// diagram makes the diagram of a part by the ways that were prepared, in turns. It is nil if the
// search has ended; s.Err says why.
func (f *familySearch) diagram(bytes int) *zdd.Diagram {
	f.watch()
	for f.s.Err == nil {
		most := bytes // layers need the most memory, if they are the right way
		if f.layers != nil {
			most = bytes / 8
		} else if f.search != nil && f.list != nil {
			most = bytes / 2
		}
		if d := f.byLayers(f.turn, bytes); d != nil || f.s.Err != nil {
			return d
		}
		if d := f.bySearch(f.turn, most); d != nil || f.s.Err != nil {
			return d
		}
		if d := f.byList(f.listTurn, most); d != nil || f.s.Err != nil {
			return d
		}
		if f.layers == nil && f.search == nil && f.list == nil {
			f.s.Err = zdd.ErrFull
		}
		f.turn, f.listTurn = max(f.turn, f.listTurn), 2*f.listTurn
	}
	return nil
}

// forecast estimates how many units of work a list of the solutions takes.
func (f *familySearch) forecast(p *engine.Problem) float64 {
	t := &engine.Search{Control: f.s.Within()}
	c := &selection{survey: begin(t, bits.Workers(p)(f.s.Room()/8), glance), p: p}
	for until := int64(4 * glance); until <= 16*glance && !c.over(); until *= 2 {
		c.look(until)
	}
	if f.s.Err = t.Err; c.guesses == 0 {
		return 0
	}
	return c.time(c.nodes())
}

// watch makes the search report the progress of the way that is farthest.
func (f *familySearch) watch() {
	fraction := 0.0
	progress := func() float64 {
		if f.layers != nil {
			fraction = max(fraction, f.layers.Progress())
		}
		if f.search != nil {
			fraction = max(fraction, f.search.Progress())
		}
		if f.list != nil {
			fraction = max(fraction, f.list.s.Progress)
		}
		return f.done(fraction)
	}
	f.s.Watch(progress, nil)
	if f.list != nil && f.s.Report != nil {
		f.list.s.Report = func(*engine.Search, func() []engine.Part) bool {
			f.s.Progress = progress()
			return f.s.Report(f.s, nil)
		}
	}
}

// remaining returns the problem of the allowed options.
func (f *familySearch) remaining() engine.Subproblem {
	options := []int32{}
	for k, ok := range f.allowed {
		if ok {
			options = append(options, int32(k))
		}
	}
	return f.Problem.Ordered(options)
}

// byLayers returns a turn of package frontier. Like the others, it returns nil if the diagram is
// not complete, and gives up when the memory is used up.
func (f *familySearch) byLayers(turn int64, bytes int) *zdd.Diagram {
	if f.layers == nil {
		return nil
	}
	if f.search == nil {
		turn = 1 << 62
	}
	if f.layers.Run(turn, bytes/4*3) {
		search, list := f.search, f.list
		f.search, f.list = nil, nil
		if d := f.layers.Diagram(bytes); f.layers.Err == nil {
			f.used, f.why = "frontier", "the states are few"
			return d
		}
		f.search, f.list = search, list
	}
	if f.layers.Err != nil {
		f.layers = nil
	}
	return nil
}

// bySearch returns a turn of a search with a table.
func (f *familySearch) bySearch(turn int64, bytes int) *zdd.Diagram {
	if f.search == nil {
		return nil
	}
	t := &engine.Search{Control: f.s.Within()}
	if f.layers != nil || f.list != nil {
		t.Cut = cutAfter(turn)
	}
	f.search.Retry(bytes)
	var d *zdd.Diagram
	if f.search.Run(t) {
		d, _ = f.search.Diagram()
	}
	switch {
	case f.search.Full():
		f.search, d, t.Err = nil, nil, nil
	case t.Err != nil:
		if d = nil; t.Err == engine.ErrQuota {
			t.Err = nil
		}
	}
	f.s.Add(t)
	if d != nil {
		f.used, f.why = "memo", "the frontier is too wide"
	}
	return d
}

// cutAfter returns a Control.Cut that ends a search after about the given number of units.
func cutAfter(units int64) func() bool {
	checks := units / engine.Patience
	return func() bool {
		checks--
		return checks < 0
	}
}

// byList returns a turn of a search that lists the solutions.
func (f *familySearch) byList(turn int64, bytes int) *zdd.Diagram {
	if f.list == nil {
		return nil
	}
	f.list.diagram.Limit(bytes)
	if f.layers == nil && f.search == nil {
		turn = 1 << 62
	}
	done := f.list.run(turn, f.threads)
	full := f.list.diagram.Err == zdd.ErrFull
	t := &engine.Search{Result: f.list.s.Result, Remainder: f.list.s.Remainder}
	if full {
		t.Err = nil
	}
	f.s.Err = t.Err
	if f.s.Err != nil || full {
		f.s.Add(t)
		f.list = nil
		return nil
	}
	if !done {
		return nil
	}
	d := f.list.diagram.Finish()
	if f.list.diagram.Err == zdd.ErrFull {
		d = nil
	}
	f.s.Add(t)
	f.list = nil
	f.used, f.why = "bits", "the solutions are listed"
	return d
}

// A listing is a search in turns that lists the solutions.
type listing struct {
	s       *engine.Search
	diagram *zdd.Listing
	rank    []int32
}

// newListing prepares the search.
func newListing(p *engine.Problem, rank []int32, s *engine.Search, bytes int) *listing {
	t := &engine.Search{Control: s.Within()}
	t.Rest, t.NewWorker, t.Name, t.Memory = []engine.Part{engine.Root()}, bits.Workers(p), "bits", s.Room()/2
	l := &listing{s: t, diagram: zdd.NewListing(bytes, s.Work), rank: rank}
	var member []int32
	t.Visit = func(options []int32) bool {
		member = member[:0]
		for _, k := range options {
			member = append(member, l.rank[k])
		}
		slices.Sort(member)
		return l.diagram.Add(member)
	}
	return l
}

// errTurn is the error of a search whose turn has ended.
var errTurn = errors.New("the turn has ended")

// run searches for about the given number of units of work, and reports whether all
// solutions were listed.
func (l *listing) run(turn int64, threads int) bool {
	outer := l.s.Check
	fuse := engine.NewFuse(turn/engine.Patience+1, errTurn)
	l.s.Check = func() error {
		if outer != nil {
			if err := outer(); err != nil {
				return err
			}
		}
		return fuse.Look()
	}
	pool.Run(l.s, threads)
	if l.s.Check = outer; l.s.Err == errTurn {
		l.s.Err = nil
	}
	return l.s.Err == nil && l.diagram.Err == nil && len(l.s.Rest) == 0
}
