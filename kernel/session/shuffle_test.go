// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
	"polka/stdlib"
)

// TestShuffled runs all cells of the corpus in one session, in random order. They redefine each
// other's names all the time, and many of them fail; but none takes the session down, hangs, or
// crashes the compiler. Cells that start goroutines are left out: what they leave behind would use
// the variables that later cells define anew.
func TestShuffled(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	for _, name := range files {
		a, err := readCorpus(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.sections {
			if f.name == "in" && !strings.Contains(f.text, "go func") {
				cells = append(cells, f.text)
			}
		}
	}
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		s := newSession(t)
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		for n, code := range cells {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			reply := s.Execute(ctx, engine.Cell{Number: n + 1, Code: code}, engine.Discard)
			cancel()
			if reply.Err != nil && (strings.Contains(reply.Err.Message, "internal compiler error") || strings.Contains(reply.Err.Message, "cannot be stopped")) {
				t.Errorf("seed %d, cell %d: %v\n%s", seed, n+1, reply.Err, code)
			}
			if reply.Err != nil && strings.Contains(reply.Err.Message, "cannot run it") {
				t.Logf("seed %d, cell %d: %v\n%s", seed, n+1, reply.Err, code)
			}
		}
		out := new(recorder)
		reply := s.Execute(t.Context(), engine.Cell{Number: 1000, Code: "type Fresh struct{ n int }\nfunc (f Fresh) Twice() int { return f.n + f.n }\nfresh := []Fresh{{21}}\nfresh[0].Twice()"}, out)
		if reply.Value == nil || reply.Value.Plain() != "42" {
			t.Errorf("seed %d: after all, %+v %s", seed, reply.Err, out)
		}
		s.Close()
	}
}

// A story is cells that need nothing but each other, in their order, with their outcomes.
type story struct{ in, out []string }

// TestStoriesInAnyOrder tells the stories of the corpus in one long session, in random order, each
// of them twice: every name is declared anew all the time, as other kinds of things and with other
// types, and every cell must do what it did when it was alone.
func TestStoriesInAnyOrder(t *testing.T) {
	stories := readStories(t)
	cells := 0
	for _, st := range stories {
		cells += len(st.in)
	}
	t.Logf("%d stories of %d cells", len(stories), cells)
	if cells < 200 {
		t.Errorf("only %d cells", cells)
	}
	seeds := uint64(3)
	switch {
	case testing.Short():
		seeds = 1
	case os.Getenv("POLKA_LONG") != "":
		seeds = 50
	}
	for seed := range seeds {
		s := newSession(t)
		r := rand.New(rand.NewPCG(seed, 2))
		order := append(r.Perm(len(stories)), r.Perm(len(stories))...)
		n, failures := 0, 0
		for _, k := range order {
			for i, code := range stories[k].in {
				n++
				if got := forget(outcome(t, s, n, code)); got != stories[k].out[i] && failures < 5 {
					failures++
					t.Errorf("seed %d, cell %d:\n%s\n--- got\n%s--- want\n%s", seed, n, code, got, stories[k].out[i])
				}
			}
		}
		s.Close()
	}
}

// remarks are what depends on the cells before: which imports are new, which functions cannot
// follow.
var remarks = regexp.MustCompile(`(?m)^(.*)display: note: .*\n`)

// forget is an outcome without what depends on the cells before.
func forget(outcome string) string {
	return remarks.ReplaceAllString(colors.ReplaceAllString(outcome, ""), "$1")
}

// readStories takes the right cells of the corpus apart into stories.
func readStories(t *testing.T) (stories []story) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		switch strings.TrimSuffix(filepath.Base(name), ".txtar") {
		case "mistakes", "warnings", "semantics": // about what came before, and about errors
			continue
		}
		a, err := readCorpus(name)
		if err != nil {
			t.Fatal(err)
		}
		var in, out []string
		for i := 0; i+1 < len(a.sections); i += 2 {
			in = append(in, strings.TrimSuffix(a.sections[i].text, "\n"))
			out = append(out, forget(a.sections[i+1].text))
		}
		for _, group := range related(in) {
			var st story
			good := true
			for _, i := range group {
				st.in, st.out = append(st.in, in[i]), append(st.out, out[i])
				good = good && !strings.Contains(out[i], "! ") && !strings.Contains(a.sections[2*i+1].text, "still running") && !strings.Contains(out[i], "page:")
			}
			if good && !hides(st) {
				stories = append(stories, st)
			}
		}
	}
	return stories
}

// hides reports whether a story defines the name of a package that others use, or the type P, which
// several stories define with the same text, so that it keeps the methods that the other has given
// it.
func hides(st story) bool {
	packages := stdlib.Packages()
	for _, code := range st.in {
		for w := range identifiers(code) {
			if (packages[w] != "" || w == "P") && defines(code, w) {
				return true
			}
		}
	}
	return false
}

// related groups cells that share a name which one of them defines, each group in the order of the
// cells.
func related(cells []string) (groups [][]int) {
	leader := make([]int, len(cells)) // of the group of each cell
	var find func(i int) int
	find = func(i int) int {
		if leader[i] != i {
			leader[i] = find(leader[i])
		}
		return leader[i]
	}
	definer := make(map[string]int) // the last cell that defines a name
	for i, code := range cells {
		leader[i] = i
		words := identifiers(code)
		for w := range words {
			if d, ok := definer[w]; ok && !definesFirst(code, w) {
				leader[find(i)] = find(d)
			}
		}
		for w := range words {
			if defines(code, w) {
				definer[w] = i
			}
		}
	}
	at := make(map[int]int)
	for i := range cells {
		l := find(i)
		if _, ok := at[l]; !ok {
			at[l] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[l]] = append(groups[at[l]], i)
	}
	return groups
}

// identifiers are the names in a cell, without those behind a dot.
func identifiers(code string) map[string]bool {
	words := make(map[string]bool)
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(code)), []byte(code), nil, 0)
	last := token.EOF
	for {
		_, t, lit := s.Scan()
		if t == token.EOF {
			return words
		}
		if t == token.IDENT && last != token.PERIOD {
			words[lit] = true
		}
		last = t
	}
}

// defines reports whether a line of code begins with a definition of name.
func defines(code, name string) bool {
	return definition(name).MatchString(code)
}

// definesFirst reports whether code defines name anew before it can use one of another cell.
func definesFirst(code, name string) bool {
	if regexp.MustCompile(`(?m)^func \(\w* ?\*?`+regexp.QuoteMeta(name)+`\b`).MatchString(code) && !strings.Contains(code, "type "+name) {
		return false // it gives a method to a type
	}
	at := definition(name).FindStringIndex(code)
	use := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).FindStringIndex(code)
	return at != nil && use != nil && at[0] <= use[0] && use[0] < at[1]
}

// definition finds where a line defines name: as a function, a method of it, a type, a constant or
// a variable.
func definition(name string) *regexp.Regexp {
	n := regexp.QuoteMeta(name)
	return regexp.MustCompile(`(?m)^(?:func (?:\(\w* ?\*?` + n + `\b|` + n + `[(\[])|(?:type|const|var) (?:\w+, *)*` + n + `\b|(?:\w+, *)*` + n + `(?:, *\w+)* :=|\t` + n + `\b.*= *|\t` + n + `$)`)
}
