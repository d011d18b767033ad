package session_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// TestShuffled runs all cells of the corpus in one session, in random order. They redefine each other's
// names all the time, and many of them fail; but none takes the session down, hangs, or is beyond the
// compiler. Cells that start goroutines are left out: what they leave behind would use the variables that
// later cells define anew.
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
	for seed := range uint64(3) {
		s := newSession(t)
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		for n, code := range cells {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			reply := s.Execute(ctx, engine.Cell{Number: n + 1, Code: code}, engine.Discard)
			cancel()
			if reply.Err != nil && (strings.Contains(reply.Err.Message, "beyond the compiler") || strings.Contains(reply.Err.Message, "cannot be stopped")) {
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
