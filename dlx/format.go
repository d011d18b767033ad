package dlx

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"polka/dlx/internal/engine"
)

// A SyntaxError says what is wrong with the text of a problem, and where.
type SyntaxError struct {
	Line, Column int    // from 1; columns count characters; Line is 0 for a line by itself
	Message      string // what was expected, and what was found
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("column %d: %s", e.Column, e.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// within turns the column, a byte offset while a line is being read, into a
// number of characters.
func (e *SyntaxError) within(line string) *SyntaxError {
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
// Names consist of any characters but spaces, colons and bars, and may have
// any length; so may colors, which follow the name of a secondary item and a
// colon. A multiplicity stands before the name of a primary item, such as
// 2:3|C for two or three times and 2|C for exactly two. A cost stands anywhere
// after the first item of an option, such as |5; several are added.
//
// An option without primary items is ignored, as Knuth's programs do; see
// Problem.Warnings. Everything that breaks the rules gives an error of type
// *SyntaxError.
func Parse(text string) (*Problem, error) { return Read(strings.NewReader(text)) }

// Read reads a problem, as Parse does, from r, until its end. Errors of r are
// returned as they are.
func Read(r io.Reader) (*Problem, error) {
	var b strings.Builder
	if _, err := io.Copy(&b, r); err != nil {
		return nil, err
	}
	p, done := New().extend()
	defer done()
	text := strings.TrimPrefix(b.String(), "\ufeff") // the mark with which some editors begin a file
	for number := 1; ; number++ {
		line, rest, more := strings.Cut(text, "\n")
		if begin := strings.TrimLeftFunc(line, unicode.IsSpace); begin != "" && begin[0] != '|' {
			var wrong *SyntaxError
			if len(p.items) == 0 {
				wrong = p.addItems(line)
			} else {
				wrong = p.addOption(line)
			}
			if wrong != nil {
				wrong.Line = number
				return nil, wrong.within(line)
			}
		}
		if !more {
			if len(p.items) == 0 {
				return nil, &SyntaxError{number, 1, "expected a line with the names of the items, found the end of the text"}
			}
			return p, nil
		}
		text = rest
	}
}

// A word is a part of a line between spaces.
type word struct {
	text   string
	offset int // in bytes from the start of the line
}

// words splits a line at spaces.
func words(line string) []word { return appendWords(nil, line) }

// appendWords is words, into a list that there is.
func appendWords(list []word, line string) []word {
	start := -1
	for i, r := range line {
		switch space := r <= ' ' && (r == ' ' || unicode.IsSpace(r)) || r > '~' && unicode.IsSpace(r); {
		case space && start >= 0:
			list = append(list, word{line[start:i], start})
			start = -1
		case !space && start < 0:
			start = i
		}
	}
	if start >= 0 {
		list = append(list, word{line[start:], start})
	}
	return list
}

// bar finds a bar that separates secondary items, not one of a multiplicity.
func bar(line string) int {
	for _, w := range words(line) {
		if w.text[0] == '|' {
			return w.offset
		}
	}
	return -1
}

// addItems reads the line of items. Columns of errors are byte offsets.
func (p *Problem) addItems(line string) *SyntaxError {
	secondary := false
	for _, w := range words(line) {
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
		if _, ok := p.names.item[it.name]; ok {
			return &SyntaxError{Column: w.offset, Message: fmt.Sprintf("expected a new item, but %q is there already", it.name)}
		}
		if len(p.items) == math.MaxInt32-1 {
			return &SyntaxError{Column: w.offset, Message: "expected fewer items"}
		}
		p.names.item[it.name] = int32(len(p.items))
		p.items = append(p.items, it)
		p.names.items = len(p.items)
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

// addOption reads the line of an option. Columns of errors are byte offsets.
func (p *Problem) addOption(line string) *SyntaxError {
	p.names.words = appendWords(p.names.words[:0], line)
	list := p.names.words
	if len(list) == 0 {
		return &SyntaxError{Column: len(line), Message: "expected an option, found no item"}
	}
	o := option{entries: p.names.room(len(list))}
	for len(p.names.seen) < len(p.items) {
		p.names.seen = append(p.names.seen, 0)
	}
	p.names.stamp++
	for _, w := range list {
		if w.text[0] == '|' {
			n, err := number(w.text[1:], w.offset+1, maxCost, "a cost")
			if err != nil {
				return err
			}
			if o.cost += n; o.cost > maxCost {
				return &SyntaxError{Column: w.offset, Message: fmt.Sprintf("expected a total cost of at most %d", int64(maxCost))}
			}
			continue
		}
		name, color, colored := strings.Cut(w.text, ":")
		if name == "" {
			return &SyntaxError{Column: w.offset, Message: "expected the name of an item before the colon"}
		}
		i, ok := p.names.item[name]
		if !ok {
			return &SyntaxError{Column: w.offset, Message: fmt.Sprintf("expected one of the items, found %q", name)}
		}
		e := engine.Entry{Item: i}
		if colored {
			at := w.offset + len(name) + 1
			switch {
			case !p.items[i].secondary:
				return &SyntaxError{Column: at - 1, Message: fmt.Sprintf("expected no color, since %q is a primary item", name)}
			case color == "":
				return &SyntaxError{Column: at, Message: fmt.Sprintf("expected a color of %q", name)}
			case strings.ContainsAny(color, ":|"):
				return &SyntaxError{Column: at + strings.IndexAny(color, ":|"), Message: "expected a space after the color"}
			}
			e.Color = p.color(color)
		}
		if p.names.seen[i] == p.names.stamp {
			return &SyntaxError{Column: w.offset, Message: fmt.Sprintf("expected each item once in an option, found %q again", name)}
		}
		p.names.seen[i] = p.names.stamp
		o.primary = o.primary || !p.items[i].secondary
		o.entries = append(o.entries, e)
	}
	if len(o.entries) == 0 {
		return &SyntaxError{Column: list[0].offset, Message: "expected an item before the cost"}
	}
	if len(p.options) == math.MaxInt32-1 {
		return &SyntaxError{Column: list[0].offset, Message: "expected fewer options"}
	}
	if !o.primary {
		p.ignored++
	}
	p.options = append(p.options, o)
	p.names.options = len(p.options)
	return nil
}

// color returns the number of a color, which may be new.
func (p *Problem) color(name string) int32 {
	c, ok := p.names.color[name]
	if !ok || int(c) > len(p.colors) || p.colors[c-1] != name { // left over from an option that failed
		p.colors = append(p.colors, name)
		c = int32(len(p.colors))
		p.names.color[name] = c
	}
	return c
}

// Text writes the problem in the format that Parse reads: a line of items and
// a line for each option, in their order, without comments. The same problems
// have the same text. (A problem without primary items cannot be written so
// that it reads back, since its first line would be a comment.)
func (p *Problem) Text() string {
	var b strings.Builder
	p.WriteTo(&b) // a Builder has no errors
	return b.String()
}

// WriteTo writes what Text returns. It implements io.WriterTo.
func (p *Problem) WriteTo(w io.Writer) (int64, error) {
	var primary, secondary []string
	for _, it := range p.items {
		switch {
		case it.secondary:
			secondary = append(secondary, it.name)
		case it.low != it.high:
			primary = append(primary, fmt.Sprintf("%d:%d|%s", it.low, it.high, it.name))
		case it.high != 1:
			primary = append(primary, fmt.Sprintf("%d|%s", it.high, it.name))
		default:
			primary = append(primary, it.name)
		}
	}
	if len(secondary) > 0 {
		primary = append(append(primary, "|"), secondary...)
	}
	written, err := io.WriteString(w, strings.Join(primary, " ")+"\n")
	n := int64(written)
	for k := 0; k < len(p.options) && err == nil; k++ {
		written, err = io.WriteString(w, p.OptionText(k)+"\n")
		n += int64(written)
	}
	return n, err
}
