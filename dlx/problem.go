package dlx

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"polka/dlx/internal/engine"
)

// A Problem is an exact cover problem: items, and options made of them. It is
// an immutable value: New and Parse make one, and Option and its like return
// a longer one, in constant time, leaving the receiver as it was.
//
// A chain of calls need not be interrupted by errors. The first mistake is
// kept, what follows it is ignored, and Err and every attempt to solve the
// problem report it.
type Problem struct {
	items   []item
	options []option
	colors  []string // the names of colors 1, 2, ...
	names   *names
	ignored int // how many options have no primary item
	err     error

	required, forbidden []int // options, in increasing order: see Containing and Without
}

// An item has a name, and a role.
type item struct {
	name      string
	secondary bool
	low, high int // the multiplicity of a primary item
}

// An option is a set of items, with colors, and has a cost. Its entries refer
// to items and colors by their order of appearance.
type option struct {
	entries []engine.Entry
	cost    int64
	primary bool // whether it has a primary item
}

// names finds items and colors by their names. It is shared by the problems
// that were made from each other by adding to the end; only the longest of
// them may add more, and others take a copy first.
type names struct {
	sync.Mutex
	item           map[string]int32
	color          map[string]int32
	items, options int   // of the longest problem
	seen           []int // seen[i] == stamp if item i is in the option being read
	stamp          int
	words          []word         // of the option being read
	spare          []engine.Entry // for the entries of options to come
}

// room is an empty list with room for n entries.
func (s *names) room(n int) []engine.Entry {
	if n > len(s.spare) {
		s.spare = make([]engine.Entry, max(n, 16*n, min(8*s.options, 4096)))
	}
	list := s.spare[:0:n]
	s.spare = s.spare[n:]
	return list
}

// New makes a problem with the given items. Each argument is an item, or
// several items separated by spaces, in the form of the first line of Knuth's
// format: items after a bar are secondary, and "2:3|x" is an item to be
// covered two or three times. New("a b c", "| x y") has three primary items
// and two secondary ones.
func New(items ...string) *Problem {
	p := &Problem{names: &names{item: map[string]int32{}, color: map[string]int32{}}}
	line := strings.Join(items, " ")
	if err := p.addItems(line); err != nil {
		p.err = fmt.Errorf("dlx: items: %w", err.within(line))
	}
	return p
}

// Primary adds primary items: names separated by spaces, which may have
// multiplicities.
func (p *Problem) Primary(items ...string) *Problem {
	q, done := p.extend()
	defer done()
	if q.err != nil {
		return q
	}
	line := strings.Join(items, " ")
	if i := bar(line); i >= 0 {
		q.err = fmt.Errorf("dlx: items: %w", (&SyntaxError{Column: i, Message: "expected primary items only, found |"}).within(line))
	} else if err := q.addItems(line); err != nil {
		q.err = fmt.Errorf("dlx: items: %w", err.within(line))
	}
	return q
}

// Secondary adds secondary items: names separated by spaces.
func (p *Problem) Secondary(items ...string) *Problem {
	q, done := p.extend()
	defer done()
	if q.err != nil {
		return q
	}
	line := "|" + strings.Join(items, " ")
	if err := q.addItems(line); err != nil {
		q.err = fmt.Errorf("dlx: items: %w", err.within(line))
	}
	return q
}

// Option adds an option. Each argument is an item, or several items separated
// by spaces, in the form of a line of Knuth's format: "x:A" gives the
// secondary item x the color A, and "|5" adds 5 to the cost.
func (p *Problem) Option(items ...string) *Problem {
	q, done := p.extend()
	defer done()
	if q.err != nil {
		return q
	}
	line := strings.Join(items, " ")
	if err := q.addOption(line); err != nil {
		q.err = fmt.Errorf("dlx: option %d: %w", len(q.options), err.within(line))
	}
	return q
}

// extend returns a copy of p that may be added to until done is called.
func (p *Problem) extend() (q *Problem, done func()) {
	q = new(Problem)
	*q = *p
	if q.names == nil { // the zero value
		q.names = &names{item: map[string]int32{}, color: map[string]int32{}}
	}
	q.names.Lock()
	if len(q.items) != q.names.items || len(q.options) != q.names.options {
		shared := q.names
		q.items, q.options, q.colors = slices.Clip(q.items), slices.Clip(q.options), slices.Clip(q.colors)
		q.names = &names{
			item:    maps.Clone(shared.item),
			color:   maps.Clone(shared.color),
			items:   len(q.items),
			options: len(q.options),
		}
		maps.DeleteFunc(q.names.item, func(_ string, i int32) bool { return int(i) >= len(q.items) })
		maps.DeleteFunc(q.names.color, func(_ string, c int32) bool { return int(c) > len(q.colors) })
		shared.Unlock()
		q.names.Lock()
	}
	return q, func() {
		q.names.items, q.names.options = len(q.items), len(q.options)
		q.names.Unlock()
	}
}

// Err returns the first mistake made in building the problem, or nil.
func (p *Problem) Err() error { return p.err }

// Items lists the names of the items, primary ones first, else in the order in
// which they were given. The slice is the caller's own.
func (p *Problem) Items() []string {
	list := make([]string, 0, len(p.items))
	for _, secondary := range []bool{false, true} {
		for _, i := range p.items {
			if i.secondary == secondary {
				list = append(list, i.name)
			}
		}
	}
	return list
}

// Bounds gives the multiplicity of a primary item: how many of the chosen
// options must at least, and may at most, have it; 1 and 1 unless the item was
// written otherwise. It is 0 and 1 for secondary items and unknown ones.
func (p *Problem) Bounds(item string) (low, high int) {
	p.names.Lock()
	i, ok := p.names.item[item]
	p.names.Unlock()
	if !ok || int(i) >= len(p.items) || p.items[i].secondary {
		return 0, 1
	}
	return p.items[i].low, p.items[i].high
}

// NumPrimary is the number of primary items.
func (p *Problem) NumPrimary() int {
	n := 0
	for _, i := range p.items {
		if !i.secondary {
			n++
		}
	}
	return n
}

// NumOptions is the number of options, counted from 0 where a number stands
// for an option.
func (p *Problem) NumOptions() int { return len(p.options) }

// OptionText is option k as a line of Knuth's format. It panics if there is no
// such option.
func (p *Problem) OptionText(k int) string {
	var b strings.Builder
	for j, e := range p.options[k].entries {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.items[e.Item].name)
		if e.Color != 0 {
			b.WriteByte(':')
			b.WriteString(p.colors[e.Color-1])
		}
	}
	if c := p.options[k].cost; c != 0 {
		fmt.Fprintf(&b, " |%d", c)
	}
	return b.String()
}

// Cost is the cost of option k, 0 if none was given. It panics if there is no
// such option.
func (p *Problem) Cost(k int) int64 { return p.options[k].cost }

// Warnings says what is odd about the problem though not wrong: options that
// are ignored because they have no primary item, options that are there twice,
// primary items that no option can cover often enough, so that there is no
// solution, and secondary items that no option has. It is nil if there is
// nothing to say.
//
// Equal options are different choices, as in Knuth's programs: a solution with
// one of them has a twin with the other.
func (p *Problem) Warnings() []string {
	var list []string
	options := make([]int, len(p.items))          // how many options each item has
	first := make(map[uint64]int, len(p.options)) // the option of that digest
	for k, o := range p.options {
		if !o.primary {
			list = append(list, fmt.Sprintf("option %d (%s) is ignored: it has no primary item", k, p.OptionText(k)))
			continue
		}
		for _, e := range o.entries {
			options[e.Item]++
		}
		key := o.digest()
		if j, ok := first[key]; ok && p.options[j].same(o) {
			list = append(list, fmt.Sprintf("options %d and %d (%s) are the same but for their order and cost, and count as two", j, k, p.OptionText(k)))
		} else {
			first[key] = k
		}
	}
	for i, n := range options {
		switch it := p.items[i]; {
		case it.secondary && n == 0:
			list = append(list, fmt.Sprintf("no option has the secondary item %s", it.name))
		case !it.secondary && n < it.low:
			list = append(list, fmt.Sprintf("there is no solution: item %s must be in at least %d of the options, and is in %d", it.name, it.low, n))
		}
	}
	return list
}

// digest is a number that options with the same entries share, in any order.
func (o option) digest() uint64 {
	sum := uint64(0)
	for _, e := range o.entries {
		x := (uint64(e.Item)<<32 | uint64(e.Color)) + 1
		x *= 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
		x ^= x >> 29
		sum += x * x
	}
	return sum
}

// same reports whether two options have the same entries.
func (o option) same(other option) bool {
	sorted := func(list []engine.Entry) []engine.Entry {
		return slices.SortedFunc(slices.Values(list), func(a, b engine.Entry) int { return cmp.Compare(a.Item, b.Item) })
	}
	return slices.Equal(sorted(o.entries), sorted(other.entries))
}

// String describes the problem on one line. For the problem itself see Text.
func (p *Problem) String() string {
	if p.err != nil {
		return "not a problem: " + p.err.Error()
	}
	entries := 0
	for _, o := range p.options {
		entries += len(o.entries)
	}
	primary := p.NumPrimary()
	s := fmt.Sprintf("exact cover: %s", plural(primary, "item", "items"))
	if n := len(p.items) - primary; n > 0 {
		s = fmt.Sprintf("exact cover: %d+%d items", primary, n)
	}
	return s + fmt.Sprintf(", %s, %s", plural(len(p.options), "option", "options"), plural(entries, "entry", "entries"))
}

// plural writes a number with a noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// multiple reports whether an item has a multiplicity other than 1.
func (p *Problem) multiple() bool {
	return slices.ContainsFunc(p.items, func(i item) bool { return !i.secondary && (i.low != 1 || i.high != 1) })
}

// compile turns the problem into numbers for the engines, primary items first,
// without the options that are ignored; number[k] is what the problem calls
// the engine's option k.
func (p *Problem) compile() (numbers *engine.Problem, number []int32, err error) {
	if p.err != nil {
		return nil, nil, p.err
	}
	if p.NumPrimary() == 0 {
		return nil, nil, fmt.Errorf("dlx: there are no primary items, so that there is nothing to cover")
	}
	e := &engine.Problem{Primary: p.NumPrimary(), Items: len(p.items)}
	place := make([]int32, len(p.items))
	primary, secondary := int32(0), int32(e.Primary)
	for i, it := range p.items {
		if it.secondary {
			place[i] = secondary
			secondary++
		} else {
			place[i] = primary
			primary++
		}
	}
	if p.multiple() {
		e.Low, e.High = make([]int32, e.Primary), make([]int32, e.Primary)
		for i, it := range p.items {
			if !it.secondary {
				// Sums of such a bound and a number of options fit int32.
				const most = 1 << 29
				e.Low[place[i]] = int32(min(it.low, most))
				e.High[place[i]] = int32(min(it.high, most))
			}
		}
	}
	e.First = make([]int32, 1, len(p.options)+1-p.ignored)
	var required []int32
	for k, o := range p.options {
		if !o.primary {
			continue
		}
		if len(p.forbidden) > 0 {
			if _, out := slices.BinarySearch(p.forbidden, k); out {
				continue
			}
		}
		if len(p.required) > 0 {
			if _, in := slices.BinarySearch(p.required, k); in {
				required = append(required, int32(len(number)))
			}
		}
		if len(e.Entries)+len(o.entries) > math.MaxInt32/2 {
			return nil, nil, fmt.Errorf("dlx: the problem is too big: its options have more than %d entries", math.MaxInt32/2)
		}
		for _, x := range o.entries {
			e.Entries = append(e.Entries, engine.Entry{Item: place[x.Item], Color: x.Color})
		}
		e.First = append(e.First, int32(len(e.Entries)))
		number = append(number, int32(k))
	}
	if len(required) < len(p.required) { // some are forbidden
		return &engine.Problem{Primary: 1, Items: 1, First: []int32{0}}, nil, nil
	}
	return require(e, required), number, nil
}
