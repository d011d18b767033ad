// SPDX-License-Identifier: BSD-3-Clause

package cell_test

import (
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"polka/kernel/cell/assist"
	"polka/stdlib"
	"strings"
	"testing"
	"time"
)

// TestMutations compiles cells of the corpus of package session after small changes at random:
// words that are left out, doubled, exchanged, or taken from other cells. Most of them are wrong,
// as the cells of people are who are typing; none may crash the compiler, or take it long.
// Every second one is committed, so that what follows meets it.
func TestMutations(t *testing.T) {
	cells := corpusCells(t)
	n := 800
	if os.Getenv("POLKA_LONG") != "" {
		n = 200_000
	}
	r := rand.New(rand.NewPCG(7, 7))
	c := newCompiler(t)
	define(t, c, earlier...)
	for i := range n {
		if i%200 == 199 { // names of all kinds have gathered
			c = newCompiler(t)
			define(t, c, earlier...)
		}
		a := assist.New(c, assist.Options{Doc: stdlib.Doc})
		src := mutate(r, cells)
		begin := time.Now()
		p, err := c.Compile(9, src)
		switch {
		case err != nil && strings.Contains(err.Error(), "internal compiler error"):
			t.Errorf("%v\n%s", err, src)
		case err == nil && i%2 == 0:
			c.Commit(p, r.IntN(p.Definitions+1))
		}
		a.Complete(src, r.IntN(len(src)+1))
		a.Inspect(src, r.IntN(len(src)+1))
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("%v:\n%s", d, src)
		}
	}
}

// corpusCells are the cells of the corpus, as words.
func corpusCells(t *testing.T) (cells [][]string) {
	t.Helper()
	files, err := filepath.Glob("../session/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(data), "-- in --\n")[1:] {
			code, _, _ := strings.Cut(part, "-- out --\n")
			if ws := words(code); len(ws) > 0 {
				cells = append(cells, ws)
			}
		}
	}
	return cells
}

// words cuts a cell into tokens; the ends of lines are words too.
func words(code string) (list []string) {
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	for {
		_, t, lit := s.Scan()
		switch {
		case t == token.EOF:
			return list
		case lit == "":
			lit = t.String()
		}
		list = append(list, lit)
	}
}

// mutate makes a cell of one or two others.
func mutate(r *rand.Rand, cells [][]string) string {
	ws := append([]string(nil), cells[r.IntN(len(cells))]...)
	other := cells[r.IntN(len(cells))]
	for range 1 + r.IntN(4) {
		i := r.IntN(len(ws))
		switch r.IntN(6) {
		case 0:
			ws = append(ws[:i], ws[min(len(ws), i+1+r.IntN(3)):]...)
		case 1:
			ws = append(ws[:i], append([]string{ws[r.IntN(len(ws))]}, ws[i:]...)...)
		case 2:
			j := r.IntN(len(ws))
			ws[i], ws[j] = ws[j], ws[i]
		case 3:
			ws[i] = other[r.IntN(len(other))]
		case 4:
			from := r.IntN(len(other))
			ws = append(ws[:i:i], append(append([]string(nil), other[from:min(len(other), from+r.IntN(12))]...), ws[i:]...)...)
		case 5:
			ws = append(ws, other...)
		}
		if len(ws) == 0 {
			ws = append(ws, "x")
		}
	}
	return strings.Join(ws, " ")
}
