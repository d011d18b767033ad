// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/engine"
)

//go:embed sql.md
var sqlPage string

// SQLError is the name of the error of a statement of SQL.
const SQLError = "SQLError"

// magicSQL runs the Go code that %sql stands for, and gives errors of the database their place in
// the cell.
func (s *Session) magicSQL(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if s.y != nil {
		return engine.Declared{}, s.magicError(r, m, "%sql runs on the machine; see %backend")
	}
	d, failed := s.runGo(r, m.Code())
	if failed == nil {
		return d, nil
	}
	placed, ok := failed.Value.(interface {
		SQLPlace() (line, column int, message string)
	})
	if !ok {
		return d, failed
	}
	line, column, message := placed.SQLPlace()
	at := explain.Diagnostic{Cell: r.cell.Number, Line: m.Line, Col: m.Col, Message: message}
	if line > 0 {
		before := m.Go[:m.SQL().From]
		at.Line = strings.Count(before, "\n") + line
		at.Col = column
		if line == 1 {
			at.Col += len(before) - strings.LastIndexByte(before, '\n') - 1
		}
	}
	at.Source = sourceLine(r.cell.Code, at.Line)
	return d, compileError(&explain.Error{Kind: SQLError, List: []explain.Diagnostic{at}})
}

// sqlWords are the keywords that completion offers.
const sqlWords = "select from where group by order having limit offset insert into values update set delete create table view index drop alter " +
	"join left inner outer cross on using as union all except intersect distinct and or not in is null between like case when then else end exists returning with recursive count sum avg min max"

// completeSQL completes a word of SQL at byte offset pos: tables, columns and keywords, or
// variables after a colon. After the name of a table and a period there are only its columns. Ok
// is false elsewhere.
func (s *Session) completeSQL(code string, pos int) (out engine.Completion, ok bool) {
	if pos < 0 || pos > len(code) || !strings.Contains(code, "%sql") {
		return out, false
	}
	m := sqlAt(code, pos)
	if m == nil || m.SQL().Text == "" && pos < m.SQL().From {
		return out, false
	}
	word := func(c byte) bool {
		return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	out.Start, out.End = pos, pos
	for out.Start > 0 && word(code[out.Start-1]) {
		out.Start--
	}
	for out.End < len(code) && word(code[out.End]) {
		out.End++
	}
	prefix := strings.ToLower(code[out.Start:pos])
	add := func(kind, about string, names ...string) {
		for _, n := range names {
			known := slices.ContainsFunc(out.Matches, func(m engine.Match) bool { return m.Text == n })
			if strings.HasPrefix(strings.ToLower(n), prefix) && !known {
				out.Matches = append(out.Matches, engine.Match{Text: n, Kind: kind, Signature: about})
			}
		}
	}
	if before := code[:out.Start]; strings.HasSuffix(before, ":") || strings.HasSuffix(before, "$") {
		s.compiling.Lock()
		defer s.compiling.Unlock()
		for _, k := range s.a.Known() {
			if k.Kind == "variable" || k.Kind == "constant" {
				add(k.Kind, k.Type, k.Name)
			}
		}
		return out, true
	}
	tables := map[string][]string{}
	if s.o.SQLNames != nil {
		tables = s.o.SQLNames()
	}
	if owner, ok := strings.CutSuffix(code[:out.Start], "."); ok {
		from := len(owner)
		for from > 0 && word(owner[from-1]) {
			from--
		}
		add("field", owner[from:], tables[owner[from:]]...)
		return out, true
	}
	for _, t := range slices.Sorted(maps.Keys(tables)) {
		add("type", "table", t)
	}
	for _, t := range slices.Sorted(maps.Keys(tables)) {
		add("field", t, tables[t]...)
	}
	add("keyword", "", strings.Fields(sqlWords)...)
	return out, true
}

// sqlAt returns the %sql whose statements byte offset pos of code is in, nil if there is none.
func sqlAt(code string, pos int) *syntax.Magic {
	line := 1 + strings.Count(code[:pos], "\n")
	for _, step := range syntax.Steps(code) {
		if m := step.Magic; m != nil && m.Name == "sql" && (m.Whole && line >= m.Line || line == m.Line) && pos >= m.SQL().From {
			return m
		}
	}
	return nil
}
