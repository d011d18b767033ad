// SPDX-License-Identifier: BSD-3-Clause

// Reading tokens.
//
// Disks, editors and people change files, and a search that is resumed from a token with one wrong
// digit would silently return a wrong number. So the reader is strict: each member must occur
// exactly once and have the right type, and unknown members are errors. Then the token is written
// again, and its SHA-256 sum must be equal to the last member. The sum is of the parsed token, not
// of the bytes of the file, so white space and the order of members do not matter. A CRC-64 would
// detect damage by disks; SHA-256 also detects edits, is already used for the fingerprints of
// problems, and takes little time compared to the compression of states.
//
// Members have another meaning in another version of the search, so the version is a member too.

package dlx

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/dlx/internal/engine"
)

// ParseToken reads a token that MarshalText has written. It returns an error of type
// *SyntaxError if the token is damaged or of another version. Whether the token
// belongs to a problem is checked when it is used.
func ParseToken(text string) (Token, error) {
	t, err := tokenText(text).token()
	if err != nil {
		return Token{}, err
	}
	return t, nil
}

// A tokenText is the text of a token that is being parsed.
type tokenText []byte

// A value is a part of the text, between two places.
type value struct{ from, to int }

// wrong returns an error at a position of the text.
func (r tokenText) wrong(at int, format string, args ...any) error {
	before := r[:min(at, len(r))]
	line := 1 + bytes.Count(before, []byte("\n"))
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	return &SyntaxError{Line: line, Column: 1 + utf8.RuneCount(before), Message: fmt.Sprintf(format, args...)}
}

// token parses the whole text.
func (r tokenText) token() (t Token, err error) {
	var whole json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(r, &whole); errors.As(err, &syntax) {
		return t, r.wrong(max(0, int(syntax.Offset)-1), "expected a token as JSON: %v", err)
	} else if err != nil {
		return t, r.wrong(0, "expected a token as JSON: %v", err)
	}
	all := value{0, len(r)}
	members, err := r.object(all)
	if err != nil {
		return t, err
	}
	if err := r.versions(members); err != nil {
		return t, err
	}
	var j tokenJSON
	var sum string
	var open []value
	err = r.members(all, members, map[string]any{
		"polka token version": &j.Version, "search version": &j.Search, "problem": &j.Problem, "engine": &j.Engine,
		"listing": &j.Listing, "core": &j.Core, "found": &j.Found, "nodes": &j.Nodes, "updates": &j.Updates,
		"cleansings": &j.Cleansings, "profile": &j.Profile, "open": &open, sumMember: &sum,
	})
	if err != nil {
		return t, err
	}
	t = Token{problem: j.Problem, engine: j.Engine, listing: j.Listing, core: j.Core, nodes: j.Nodes, updates: j.Updates, cleansings: j.Cleansings, profile: j.Profile}
	if j.Core != "" && j.Core != "count" && j.Core != "list" {
		return t, r.wrong(members["core"].from, "expected count or list for the core, or nothing, found %q", j.Core)
	}
	if n, ok := t.found.SetString(j.Found, 10); !ok || n.Sign() < 0 {
		return t, r.wrong(members["found"].from, "expected the number of solutions that were found, found %q", j.Found)
	}
	j.Open = make([]partJSON, len(open))
	var trail engine.Trail
	for i, v := range open {
		part, err := r.part(v, &j.Open[i], &trail)
		if err != nil {
			return t, err
		}
		t.open = append(t.open, part)
	}
	if _, want, err := j.text(); err != nil || want != sum {
		return t, r.wrong(members[sumMember].from, "the token is damaged: expected the SHA-256 sum of its other members, found another one")
	}
	return t, nil
}

// versions reports an error for tokens of other versions, whatever their members are.
func (r tokenText) versions(members map[string]value) error {
	for _, c := range []struct {
		name string
		want int
	}{{"polka token version", tokenVersion}, {"search version", searchVersion}} {
		v, ok := members[c.name]
		n := 0
		if ok && json.Unmarshal(r[v.from:v.to], &n) == nil && n != c.want {
			return r.wrong(v.from, "expected %s %d, found %d; a search cannot be resumed by another version of the program, start it again", c.name, c.want, n)
		}
	}
	return nil
}

// object returns the members of an object.
func (r tokenText) object(v value) (map[string]value, error) {
	members := map[string]value{}
	d := json.NewDecoder(bytes.NewReader(r[v.from:v.to]))
	at := func() int { return v.from + int(d.InputOffset()) }
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil, r.wrong(v.from, "expected an object, { and }")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, r.wrong(at(), "expected a member: %v", err)
		}
		if _, twice := members[name.(string)]; twice {
			return nil, r.wrong(at()-len(name.(string))-2, "expected each member once, found %q twice", name)
		}
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return nil, r.wrong(at(), "expected a value: %v", err)
		}
		members[name.(string)] = value{at() - len(text), at()}
	}
	return members, nil
}

// members reads the members of an object into variables. Missing and unknown members
// are errors.
func (r tokenText) members(object value, members map[string]value, into map[string]any) error {
	for name, v := range members {
		if into[name] == nil {
			return r.wrong(v.from, "unknown member %q, expected %s", name, strings.Join(slices.Sorted(maps.Keys(into)), ", "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(into)) {
		v, ok := members[name]
		if !ok {
			return r.wrong(object.to-1, "expected a member %q", name)
		}
		text := r[v.from:v.to]
		if list, ok := into[name].(*[]value); ok {
			var err error
			if *list, err = r.list(v); err != nil {
				return err
			}
		} else if err := json.Unmarshal(text, into[name]); err != nil || text[0] == 'n' {
			return r.wrong(v.from, "expected %s for %q, found %.40s", kind(into[name]), name, text)
		}
	}
	return nil
}

// kind describes the type of a variable.
func kind(variable any) string {
	switch variable.(type) {
	case *string:
		return "a string"
	case *bool:
		return "true or false"
	case *[]byte:
		return "a string in base 64"
	case *[]int64:
		return "a list of whole numbers"
	case *float64:
		return "a number"
	}
	return "a whole number"
}

// list returns the elements of a list.
func (r tokenText) list(v value) (list []value, err error) {
	d := json.NewDecoder(bytes.NewReader(r[v.from:v.to]))
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return nil, r.wrong(v.from, "expected a list, [ and ]")
	}
	for d.More() {
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return nil, r.wrong(v.from+int(d.InputOffset()), "expected a value: %v", err)
		}
		end := v.from + int(d.InputOffset())
		list = append(list, value{end - len(text), end})
	}
	return list, nil
}

// part parses a subproblem.
func (r tokenText) part(v value, p *partJSON, trail *engine.Trail) (engine.Part, error) {
	members, err := r.object(v)
	if err == nil {
		err = r.members(v, members, map[string]any{"path": &p.Path, "weight": &p.Weight, "times": &p.Times, "skip": &p.Skip, "state": &p.State})
	}
	if err != nil {
		return engine.Part{}, err
	}
	part := engine.Part{Weight: p.Weight, Times: p.Times, Skip: p.Skip}
	var path []engine.Step
	for _, word := range strings.Fields(p.Path) {
		step, err := parseStep(word)
		if err != nil {
			return part, r.wrong(members["path"].from, "%v", err)
		}
		path = append(path, step)
	}
	part.Path = trail.Path(path)
	if !(p.Weight >= 0 && p.Weight <= 1) {
		return part, r.wrong(members["weight"].from, "expected a weight from 0 to 1, found %v", p.Weight)
	}
	if part.State, err = expand(p.State); err != nil {
		return part, r.wrong(members["state"].from, "%v", err)
	}
	return part, nil
}

// maxState is the greatest length of a state that can be read, which is enough for a
// search with about eight times the default memory limit.
const maxState = engine.Memory

// expand undoes compress.
func expand(compressed []byte) ([]byte, error) {
	if len(compressed) == 0 {
		return nil, nil
	}
	state, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(compressed)), maxState+1))
	if err != nil || len(state) > maxState {
		return nil, errors.New("expected the state of an engine, compressed")
	}
	return state, nil
}

// parseStep parses "item:option", with - for no option.
func parseStep(word string) (engine.Step, error) {
	item, option, ok := strings.Cut(word, ":")
	i, err1 := strconv.ParseInt(item, 10, 32)
	k, err2 := int64(engine.Null), error(nil)
	if option != "-" {
		if k, err2 = strconv.ParseInt(option, 10, 32); k < 0 {
			ok = false
		}
	}
	if !ok || err1 != nil || err2 != nil || i < 0 {
		return engine.Step{}, fmt.Errorf("expected a step such as 3:17 or 3:-, found %q", word)
	}
	return engine.Step{Item: int32(i), Option: int32(k)}, nil
}
