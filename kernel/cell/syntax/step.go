// SPDX-License-Identifier: BSD-3-Clause

// A cell is Go, except for some lines: `strings.Repeat?` asks for the documentation of a name,
// `%who` is a magic, a command to the session, and `!ls` is a command of the shell. So a cell is
// first divided into steps, which run one after the other.
//
//	x := 2          Go
//	?x              a question
//	%time work(x)   a magic, with Go of its own
//	!ls -l          a command
//	x + 1           Go again
//
// A line is a magic if its first character is %, and a question if it is a name with one ? or two
// before or after it, provided the line begins outside of brackets, raw strings and comments. No
// line of Go looks like this: the language has no ?, and a line that begins with % would be in the
// middle of a statement that the previous line has ended. `%%name` in the first line takes the
// whole cell. A line that begins with ! may be Go if it continues an expression, and then it is not
// a step; otherwise whether `!ok` negates a variable or runs a program depends on what is defined,
// and the session decides.
//
// The text of a step is the whole cell with everything else replaced by blanks, so that lines and
// columns are those of the cell. The cost is one look at each byte, and one look at each line of a
// cell that is only Go.

package syntax

import (
	"go/token"
	"strings"
)

// A Step is a part of a cell that is run as a whole: Go, a question, a magic, or a command. Exactly
// one of the fields is set; Go may be "" if the cell is empty.
type Step struct {
	Go    string
	Query *Query
	Magic *Magic
	Shell *Shell
}

// A Shell is a line that begins with an exclamation mark.
type Shell struct {
	Command   string // without the mark
	Go        string // the line as a cell: at its place, the rest blanked out
	Line, Col int    // of the command in the cell, from 1; columns count bytes
}

// Root returns the name with which the command begins if it is read as Go, and whether a dot
// follows it, as in !strings.Contains(a, b). It is "" if the command cannot be Go.
func (s *Shell) Root() (name string, selects bool) {
	text := strings.TrimLeft(s.Command, "!( \t")
	n := strings.IndexFunc(text, func(r rune) bool { return !isNameRune(r) })
	if n < 0 {
		n = len(text)
	}
	if name = text[:n]; !token.IsIdentifier(name) {
		return "", false
	}
	return name, strings.HasPrefix(text[n:], ".")
}

// A Query asks about a name.
type Query struct {
	Name   string
	Source bool // the text of the declaration too: "??"
}

// A Magic is a command to the session: %name arg.
type Magic struct {
	Name      string
	Arg       string // without blanks around it
	Go        string // the argument as a cell: at its place, the rest blanked out
	Line, Col int    // of the name in the cell, from 1; columns count bytes
	Whole     bool   // it was %%name: the argument is the rest of the cell
}

// Code returns the Go code that a magic runs, at its place in the cell; "" for those that run none.
func (m *Magic) Code() string {
	switch m.Name {
	case "time", "timeit":
		return m.Go
	case "trace":
		_, code := m.Lines()
		return code
	case "sql":
		return m.sqlCode()
	}
	return ""
}

// Lines returns the first line of the argument and the lines below it, which are at their place in
// the cell.
func (m *Magic) Lines() (first, below string) {
	lines := strings.SplitAfter(m.Go, "\n")
	first = lines[m.Line-1]
	lines[m.Line-1] = blank(first)
	return first, strings.Join(lines, "")
}

// Steps divides a cell into steps. There is at least one.
func Steps(src string) []Step {
	var steps []Step
	from := 0 // the Go text that is not yet a step begins here
	goUntil := func(to int) {
		if text := src[from:to]; strings.TrimSpace(text) != "" {
			steps = append(steps, Step{Go: blank(src[:from]) + text})
		}
	}
	for _, l := range asking(src) {
		goUntil(l.from)
		from = l.to
		s := l.step
		if m := s.Magic; m != nil {
			m.Go = blank(src[:l.arg]) + src[l.arg:l.to]
		}
		if c := s.Shell; c != nil {
			c.Go = blank(src[:l.from]) + src[l.from:l.to]
		}
		steps = append(steps, s)
	}
	goUntil(len(src))
	if steps == nil {
		steps = []Step{{Go: src}}
	}
	return steps
}

// A request is a line that is not Go: src[from:to], whose argument begins at arg.
type request struct {
	from, arg, to int
	step          Step
}

// asking finds the lines that are not Go.
func asking(src string) []request {
	if !mayAsk(src) {
		return nil
	}
	var list []request
	var s lineState
	for from, line := 0, 1; from < len(src); line++ {
		to := len(src)
		if i := strings.IndexByte(src[from:], '\n'); i >= 0 {
			to = from + i + 1
		}
		text := src[from:to]
		if s.plain() {
			if r, ok := readRequest(text, from, line); ok && (r.step.Shell == nil || !s.continues()) {
				if m := r.step.Magic; m != nil && m.Whole && m.Name != "" {
					if len(list) > 0 || strings.TrimSpace(src[:from]) != "" {
						break // the compiler reports it
					}
					r.to = len(src)
					r.step.Magic.Arg = strings.TrimSpace(src[r.arg:])
				}
				list = append(list, r)
				from = r.to
				continue
			}
		}
		s.read(text)
		from = to
	}
	return list
}

// mayAsk reports whether a line of src looks as if it were not Go.
func mayAsk(src string) bool {
	if !strings.ContainsAny(src, "%?!") {
		return false
	}
	for line := range strings.Lines(src) {
		if line = strings.TrimSpace(line); line != "" && (strings.IndexByte("%?!", line[0]) >= 0 || line[len(line)-1] == '?') {
			return true
		}
	}
	return false
}

// readRequest reads a line, which begins at byte from of the cell.
func readRequest(text string, from, line int) (request, bool) {
	trimmed := strings.TrimSpace(text)
	r := request{from: from, arg: from + len(text), to: from + len(text)}
	if command, ok := strings.CutPrefix(trimmed, "!"); ok {
		r.arg = from
		at := strings.IndexByte(text, '!') + 1
		r.step.Shell = &Shell{Command: strings.TrimSpace(command), Line: line, Col: at + 1}
		return r, true
	}
	rest, magic := strings.CutPrefix(trimmed, "%")
	if !magic {
		name := strings.TrimSpace(strings.Trim(trimmed, "?"))
		r.step.Query = &Query{Name: name, Source: strings.Contains(trimmed, "??")}
		return r, len(name) < len(trimmed) && isPath(name)
	}
	rest, whole := strings.CutPrefix(rest, "%")
	at := strings.IndexByte(text, '%') + 1
	if whole {
		at++
	}
	n := 0
	for n < len(rest) && (isNameRune(rune(rest[n])) || rest[n] == '-') {
		n++
	}
	r.arg = from + at + n
	r.step.Magic = &Magic{Name: rest[:n], Arg: strings.TrimSpace(rest[n:]), Line: line, Col: at + 1, Whole: whole}
	return r, true
}

// A lineState is the state of the scan at the beginning of a line. Its zero value is the beginning
// of a cell.
type lineState struct {
	depth        int // of brackets
	raw, comment bool
	last, before byte // the last two characters of Go that are not blank
}

func (s *lineState) plain() bool { return s.depth == 0 && !s.raw && !s.comment }

// continues reports whether the lines before end within an expression or an assignment.
func (s *lineState) continues() bool {
	switch s.last {
	case '+', '-':
		return s.before != s.last // ++ and -- end a statement
	case '*', '/', '%', '&', '|', '^', '<', '>', '=', '!', ',', '.':
		return true
	}
	return false
}

// read scans a line of Go.
func (s *lineState) read(text string) {
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		comment := s.comment || !s.raw && (strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"))
		if c := text[i]; !comment && c > ' ' {
			s.before, s.last = s.last, c
		}
		switch c := text[i]; {
		case s.raw:
			s.raw = c != '`'
		case s.comment:
			if strings.HasPrefix(rest, "*/") {
				s.comment = false
				i++
			}
		case c == '`':
			s.raw = true
		case strings.HasPrefix(rest, "//"):
			return
		case strings.HasPrefix(rest, "/*"):
			s.comment = true
			i++
		case c == '"' || c == '\'':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '(' || c == '[' || c == '{':
			s.depth++
		case c == ')' || c == ']' || c == '}':
			s.depth = max(0, s.depth-1)
		}
	}
}

// onlyGo is src with everything that is not Go blanked out.
func onlyGo(src string) string {
	list := asking(src)
	if list == nil {
		return src
	}
	var b strings.Builder
	from := 0
	for _, r := range list {
		b.WriteString(src[from:r.from] + blank(src[r.from:r.to]))
		from = r.to
	}
	return b.String() + src[from:]
}

// GoAt is src as Go for what is asked about byte offset pos of it: without everything that is not
// Go, but for the name of a question and the argument of a magic at that place.
func GoAt(src string, pos int) string {
	list := asking(src)
	if list == nil {
		return src
	}
	b := []byte(onlyGo(src))
	for _, r := range list {
		if pos < r.from || pos > r.to || pos == r.to && strings.HasSuffix(src[:r.to], "\n") {
			continue
		}
		if r.step.Query != nil {
			copy(b[r.from:r.to], strings.ReplaceAll(src[r.from:r.to], "?", " "))
		} else if pos > r.arg {
			copy(b[r.arg:r.to], src[r.arg:r.to])
		}
	}
	return string(b)
}

// blank is s with blanks in place of everything but the ends of lines.
func blank(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
	return string(b)
}

// isPath reports whether s is names joined by dots.
func isPath(s string) bool {
	for name := range strings.SplitSeq(s, ".") {
		if !token.IsIdentifier(name) && !token.IsKeyword(name) {
			return false
		}
	}
	return true
}
