// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
	"polka/internal/plural"
)

// A Token is the state of a search that ended early: what it has found, and what is
// left. It is part of a Result, and is passed to Options.Save during a search.
// Options.Resume resumes the search. Both searches together find the same solutions
// in the same order as one search, none of them twice.
//
// What is left is a list of subproblems, each given by the choices that lead to it, so that a count
// can be resumed by any engine, on any machine. A listing is resumed by the same engine, because
// others find the solutions in another order. The engines frontier and pfaffian do not divide a
// problem. Their tokens contain intermediate results, which can take megabytes and are only valid
// for the same engine; other engines start again. Engine cells adds such results for single
// subproblems with multiplicities, which other engines count again. A count that is stopped while
// its engine is being chosen leaves a token of engine auto: the subproblems that are left of a
// search, and the intermediate result of frontier if that was being tried. A count of independent
// parts leaves one with the numbers of those that are done, which only engine auto uses.
//
// MarshalText writes a token as JSON, and ParseToken reads it; docs/formats.md describes the
// format. A Token is an immutable value. The zero value is that of a search that is
// done and has found nothing.
type Token struct {
	of      *Problem // nil for a token that was read
	problem string   // the fingerprint of the problem, for a token that was read
	engine  string
	listing bool   // whether solutions were visited, not only counted
	core    string // the purpose of the reduction: count, list, or "" for none
	found   big.Int

	nodes, updates, cleansings int64
	profile                    []int64

	open []engine.Part     // in the numbers of part
	part engine.Subproblem // the part of the problem that was searched, without its Problem
}

// tokenVersion is the version of the format.
const tokenVersion = 4

// searchVersion is the version of the reduction and of the order in which each engine
// visits nodes and finds solutions. A token is valid for one version only.
// TestSearchVersion compares a digest of both.
const searchVersion = 2

// Done reports whether the search is complete.
func (t Token) Done() bool { return len(t.open) == 0 }

// Found returns the number of solutions found so far.
func (t Token) Found() *big.Int { return new(big.Int).Set(&t.found) }

// fraction returns the part of the search tree that is done, from 0 to 1, if all
// children of a node are given equal weight.
func (t Token) fraction() float64 { return min(engine.Done(t.open), 1) }

// String describes the token on one line. MarshalText writes the token itself.
func (t Token) String() string {
	if t.Done() {
		return fmt.Sprintf("%s, nothing left to do", plural.Big(&t.found, "solution"))
	}
	return fmt.Sprintf("%s, %.4g %% done, %s left for engine %s", plural.Big(&t.found, "solution"), 100*t.fraction(), plural.Count(len(t.open), "subproblem"), t.engine)
}

// tokenJSON is a token in JSON.
type tokenJSON struct {
	Version    int        `json:"polka token version"`
	Search     int        `json:"search version"`
	Problem    string     `json:"problem"`
	Engine     string     `json:"engine"`
	Listing    bool       `json:"listing"`
	Core       string     `json:"core"`
	Found      string     `json:"found"`
	Nodes      int64      `json:"nodes"`
	Updates    int64      `json:"updates"`
	Cleansings int64      `json:"cleansings"`
	Profile    []int64    `json:"profile"`
	Open       []partJSON `json:"open"`
	// The last member is the SHA-256 sum of all of the others.
}

type partJSON struct {
	Path   string  `json:"path"` // "item:option item:option ...", - for no option
	Weight float64 `json:"weight"`
	Times  uint64  `json:"times"`
	Skip   uint64  `json:"skip"`
	State  []byte  `json:"state"` // of an engine that does not divide it, compressed; empty for none
}

// sumMember is the name of the last member.
const sumMember = "sha256"

// text returns the token without spaces, and its sum.
func (j *tokenJSON) text() (text []byte, sum string, err error) {
	if text, err = json.Marshal(j); err != nil {
		return nil, "", err
	}
	digest := sha256.Sum256(text)
	sum = hex.EncodeToString(digest[:])
	return fmt.Appendf(text[:len(text)-1], `,"%s":"%s"}`, sumMember, sum), sum, nil
}

// MarshalText returns the token as JSON, with one subproblem on each line, which ParseToken
// reads. It implements [encoding.TextMarshaler].
func (t Token) MarshalText() ([]byte, error) {
	j := tokenJSON{
		Version: tokenVersion, Search: searchVersion, Problem: t.fingerprint(), Engine: t.engine, Listing: t.listing, Core: t.core,
		Found: t.found.String(), Nodes: t.nodes, Updates: t.updates, Cleansings: t.cleansings,
		Profile: append([]int64{}, t.profile...), Open: []partJSON{},
	}
	for _, part := range t.open {
		path := t.path(part)
		steps := make([]string, len(path))
		for i, s := range path {
			steps[i] = fmt.Sprintf("%d:%d", s.Item, s.Option)
			if s.Option == engine.Null {
				steps[i] = fmt.Sprintf("%d:-", s.Item)
			}
		}
		j.Open = append(j.Open, partJSON{strings.Join(steps, " "), part.Weight, part.Times, part.Skip, compress(part.Kept())})
	}
	text, _, err := j.text()
	if err != nil {
		return nil, err
	}
	text = bytes.Replace(text, []byte(`"open":[`), []byte("\"open\":[\n"), 1)
	return append(bytes.ReplaceAll(text, []byte("},{"), []byte("},\n{")), '\n'), nil
}

// UnmarshalText reads a token as ParseToken does. It implements [encoding.TextUnmarshaler].
func (t *Token) UnmarshalText(text []byte) error {
	read, err := tokenText(text).token()
	if err == nil {
		*t = read
	}
	return err
}

// path returns the path to a part in the numbers of the problem.
func (t Token) path(part engine.Part) []engine.Step {
	path := part.Path.Steps()
	t.part.OuterPath(path)
	return path
}

// compress compresses a state in the format of RFC 1951. The result is empty if there is none, and
// otherwise it is not empty.
func compress(state []byte) []byte {
	if state == nil {
		return []byte{}
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(state)
	}
	if err != nil || w.Close() != nil {
		return []byte{} // then the part is started again; writing to a buffer does not fail
	}
	return b.Bytes()
}

// fingerprint returns 128 bits of a SHA-256 sum of the items, the colors, the options
// as numbers, which is faster than their text, and the required and forbidden
// options.
func (p *Problem) fingerprint() string {
	sum := sha256.New()
	for _, it := range p.items {
		fmt.Fprintln(sum, it.name, it.secondary, it.low, it.high)
	}
	fmt.Fprintln(sum, p.colors, p.required, p.forbidden)
	var buffer []byte
	for k := range p.NumOptions() {
		entries := p.option(k)
		buffer = binary.LittleEndian.AppendUint64(buffer, uint64(len(entries)))
		buffer = binary.LittleEndian.AppendUint64(buffer, uint64(p.cost(k)))
		for _, e := range entries {
			buffer = binary.LittleEndian.AppendUint32(buffer, uint32(e.Item))
			buffer = binary.LittleEndian.AppendUint32(buffer, uint32(e.Color))
		}
		if len(buffer) > 1<<14 {
			sum.Write(buffer)
			buffer = buffer[:0]
		}
	}
	sum.Write(buffer)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// fingerprint returns the fingerprint of the problem of the token.
func (t Token) fingerprint() string {
	if t.of != nil {
		return t.of.fingerprint()
	}
	return t.problem
}

// owns reports whether a token is of the problem.
func (p *Problem) owns(t Token) bool { return t.of == p || t.fingerprint() == p.fingerprint() }

// parts returns the subproblems of a token in the numbers of a part of the problem.
func (t Token) parts(of engine.Subproblem) ([]engine.Part, error) {
	var open []engine.Part
	inner, fits := of.InnerPath(), links.Fitting(of.Problem)
	var trail engine.Trail
	for i, part := range t.open {
		path := t.path(part)
		if !inner(path) || !fits(path) || part.Times > 1 && t.listing {
			return nil, fmt.Errorf("dlx: subproblem %d of the token does not fit the problem", i+1)
		}
		part.Path = trail.Path(path)
		open = append(open, part)
	}
	return open, nil
}
