// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/internal/syntax"
	"polka/internal/yield"
)

// A SyntaxError is a mistake in a file: its position, what was expected, and what was found.
type SyntaxError = syntax.Error

// Options are the options of the functions that read files.
type Options struct {
	Comma    rune            // separates the fields of CSV; 0 stands for a comma, or a tab in files whose names end in .tsv or .tab
	NoHeader bool            // the first line of CSV has values; the columns are column1, column2, ...
	Missing  []string        // texts that stand for missing values, besides the empty text
	Types    map[string]Type // the types of columns that are not to be found from the values
}

// Read reads a file, whose name says what it has: .csv, .tsv or .tab, and .jsonl, .ndjson or .json
// for JSON lines; .gz may follow. Errors in the text are of type *[SyntaxError].
//
// Each column has the first of the types int, float, bool and time to which all its values belong,
// and otherwise string. Empty fields are missing; in columns of other types than string, so are NA,
// N/A, NULL, null, nil and None. "007" and "+1" are not integers, and times are in a form such as
// 2024-05-17, 2024-05-17 08:30:00 or 2024-05-17T08:30:00Z; they are converted to UTC.
//
// Reading takes about a second for 50 MB, and as much memory as the file besides the table.
func Read(ctx context.Context, file string) (*Frame, error) { return ReadFile(ctx, file, Options{}) }

// ReadFile is Read with options.
func ReadFile(ctx context.Context, file string, options Options) (*Frame, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	name, packed := strings.CutSuffix(strings.ToLower(file), ".gz")
	var r io.Reader = f
	if packed {
		if r, err = gzip.NewReader(bufio.NewReaderSize(f, 1<<16)); err != nil {
			return nil, fmt.Errorf("%s: expected a gzip file: %w", file, err)
		}
	}
	var t *Frame
	switch filepath.Ext(name) {
	case ".csv", ".txt":
		t, err = ReadCSV(ctx, r, options)
	case ".tsv", ".tab":
		if options.Comma == 0 {
			options.Comma = '\t'
		}
		t, err = ReadCSV(ctx, r, options)
	case ".jsonl", ".ndjson", ".json":
		t, err = ReadJSONLines(ctx, r, options)
	default:
		return nil, fmt.Errorf("%s: expected a name that ends in .csv, .tsv, .tab, .jsonl, .ndjson or .json, and perhaps .gz", file)
	}
	var mistake *SyntaxError
	if errors.As(err, &mistake) {
		mistake.File = file
	} else if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return t, err
}

// settings prepares the columns of a file according to the options.
type settings struct {
	absent map[string]bool
	types  map[string]Type
	checks map[string]func(string) (value, bool)
}

func (o Options) settings() settings {
	s := settings{absent: map[string]bool{"": true}, types: o.Types, checks: map[string]func(string) (value, bool){}}
	for _, text := range o.Missing {
		s.absent[text] = true
	}
	for name, typ := range o.Types {
		if typ != String {
			s.checks[name] = parserOf(typ)
		}
	}
	return s
}

// columns returns the finished columns.
func (s settings) columns(ctx context.Context, list []*texts) ([]Column, error) {
	columns := make([]Column, len(list))
	for i, t := range list {
		typ, given := s.types[t.name]
		switch {
		case !given:
			columns[i] = t.column(ctx)
		case typ == String:
			columns[i] = t.strings()
		default:
			columns[i], _ = t.as(ctx, typ) // the values have been checked
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	for name := range s.types {
		if !slices.ContainsFunc(list, func(t *texts) bool { return t.name == name }) {
			return nil, fmt.Errorf("the options have a type for column %q; the file has no such column", name)
		}
	}
	return columns, nil
}

// A stopping reader ends with the error of its context.
type stopping struct {
	ctx context.Context
	r   io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if yield.Check(); s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	return s.r.Read(p)
}

// A tail remembers the end of what was read, to find out in which character an error is.
type tail struct {
	r    io.Reader
	text []byte
	line int // the number of the first line of text
}

// kept is how many bytes of text a tail has at least.
const kept = 1 << 17

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.text = append(t.text, p[:n]...)
	if drop := len(t.text) - kept; drop > kept {
		t.line += bytes.Count(t.text[:drop], []byte("\n"))
		t.text = append(t.text[:0], t.text[drop:]...)
	}
	return n, err
}

// from returns what was read from the beginning of a line on, or nil if that is forgotten.
func (t *tail) from(line int) []byte {
	text := t.text
	for range line - t.line {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return nil
		}
		text = text[i+1:]
	}
	if line < t.line {
		return nil
	}
	return text
}

// column returns the number of a character in a line, from the number of its byte, both from 1. Of
// the place after the last character of the text it reports true.
func (t *tail) column(line, column int) (number int, end bool) {
	text := t.from(line)
	if column-1 > len(text) || column < 1 {
		return column, false
	}
	return 1 + utf8.RuneCount(bytes.TrimRight(text[:column-1], "\r\n")), column-1 == len(text)
}
