// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"polka/internal/plural"
)

// ReadCSV reads comma-separated values, in the form that package encoding/csv reads. All lines have
// the same number of fields; the first has the names of the columns. Read says which types the
// columns have. Errors in the text are of type *[SyntaxError].
func ReadCSV(ctx context.Context, r io.Reader, options Options) (*Frame, error) {
	t := &tail{r: stopping{ctx, r}, line: 1}
	in := bufio.NewReaderSize(t, 1<<16)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" { // the byte order mark of UTF-8
		in.Discard(3)
	}
	c := &csvReader{tail: t, settings: options.settings(), r: csv.NewReader(in)}
	if options.Comma != 0 {
		c.r.Comma = options.Comma
	}
	c.r.LazyQuotes = c.r.Comma == '\t' // in such files a quote is usually an ordinary character
	c.r.ReuseRecord = true
	if err := c.read(!options.NoHeader); err != nil {
		return nil, err
	}
	columns, err := c.settings.columns(ctx, c.columns)
	if err != nil {
		return nil, err
	}
	return New(columns...), nil
}

// A csvReader reads the records of a file into columns.
type csvReader struct {
	settings
	r       *csv.Reader
	tail    *tail
	columns []*texts
}

func (c *csvReader) read(header bool) error {
	for first := true; ; first = false {
		record, err := c.r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return c.mistake(err, record)
		}
		if first {
			c.head(record, header)
			if header {
				continue
			}
		}
		for i, text := range record {
			t := c.columns[i]
			if text == "" || len(c.absent) > 1 && c.absent[text] {
				t.miss()
				continue
			}
			if check := c.checks[t.name]; check != nil {
				if _, ok := check(strings.TrimSpace(text)); !ok {
					line, column := c.r.FieldPos(i)
					column, _ = c.tail.column(line, column)
					return &SyntaxError{Line: line, Column: column,
						Message: fmt.Sprintf("column %s: expected a value of type %v, found %q", t.name, c.types[t.name], text)}
				}
			}
			t.add(text)
		}
	}
}

// head makes the columns from the first record.
func (c *csvReader) head(record []string, header bool) {
	names := make([]string, len(record))
	if header {
		for i, name := range record {
			names[i] = strings.Clone(strings.TrimSpace(name))
		}
	}
	for _, name := range unique(names) {
		c.columns = append(c.columns, &texts{name: name})
	}
}

// unique returns names that differ: those that are empty are column1, column2, ... by their place,
// and .2, .3, ... follows a name that occurs again.
func unique(names []string) []string {
	used := map[string]bool{}
	for _, name := range names {
		used[name] = true
	}
	seen := map[string]bool{}
	list := make([]string, len(names))
	for i, name := range names {
		if name == "" {
			name = fmt.Sprintf("column%d", i+1)
		}
		list[i] = name
		for n := 2; seen[list[i]] || list[i] != names[i] && used[list[i]]; n++ {
			list[i] = fmt.Sprintf("%s.%d", name, n)
		}
		seen[list[i]] = true
	}
	return list
}

// mistake describes an error of package csv.
func (c *csvReader) mistake(err error, record []string) error {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return err
	}
	e := &SyntaxError{Line: p.Line}
	var end bool
	e.Column, end = c.tail.column(p.Line, p.Column)
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		e.Line, e.Column = p.StartLine, 1
		e.Message = fmt.Sprintf("expected %s, as in the first line; found %d", plural.Count(len(c.columns), "field"), len(record))
	case errors.Is(err, csv.ErrQuote) && end:
		e.Message = fmt.Sprintf("expected a quote before the end of the text; the record begins in line %d", p.StartLine)
	case errors.Is(err, csv.ErrQuote):
		e.Message = fmt.Sprintf("expected %q or the end of the line after a quote; a quote within a field is written twice", c.r.Comma)
	case errors.Is(err, csv.ErrBareQuote):
		e.Message = "a quote in a field without quotes; expected the whole field in quotes, and this quote twice"
	default:
		e.Message = p.Err.Error()
	}
	return e
}
