package session_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"polka/kernel/engine"
)

// BenchmarkOnePlusOne is a cell from text to value, in a session that has run some.
func BenchmarkOnePlusOne(b *testing.B) {
	s := newSession(b)
	run(b, s, "x := 1", "import \"fmt\"\nfmt.Print()", "1+1")
	for n := 0; b.Loop(); n++ {
		if r := s.Execute(context.Background(), engine.Cell{Number: n, Code: "1+1"}, engine.Discard); r.Value == nil {
			b.Fatal(r.Err)
		}
	}
}

// page is a cell of some 30 lines.
const page = `
import ("fmt"; "sort"; "strings")
type word struct {
	text  string
	count int
}
func (w word) String() string { return fmt.Sprintf("%s: %d", w.text, w.count) }
func countWords(s string) []word {
	counts := map[string]int{}
	for _, f := range strings.Fields(s) {
		counts[strings.ToLower(f)]++
	}
	var ws []word
	for t, n := range counts {
		ws = append(ws, word{t, n})
	}
	sort.Slice(ws, func(i, j int) bool {
		if ws[i].count != ws[j].count {
			return ws[i].count > ws[j].count
		}
		return ws[i].text < ws[j].text
	})
	return ws
}
text := "the quick brown fox jumps over the lazy dog the end"
words := countWords(text)
for i, w := range words {
	if i < 2 {
		_ = w.String()
	}
}
len(words)
`

// BenchmarkPage is a cell of 30 lines that declares types and functions, run again and again.
func BenchmarkPage(b *testing.B) {
	s := newSession(b)
	for n := 0; b.Loop(); n++ {
		if r := s.Execute(context.Background(), engine.Cell{Number: n, Code: page}, engine.Discard); r.Value == nil {
			b.Fatal(r.Err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newSession(b)
	}
}

// TestTemporariesAreReleased runs cells with temporaries of 10 MB each.
func TestTemporariesAreReleased(t *testing.T) {
	s := newSession(t)
	run(t, s, "func big() []byte { return make([]byte, 10<<20) }")
	for i := range 20 {
		run(t, s, "len(big())", "b := big()", fmt.Sprintf("for range 1 { c := big(); _ = c[%d] }", i), "b = nil")
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 60<<20 {
		t.Errorf("%d MB live after 80 cells with temporaries of 10 MB", m.HeapAlloc>>20)
	}
}

// TestManyCells runs small cells and compares what the last cost in memory with the first.
func TestManyCells(t *testing.T) {
	s := newSession(t)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for range 100 {
		run(t, s, "x := 5", "fmt.Sprint(x)")
	}
	before := heap()
	const n = 1000
	for range n {
		run(t, s, "x := 5", "fmt.Sprint(x)")
	}
	if per := (int64(heap()) - int64(before)) / (2 * n); per > 16<<10 {
		t.Errorf("%d bytes a cell stay", per)
	}
}

// TestSessionsAreIndependent runs two sessions side by side.
func TestSessionsAreIndependent(t *testing.T) {
	done := make(chan string, 2)
	for i := range 2 {
		s := newSession(t)
		go func() {
			out := new(recorder)
			for n := range 30 {
				s.Execute(context.Background(), engine.Cell{Number: n + 1, Code: fmt.Sprintf("x := %d\nfmt.Print(x)\nfunc f() int { return x }\nf()", i)}, out)
			}
			done <- out.String()
		}()
	}
	a, b := <-done, <-done
	if a > b {
		a, b = b, a
	}
	if a != strings.Repeat("0", 30) || b != strings.Repeat("1", 30) {
		t.Errorf("%q %q", a, b)
	}
}

// BenchmarkComplete completes in cells of one line and of a page, in a session that has run some.
func BenchmarkComplete(b *testing.B) {
	for _, test := range []struct{ name, code string }{
		{"member", "fmt.Pri|"},
		{"all members", "strings.|"},
		{"big package", "syntax.|"},
		{"all names", "|"},
		{"name", "wo|"},
		{"end of page", page + "words[0].|"},
		{"in page", strings.Replace(page, "_ = w.String()", "_ = w.|", 1)},
		{"broken page", page + "for i, w := range words {\n\tif strings.Has|"},
		{"shapes", "shapes.Pentominoes()[0].|"},
		{"import", "import \"|"},
	} {
		b.Run(test.name, func(b *testing.B) {
			s := newSession(b)
			run(b, s, page, "x := 1")
			code, pos := cut(test.code)
			for b.Loop() {
				if c := s.Complete(context.Background(), code, pos); len(c.Matches) == 0 {
					b.Fatal("no matches")
				}
			}
		})
	}
}

// BenchmarkInspect asks for help in a session that has run some cells.
func BenchmarkInspect(b *testing.B) {
	for _, test := range []struct{ name, code string }{
		{"function", "fmt.Println|"},
		{"call", "strings.Repeat(\"a\", |"},
		{"in page", strings.Replace(page, "sort.Slice(", "sort.Slice|(", 1)},
		{"value", "words|"},
	} {
		b.Run(test.name, func(b *testing.B) {
			s := newSession(b)
			run(b, s, page)
			code, pos := cut(test.code)
			for b.Loop() {
				if i := s.Inspect(context.Background(), code, pos, 0); !i.Found {
					b.Fatal("nothing found")
				}
			}
		})
	}
}
