// SPDX-License-Identifier: BSD-3-Clause

// JSON lines: an object on each line.
//
// Package encoding/json checks a line; the members of its object are then found by looking for
// quotes and brackets, in the order in which they are written, which a decoded map no longer has.
// Values of strings, numbers and booleans become texts; the column remembers whether they were
// quoted, so that "12" is not a number. Arrays and objects are shown as JSON.

package frame

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// longest is the greatest length of a line of JSON lines, in bytes.
const longest = 1 << 28

// ReadJSONLines reads lines with one JSON object each, whose keys are the columns, in the order in
// which they first occur. A key that an object does not have, and null, is a missing value. Lines
// that are empty are skipped. Strings are of type String, or of type Time if all of them are times;
// other mixtures are text. Errors in the text are of type *[SyntaxError].
func ReadJSONLines(ctx context.Context, r io.Reader, options Options) (*Frame, error) {
	j := &jsonReader{settings: options.settings(), index: map[string]int{}}
	delete(j.absent, "")
	in := bufio.NewScanner(stopping{ctx, r})
	in.Buffer(make([]byte, 1<<16), longest)
	line := 1
	for ; in.Scan(); line++ {
		text := in.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if err := j.line(text, line); err != nil {
			return nil, err
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, &SyntaxError{Line: line, Column: 1, Message: fmt.Sprintf("expected a line of at most %d bytes", longest)}
	}
	if in.Err() != nil {
		return nil, in.Err()
	}
	for _, t := range j.list {
		j.fill(t)
	}
	columns, err := j.settings.columns(ctx, j.list)
	if err != nil {
		return nil, err
	}
	return New(columns...), nil
}

// A jsonReader reads objects into columns.
type jsonReader struct {
	settings
	rows  int // that are complete
	list  []*texts
	index map[string]int // of the columns in list
	text  []byte         // of a string
}

// fill adds missing values up to the current row.
func (j *jsonReader) fill(t *texts) {
	for len(t.ends) < j.rows {
		t.miss()
	}
}

// line adds a row.
func (j *jsonReader) line(text []byte, number int) error {
	mistake := func(at int, message string) error {
		return &SyntaxError{Line: number, Column: 1 + utf8.RuneCount(text[:at]), Message: message}
	}
	at := space(text, 0)
	if text[at] != '{' {
		return mistake(at, "expected an object: {\"name\": value, ...}")
	}
	if !json.Valid(text) {
		var v any
		err := json.Unmarshal(text, &v)
		offset := len(text)
		var s *json.SyntaxError
		if errors.As(err, &s) {
			if offset = min(int(s.Offset), len(text)); offset > 0 && !strings.Contains(s.Error(), "unexpected end") {
				offset-- // the offset is that of the byte after the mistake
			}
		}
		return mistake(offset, fmt.Sprintf("expected a JSON object on one line: %v", err))
	}
	for at = space(text, at+1); text[at] != '}'; at = space(text, at) {
		if text[at] == ',' {
			at = space(text, at+1)
		}
		end := skip(text, at)
		name := j.string(text[at:end])
		at = space(text, space(text, end)+1)
		end = skip(text, at)
		if err := j.member(name, text[at:end]); err != nil {
			return mistake(at, err.Error())
		}
		at = end
	}
	j.rows++
	return nil
}

// member adds the value of a key to the current row. Of a key that occurs twice, the first counts.
func (j *jsonReader) member(key []byte, raw []byte) error {
	i, ok := j.index[string(key)]
	if !ok {
		i = len(j.list)
		j.index[string(key)] = i
		j.list = append(j.list, &texts{name: string(key), typed: true})
	}
	t := j.list[i]
	j.fill(t)
	if len(t.ends) > j.rows {
		return nil
	}
	quoted := raw[0] == '"'
	text := raw
	if quoted {
		text = j.string(raw)
	}
	if raw[0] == 'n' || j.absent[string(text)] {
		t.miss()
		return nil
	}
	if check := j.checks[t.name]; check != nil {
		if _, ok := check(string(text)); !ok {
			return fmt.Errorf("column %s: expected a value of type %v, found %s", t.name, j.types[t.name], raw)
		}
	} else {
		t.quoted, t.bare = t.quoted || quoted, t.bare || !quoted
	}
	t.all.Write(text)
	t.end()
	return nil
}

// string decodes a JSON string. The result is valid until the next call.
func (j *jsonReader) string(raw []byte) []byte {
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	var s string
	_ = json.Unmarshal(raw, &s) // the line is valid
	j.text = append(j.text[:0], s...)
	return j.text
}

// space returns the place of the first byte from at on that is not white space.
func space(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n') {
		at++
	}
	return at
}

// skip returns the end of the value at a place in valid JSON.
func skip(text []byte, at int) int {
	depth := 0
	for {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		default:
			if depth > 0 {
				break
			}
			for at < len(text) && !bytes.ContainsRune([]byte(",}] \t\r\n"), rune(text[at])) {
				at++
			}
			return at
		}
		at++
		if depth == 0 {
			return at
		}
	}
}
