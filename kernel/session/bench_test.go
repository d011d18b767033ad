// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"
	"os"
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

// live is the memory that is in use, in bytes.
func live() int64 {
	runtime.GC()
	runtime.GC() // finalizers have run, and what they held is free
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestTemporariesAreReleased runs cells with temporaries of 10 MB each, in all the places where a
// cell can have one: what remains is less than three of them.
func TestTemporariesAreReleased(t *testing.T) {
	s := newSession(t)
	run(t, s, `func big() []byte { return make([]byte, 10<<20) }
type box struct { data []byte }
func (b box) size() int { return len(b.data) }
x := 0`, "len(big())")
	before := live()
	for i := range 20 {
		run(t, s, "len(big())", "b := big()\nx = len(b)\nb = nil", fmt.Sprintf("for range 1 { c := big(); _ = c[%d] }", i),
			"func() { d := big(); x += len(d) }()", "box{big()}.size()", "if e := big(); len(e) > 0 { x++ }", "m := map[string][]byte{\"a\": big()}\ndelete(m, \"a\")",
			"c := make(chan []byte, 1)\nc <- big()\nx = len(<-c)", "var done sync.WaitGroup\ndone.Go(func() { x = len(big()) })\ndone.Wait()",
			"string(big()[:3])", "b = big()", "b = nil", "f := func() int { g := big(); return len(g) }\nf()")
	}
	if grown := live() - before; grown > 30<<20 {
		t.Errorf("%d MB more are live after 260 cells with temporaries of 10 MB", grown>>20)
	}
}

// TestManyCells runs small cells, and compares what the last ones cost with the first: the memory
// that a cell leaves behind, and what it allocates while it is compiled and run, which is what time
// follows.
func TestManyCells(t *testing.T) {
	s := newSession(t)
	n, step := 2000, 200
	if os.Getenv("POLKA_LONG") != "" {
		n, step = 10000, 1000
	}
	number := 0
	some := func() (allocated, kept int64) {
		before, m := live(), new(runtime.MemStats)
		runtime.ReadMemStats(m)
		total := m.TotalAlloc
		for range step / 4 {
			number++
			run(t, s, "x := 5", "fmt.Sprint(x)", fmt.Sprintf("y := []int{%d, x}\nlen(y)", number), "for i := range 3 { x += i }\nx")
		}
		runtime.ReadMemStats(m)
		allocated = int64(m.TotalAlloc-total) / int64(step)
		return allocated, (live() - before) / int64(step)
	}
	some()
	first, _ := some()
	var last, kept int64
	for range n/step - 2 {
		last, kept = some()
	}
	t.Logf("a cell allocates %d bytes at first and %d after %d cells; %d bytes of it stay", first, last, n, kept)
	if last > 2*first {
		t.Errorf("a cell allocates %d bytes after %d cells, %d at first", last, n, first)
	}
	if kept > 4<<10 {
		t.Errorf("%d bytes a cell stay", kept)
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

// BenchmarkFresh runs a cell in a session that has run some cells before: as a cell of a page, for
// which it is recorded what it reads and writes, and as a script, for which it is not.
func BenchmarkFresh(b *testing.B) {
	for _, cells := range []int{10, 2000} {
		s := newSession(b)
		for i := range cells {
			code := fmt.Sprintf("x%d := %d", i, i)
			if i > 0 {
				code = fmt.Sprintf("x%d := x%d + 1", i, i-1)
			}
			s.Execute(context.Background(), engine.Cell{Number: i + 1, ID: fmt.Sprint(i), Code: code}, engine.Discard)
		}
		for _, kind := range []string{"script", "cell"} {
			b.Run(fmt.Sprintf("%d/%s", cells, kind), func(b *testing.B) {
				for n := cells + 1; b.Loop(); n++ {
					c := engine.Cell{Number: n, ID: "last", Code: fmt.Sprintf("y := x%d + x1", cells/2), Script: kind == "script"}
					if r := s.Execute(context.Background(), c, engine.Discard); r.Err != nil {
						b.Fatal(r.Err)
					}
				}
			})
		}
	}
}
