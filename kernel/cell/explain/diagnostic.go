// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/cell/syntax"
)

// A Kind is a kind of Error. The values are the names that a user sees.
type Kind string

// The kinds.
const (
	SyntaxError  Kind = "SyntaxError"  // the cell does not parse
	CompileError Kind = "CompileError" // the cell does not type-check
)

// An Error lists the mistakes of a cell, in the order of the text. It is never empty.
type Error struct {
	Kind Kind
	List []Diagnostic
}

// A Diagnostic is one mistake.
type Diagnostic struct {
	File    string // the file, if it is in a package and not in a cell
	Cell    int    // the cell's number
	Line    int    // from 1; 0 if the place is not known
	Col     int    // in bytes, from 1
	Message string
	Source  string // the text of that line
}

// Error returns the first message, with its place, on one line.
func (e *Error) Error() string {
	d := e.List[0]
	s := d.Message
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	switch {
	case d.File != "":
		s = fmt.Sprintf("%s:%d:%d: %s", d.File, d.Line, d.Col, s)
	case d.Line > 0:
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

// Report formats the error for people, with the source lines, a caret below the place, and
// ANSI colors.
func (e *Error) Report() []string {
	var lines []string
	for i, d := range e.List {
		if i == maxShown {
			lines = append(lines, fmt.Sprintf("%s... and %d more%s", faint, len(e.List)-i, reset))
			break
		}
		message := strings.Split(d.Message, "\n")
		head := red + string(e.Kind) + reset
		switch {
		case d.File != "":
			head += fmt.Sprintf(" in %s:%d:%d", d.File, d.Line, d.Col)
		case d.Line > 0:
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

// Excerpt shows a line of source with its number and, if col is positive, a caret below byte col of
// it.
func Excerpt(line, col int, source string) []string {
	number := fmt.Sprintf("%5d", line)
	lines := []string{faint + number + " | " + reset + source}
	if col > 0 {
		// Tabs are kept, so that the caret is in the right column however wide they are displayed.
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

// Diagnose turns the checker's errors into an Error, or nil if there are none.
func (s *Session) Diagnose(errs []types.Error) *Error {
	if len(errs) == 0 {
		return nil
	}
	e := &Error{Kind: CompileError}
	seen := make(map[Diagnostic]bool)
	line := s.lines()
	for _, err := range errs {
		d := s.atPlace(s.Fset.Position(err.Pos), err.Msg, line)
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
	slices.SortStableFunc(e.List, ByPlace)
	e.List = firstUses(e.List)
	return e
}

// lines returns a function that returns a line of a cell. It splits the text of the cell once, so
// that the time for many mistakes of one cell is linear.
func (s *Session) lines() func(cell, line int) string {
	last, list := 0, []string(nil)
	return func(cell, line int) string {
		if cell != last {
			last, list = cell, strings.Split(s.Source(cell), "\n")
		}
		if line < 1 || line > len(list) {
			return ""
		}
		return strings.TrimSuffix(list[line-1], "\r")
	}
}

// firstUses returns the list with each undefined name only where it is used first, with the help
// that any of its uses gives.
func firstUses(list []Diagnostic) []Diagnostic {
	first := make(map[string]int)
	kept := list[:0]
	for _, d := range list {
		msg, help, _ := strings.Cut(d.Message, "\n")
		if strings.HasPrefix(msg, "undefined: ") {
			if i, again := first[msg]; again {
				if help != "" && kept[i].Message == msg {
					kept[i].Message = d.Message
				}
				continue
			}
			first[msg] = len(kept)
		}
		kept = append(kept, d)
	}
	return kept
}

// ByPlace orders diagnostics of one cell as the text does.
func ByPlace(a, b Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// message returns a message of the checker, worded for cells.
func message(s string, cell int) string {
	s = filePlace.Regexp().ReplaceAllStringFunc(s, func(p string) string {
		m := filePlace.FindStringSubmatch(p)
		c, _ := strconv.Atoi(m[1])
		l, _ := strconv.Atoi(m[2])
		return placeText(c, l, cell)
	})
	return strings.ReplaceAll(s, syntax.ContextName, "the cell's context")
}

// placeText returns the text of a place, as seen from cell from.
func placeText(cell, line, from int) string {
	if cell == from {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("cell %d, line %d", cell, line)
}

// Place returns where a position is, for people, as seen from c.
func (c Cell) Place(p token.Pos) string {
	pos := c.Fset.Position(p)
	if c.File != nil {
		if file, _, ok := c.File(pos.Filename); ok {
			return fmt.Sprintf("%s:%d", file, pos.Line)
		}
	}
	return placeText(syntax.CellOf(pos.Filename), pos.Line, c.Tree.Number)
}

// At returns a diagnostic for a position.
func (s *Session) At(p token.Pos, msg string) Diagnostic { return s.AtPlace(s.Fset.Position(p), msg) }

// AtPlace is At for a position that has been looked up.
func (s *Session) AtPlace(pos token.Position, msg string) Diagnostic {
	return s.atPlace(pos, msg, func(cell, line int) string { return syntax.Line(s.Source(cell), line) })
}

// atPlace is AtPlace, given a function that returns a line of a cell.
func (s *Session) atPlace(pos token.Position, msg string, line func(cell, line int) string) Diagnostic {
	d := Diagnostic{Cell: syntax.CellOf(pos.Filename)}
	if d.Cell > 0 {
		d.Line, d.Col = pos.Line, pos.Column
		d.Source = line(d.Cell, d.Line)
	} else if s.File != nil {
		if file, text, ok := s.File(pos.Filename); ok {
			d.File, d.Line, d.Col = file, pos.Line, pos.Column
			d.Source = syntax.Line(text, d.Line)
		}
	}
	d.Message = message(msg, d.Cell)
	return d
}
