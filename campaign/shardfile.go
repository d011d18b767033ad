// SPDX-License-Identifier: BSD-3-Clause

// The files of shards and of their results.
//
// Both files are lines of JSON. The first line says which search they belong to, by its digest,
// which includes the version. Each line begins with a digest of all its other bytes, and of the
// digest of the search except in the first line, so that a damaged line is noticed. A last line
// that was cut off is ignored.

package campaign

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"polka/internal/counted"
)

// The formats of the files.
const (
	shardFormat   = "shard"
	resultsFormat = "results"
)

// A fileHead is the first line of a shard and of its results.
type fileHead struct {
	Format  string        `json:"polka campaign"`
	Version int           `json:"version"`
	Name    string        `json:"campaign"`
	Kind    string        `json:"kind"`
	Goal    Goal          `json:"goal"`
	Digest  string        `json:"digest"`
	Number  int           `json:"shard"`
	Of      int           `json:"shards"`
	Parts   int           `json:"parts"`
	Budget  time.Duration `json:"budget,omitempty"`
	Text    string        `json:"text,omitempty"`
}

// A partLine is a line of a shard.
type partLine struct {
	Part Part `json:"part"`
}

// A recordLine is a line of results.
type recordLine struct {
	Record json.RawMessage `json:"record"`
	Data   []byte          `json:"data,omitempty"` // of the result
}

// A line is {"sum":"DIGEST", and the rest of an object. The digest is that of a context and the
// rest.
const (
	sumBegin  = `{"sum":"`
	sumEnd    = `",`
	sumDigits = 32
)

// sealed returns a line with its digest. The context is the digest of the search, or "".
func sealed(context string, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	rest := string(text[1:]) // without the brace
	return []byte(sumBegin + digest(context, rest) + sumEnd + rest + "\n"), nil
}

// unsealed returns the object of a line without its line feed, or false if the digest is wrong.
func unsealed(context, line string) (object string, ok bool) {
	rest, ok := strings.CutPrefix(line, sumBegin)
	if !ok || len(rest) < sumDigits+len(sumEnd) || rest[sumDigits:sumDigits+len(sumEnd)] != sumEnd {
		return "", false
	}
	sum, rest := rest[:sumDigits], rest[sumDigits+len(sumEnd):]
	return "{" + rest, sum == digest(context, rest)
}

// head is the first line of a file of the shard.
func (s *Shard) head(format string) fileHead {
	return fileHead{Format: format, Version: Version, Name: s.Campaign, Kind: s.Search.Kind(), Goal: s.Search.Goal(), Digest: digestOf(s.Search), Number: s.Number, Of: s.Of, Parts: len(s.Parts)}
}

// WriteTo writes the shard in the format that ReadShard reads. It implements [io.WriterTo].
func (s *Shard) WriteTo(w io.Writer) (n int64, err error) {
	to := &counted.Writer{W: w}
	out := bufio.NewWriter(to)
	head := s.head(shardFormat)
	head.Budget, head.Text = s.Budget, s.Search.Source()
	line, err := sealed("", head)
	if err != nil {
		return to.N, err
	}
	out.Write(line) // an error is returned by Flush
	for _, p := range s.Parts {
		if line, err = sealed(head.Digest, partLine{p}); err != nil {
			return to.N, err
		}
		out.Write(line)
	}
	err = out.Flush()
	return to.N, err
}

// A lineReader reads lines of JSON with their digests.
type lineReader struct {
	in      *bufio.Reader
	context string // of the digests
	line    int
	size    int64 // up to the end of the last complete line
}

// next decodes the next line. It returns io.EOF at the end, and io.ErrUnexpectedEOF if the last
// line is not complete.
func (r *lineReader) next(v any) error {
	line, err := r.in.ReadString('\n')
	text, complete := strings.CutSuffix(line, "\n")
	switch {
	case err == io.EOF && line != "":
		if _, ok := unsealed(r.context, line[:len(line)-1]); ok { // it was the line feed
			r.line++
			return r.wrong("the line is damaged: expected a line feed at its end")
		}
		return io.ErrUnexpectedEOF
	case err != nil || !complete:
		return err
	}
	r.line++
	object, ok := unsealed(r.context, text)
	if !ok {
		return r.wrong("the line does not agree with its digest")
	}
	decoder := json.NewDecoder(strings.NewReader(object))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return r.wrong("the line is damaged: %v", err)
	}
	r.size += int64(len(line))
	return nil
}

// wrong makes an error with the number of the line.
func (r *lineReader) wrong(format string, args ...any) error {
	return fmt.Errorf("%d: %w", r.line, fmt.Errorf(format, args...))
}

// head reads the first line.
func (r *lineReader) head(format string) (h fileHead, err error) {
	err = r.next(&h)
	switch {
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		return h, err
	case err != nil:
		return h, r.wrong("expected the first line of a file of %s of polka campaign, with its digest", of(format))
	case h.Format != format:
		return h, r.wrong("expected the first line of a file of %s of polka campaign, found one of %s", of(format), of(h.Format))
	case h.Version != Version:
		return h, r.wrong("the file is of version %d, and this program of version %d", h.Version, Version)
	}
	r.context = h.Digest
	return h, nil
}

// of is what a file of a format is called in messages.
func of(format string) string {
	switch format {
	case shardFormat:
		return "a shard"
	case resultsFormat:
		return "results"
	}
	return "an unknown format"
}

// ReadShard reads a shard. It returns an error for a file that is damaged, cut off or of another
// version.
func ReadShard(in io.Reader) (*Shard, error) {
	r := &lineReader{in: bufio.NewReader(in)}
	h, err := r.head(shardFormat)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, errors.New("the file is empty or cut off")
	}
	if err != nil {
		return nil, err
	}
	s := &Shard{Campaign: h.Name, Number: h.Number, Of: h.Of, Budget: h.Budget}
	if err := CheckName(h.Name); err != nil {
		return nil, r.wrong("%w", err)
	}
	if h.Budget <= 0 || h.Parts < 0 {
		return nil, r.wrong("expected a positive budget and a number of parts")
	}
	if s.Search, err = Parse(h.Kind, h.Goal, h.Text); err != nil {
		return nil, r.wrong("%w", err)
	}
	if digestOf(s.Search) != h.Digest {
		return nil, r.wrong("the text of the search is damaged: its digest is %s, expected %s", digestOf(s.Search), h.Digest)
	}
	seen := map[Part]bool{}
	for {
		var l partLine
		err := r.next(&l)
		if err == io.EOF {
			break
		}
		if err == io.ErrUnexpectedEOF {
			return nil, fmt.Errorf("the file is cut off after line %d", r.line)
		}
		if err != nil {
			return nil, err
		}
		if seen[l.Part] {
			return nil, r.wrong("part %q occurs twice", l.Part)
		}
		seen[l.Part] = true
		s.Parts = append(s.Parts, l.Part)
	}
	if len(s.Parts) != h.Parts {
		return nil, fmt.Errorf("the file has %d parts, expected %d", len(s.Parts), h.Parts)
	}
	return s, nil
}

// Results are the records and data that a worker has written for a shard.
type Results struct {
	Campaign string
	Digest   string // of the search
	Number   int    // of the shard
	Of       int
	NumParts int // of the shard
	Records  []Record
	Data     map[string][]byte // of the results, by Record.Sum
	Size     int64             // in bytes, without a last line that was cut off
}

// ReadResults reads results. For an empty file it returns nil and no error. A last line that was
// cut off is left out.
func ReadResults(in io.Reader) (*Results, error) {
	r := &lineReader{in: bufio.NewReader(in)}
	h, err := r.head(resultsFormat)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := &Results{Campaign: h.Name, Digest: h.Digest, Number: h.Number, Of: h.Of, NumParts: h.Parts, Data: map[string][]byte{}}
	for {
		found.Size = r.size
		var l recordLine
		err := r.next(&l)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		record, err := parseRecord(l.Record)
		if err != nil {
			return nil, r.wrong("%w", err)
		}
		if record.Bytes != len(l.Data) || record.Bytes > 0 && record.Sum != digest(string(l.Data)) {
			return nil, r.wrong("the data do not agree with the record")
		}
		if record.Bytes > 0 {
			found.Data[record.Sum] = l.Data
		}
		found.Records = append(found.Records, *record)
	}
}
