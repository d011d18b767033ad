// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"polka/dlx/internal/engine"
	"polka/internal/limit"
	"polka/internal/syntax"
)

// A SyntaxError describes a mistake in the text of a problem and its position. Its fields are File,
// the name of the file or ""; Line and Column, counted from 1, where Line is 0 if the text is one
// line and columns are characters; and Message, which says what was expected. The functions of
// package puzzle that read sudokus and partitions return errors that wrap one. Packages shapes and
// cover use the same type.
type SyntaxError = syntax.Error

// within converts the column of a mistake from a byte offset, which it is while a line is being
// read, to a number of characters.
func within(line string, e *SyntaxError) *SyntaxError {
	e.Column = utf8.RuneCountInString(line[:min(e.Column, len(line))]) + 1
	return e
}

// Parse reads a problem in the format of Knuth's programs DLX1, DLX2, DLX3 and
// DLX5. Lines that begin with a bar, and empty ones, are comments. The first
// other line names the items, the secondary ones after a bar; every further
// line is an option. Knuth's example
//
//	| A simple example of color controls
//	A B C | X Y
//	A B X:0 Y:0
//	A C X:1 Y:1
//	X:0 Y:1
//	B X:1
//	C Y:1
//
// has one solution, which consists of the options "A C X:1 Y:1" and "B X:1".
//
// Names consist of any characters except spaces, colons and bars, and may have any
// length. So may colors, which follow the name of a secondary item and a colon. A
// multiplicity precedes the name of a primary item: 2:3|C means two or three times,
// 2|C exactly two. A cost such as |5 may follow any item of an option; several costs
// are added.
//
// An option without primary items is ignored, as in Knuth's programs; see
// Problem.Warnings. All other mistakes are errors of type *SyntaxError.
func Parse(text string) (*Problem, error) {
	text = strings.TrimPrefix(text, "\ufeff") // the byte order mark that some editors write
	p, done := New().extend()
	defer done()
	p.expect(text)
	for number := 1; ; number++ {
		n := 0 // the length of the line
		var wrong *SyntaxError
		switch begin := skipSpace(text, 0); {
		case begin == len(text) || text[begin] == '\n':
			n = begin
		case text[begin] == '|':
			n = lineEnd(text, begin)
		case len(p.items) == 0:
			n = lineEnd(text, begin)
			wrong = p.addItems(text[:n])
		default:
			n, wrong = p.addOption(text)
		}
		if wrong != nil {
			wrong.Line = number
			return nil, within(text[:lineEnd(text, 0)], wrong)
		}
		if n == len(text) {
			if len(p.items) == 0 {
				return nil, &SyntaxError{Line: number, Column: 1, Message: "expected a line with the names of the items, found the end of the text"}
			}
			return p, nil
		}
		text = text[n+1:]
	}
}

// lineEnd returns the end of the line that contains the position at.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// oneLine joins the arguments of a call to one line.
func oneLine(words []string) string {
	return strings.ReplaceAll(strings.Join(words, " "), "\n", " ")
}

// expect allocates memory for the options of a text: nearly every entry is followed
// by a space or the end of a line.
func (p *Problem) expect(text string) {
	lines := strings.Count(text, "\n") + 1
	p.first = append(make([]int32, 0, lines+1), 0)
	p.entries = make([]engine.Entry, 0, min(lines+strings.Count(text, " "), len(text)/2+1))
}

// Read reads a problem from r, up to the end and at most 256 MiB, and parses it as
// Parse does. It returns errors of r unchanged.
func Read(r io.Reader) (*Problem, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

// readAll reads r to its end, up to the limit. If r knows its length, the memory is
// allocated at once.
func readAll(r io.Reader) (string, error) {
	size := 0
	switch r := r.(type) {
	case interface{ Len() int }:
		size = min(r.Len(), limit.Text)
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
			size = int(min(info.Size(), limit.Text))
		}
	}
	text := make([]byte, 0, size+512)
	for {
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case len(text) > limit.Text:
			return "", &limit.Error{Most: limit.Text}
		case err == io.EOF:
			return unsafe.String(unsafe.SliceData(text), len(text)), nil // the bytes are not shared
		case err != nil:
			return "", err
		case len(text) == cap(text):
			text = slices.Grow(text, min(len(text), limit.Text+1-len(text)))
		}
	}
}

// The classes of bytes: parts of words; first bytes of longer characters, which may
// be spaces; and the ends of names, which are spaces, the colons before colors, and
// the ends of lines.
const (
	letter = iota
	wide
	space
	colon
	newline
)

var class = func() (class [256]uint8) {
	for _, c := range "\t\v\f\r " {
		class[c] = space
	}
	class[':'], class['\n'] = colon, newline
	for c := utf8.RuneSelf; c < len(class); c++ {
		class[c] = wide
	}
	return class
}()

// skipSpace returns the position of the first character at or after a position that
// is not a space, or the end of the line.
func skipSpace(text string, at int) int {
	for at < len(text) && class[text[at]] == space {
		at++
	}
	if at < len(text) && class[text[at]] == wide {
		if r, n := utf8.DecodeRuneInString(text[at:]); unicode.IsSpace(r) {
			return skipSpace(text, at+n)
		}
	}
	return at
}

// skipWord returns the position of the first space, end of line, or byte of the
// class stop at or after a position.
func skipWord(text string, at int, stop uint8) int {
	for at < len(text) {
		c := class[text[at]]
		if c == space || c == newline || c == stop {
			return at
		}
		n := 1
		if c == wide {
			r, size := utf8.DecodeRuneInString(text[at:])
			if unicode.IsSpace(r) {
				return at
			}
			n = size
		}
		at += n
	}
	return at
}

// A word is a part of a line between spaces.
type word struct {
	text   string
	offset int // in bytes from the start of the line
}

// words splits a line at spaces.
func words(line string) []word {
	list := make([]word, 0, strings.Count(line, " ")+1)
	for at := skipSpace(line, 0); at < len(line); at = skipSpace(line, at) {
		from := at
		at = skipWord(line, at, space)
		list = append(list, word{line[from:at], from})
	}
	return list
}

// addItems reads the line of items. Columns of errors are byte offsets.
func (p *Problem) addItems(line string) *SyntaxError {
	secondary, list := false, words(line)
	p.items = slices.Grow(p.items, len(list))
	p.names.item.expect(len(list))
	for _, w := range list {
		if w.text[0] == '|' {
			if secondary {
				return &SyntaxError{Column: w.offset, Message: "expected the name of a secondary item, found a second |"}
			}
			secondary = true
			w = word{w.text[1:], w.offset + 1}
			if w.text == "" {
				continue
			}
		}
		it := item{name: w.text, secondary: secondary, low: 1, high: 1}
		if i := strings.IndexByte(w.text, '|'); i >= 0 {
			if secondary {
				return &SyntaxError{Column: w.offset + i, Message: "expected the name of a secondary item, which has no multiplicity and no |"}
			}
			var err *SyntaxError
			if it.low, it.high, err = multiplicity(w.text[:i], w.offset); err != nil {
				return err
			}
			w = word{w.text[i+1:], w.offset + i + 1}
			it.name = w.text
			if w.text == "" {
				return &SyntaxError{Column: w.offset, Message: "expected the name of an item after its multiplicity"}
			}
		}
		if i := strings.IndexAny(w.text, "|:"); i >= 0 {
			return &SyntaxError{Column: w.offset + i, Message: fmt.Sprintf("expected the name of an item, which has no %c", w.text[i])}
		}
		if p.names.item.search(it.name) != nobody {
			return &SyntaxError{Column: w.offset, Message: fmt.Sprintf("expected a new item, but %q exists already", it.name)}
		}
		if len(p.items) == math.MaxInt32-1 {
			return &SyntaxError{Column: w.offset, Message: "expected fewer items"}
		}
		p.enter(it)
	}
	return nil
}

// maxCost is the greatest cost of an option. Sums of half a million of them,
// more than any solution has, still fit 64 bits.
const maxCost = 1 << 44

// multiplicity reads "lo:hi", or "n" for "n:n".
func multiplicity(text string, offset int) (low, high int, err *SyntaxError) {
	lo, hi, interval := strings.Cut(text, ":")
	if !interval {
		n, err := number(text, offset, math.MaxInt32, "a multiplicity")
		if err == nil && n == 0 {
			err = &SyntaxError{Column: offset, Message: "expected a multiplicity of at least 1, found 0"}
		}
		return int(n), int(n), err
	}
	l, err := number(lo, offset, math.MaxInt32, "a lower bound")
	if err != nil {
		return 0, 0, err
	}
	offset += len(lo) + 1
	h, err := number(hi, offset, math.MaxInt32, "an upper bound")
	if err == nil && h < max(l, 1) {
		err = &SyntaxError{Column: offset, Message: fmt.Sprintf("expected an upper bound of at least %d, found %d", max(l, 1), h)}
	}
	return int(l), int(h), err
}

// number reads a decimal number.
func number(text string, offset int, most int64, what string) (int64, *SyntaxError) {
	n := int64(0)
	for i, r := range text {
		if r < '0' || r > '9' {
			return 0, &SyntaxError{Column: offset + i, Message: fmt.Sprintf("expected the digits of %s, found %q", what, r)}
		}
		if n = 10*n + int64(r-'0'); n > most {
			return 0, &SyntaxError{Column: offset, Message: fmt.Sprintf("expected %s of at most %d", what, most)}
		}
	}
	if text == "" {
		return 0, &SyntaxError{Column: offset, Message: fmt.Sprintf("expected %s", what)}
	}
	return n, nil
}

// addOption reads an option from the first line of a text and returns the end of
// the line. Columns of errors are byte offsets.
func (p *Problem) addOption(text string) (end int, wrong *SyntaxError) {
	o := p.begin()
	wrong = p.addEntries(text, &o)
	switch {
	case wrong != nil:
	case len(p.entries) > o.first && len(p.entries) <= maxEntries:
		p.finish(o)
		return o.end, nil
	case len(p.entries) > maxEntries:
		wrong = &SyntaxError{Column: skipSpace(text, 0), Message: fmt.Sprintf("expected no more than %d items in all options", maxEntries)}
	case skipSpace(text, 0) == o.end:
		wrong = &SyntaxError{Column: o.end, Message: "expected an option, found no item"}
	default:
		wrong = &SyntaxError{Column: skipSpace(text, 0), Message: "expected an item before the cost"}
	}
	p.undo(o)
	return o.end, wrong
}

// begin begins an option, whose entries come next.
func (p *Problem) begin() option {
	if more := len(p.items) - len(p.names.seen); more > 0 {
		p.names.seen = append(p.names.seen, make([]int, more)...)
	}
	p.names.stamp++
	return option{first: len(p.entries), colors: len(p.colors)}
}

// finish ends an option.
func (p *Problem) finish(o option) {
	k := p.NumOptions()
	p.first = append(p.first, int32(len(p.entries)))
	if !o.primary {
		p.ignored = append(p.ignored, k)
	}
	if o.cost != 0 {
		p.costs = slices.Grow(p.costs, cap(p.first)-1-len(p.costs)) // for all options that are expected
		p.costs = append(append(p.costs, make([]int64, k-len(p.costs))...), o.cost)
	}
	p.names.options = k + 1
}

// undo removes an option that was begun.
func (p *Problem) undo(o option) {
	p.entries, p.colors = p.entries[:o.first], p.colors[:o.colors]
	p.names.color.cut(o.colors)
}

// maxEntries is the greatest number of entries of all options together. Twice as
// many still fit int32.
const maxEntries = math.MaxInt32 / 2

// An option is an option that is being added, without its entries.
type option struct {
	first, end int // where the entries begin, and where the line ends
	colors     int // the number of colors before
	primary    bool
	cost       int64
}

// addEntries reads the items and the costs of an option.
func (p *Problem) addEntries(text string, o *option) (wrong *SyntaxError) {
	names, entries, items, seen, stamp := p.names, p.entries, p.items, p.names.seen, p.names.stamp
	for at := 0; ; {
		if at < len(text) && text[at] == ' ' { // as nearly always
			at++
		}
		from := at
		i, to := names.item.read(text, from)
		if at = to; i == nobody {
			if from == to {
				if at = skipSpace(text, from); at == len(text) || text[at] == '\n' {
					p.entries, o.end = entries, at
					return nil
				}
				if at > from {
					continue
				}
			}
			if at, wrong = p.addCost(text, from, to, o); wrong != nil {
				return wrong
			}
			continue
		}
		it := &items[i]
		e := engine.Entry{Item: i}
		if at < len(text) && text[at] == ':' {
			if !it.secondary {
				return &SyntaxError{Column: at, Message: fmt.Sprintf("expected no color, since %q is a primary item", it.name)}
			}
			c, to := names.color.read(text, at+1)
			if c == nobody || to < len(text) && text[to] == ':' {
				if c, wrong = p.addColor(text, at+1, it.name); wrong != nil {
					return wrong
				}
				to = at + 1 + len(p.colors[c])
			}
			at, e.Color = to, c+1
		}
		if seen[i] == stamp {
			return &SyntaxError{Column: from, Message: fmt.Sprintf("expected each item once in an option, found %q again", it.name)}
		}
		seen[i] = stamp
		o.primary = o.primary || !it.secondary
		entries = append(entries, e)
	}
}

// addCost reads a cost, where a name was found that is not the name of an item, and
// returns the end of the cost.
func (p *Problem) addCost(text string, from, at int, o *option) (end int, wrong *SyntaxError) {
	switch {
	case from == at:
		return at, &SyntaxError{Column: from, Message: "expected the name of an item before the colon"}
	case text[from] != '|':
		return at, &SyntaxError{Column: from, Message: fmt.Sprintf("expected one of the items, found %q", text[from:at])}
	}
	at = skipWord(text, from, space)
	n, err := number(text[from+1:at], from+1, maxCost, "a cost")
	if err != nil {
		return at, err
	}
	if o.cost += n; o.cost > maxCost {
		return at, &SyntaxError{Column: from, Message: fmt.Sprintf("expected a total cost of at most %d", int64(maxCost))}
	}
	return at, nil
}

// addColor reads a new color of an item.
func (p *Problem) addColor(text string, from int, item string) (color int32, wrong *SyntaxError) {
	name := text[from:skipWord(text, from, space)]
	if name == "" {
		return 0, &SyntaxError{Column: from, Message: fmt.Sprintf("expected a color of %q", item)}
	}
	if i := strings.IndexAny(name, ":|"); i >= 0 {
		return 0, &SyntaxError{Column: from + i, Message: "expected a space after the color"}
	}
	p.colors = append(p.colors, name)
	return p.names.color.add(name), nil
}

// DLX returns the problem in the format that Parse reads: a line of items and a
// line for each option, in order, without comments. That options are required or forbidden, see
// Containing and Without, is not part of it. Equal problems have equal texts.
// The text of a problem without primary items cannot be parsed, because its first
// line would be a comment.
func (p *Problem) DLX() string {
	var words []string
	for i, it := range p.Items() {
		if i == p.primary { // the first secondary one
			words = append(words, "|")
		}
		words = append(words, it.String())
	}
	var b strings.Builder
	b.WriteString(strings.Join(words, " "))
	b.WriteByte('\n')
	for k := range p.NumOptions() {
		b.WriteString(p.OptionText(k))
		b.WriteByte('\n')
	}
	return b.String()
}

// WriteTo writes the problem in the format of DLX, which Read reads. It implements
// [io.WriterTo].
func (p *Problem) WriteTo(w io.Writer) (n int64, err error) {
	m, err := io.WriteString(w, p.DLX())
	return int64(m), err
}
