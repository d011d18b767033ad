// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"

	"polka/dlx/internal/engine"
	"polka/internal/syntax"
)

// An Item is an item of a problem: its name and its role.
type Item struct {
	Name      string
	Secondary bool

	// Low and High are the multiplicity of a primary item, the least and the
	// greatest number of chosen options that contain it. They are 1 and 1 by
	// default, and 0 and 1 for a secondary item.
	Low, High int
}

// String returns the item in Knuth's format, such as x or 2:3|x. It does not show
// whether an item is secondary.
func (i Item) String() string {
	switch {
	case i.Secondary || i.Low == 1 && i.High == 1:
		return i.Name
	case i.Low == i.High:
		return fmt.Sprintf("%d|%s", i.High, i.Name)
	}
	return fmt.Sprintf("%d:%d|%s", i.Low, i.High, i.Name)
}

// An Entry is an item of an option and the color that the option gives it.
type Entry struct {
	Item  int    // its number: Problem.Items()[Item]
	Color string // "" if there is none, as for every primary item
}

// Items returns the items, primary items first, otherwise in the order in which
// they were added. The number of an item is its index in this list.
func (p *Problem) Items() []Item {
	list := make([]Item, len(p.items))
	place := p.places()
	for i, it := range p.items {
		if it.secondary {
			list[place[i]] = Item{it.name, true, 0, 1}
		} else {
			list[place[i]] = Item{it.name, false, it.low, it.high}
		}
	}
	return list
}

// Entries returns the items of option k in the order in which they were given. It
// panics if there is no such option.
func (p *Problem) Entries(k int) []Entry {
	number := p.number()
	list := make([]Entry, len(p.option(k)))
	for j, e := range p.option(k) {
		list[j].Item = number(e.Item)
		if e.Color != 0 {
			list[j].Color = p.colors[e.Color-1]
		}
	}
	return list
}

// OptionsWith returns the numbers of the options that contain the item with the
// given number, in increasing order. It examines all options. It panics if there is no
// such item.
func (p *Problem) OptionsWith(item int) []int {
	if item < 0 || item >= len(p.items) {
		panic("dlx: there is no such item")
	}
	number := p.number()
	var list []int
	for k := range p.NumOptions() {
		for _, e := range p.option(k) {
			if number(e.Item) == item {
				list = append(list, k)
				break
			}
		}
	}
	return list
}

// AddItems adds items. A primary item whose Low and High are both 0 is to be
// covered once. Names must not contain spaces, colons or bars. Since primary items
// come first in Items, adding one changes the numbers of the secondary items.
func (p *Problem) AddItems(items ...Item) *Problem {
	q, done := p.extend()
	defer done()
	if len(items) > 1 { // for one after the other, append doubles
		q.items = slices.Grow(q.items, len(items))
		q.names.item.expect(len(items))
	}
	for _, i := range items {
		if q.err != nil {
			return q
		}
		it := item{name: i.Name, secondary: i.Secondary, low: 1, high: 1}
		if !i.Secondary && (i.Low != 0 || i.High != 0) {
			it.low, it.high = i.Low, i.High
		}
		if wrong := q.addItem(it); wrong != "" {
			q.err = fmt.Errorf("dlx: items: %s", syntax.Short(wrong))
		}
	}
	return q
}

// addItem adds an item, or describes what is wrong with it.
func (p *Problem) addItem(it item) (wrong string) {
	switch {
	case it.name == "" || strings.ContainsAny(it.name, "|:") || strings.ContainsFunc(it.name, unicode.IsSpace):
		return fmt.Sprintf("expected the name of an item, without spaces, colons and bars, found %q", it.name)
	case it.low < 0 || it.high < max(it.low, 1) || it.high > math.MaxInt32:
		return fmt.Sprintf("expected bounds of item %q from 0 to %d, the upper one positive, found %d and %d", it.name, math.MaxInt32, it.low, it.high)
	case p.names.item.search(it.name) != nobody:
		return fmt.Sprintf("expected a new item, but %q exists already", it.name)
	case len(p.items) == math.MaxInt32-1:
		return "expected fewer items"
	}
	p.enter(it)
	return ""
}

// enter adds a new item.
func (p *Problem) enter(it item) {
	p.names.item.add(it.name)
	p.items = append(p.items, it)
	p.names.items = len(p.items)
	switch {
	case it.secondary:
	case p.primary == len(p.items)-1:
		p.primary++
	default:
		p.primary++
		p.mixed = true
	}
}

// Grow returns the problem with room for more options, which have so many entries together. It
// saves time and memory when that many are added. It panics if a number is negative.
func (p *Problem) Grow(options, entries int) *Problem {
	if options < 0 || entries < 0 {
		panic("dlx: Grow: negative number")
	}
	q, done := p.extend()
	defer done()
	if n := len(q.entries) + entries; n <= maxEntries && cap(q.entries) < n { // or there will be an error
		q.first = slices.Grow(q.first, options)
		q.entries = append(make([]engine.Entry, 0, n), q.entries...) // slices.Grow would write to all of it
	}
	return q
}

// AddEntries adds an option, which is a list of items, by their numbers, and their
// colors. Its cost is 0.
func (p *Problem) AddEntries(entries ...Entry) *Problem {
	q, done := p.extend()
	defer done()
	if q.err != nil {
		return q
	}
	if wrong := q.addNumbers(entries); wrong != "" {
		q.err = fmt.Errorf("dlx: option %d: %s", q.NumOptions(), syntax.Short(wrong))
	}
	return q
}

// AddOptions adds options as AddEntries does, in less time than one after the other. The sequence
// may use a slice again when the option has been added, and must not add anything to p itself. What
// follows a mistake is not added.
func (p *Problem) AddOptions(options iter.Seq[[]Entry]) *Problem {
	q, done := p.extend()
	defer done()
	if q.err != nil {
		return q
	}
	for entries := range options {
		if wrong := q.addNumbers(entries); wrong != "" {
			q.err = fmt.Errorf("dlx: option %d: %s", q.NumOptions(), syntax.Short(wrong))
			break
		}
	}
	return q
}

// mostDoubled is the number of entries up to which their list grows by its own length, or by more
// if it is short.
const mostDoubled = 1 << 18

// addNumbers adds an option, or describes what is wrong with it.
func (p *Problem) addNumbers(entries []Entry) (wrong string) {
	if len(entries) == 0 {
		return "expected an option, found no item"
	}
	if len(p.entries)+len(entries) > maxEntries {
		return fmt.Sprintf("expected no more than %d items in all options", maxEntries)
	}
	var internal func(item int) int32
	if p.mixed {
		internal = p.internal()
	}
	o := p.begin()
	if n := len(p.entries); n+len(entries) > cap(p.entries) && n < mostDoubled {
		more := n
		if n < mostDoubled/16 {
			more *= 3
		}
		longer := make([]engine.Entry, n, n+max(more, len(entries))) // slices.Grow would write to all of it
		copy(longer, p.entries)
		p.entries = longer
	}
	list, seen, stamp := p.entries, p.names.seen, p.names.stamp
	for _, e := range entries {
		if e.Item < 0 || e.Item >= len(p.items) {
			wrong = fmt.Sprintf("there is no item %d: the items are numbered from 0 to %d", e.Item, len(p.items)-1)
			break
		}
		i := int32(e.Item)
		if internal != nil {
			i = internal(e.Item)
		}
		it := &p.items[i]
		entry := engine.Entry{Item: i}
		if e.Color != "" {
			if wrong = p.numberColor(e.Color, it, &entry); wrong != "" {
				break
			}
		}
		if seen[i] == stamp {
			wrong = fmt.Sprintf("expected each item once in an option, found %q again", it.name)
			break
		}
		seen[i] = stamp
		o.primary = o.primary || !it.secondary
		list = append(list, entry)
	}
	if wrong != "" {
		p.undo(o)
		return wrong
	}
	p.entries = list
	p.finish(o)
	return ""
}

// numberColor gives an entry its color, or describes what is wrong with it.
func (p *Problem) numberColor(color string, it *item, entry *engine.Entry) (wrong string) {
	switch {
	case !it.secondary:
		return fmt.Sprintf("expected no color, since %q is a primary item", it.name)
	case strings.ContainsAny(color, "|:") || strings.ContainsFunc(color, unicode.IsSpace):
		return fmt.Sprintf("expected a color of %q, without spaces, colons and bars, found %q", it.name, color)
	}
	c := p.names.color.search(color)
	if c == nobody {
		p.colors = append(p.colors, color)
		c = p.names.color.add(color)
	}
	entry.Color = c + 1
	return ""
}

// number returns the function from internal numbers of items, which are in the
// order in which they were added, to numbers in Items.
func (p *Problem) number() func(i int32) int {
	if !p.mixed {
		return func(i int32) int { return int(i) }
	}
	place := p.places()
	return func(i int32) int { return int(place[i]) }
}

// internal returns the inverse of number.
func (p *Problem) internal() func(item int) int32 {
	if !p.mixed {
		return func(item int) int32 { return int32(item) }
	}
	list := make([]int32, len(p.items))
	for i, n := range p.places() {
		list[n] = int32(i)
	}
	return func(item int) int32 { return list[item] }
}
