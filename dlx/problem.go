// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"polka/dlx/internal/engine"
	"polka/internal/plural"
	"polka/internal/syntax"
)

// A Problem is an exact cover problem: items, and options that are sets of items. It is an
// immutable value: New and Parse return one, and methods such as AddOption return a new problem in
// constant time and do not change the receiver.
//
// Calls can be chained without checking errors. The first error is kept, later
// additions are ignored, and Err and every attempt to solve the problem report the
// error. It is also an error to solve a problem without primary items.
type Problem struct {
	items   []item
	primary int            // how many of the items are primary
	mixed   bool           // whether a primary item comes after a secondary one
	first   []int32        // option k consists of entries[first[k]:first[k+1]]
	entries []engine.Entry // items and colors by their order of appearance, colors from 1
	colors  []string       // the names of colors 1, 2, ...
	costs   []int64        // of options; those beyond the end are 0
	ignored []int          // the options without primary item, in increasing order
	names   *names
	err     error

	required, forbidden []int // options, in increasing order: see Containing and Without
}

// An item has a name and a role.
type item struct {
	name      string
	secondary bool
	low, high int // the multiplicity of a primary item
}

// New returns a problem with the given items and no options. Each argument is an
// item, or several items separated by spaces, as in the first line of Knuth's
// format: items after a bar are secondary, and "2:3|x" is an item to be covered two
// or three times. New("a b c", "| x y") has three primary items and two secondary
// items.
func New(items ...string) *Problem {
	p := &Problem{first: make([]int32, 1), names: &names{}}
	line := oneLine(items)
	if err := p.addItems(line); err != nil {
		p.err = fmt.Errorf("dlx: items: %w", within(line, err))
	}
	return p
}

// AddOption adds an option. Each argument is an item, or several items separated
// by spaces, as in a line of Knuth's format: "x:A" gives the secondary item x the
// color A, and "|5" adds 5 to the cost.
func (p *Problem) AddOption(items ...string) *Problem {
	q, done := p.extend()
	defer done()
	if q.err != nil {
		return q
	}
	line := oneLine(items)
	if _, err := q.addOption(line); err != nil {
		q.err = fmt.Errorf("dlx: option %d: %w", q.NumOptions(), within(line, err))
	}
	return q
}

// extend returns a copy of p that can be changed until done is called.
func (p *Problem) extend() (q *Problem, done func()) {
	q = new(Problem)
	*q = *p
	if q.names == nil { // the zero value
		q.first, q.names = make([]int32, 1), &names{}
	}
	q.names.Lock()
	if len(q.items) != q.names.items || q.NumOptions() != q.names.options {
		q.names.Unlock()
		q.items, q.colors = slices.Clip(q.items), slices.Clip(q.colors)
		q.first, q.entries = slices.Clip(q.first), slices.Clip(q.entries)
		q.costs, q.ignored = slices.Clip(q.costs), slices.Clip(q.ignored)
		q.names = newNames(q)
		q.names.Lock()
	}
	return q, func() {
		q.names.items, q.names.options = len(q.items), q.NumOptions()
		q.names.Unlock()
	}
}

// Err returns the first error made in building the problem, or nil.
func (p *Problem) Err() error { return p.err }

// NumPrimary returns the number of primary items.
func (p *Problem) NumPrimary() int { return p.primary }

// NumOptions returns the number of options. Options are numbered from 0.
func (p *Problem) NumOptions() int { return max(len(p.first)-1, 0) }

// option returns the entries of option k, which must not be changed.
func (p *Problem) option(k int) []engine.Entry {
	return p.entries[p.first[k]:p.first[k+1]]
}

// ignores reports whether option k is ignored because it has no primary item.
func (p *Problem) ignores(k int) bool {
	_, found := slices.BinarySearch(p.ignored, k)
	return found
}

// OptionText returns option k as a line of Knuth's format. It panics if there is
// no such option.
func (p *Problem) OptionText(k int) string {
	var b strings.Builder
	for j, e := range p.option(k) {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.items[e.Item].name)
		if e.Color != 0 {
			b.WriteByte(':')
			b.WriteString(p.colors[e.Color-1])
		}
	}
	if c := p.cost(k); c != 0 {
		fmt.Fprintf(&b, " |%d", c)
	}
	return b.String()
}

// cost is Cost.
func (p *Problem) cost(k int) int64 {
	if k >= len(p.costs) {
		_ = p.first[k+1]
		return 0
	}
	return p.costs[k]
}

// Warnings describes parts of the problem that are valid but probably wrong:
// options that are ignored because they have no primary item, options that occur
// twice, primary items that too few options contain, so that there is no solution,
// and secondary items that no option contains. It returns nil if there is nothing
// to report.
//
// Equal options are different choices, as in Knuth's programs: for each solution
// with one of them there is another with the other. If there are more than a
// thousand warnings, the list has the first thousand and the number of the others.
func (p *Problem) Warnings() []string {
	const most = 1000
	var list []string
	more := 0
	full := func() bool {
		if len(list) == most {
			more++
		}
		return len(list) == most
	}
	options := make([]int, len(p.items)) // how many options each item has
	twins := newTwins(p)
	for k := range p.NumOptions() {
		if p.ignores(k) {
			if !full() {
				list = append(list, warning("option %d (%s) is ignored: it has no primary item", k, p.OptionText(k)))
			}
			continue
		}
		entries := p.option(k)
		for _, e := range entries {
			options[e.Item]++
		}
		if j := twins.before(k, digest(entries)); j != nobody && !full() {
			list = append(list, warning("options %d and %d (%s) differ only in their order and cost, and count as two", j, k, p.OptionText(k)))
		}
	}
	for i, n := range options {
		switch it := p.items[i]; {
		case it.secondary && n == 0:
			if !full() {
				list = append(list, warning("no option has the secondary item %s", it.name))
			}
		case !it.secondary && n < it.low:
			if !full() {
				list = append(list, warning("there is no solution: item %s must be in at least %d of the options, and is in %d", it.name, it.low, n))
			}
		}
	}
	if more > 0 {
		list = append(list, plural.Count(more, "more warning"))
	}
	return list
}

// warning formats a warning, in which long names are cut.
func warning(format string, args ...any) string { return syntax.Short(fmt.Sprintf(format, args...)) }

// A twins finds options that are equal to an earlier one: a hash table of digests
// with open addressing.
type twins struct {
	p     *Problem
	slots []twin
	shift uint
}

// A twin is an option and half of its digest, which is 0 if the slot is free.
type twin struct {
	digest uint32
	option int32
}

func newTwins(p *Problem) *twins {
	n := p.NumOptions()
	exponent := bits.Len(uint(n + n/4))
	return &twins{p, make([]twin, 1<<exponent), uint(64 - exponent)}
}

// before returns the earliest option with the same entries as option k, which has
// the given digest, or nobody if k is the first.
func (t *twins) before(k int, digest uint64) int {
	low := uint32(digest) | 1
	for at := digest >> (t.shift & 63); ; at = (at + 1) & uint64(len(t.slots)-1) {
		s := &t.slots[at]
		switch {
		case s.digest == 0:
			*s = twin{low, int32(k)}
			return nobody
		case s.digest == low && same(t.p.option(int(s.option)), t.p.option(k)):
			return int(s.option)
		}
	}
}

// digest returns a number that depends on the entries of an option but not on their
// order.
func digest(entries []engine.Entry) uint64 {
	sum := uint64(0)
	for _, e := range entries {
		sum += e.Digest()
	}
	return sum * 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
}

// same reports whether two options have the same entries.
func same(a, b []engine.Entry) bool {
	if slices.Equal(a, b) {
		return true
	}
	sorted := func(list []engine.Entry) []engine.Entry {
		return slices.SortedFunc(slices.Values(list), func(a, b engine.Entry) int { return cmp.Compare(a.Item, b.Item) })
	}
	return slices.Equal(sorted(a), sorted(b))
}

// String describes the problem on one line. DLX returns the problem itself.
func (p *Problem) String() string {
	if p.err != nil {
		return "invalid problem: " + p.err.Error()
	}
	s := fmt.Sprintf("exact cover: %s", plural.Count(p.primary, "item"))
	if n := len(p.items) - p.primary; n > 0 {
		s = fmt.Sprintf("exact cover: %d+%d items", p.primary, n)
	}
	return s + fmt.Sprintf(", %s, %s", plural.Count(p.NumOptions(), "option"), plural.Count(len(p.entries), "entry"))
}

// multiple reports whether an item has a multiplicity other than 1.
func (p *Problem) multiple() bool {
	return slices.ContainsFunc(p.items, func(i item) bool { return !i.secondary && (i.low != 1 || i.high != 1) })
}

// compile translates the problem to numbers for the engines, primary items first,
// without the options that are ignored or forbidden. Each required option gets a
// primary item of its own, after the others, so that it must be chosen.
func (p *Problem) compile() (engine.Subproblem, error) {
	if p.err != nil {
		return engine.Subproblem{}, p.err
	}
	if p.primary == 0 {
		return engine.Subproblem{}, fmt.Errorf("dlx: there are no primary items, so there is nothing to cover")
	}
	extra := len(p.required)
	e := &engine.Problem{Primary: p.primary + extra, Items: len(p.items) + extra}
	place := p.places()
	if p.multiple() {
		p.setBounds(e, place)
		for i := range extra {
			e.Low[p.primary+i], e.High[p.primary+i] = 1, 1
		}
	}
	number := p.numbered()
	for _, k := range p.required {
		if _, found := slices.BinarySearch(number, int32(k)); !found { // it is forbidden
			return engine.Subproblem{Problem: &engine.Problem{Primary: 1, Items: 1, First: []int32{0}}}, nil
		}
	}
	e.First, e.Entries = p.chosen(place, number)
	return engine.Subproblem{Problem: e, Option: number}, nil
}

// setBounds gives e the bounds of the items in the places given.
func (p *Problem) setBounds(e *engine.Problem, place []int32) {
	e.Low, e.High = make([]int32, e.Primary), make([]int32, e.Primary)
	for i, it := range p.items {
		if !it.secondary {
			e.Low[place[i]], e.High[place[i]] = bounded(it.low), bounded(it.high)
		}
	}
}

// bounded returns a bound for the engines. Sums of it and a number of options fit int32.
func bounded(bound int) int32 { return int32(min(bound, 1<<29)) }

// places returns the number of each item in Items and in the engines: primary items
// come first.
func (p *Problem) places() []int32 {
	place := make([]int32, len(p.items))
	primary, secondary := int32(0), int32(p.primary)
	for i, it := range p.items {
		if it.secondary {
			place[i] = secondary
			secondary++
		} else {
			place[i] = primary
			primary++
		}
	}
	return place
}

// numbered lists the options that are neither ignored nor forbidden.
func (p *Problem) numbered() []int32 {
	number := make([]int32, 0, p.NumOptions())
	next := int32(0)
	for _, out := range slices.Sorted(slices.Values(slices.Concat(p.ignored, p.forbidden))) {
		for ; next < int32(out); next++ {
			number = append(number, next)
		}
		next = int32(out) + 1
	}
	for ; next < int32(p.NumOptions()); next++ {
		number = append(number, next)
	}
	return number
}

// chosen returns the entries of the listed options and where the entries of each
// option begin. Items are numbered by place; the items of required options come
// between primary and secondary items. The slices are the problem's own if nothing
// differs.
func (p *Problem) chosen(place, number []int32) (first []int32, entries []engine.Entry) {
	if len(number) == p.NumOptions() && !p.mixed && p.required == nil {
		return p.first, p.entries
	}
	first = make([]int32, 1, len(number)+1)
	entries = make([]engine.Entry, 0, len(p.entries)+len(p.required))
	if !p.mixed && p.required == nil {
		for from := 0; from < len(number); { // a run of options that follow each other
			to := from + 1
			for to < len(number) && number[to] == number[to-1]+1 {
				to++
			}
			begin, more := p.first[number[from]], int32(len(entries))
			entries = append(entries, p.entries[begin:p.first[number[to-1]+1]]...)
			for _, k := range number[from:to] {
				first = append(first, p.first[k+1]-begin+more)
			}
			from = to
		}
		return first, entries
	}
	for _, k := range number {
		for _, e := range p.option(int(k)) {
			item := place[e.Item]
			if int(item) >= p.primary {
				item += int32(len(p.required))
			}
			entries = append(entries, engine.Entry{Item: item, Color: e.Color})
		}
		if at, ok := slices.BinarySearch(p.required, int(k)); ok {
			entries = append(entries, engine.Entry{Item: int32(p.primary + at)})
		}
		first = append(first, int32(len(entries)))
	}
	return first, entries
}
