// SPDX-License-Identifier: BSD-3-Clause

package sqlcell

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/internal/pattern"
	"polka/kernel/cell/explain"
)

// A StatementError says why SQL could not be run. Line and Column are the place in the text, from
// 1, and 0 if the database does not say where.
type StatementError struct {
	Line, Column int
	Message      string
	Err          error // of the driver; nil if there is none
}

// Error returns the message, with the place in front.
func (e *StatementError) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Unwrap returns the error of the driver.
func (e *StatementError) Unwrap() error { return e.Err }

// SQLPlace returns the place and the message, for the kernel.
func (e *StatementError) SQLPlace() (line, column int, message string) {
	return e.Line, e.Column, e.Message
}

// describe describes the error of a driver.
func describe(ctx context.Context, text string, p prepared, err error) *StatementError {
	if ctx.Err() != nil {
		return &StatementError{Message: "stopped", Err: ctx.Err()}
	}
	message := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "sqlite3: "), "SQL logic error: ")
	at := offset(p, err)
	e := &StatementError{Message: message + hint(message, p.text[:max(at, 0)]), Err: err}
	if at < 0 {
		if name := missingName(message); name != "" {
			at = findWord(p.text, name)
		}
	}
	if at < 0 {
		at = 0
	}
	before := text[:min(p.place(at), len(text))]
	e.Line = 1 + strings.Count(before, "\n")
	e.Column = len(before) - strings.LastIndexByte(before, '\n')
	return e
}

// offset returns the byte of the prepared text where the driver sees the mistake, or -1. SQLite's
// driver gives the rest of the text, and those of PostgreSQL the number of a character.
func offset(p prepared, err error) int {
	var rest interface{ SQL() string }
	if errors.As(err, &rest) {
		if s := rest.SQL(); s != "" && strings.HasSuffix(p.text, s) {
			return len(p.text) - len(s)
		}
	}
	for ; err != nil; err = errors.Unwrap(err) {
		v := reflect.Indirect(reflect.ValueOf(err))
		if v.Kind() != reflect.Struct {
			continue
		}
		f := v.FieldByName("Position")
		n := 0
		switch {
		case !f.IsValid():
			continue
		case f.CanInt():
			n = int(f.Int())
		case f.Kind() == reflect.String:
			n, _ = strconv.Atoi(f.String())
		}
		if n > 0 {
			at := 0
			for ; n > 1 && at < len(p.text); n-- {
				_, size := utf8.DecodeRuneInString(p.text[at:])
				at += size
			}
			return at
		}
	}
	return -1
}

var (
	noTable  = pattern.New(`(?i)no such table: "?([\w.]+)|relation "([^"]+)" does not exist|Table '([^']+)' doesn't exist`)
	noColumn = pattern.New(`(?i)no such column: "?([\w.]+)|column "?([\w.]+)"? does not exist|Unknown column '([^']+)'`)
	nearWord = pattern.New(`near "(\w+)": syntax error|syntax error at or near "(\w+)"`)
)

// keywords are what a misspelled word may stand for.
const keywords = "SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT OFFSET INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE VIEW INDEX DROP ALTER " +
	"JOIN LEFT INNER OUTER CROSS UNION EXCEPT INTERSECT DISTINCT BETWEEN LIKE CASE WHEN THEN ELSE RETURNING WITH RECURSIVE PRAGMA EXPLAIN"

// found returns the part of a message that an expression captures.
func found(re *pattern.Pattern, message string) string {
	for i, s := range re.FindStringSubmatch(message) {
		if i > 0 && s != "" {
			return s[strings.LastIndexByte(s, '.')+1:]
		}
	}
	return ""
}

// missingName is the table or column that a message says is not there.
func missingName(message string) string {
	if name := found(noTable, message); name != "" {
		return name
	}
	return found(noColumn, message)
}

// hint says what may have been meant. Before is the text before the mistake: in "selct name", the
// database complains about the second word.
func hint(message, before string) string {
	var tables, columns []string
	for _, n := range Names() {
		tables, columns = append(tables, n.Table), append(columns, n.Columns...)
	}
	list, name, kind := tables, found(noTable, message), "tables"
	if name == "" {
		list, name, kind = columns, found(noColumn, message), "columns"
	}
	if name == "" {
		list, name, kind = strings.Fields(keywords), found(nearWord, message), ""
	}
	if name == "" {
		return ""
	}
	near := nearest(name, kind, list)
	if words := strings.Fields(before); kind == "" && near == "" && len(words) > 0 {
		name = words[len(words)-1]
		near = nearest(name, kind, list)
	}
	switch {
	case near != "" && !strings.EqualFold(near, name):
		return "; did you mean " + near + "?"
	case kind == "tables" && len(tables) > 0 && len(tables) <= 12:
		return "; the tables are " + strings.Join(tables, ", ")
	case kind == "tables" && len(tables) == 0:
		return "; the database has no tables"
	}
	return ""
}

// nearest finds a name that is similar. Keywords are compared in upper case.
func nearest(name, kind string, list []string) string {
	if kind == "" {
		name = strings.ToUpper(name)
	}
	return explain.Nearest(name, list)
}

// findWord returns where a word occurs in a text, in upper or lower case, or -1.
func findWord(text, word string) int {
	loc := regexp.MustCompile(`(?i)(^|\W)(` + regexp.QuoteMeta(word) + `)($|\W)`).FindStringSubmatchIndex(text)
	if loc == nil {
		return -1
	}
	return loc[4]
}
