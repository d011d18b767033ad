// SPDX-License-Identifier: BSD-3-Clause

// SQL in cells. The magic %sql stands for a call of package sqlcell:
//
//	%sql games.db             sqlcell.Open("games.db")
//
//	%%sql rows <<             rows := sqlcell.Args(
//	select * from game
//	where size > :least                    least,
//	                          ).Run("select * from game\nwhere size > :least")
//
// Each name is where it is in the cell. So whatever is known of Go is known of the variables here:
// errors have positions, a change of least makes the cell stale, it can be renamed, and a notebook
// can be checked and be written as a Go program.

package syntax

import (
	"strconv"
	"strings"

	"polka/internal/sqltext"
)

// An SQL is what %sql or %%sql is asked to do.
type SQL struct {
	DSN  string // the data source to open first, or ""
	Name string // of the variable for the result, or ""
	Text string // the statements
	From int    // where Text begins in Magic.Go
	at   int    // where Name begins
}

// SQL reads the argument of %sql.
func (m *Magic) SQL() (s SQL) {
	from := m.lineStart()
	first, below, _ := strings.Cut(m.Go[from:], "\n")
	skip := func(text string) int { return len(text) - len(strings.TrimLeft(text, " \t\r")) }
	from += skip(first)
	head := strings.TrimSpace(first)
	if name, more, ok := strings.Cut(head, "<<"); ok && isName(strings.TrimSpace(name)) {
		s.Name, s.at = strings.TrimSpace(name), from
		from += len(name) + len("<<") + skip(more)
		head = strings.TrimSpace(more)
	} else if head != "" && !strings.ContainsAny(head, " \t;(") {
		s.DSN, head = head, ""
	}
	switch s.Text, s.From = head, from; {
	case m.Whole && head != "":
		s.Text = m.Go[from:]
	case m.Whole:
		s.Text, s.From = below, len(m.Go)-len(below)
	}
	return s
}

// isName reports whether a text is an identifier of Go.
func isName(text string) bool {
	for i, r := range text {
		if !isNameRune(r) || i == 0 && r >= '0' && r <= '9' {
			return false
		}
	}
	return text != ""
}

// sqlCode returns the Go code of %sql.
func (m *Magic) sqlCode() string {
	s := m.SQL()
	w := placer{src: m.Go}
	w.put(m.lineStart(), "")
	if s.Name != "" {
		w.put(s.at, s.Name+" := ")
	}
	empty := strings.TrimSpace(s.Text) == ""
	if s.DSN != "" {
		w.b.WriteString("sqlcell.Open(" + strconv.Quote(s.DSN) + ")")
		if empty {
			return w.b.String()
		}
		w.b.WriteString("; ")
	}
	if empty {
		return w.b.String() + "sqlcell.Tables()"
	}
	run := "Run(" + strconv.Quote(s.Text) + ")"
	var params []sqltext.Param
	for _, st := range sqltext.Split(s.Text) {
		params = append(params, st.Params...)
	}
	if len(params) == 0 {
		return w.b.String() + "sqlcell." + run
	}
	w.b.WriteString("sqlcell.Args(")
	for _, p := range params {
		w.put(s.From+p.From+1, p.Name+",")
	}
	return w.b.String() + ")." + run
}

// lineStart returns where the line of the magic begins in Go.
func (m *Magic) lineStart() int {
	at := 0
	for range m.Line - 1 {
		at += strings.IndexByte(m.Go[at:], '\n') + 1
	}
	return at
}

// A placer writes texts in the lines and columns that they have in src. A text that must begin
// where the one before has not ended yet follows it.
type placer struct {
	src string
	b   strings.Builder
}

// put writes a text where the byte src[at] stands.
func (w *placer) put(at int, text string) {
	start := strings.LastIndexByte(w.src[:at], '\n') + 1
	for strings.Count(w.b.String(), "\n") < strings.Count(w.src[:at], "\n") {
		w.b.WriteByte('\n')
	}
	done := w.b.String()
	column := len(done) - strings.LastIndexByte(done, '\n') - 1
	w.b.WriteString(strings.Repeat(" ", max(at-start-column, 0)))
	w.b.WriteString(text)
}
