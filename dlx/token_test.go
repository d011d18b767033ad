// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/dlx/internal/engine"
)

// signed gives a token that was changed the right sum, if it can be read as JSON.
func signed(text string) string {
	var j tokenJSON
	if json.Unmarshal([]byte(text), &j) != nil {
		return text
	}
	_, sum, err := j.text()
	if err != nil {
		return text
	}
	return regexp.MustCompile(`"sha256":"[0-9a-f]*"`).ReplaceAllString(text, `"sha256":"`+sum+`"`)
}

// stopped are tokens of all engines, in writing, and their problems.
func stopped(t testing.TB) (tokens []string, problems []*Problem) {
	for _, c := range []struct {
		engine, name string
		asks         int64
		limit        int
	}{
		{"links", "langford8", 0, 7},
		{"links", "mcc_conway5", 0, 1},
		{"cells", "queens10", 0, 5},
		{"bits", "soma", 0, 100},
		{"bits", "mcc_qdom7_4", 0, 3},
		{"memo", "tet6x6mult", 30, 0},
		{"frontier", "tet8x8mult", 5, 0},
		{"pfaffian", "domino16x16", 3, 0},
		{"auto", "langford11", 0, 1000},
		{"auto", "soma", 40, 0},
	} {
		p := load(t, c.name)
		s := p.recorded(Options{Engine: c.engine, Limit: c.limit, Threads: 1})
		if c.asks > 0 {
			s.check = engine.NewFuse(c.asks, errBurnt).Look
		}
		if _, err := s.Count(t.Context()); err != nil && !errors.Is(err, errBurnt) || s.Token().Done() {
			t.Fatalf("%s by %s: %v, %v", c.name, c.engine, err, s.Token())
		}
		tokens, problems = append(tokens, tokenString(s.Token())), append(problems, p)
		if c.limit == 0 {
			continue
		}
		s.Each(t.Context(), func(Solution) bool { return true })
		tokens, problems = append(tokens, tokenString(s.Token())), append(problems, p)
	}
	return tokens, problems
}

// TestTokenDamage changes tokens of all engines at random: each is refused, or
// reads as what it was. A token that reads the same gives the same counts.
func TestTokenDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("changes every byte of tokens")
	}
	rounds := 2000
	if long() {
		rounds = 100_000
	}
	tokens, _ := stopped(t)
	random := rand.New(rand.NewPCG(1, uint64(rounds)))
	read := 0
	for i := range rounds {
		good := tokens[i%len(tokens)]
		bad := mutate(random, good)
		token, err := ParseToken(bad)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("the error %v has no place\n%.500s", err, bad)
			}
			continue
		}
		read++
		if tokenString(token) != good {
			t.Fatalf("%.2000s\n\nwas read as\n\n%.2000s\n\nand was\n\n%.2000s", bad, tokenString(token), good)
		}
	}
	t.Logf("%d damaged tokens, %d of them read as what they were before", rounds, read)
}

var (
	digits  = regexp.MustCompile(`[0-9]+`)
	members = regexp.MustCompile(`"[a-z0-9 ]+":("[^"]*"|[0-9.e+-]+|true|false|\[[0-9,]*\]),?`)
	parts   = regexp.MustCompile(`\{"path[^}]*\},?`)
)

// mutate damages a text in one of many ways, perhaps in several.
func mutate(random *rand.Rand, good string) string {
	bad := []byte(good)
	cut := func(from, to int) { bad = slices.Delete(bad, from, to) }
	pick := func(pattern *regexp.Regexp) (from, to int) {
		all := pattern.FindAllIndex(bad, -1)
		if all == nil {
			return 0, 0
		}
		found := all[random.IntN(len(all))]
		return found[0], found[1]
	}
	for again := true; again; again = random.IntN(4) == 0 {
		if len(bad) == 0 {
			break
		}
		at := random.IntN(len(bad))
		end := at + random.IntN(min(40, len(bad)-at)+1)
		switch random.IntN(14) {
		case 0: // a bit
			bad[at] ^= 1 << random.IntN(8)
		case 1: // a byte
			bad[at] = byte(random.IntN(256))
		case 2: // characters that are of JSON
			bad[at] = `"{}[]:,.-+0123456789eE \ntfn`[random.IntN(27)]
		case 3:
			cut(at, end)
		case 4: // some, twice
			bad = slices.Insert(bad, at, slices.Clone(bad[at:end])...)
		case 5: // the end is missing
			bad = bad[:at]
		case 6: // two bytes change places
			k := random.IntN(len(bad))
			bad[at], bad[k] = bad[k], bad[at]
		case 7: // a digit
			if from, to := pick(digits); to > from {
				bad[from+random.IntN(to-from)] = byte('0' + random.IntN(10))
			}
		case 8: // another number
			from, to := pick(digits)
			bad = slices.Replace(bad, from, to, []byte(fmt.Sprint(random.IntN(1000)))...)
		case 9: // a member is missing
			cut(pick(members))
		case 10: // a member stands there twice, with another value perhaps
			from, to := pick(members)
			twice := slices.Clone(bad[from:to])
			if to > from && random.IntN(2) == 0 {
				twice[random.IntN(len(twice))] = byte('0' + random.IntN(10))
			}
			bad = slices.Insert(bad, from, twice...)
		case 11: // a member has another name, or one in capitals
			if from, to := pick(members); to > from {
				name := bad[from+1 : to]
				if random.IntN(2) == 0 {
					name[0] -= 'a' - 'A'
				} else {
					name[0]++
				}
			}
		case 12: // a sub-problem is missing, or stands there twice
			from, to := pick(parts)
			if random.IntN(2) == 0 {
				cut(from, to)
			} else {
				bad = slices.Insert(bad, from, slices.Clone(bad[from:to])...)
			}
		case 13: // an unknown member
			from, _ := pick(members)
			bad = slices.Insert(bad, from, []byte(`"more":1,`)...)
		}
	}
	return string(bad)
}

// TestTokenErrors reads tokens that are wrong: the errors say where, and what was
// expected. Those with the right sum are wrong all the same.
func TestTokenErrors(t *testing.T) {
	p := New("a b", "c", "| x").AddOption("a x:1").AddOption("b c x:1").AddOption("a b").AddOption("c").AddOption("a")
	s := p.recorded(Options{Engine: "links", Limit: 1})
	s.Count(t.Context())
	good := tokenString(s.Token())
	if token, err := ParseToken(good); err != nil || len(token.open) < 1 {
		t.Fatalf("%s: %v", good, err)
	}
	for _, c := range []struct {
		old, new string
		sign     bool
		want     string
	}{
		{good, "", false, "line 1, column 1: expected a token as JSON: unexpected end of JSON input"},
		{good, "[]", false, "line 1, column 1: expected an object, { and }"},
		{"}]", "]", false, "line 3, column 57: expected a token as JSON: invalid character"},
		{`token version":4`, `token version":2`, false, "line 1, column 24: expected polka token version 4, found 2; a search cannot be resumed by another version of the program, start it again"},
		{`"search version":2`, `"search version":99`, true, "expected search version 2, found 99; "},
		{`"found":"1"`, `"found":"2"`, false, "the token is damaged: expected the SHA-256 sum of its other members"},
		{`"found":"1"`, `"found":"-1"`, true, `line 1, column 141: expected the number of solutions that were found, found "-1"`},
		{`"found":"1"`, `"found":1`, false, `expected a string for "found", found 1`},
		{`"found":"1",`, ``, false, `expected a member "found"`},
		{`"found":"1",`, `"found":"1","found":"1",`, true, `expected each member once, found "found" twice`},
		{`"found"`, `"Found"`, true, `unknown member "Found", expected cleansings, core, engine, found, `},
		{`"found"`, `"found":"1","more"`, true, `unknown member "more", expected `},
		{`"listing":false`, `"listing":null`, true, `expected true or false for "listing", found null`},
		{`"core":""`, `"core":"all"`, true, `expected count or list for the core, or nothing, found "all"`},
		{`"weight":`, `"weight":1`, true, `expected a weight from 0 to 1, found `},
		{`"path":"`, `"path":"0:1:2 `, true, `expected a step such as 3:17 or 3:-, found "0:1:2"`},
		{`"state":""`, `"state":"AAAA"`, true, `expected the state of an engine, compressed`},
		{`"state":""`, `"state":null`, true, `expected a string in base 64 for "state", found null`},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Errorf("there is no %s in %s", c.old, good)
		}
		if c.sign {
			bad = signed(bad)
		}
		_, err := ParseToken(bad)
		var syntax *SyntaxError
		if err == nil || !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s instead of %s: %v, want %s", c.new, c.old, err, c.want)
		}
	}
	// What is not damage: another order of the members, and white space.
	var members map[string]any
	if err := json.Unmarshal([]byte(good), &members); err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(members, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if token, err := ParseToken(string(indented)); err != nil || tokenString(token) != good {
		t.Errorf("%s: %v", indented, err)
	}
	// The token is one of this problem alone.
	token, _ := ParseToken(good)
	if _, err := p.AddOption("b").recorded(Options{Resume: &token}).Count(t.Context()); err == nil || !strings.Contains(err.Error(), "another problem") {
		t.Errorf("a token of another problem: %v", err)
	}
}

// TestSearchVersion has the digest of the order in which engines search, and of what preprocessing
// removes. When it changes, so must searchVersion: tokens that were written before do not fit any
// more.
func TestSearchVersion(t *testing.T) {
	const version, want = 2, "251a47eb22b03fa4"
	sum := sha256.New()
	for _, name := range []string{"langford8", "soma", "queens10", "mcc_conway5", "xcc_macsub4x3", "mcc_qdom7_4", "pent3x20", "tet6x6mult", "latin5"} {
		p := load(t, name)
		for _, e := range []string{"auto", "links", "cells", "bits"} {
			s := p.recorded(Options{Engine: e, Limit: 50, Threads: 1})
			if all, err := s.All(t.Context()); err == nil {
				fmt.Fprintln(sum, name, e, numbersOf(all), s.Stats().Nodes, len(s.Token().open))
				for _, part := range s.Token().open {
					fmt.Fprintln(sum, s.Token().path(part), part.Skip)
				}
			}
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); searchVersion != version || got != want {
		t.Errorf("the digest of search version %d is %s, and was %s of version %d: change both, and the version with them", searchVersion, got, want, version)
	}
}
