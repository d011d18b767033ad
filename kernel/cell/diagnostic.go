package cell

import (
	"cmp"
	"fmt"
	"go/scanner"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// A Kind is a kind of Error. The values are the names that a user sees.
type Kind string

// The kinds.
const (
	SyntaxError  Kind = "SyntaxError"  // the cell does not parse
	CompileError Kind = "CompileError" // the cell does not type-check
)

// An Error is all that is wrong with a cell, in the order of the text. It is never empty.
type Error struct {
	Kind Kind
	List []Diagnostic
}

// A Diagnostic is one thing that is wrong.
type Diagnostic struct {
	Cell    int // where it is: the cell's number
	Line    int // from 1; 0 if the place is not known
	Col     int // in bytes, from 1
	Message string
	Source  string // the text of that line

	atEnd bool // the error is that the text ends
}

// Error is the first message, with its place, on one line.
func (e *Error) Error() string {
	d := e.List[0]
	s := d.Message
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	if d.Line > 0 {
		s = fmt.Sprintf("line %d: %s", d.Line, s)
	}
	if n := len(e.List) - 1; n == 1 {
		s += " (and one more error)"
	} else if n > 1 {
		s += fmt.Sprintf(" (and %d more errors)", n)
	}
	return s
}

// The colors of a report, as terminals and notebooks understand them.
const (
	red   = "\x1b[31m"
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	reset = "\x1b[0m"
)

// maxShown is how many diagnostics a report shows in full.
const maxShown = 10

// Report gives the error in lines for people, with the source lines, a caret below the place, and ANSI
// colors.
func (e *Error) Report() []string {
	var lines []string
	for i, d := range e.List {
		if i == maxShown {
			lines = append(lines, fmt.Sprintf("%s... and %d more%s", faint, len(e.List)-i, reset))
			break
		}
		message := strings.Split(d.Message, "\n")
		head := red + string(e.Kind) + reset
		if d.Line > 0 {
			head += fmt.Sprintf(" in cell %d, line %d", d.Cell, d.Line)
		}
		lines = append(lines, fmt.Sprintf("%s: %s%s%s", head, bold, message[0], reset))
		if d.Source != "" {
			lines = append(lines, Excerpt(d.Line, d.Col, d.Source)...)
		}
		for _, m := range message[1:] {
			lines = append(lines, "    "+strings.TrimSpace(m))
		}
	}
	return lines
}

// Excerpt shows a line of source with its number and, if col is positive, a caret below byte col of it.
func Excerpt(line, col int, source string) []string {
	number := fmt.Sprintf("%5d", line)
	lines := []string{faint + number + " | " + reset + source}
	if col > 0 {
		// Tabs stay, so that the caret stands right however wide they are shown.
		blank := []rune(source[:min(col-1, len(source))])
		for i, r := range blank {
			if r != '\t' {
				blank[i] = ' '
			}
		}
		lines = append(lines, faint+strings.Repeat(" ", len(number))+" | "+reset+string(blank)+red+"^"+reset)
	}
	return lines
}

// line gives line n of text, from 1, or "" if there is none.
func line(text string, n int) string {
	for s := range strings.SplitSeq(text, "\n") {
		if n--; n == 0 {
			return strings.TrimSuffix(s, "\r")
		}
	}
	return ""
}

func syntaxErrors(cell int, src string, list scanner.ErrorList) *Error {
	e := &Error{Kind: SyntaxError}
	lines := strings.Count(strings.TrimRight(src, "\n"), "\n") + 1
	list.Sort()
	list.RemoveMultiples()
	for _, err := range list {
		d := Diagnostic{Cell: cell, Line: err.Pos.Line, Col: err.Pos.Column, Message: err.Msg}
		if d.Line > lines { // the end of the text, as the wrapping sees it
			d.atEnd = true
			d.Line = lines
			d.Col = len(line(src, lines)) + 1
		}
		if d.Line == lines && d.Col > len(strings.TrimRight(line(src, lines), " \t")) {
			d.atEnd = true
		}
		d.Source = line(src, d.Line)
		d.Message = syntaxMessage(d)
		e.List = append(e.List, d)
	}
	return e
}

// diagnostics turns the checker's errors into an Error, or nil if there are none.
func (c *Compiler) diagnostics(errs []types.Error) *Error {
	if len(errs) == 0 {
		return nil
	}
	e := &Error{Kind: CompileError}
	seen := make(map[Diagnostic]bool)
	for _, err := range errs {
		pos := c.o.Fset.Position(err.Pos)
		d := Diagnostic{Cell: cellOf(pos.Filename)}
		if d.Cell > 0 {
			d.Line, d.Col = pos.Line, pos.Column
			d.Source = line(c.sources[d.Cell], d.Line)
		}
		d.Message = message(err.Msg, d.Cell)
		if strings.HasPrefix(err.Msg, "\t") && len(e.List) > 0 { // continues the error before
			if last := &e.List[len(e.List)-1]; !strings.Contains(last.Message, "\n") {
				last.Message += "\n" + strings.TrimSpace(d.Message)
			}
			continue
		}
		if !seen[d] {
			seen[d] = true
			e.List = append(e.List, d)
		}
	}
	slices.SortStableFunc(e.List, byPlace)
	return e
}

// byPlace orders diagnostics of one cell as the text does.
func byPlace(a, b Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// message is a message of the checker in the words of a cell.
func message(s string, cell int) string {
	s = filePlace.Regexp().ReplaceAllStringFunc(s, func(p string) string {
		m := filePlace.FindStringSubmatch(p)
		c, _ := strconv.Atoi(m[1])
		l, _ := strconv.Atoi(m[2])
		return placeText(c, l, cell)
	})
	return strings.ReplaceAll(s, contextName, "the cell's context")
}

// placeText is a place, as seen from cell from.
func placeText(cell, line, from int) string {
	if cell == from {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("cell %d, line %d", cell, line)
}
