// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/render"
	"polka/stdlib"
)

// realSession is what a child with FAKE=no runs.
func realSession() (engine.Interpreter, error) {
	return session.New(session.Options{
		Symbols:  []session.Symbols{stdlib.Symbols()},
		Facts:    stdlib.Importer(),
		Packages: stdlib.Packages(),
		Renderer: display.Renderer{Picture: render.Of},
		Grace:    time.Hour, // the worker's own grace decides
	})
}

// A student's worst day: every one of these cells fails with its cause, and the next cell finds
// imports, types, functions and constants as they were.
func TestSession(t *testing.T) {
	memory := int64(512 << 20)
	if raced {
		memory = 8 << 30 // the race detector needs its share
	}
	w := open(t, Config{Env: []string{"FAKE=no"}, Memory: memory, Stack: 64 << 20, Grace: 200 * time.Millisecond})
	cell := 0
	run := func(code string) (engine.Reply, string) {
		cell++
		var s screen
		r := w.Execute(context.Background(), engine.Cell{Number: cell, Code: code}, &s)
		return r, s.String()
	}
	for _, code := range []string{
		"import (\"fmt\"; \"strings\"; \"os\"; \"log\"; \"sync\"; \"time\")",
		"type Piece struct{ Name string }\nfunc (p Piece) String() string { return \"piece \" + p.Name }",
		"const area = 60\nfunc twice(n int) int { return 2 * n }",
	} {
		if r, _ := run(code); r.Err != nil {
			t.Fatalf("%s: %v", code, r.Err)
		}
	}
	for _, c := range []struct{ code, name, cause string }{
		{"os.Exit(3)", engine.Exit, "os.Exit(3)"},
		{"log.Fatal(\"no way\")", engine.Exit, "log.Fatal: no way"},
		{"log.Default().Fatal(\"no way\")", engine.Crash, "exit status 1 (os.Exit or log.Fatal in compiled code)"},
		{"list := []any{nil}\nlist[0] = list\ntext := fmt.Sprint(list)", engine.Crash, "endless recursion: the stack grew beyond its limit of 64 MiB"},
		{"func deep(n int) int { defer func() {}(); return deep(n+1) + 1 }\ndeep(0)", engine.Panic, "stack overflow: the recursion has no end"},
		{"func wide(n int) int { for i := range 3 { for j := range 3 { if i+j > 0 { return wide(n+1) + 1 } } }; return n }\nwide(0)", engine.Panic, "stack overflow: the recursion has no end"},
		{"m := map[int]int{}\nvar all sync.WaitGroup\nfor i := 0; i < 4; i++ { all.Add(1); go func() { for j := 0; j < 100000000; j++ { m[j%10] = j }; all.Done() }() }\nall.Wait()",
			engine.Crash, "concurrent map"},
		{"go func() { panic(\"in the back\") }()\ntime.Sleep(time.Minute)", engine.Panic, "in the back"},
		{"go func() { panic(42) }()\ntime.Sleep(time.Minute)", engine.Panic, "42"},
		{"go func() { panic(fmt.Errorf(\"no %d\", 7)) }()\ntime.Sleep(time.Minute)", engine.Panic, "no 7"},
		{"go func() { var s []int; _ = s[5] }()\ntime.Sleep(time.Minute)", engine.Panic, "index out of range"},
		{"var hoard [][]byte\nfor { hoard = append(hoard, make([]byte, 10000000)) }", engine.Crash, "out of memory: the cell took more than its limit of 512 MiB"},
	} {
		if raced && (strings.HasPrefix(c.cause, "out of memory") || strings.HasPrefix(c.cause, "concurrent map")) {
			continue // the race detector's own end of the child is tested with the fake
		}
		if strings.HasPrefix(c.cause, "out of memory") && !hardMemory() {
			continue
		}
		if r, _ := run("x := 7"); r.Err != nil {
			t.Fatal(r.Err)
		}
		r, shown := run(c.code)
		if r.Err == nil || r.Err.Name != c.name || !strings.Contains(r.Err.Message, c.cause) {
			t.Errorf("%s:\n got %v\nwant %s: %s\nshown %s", c.code, r.Err, c.name, c.cause, shown)
			continue
		}
		if status := map[string]int{"os.Exit(3)": 3, "log.Fatal: no way": 1}[c.cause]; r.Err.Status != status {
			t.Errorf("%s: status %d, want %d", c.code, r.Err.Status, status)
		}
		t.Log(colors.ReplaceAllString(strings.Join(r.Err.Trace, "\n"), ""))
		r, shown = run("fmt.Println(strings.ToUpper(\"on\"))\nfmt.Sprint(Piece{\"F\"}.String(), twice(area))")
		if r.Err != nil || shown != "<out>ON\n" || r.Value.Plain() != `"piece F120"` {
			t.Errorf("after %s: %v %v %s", c.code, r.Err, r.Value, shown)
		}
	}
}

// Stop keeps every variable, also where compiled code waits forever, which is left behind.
func TestSessionStop(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}, Grace: 200 * time.Millisecond})
	run(w, "import (\"fmt\"; \"io\")\nx := 7\ntype Piece string\nfunc (Piece) String() string { return \"a piece\" }\nf := func() int { return x }")
	r := cutoff(w, "fmt.Println(\"begun\")\nfor { x++ }")
	if r.Err == nil || r.Err.Name != engine.Interrupted || strings.Contains(r.Err.Message, "ended") {
		t.Fatalf("got %v", r.Err)
	}
	if r, _ := run(w, "x > 6 && f() == x && fmt.Sprint(Piece(\"F\")) == \"a piece\""); r.Err != nil || r.Value.Plain() != "true" {
		t.Errorf("got %v %v", r.Err, r.Value)
	}
	r = cutoff(w, "r, w := io.Pipe()\ngo func() { w.Write([]byte{1}); fmt.Println(\"begun\") }()\nio.Copy(io.Discard, r)")
	if r.Err == nil || r.Err.Name != engine.Interrupted || !strings.Contains(r.Err.Message, "1 of its goroutines is in code that cannot be stopped") {
		t.Errorf("pipe: got %v", r.Err)
	}
	if r, shown := run(w, "fmt.Println(\"on\", x > 6)"); r.Err != nil || shown != "<out>on true\n" {
		t.Errorf("got %v %s", r.Err, shown)
	}
}

// A commScreen is an Output with comms.
type commScreen struct {
	screen
	opened, closed []string
}

func (s *commScreen) Comm(m comm.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.Kind {
	case comm.Opened:
		s.opened = append(s.opened, m.ID)
	case comm.Closed:
		s.closed = append(s.closed, m.ID)
	}
}

// Several pages send long messages at the same time, which are sent back to the others, while a
// cell shows something.
func TestSessionLongComms(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}})
	var s commScreen
	r := w.Execute(context.Background(), engine.Cell{Number: 1, Comms: true, Code: "n := 0\nwidget.NewButton(\"go\")"}, &s)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	button := s.opened[len(s.opened)-1]
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s.wrote = make(chan string, 1)
	done := make(chan engine.Reply)
	go func() {
		done <- w.Execute(ctx, engine.Cell{Number: 2, Comms: true, Code: "fmt.Println(\"begun\")\nfor { n++; display.Show(n) }"}, &s)
	}()
	<-s.wrote
	data := fmt.Appendf(nil, `{"method":"update","state":{"text":%q},"buffer_paths":[]}`, strings.Repeat("x", 1<<20))
	var pages sync.WaitGroup
	for range 4 {
		pages.Go(func() {
			w.Comm(comm.Message{Kind: comm.Sent, ID: button, Data: data}, &commScreen{})
		})
	}
	pages.Wait()
	stop()
	if r := <-done; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("the cell ended with %v", r.Err)
	}
	if r, _ := run(w, "n > 0"); r.Err != nil || r.Value.Plain() != "true" {
		t.Errorf("got %v %v", r.Err, r.Value)
	}
}

// A message for a child that has just been killed closes its comm, whether there is a successor in
// time or not: the page must not wait for an answer.
func TestSessionCommsOfTheDead(t *testing.T) {
	for _, successor := range []bool{true, false} {
		w := open(t, Config{Env: []string{"FAKE=no"}})
		var s commScreen
		r := w.Execute(context.Background(), engine.Cell{Number: 1, Comms: true, Code: "widget.NewButton(\"go\")"}, &s)
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		button := s.opened[len(s.opened)-1]
		w.grace = time.Minute
		if !successor {
			w.grace, w.command = time.Second, []string{os.Args[0], "sleep"}
		}
		w.now.proc.kill("a test")
		var answer commScreen
		w.Comm(comm.Message{Kind: comm.Sent, ID: button, Data: []byte(`{"method":"update","state":{},"buffer_paths":[]}`)}, &answer)
		if !slices.Equal(answer.closed, []string{button}) {
			t.Errorf("successor %v: closed %q, want %q", successor, answer.closed, button)
		}
	}
}

// The ledger grows with the number of names, not with that of cells, and a new child knows the
// newest declarations.
func TestSessionLedger(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}})
	cells := 10_000
	if testing.Short() {
		cells = 1000
	}
	for i := range cells {
		if r, _ := run(w, fmt.Sprintf("import \"fmt\"\n\nfunc f() string { return fmt.Sprint(%d) }", i)); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	if n := len(w.ledger.entries); n != 2 {
		t.Errorf("%d entries", n)
	}
	p := current(w)
	kill(p.hello.PID)
	<-p.gone
	if r, _ := run(w, "f()"); r.Err != nil || r.Value.Plain() != fmt.Sprintf("%q", fmt.Sprint(cells-1)) {
		t.Errorf("got %v %v", r.Value, r.Err)
	}
}

// A function has its lines after a kill, beside what is not declared again: an error names them.
func TestSessionReplayLines(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}})
	code := "import \"fmt\"\nx := \"é\" // f\nfmt.Println(x); type T int; func (T) M() {}\n\nfunc f() {\n\tpanic(\"broken\")\n}"
	if r, _ := run(w, code); r.Err != nil {
		t.Fatal(r.Err)
	}
	p := current(w)
	kill(p.hello.PID)
	<-p.gone
	r, _ := run(w, "T(1).M()\nf()")
	if r.Err == nil || len(r.Err.Places) == 0 || r.Err.Places[0].Line != 6 {
		t.Errorf("got %+v\n%s", r.Err.Places, strings.Join(r.Err.Trace, "\n"))
	}
}

// What cells have redefined in part is the same after a kill.
func TestSessionReplay(t *testing.T) {
	for _, c := range []struct{ cells, expr, want, says string }{
		{"const (A = iota; B; C)##const A = 10##func f() int { return A + B + C }", "f()", "13", ""},
		{"const (A = 1; B = A + 1)##const A = 10", "[]int{A, B}", "[10 2]", ""},
		{"type T struct{ n int }\nfunc (t T) M() int { return t.n }##func (t T) N() int { return t.M() + 1 }##func (t T) M() int { return 5 * t.n }",
			"T{2}.N()", "11", ""},
		{"type T struct{ n int }##func (t T) M() int { return t.n }##type T struct{ n, m int }##func f(t T) int { return t.M() + t.m }",
			"f(T{1, 2})", "3", ""},
		{"type (T int; U []T)##type T string", "U{\"a\"}", "[a]", ""},
		{"func even(n int) bool { return n == 0 || odd(n-1) }\nfunc odd(n int) bool { return n != 0 && even(n-1) }##func even(n int) bool { return n%2 == 0 }",
			"odd(7)", "true", ""},
		{"func f() int { return 1 }##func g() int { return f() }##func f() string { return \"a\" }", "fmt.Sprint(f(), g())", `"a1"`, ""},
		{"import s \"strings\"##func f() string { return s.ToUpper(\"a\") }##import s \"strconv\"", "f() + s.Itoa(7)", `"A7"`, ""},
		{"import . \"strings\"##func f() string { return ToUpper(\"a\") }##import . \"strings\"", "f() + Repeat(\"b\", 2)", `"Abb"`, ""},
		{"type List[T any] []T\nfunc (l List[T]) Len() int { return len(l) }##func (l List[T]) Len() int { return -len(l) }", "List[int]{1}.Len()", "-1", ""},
		{"x := 1\ntype T int\nfunc f() int { return x }\nfunc g() T { return 4 }##func h() int { return f() }", "g()", "4",
			"Variables lost: x.\nDeclarations lost, since they use these variables: f, h.\n"},
		{"func f() int { return 1 }\n%time func f() int { return 2 }", "f()", "2", ""},
		{"type T int##T := 5", "T(3)", "3", "Variables lost: T.\n"},
	} {
		w := open(t, Config{Env: []string{"FAKE=no"}})
		run(w, "import \"fmt\"")
		for _, code := range strings.Split(c.cells, "##") {
			if r, _ := run(w, code); r.Err != nil {
				t.Fatalf("%s: %v", code, r.Err)
			}
		}
		p := current(w)
		kill(p.hello.PID)
		<-p.gone
		r, shown := run(w, c.expr)
		if r.Err != nil || r.Value.Plain() != c.want {
			t.Errorf("%s: %s is %v, %v; want %s", c.cells, c.expr, r.Value, r.Err, c.want)
		}
		if _, said, _ := strings.Cut(shown, "earlier cells.\n"); said != c.says {
			t.Errorf("%s: said %q, want %q", c.cells, said, c.says)
		}
		w.Close()
	}
}

func BenchmarkSession(b *testing.B) {
	w := open(b, Config{Env: []string{"FAKE=no"}})
	for b.Loop() {
		if r := w.Execute(context.Background(), engine.Cell{Number: 1, Code: "1+1"}, engine.Discard); r.Value.Plain() != "2" {
			b.Fatal(r.Err)
		}
	}
}

func BenchmarkSessionStart(b *testing.B) {
	for b.Loop() {
		w := New(Config{Env: []string{"FAKE=no"}})
		if r := w.Execute(context.Background(), engine.Cell{Number: 1, Code: "1+1"}, engine.Discard); r.Value.Plain() != "2" {
			b.Fatal(r.Err)
		}
		w.Close()
	}
}

// A child answers requests for help while it runs a cell.
func TestHelpWhileBusy(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}})
	ctx, cancel := context.WithCancel(context.Background())
	started := &firstWrite{seen: make(chan struct{})}
	ended := make(chan engine.Reply)
	go func() {
		ended <- w.Execute(ctx, engine.Cell{Number: 1, Code: "fmt.Println(1)\nfor { fmt.Fprint(os.Stderr, \"\") }"}, started)
	}()
	<-started.seen
	if c := w.Complete(context.Background(), "strings.ToUpp", 13); len(c.Matches) == 0 {
		t.Error("no completion while a cell runs")
	}
	if in := w.Inspect(context.Background(), "fmt.Println", 11, 0); !in.Found {
		t.Error("no inspection while a cell runs")
	}
	if c := w.IsComplete("for {"); c.Status != engine.Incomplete {
		t.Errorf("completeness while a cell runs: %v", c)
	}
	cancel()
	if r := <-ended; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("the cell ended with %v", r.Err)
	}
	want(t, w, "fmt.Print(2)", "<out>2")
}

// A firstWrite is an output that says when something is written.
type firstWrite struct {
	screen
	once sync.Once
	seen chan struct{}
}

func (f *firstWrite) Write(s engine.Stream, text []byte) {
	f.screen.Write(s, text)
	f.once.Do(func() { close(f.seen) })
}
