// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/internal/trace"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"
)

// recordOf runs cells, the last of which has a trace, and returns its record.
func recordOf(t *testing.T, ctx context.Context, cells ...string) (record *trace.Record, out string, failed *engine.Error) {
	t.Helper()
	s, err := session.New(session.Options{
		Symbols:  []session.Symbols{stdlib.Symbols()},
		Facts:    stdlib.Importer(),
		Packages: stdlib.Packages(),
		Prelude:  stdlib.Prelude(),
		Renderer: display.Renderer{Picture: func(v any) any {
			if r, ok := v.(*trace.Record); ok {
				record = r
			}
			return nil
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	o := new(recorder)
	for i, c := range cells {
		r := s.Execute(ctx, engine.Cell{Number: i + 1, Code: c}, o)
		if failed = r.Err; failed != nil && i < len(cells)-1 {
			t.Fatalf("cell %d: %v", i+1, failed)
		}
	}
	return record, o.String(), failed
}

// TestTraceOrder compares a record with what the function itself prints.
func TestTraceOrder(t *testing.T) {
	record, out, failed := recordOf(t, context.Background(), `
func count(board [][]bool, row int) (n int) {
	fmt.Println("enter", row, board)
	defer func() { fmt.Println("leave", n, board) }()
	if row == len(board) {
		return 1
	}
	for col := range board {
		free := true
		for r := range row {
			if board[r][col] || col-row+r >= 0 && board[r][col-row+r] || col+row-r < len(board) && board[r][col+row-r] {
				free = false
			}
		}
		if free {
			board[row][col] = true
			n += count(board, row+1)
			board[row][col] = false
		}
	}
	return n
}`, `%%trace count
board := [][]bool{make([]bool, 4), make([]bool, 4), make([]bool, 4), make([]bool, 4)}
count(board, 0)`)
	if failed != nil {
		t.Fatal(failed)
	}
	var text func(v *trace.Value) string
	text = func(v *trace.Value) string {
		if v.Form != trace.List {
			return v.Short(20)
		}
		var list []string
		for _, x := range v.Items {
			list = append(list, text(x))
		}
		return "[" + strings.Join(list, " ") + "]"
	}
	var b strings.Builder
	for _, s := range record.Steps {
		vars := map[string]string{}
		for _, v := range s.Vars {
			vars[v.Name] = text(v.Value)
		}
		if s.Kind == trace.Enter {
			fmt.Fprintln(&b, "enter", vars["row"], vars["board"])
		} else {
			fmt.Fprintln(&b, "leave", vars["→ n"], vars["board"])
		}
	}
	if d := cmp.Diff(out[:strings.Index(out, "display:")], b.String()); d != "" {
		t.Error(d)
	}
	for i, c := range record.Calls {
		if c.Parent >= i || c.Parent >= 0 && (record.Calls[c.Parent].Depth != c.Depth-1 || c.Line != 17) {
			t.Errorf("call %d: %+v", i, c)
		}
	}
}

// TestTraceStopped stops a cell: the calls until then are shown.
func TestTraceStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := newSession(t)
	begun := make(chan bool)
	o := &notifying{ready: begun}
	go func() { <-begun; cancel() }()
	r := s.Execute(ctx, engine.Cell{Number: 1, Code: `%%trace f g
func f(n int) int { return g(n) }
func g(n int) int {
	fmt.Println("ready")
	for {
	}
}
f(1)`}, o)
	if r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Fatalf("got %v", r.Err)
	}
	want := "2 calls of f, g in 4 steps\nf(1) is stopped\n  g(1) is stopped\n(the run ended early: stopped)\n"
	if !strings.Contains(o.String(), want) {
		t.Errorf("got\n%s", o)
	}
	o2 := new(recorder)
	if r := s.Execute(context.Background(), engine.Cell{Number: 2, Code: "f"}, o2); r.Err != nil {
		t.Errorf("after the stop: %v", r.Err)
	}
}

// notifying is an Output that says when the cell has printed something.
type notifying struct {
	recorder
	ready chan bool
}

func (n *notifying) Write(s engine.Stream, text []byte) {
	n.recorder.Write(s, text)
	if n.ready != nil {
		close(n.ready)
		n.ready = nil
	}
}

// TestTraceEndless ends a recursion before it exhausts the stack, with a picture.
func TestTraceEndless(t *testing.T) {
	record, _, failed := recordOf(t, context.Background(), "%%trace f --limit 3\nfunc f(n int) int { return f(n+1) + 1 }\nf(0)")
	if failed == nil || failed.Message != "endless recursion: 10000 traced calls are nested" {
		t.Fatalf("got %v", failed)
	}
	if len(record.Calls) != 3 || record.Missed != 9997 || record.Calls[2].State != trace.Panicked {
		t.Errorf("%d calls, %d missed", len(record.Calls), record.Missed)
	}
}

// TestTraceMemory watches a large value that changes often: the copies have a limit in all.
func TestTraceMemory(t *testing.T) {
	record, _, failed := recordOf(t, context.Background(), `%%trace fill --watch big
var big [48][48]int
func fill() {
	for i := range 1000 {
		for j := range 48 {
			big[j][i%48] = i*j
		}
		runtime.Gosched()
	}
}
fill()`)
	if failed != nil {
		t.Fatal(failed)
	}
	size, last := 0, (*trace.Value)(nil)
	for _, s := range record.Steps {
		for _, v := range s.Vars {
			if v.Name == "big" && v.Value != last {
				last = v.Value
				size += v.Value.Size()
			}
		}
	}
	if size > 80<<20 {
		t.Errorf("%d MB of copies", size>>20)
	}
}

// TestTraceBesideGoroutines watches a map that another goroutine writes, which must not end the
// process.
func TestTraceBesideGoroutines(t *testing.T) {
	record, _, failed := recordOf(t, context.Background(), `%%trace f --watch m,done --limit 2000
m, done, quit := map[int]int{1: 2}, make(chan bool), make(chan bool)
func f(n int) int { return len(quit) + n }
func write() {
	for i := 0; ; i++ {
		select {
		case <-quit:
			done <- true
			return
		default:
			m[i%1000] = i
		}
	}
}
go write()
for i := range 500 {
	f(i)
}
quit <- true
<-done`)
	if failed != nil {
		t.Fatal(failed)
	}
	seen := 0
	for _, step := range record.Steps {
		for _, v := range step.Vars {
			if v.Name == "m" {
				seen++
				if text := v.Value.Short(100); !strings.Contains(text, "not copied") {
					t.Fatalf("call %d: the map is copied: %s", step.Call, text)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("the map is not watched")
	}
}

// TestTracesAtOnce makes traces on two goroutines: one is open at a time, and the functions are as
// before when all have ended.
func TestTracesAtOnce(t *testing.T) {
	record, out, failed := recordOf(t, context.Background(), `
func f(n int) int { return n }
var wg sync.WaitGroup
for range 2 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range 300 {
			display.Trace("f", func() { f(i) })
		}
	}()
}
wg.Wait()
calls := 0
display.Trace("f", func() { f(1); f(2) })`)
	if failed != nil || len(record.Calls) != 2 {
		t.Errorf("%v, %v, %s", failed, record, out)
	}
}

// TestTraceManyCalls counts the calls after the limit, and records the end of those before it.
func TestTraceManyCalls(t *testing.T) {
	record, _, failed := recordOf(t, context.Background(), "%%trace f\nfunc f(n int) int {\n\tif n < 2 {\n\t\treturn 1\n\t}\n\treturn f(n-1) + f(n-2)\n}\nf(20)")
	if failed != nil {
		t.Fatal(failed)
	}
	// The calls are 2 F(21) - 1, where F is the sequence of Fibonacci numbers (OEIS A001595).
	if n := len(record.Calls) + record.Missed; len(record.Calls) != 500 || n != 21891 || record.Calls[0].Result != "10946" {
		t.Errorf("%d calls and %d missed, result %s", len(record.Calls), record.Missed, record.Calls[0].Result)
	}
}

// TestTracePointers checks that objects keep their numbers, and that copies do not change.
func TestTracePointers(t *testing.T) {
	record, _, failed := recordOf(t, context.Background(), `
type node struct {
	val  int
	next *node
}
func add(l *node, v int) *node { return &node{v, l} }
func turn(l *node) (back *node) {
	for l != nil {
		l.next, back, l = back, l, l.next
	}
	return back
}`, "%%trace turn --watch back\nturn(add(add(add(nil, 3), 2), 1))")
	if failed != nil {
		t.Fatal(failed)
	}
	chain := func(v *trace.Value) (list []int) {
		for n := v; n.Form == trace.Pointer; n = v.Objects[n.Ref].Items[1] {
			list = append(list, n.Ref)
		}
		return list
	}
	first, last := record.Steps[0].Vars[0].Value, record.Steps[len(record.Steps)-1]
	if got := chain(first); !cmp.Equal(got, []int{1, 2, 3}) {
		t.Errorf("the list before has the objects %v", got)
	}
	for _, v := range last.Vars {
		if got := chain(v.Value); v.Name == "→ back" && !cmp.Equal(got, []int{3, 2, 1}) {
			t.Errorf("the list after has the objects %v", got)
		}
	}
	changes := 0
	for _, s := range record.Steps {
		if s.Kind == trace.Change {
			if changes++; s.Line != 9 {
				t.Errorf("a change in line %d", s.Line)
			}
		}
	}
	if changes != 3 {
		t.Errorf("%d changes of back, want 3", changes)
	}
}
