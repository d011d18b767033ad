// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// A stopKind is a cell to be stopped.
type stopKind struct {
	name, code string
	takes      time.Duration // about how long it takes, 0 for an endless cell
	// compiled says that the cell may be in compiled code that does not watch the stop. Then
	// release is run, which ends it.
	compiled bool
	release  string
}

var stopKinds = []stopKind{
	{"nothing", "", 1e5, false, ""},
	{"value", "6 * 7", 2e5, false, ""},
	{"declarations", "func half(n int) int { return n / 2 }\ntype pair struct{ a, b int }\npair{half(4), 2}", 1e6, false, ""},
	{"short loop", "for range 20000 { ticks++ }", 1e6, false, ""},
	{"text", "for i := range 300 { fmt.Println(i) }", 3e6, false, ""},
	{"errors", "for i := range 300 { fmt.Fprintln(os.Stderr, i) }", 3e6, false, ""},
	{"pictures", "for range 20 { display.Show(shapes.Domino()) }", 5e6, false, ""},
	{"loop", "for { ticks++ }", 0, false, ""},
	{"recursion", "var dig func(n int) int\ndig = func(n int) int { ticks++; if n == 0 { return 0 }; return dig(n-1) + dig(n-1) }\ndig(60)", 0, false, ""},
	{"generic", "func count[T any](x T) { for { ticks++ } }\ncount(\"a\")", 0, false, ""},
	{"deferred", "defer func() { ticks++ }()\nfor { ticks++ }", 0, false, ""},
	{"recover", "for { func() { defer func() { recover() }(); for { ticks++ } }() }", 0, false, ""},
	{"sleep", "time.Sleep(time.Hour)", 0, false, ""},
	{"naps", "for { time.Sleep(100 * time.Microsecond); ticks++ }", 0, false, ""},
	{"receive", "time.NewTimer(time.Hour)\n<-make(chan int)", 0, false, ""},
	{"send", "time.NewTimer(time.Hour)\nmake(chan [3]string) <- [3]string{}", 0, false, ""},
	{"empty select", "time.NewTimer(time.Hour)\nselect {}", 0, false, ""},
	{"select", "a, b := make(chan int), make(chan string)\nselect { case <-a: case b <- \"\": case <-time.After(time.Hour): }", 0, false, ""},
	{"ticker", "for range time.Tick(time.Millisecond) { ticks++ }", 0, false, ""},
	{"ping-pong", "a, b := make(chan int), make(chan int)\ngo func() { for x := range a { b <- x + 1 } }()\nfor { a <- 1; <-b; ticks++ }", 0, false, ""},
	{"WaitGroup", "var wg sync.WaitGroup\nfor range 4 { wg.Add(1); go func() { defer wg.Done(); for { var n int; n++ } }() }\nwg.Wait()", 0, false, ""},
	{"WaitGroup.Go", "var wg sync.WaitGroup\nfor range 4 { wg.Go(func() { for { var n int; n++ } }) }\nwg.Wait()", 0, false, ""},
	{"Mutex", "for range 3 { go func() { for { func() { shared.Lock(); defer shared.Unlock() }() } }() }\nfor { shared.Lock(); shared.Unlock() }", 0, false, ""},
	{"held", "go func() { shared.Lock(); defer shared.Unlock(); for { var n int; n++ } }()\ntime.Sleep(time.Millisecond)\nshared.Lock()\nshared.Unlock()", 0, false, ""},
	{"locked twice", "time.NewTimer(time.Hour)\nvar mu sync.Mutex\nmu.Lock()\ndefer mu.Unlock()\nmu.Lock()", 0, false, ""},
	{"RWMutex", "time.NewTimer(time.Hour)\nvar mu sync.RWMutex\nmu.RLock()\ndefer mu.RUnlock()\nmu.Lock()", 0, false, ""},
	{"Cond", "time.NewTimer(time.Hour)\nvar mu sync.Mutex\nc := sync.NewCond(&mu)\nmu.Lock()\ndefer mu.Unlock()\nc.Wait()", 0, false, ""},
	{"Once", "var once sync.Once\nonce.Do(func() { for { ticks++ } })", 0, false, ""},
	{"goroutines", "for range 200 { go func() { for { time.Sleep(time.Millisecond) } }() }\nselect {}", 0, false, ""},
	{"context", "time.NewTimer(time.Hour)\nctx, stop := context.WithCancel(context.Background())\ndefer stop()\n<-ctx.Done()", 0, false, ""},
	{"AfterFunc", "time.AfterFunc(time.Millisecond, func() { for { ticks++ } })\nfor { var n int; n++ }", 0, false, ""},
	{"sort.Slice", "sort.Slice(ints, func(i, j int) bool { ticks++; return i*7%11 < j*7%11 })", 3e8, false, ""},
	{"slices.SortFunc", "slices.SortFunc(ints, func(a, b int) int { ticks++; return a*7%11 - b*7%11 })", 3e8, false, ""},
	{"strings.Map", "strings.Map(func(r rune) rune { ticks++; return r }, strings.Repeat(\"x\", 1_000_000))", 2e8, false, ""},
	{"String", "type loud int\nfunc (loud) String() string { for { ticks++ } }\nfmt.Sprint(loud(1))", 0, false, ""},
	{"pipe", "pr, pw = io.Pipe()\nio.Copy(io.Discard, pr)", 0, true, "if pw != nil { pw.Close() }"},
	{"http", "func() {\n\ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { for { ticks++ } }))\n\tdefer s.CloseClientConnections()\n\thttp.Get(s.URL)\n}()", 0, true, ""},
	{"strings.Repeat", "len(strings.Repeat(\"ab\", 20_000_000))", 2e7, true, ""},
	{"big.Int", "len(new(big.Int).Exp(big.NewInt(3), big.NewInt(200_000), nil).String())", 3e7, true, ""},
	{"regexp", "regexp.MustCompile(`(a|b|ab)*c`).MatchString(strings.Repeat(\"ab\", 30_000))", 3e7, true, ""},
	{"json", "b, _ := json.Marshal(ints)\nlen(b)", 3e7, true, ""},
	{"shapes.Enumerate", "shapes.Enumerate(shapes.Square, 19, shapes.Free)", 0, true, ""},
	{"shapes.Each", "shapes.Each(shapes.Square, 19, shapes.Free, func(shapes.Shape) bool { ticks++; return true })", 0, true, ""},
	{"tilings", "cover.New(cover.Rectangle(8, 8)).With(cover.Pieces(shapes.Domino()).Any()).All()", 0, true, ""},
	{"dlx.Count", "puzzle.NewQueens(20).Problem().Count()", 0, true, ""},
	{"dlx.Each", "puzzle.NewQueens(16).Problem().Each(func(dlx.Solution) bool { ticks++; return true })", 0, true, ""},
	{"render.RecordSearch", "render.RecordSearch(puzzle.NewQueens(16).Problem(), 1_000_000)", 0, true, ""},
}

// TestStops stops cells of all kinds at random moments, from before their start to after their end.
// No variable is lost, and nothing that has been stopped continues.
func TestStops(t *testing.T) {
	n := 100
	if os.Getenv("POLKA_LONG") != "" {
		n = 10_000
	} else if testing.Short() {
		n = 20
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	memory := int64(4 << 30)
	if raced {
		memory = 16 << 30
	}
	w := open(t, Config{Env: []string{"FAKE=no"}, Memory: memory})
	number := 0
	cell := func(ctx context.Context, code string) (engine.Reply, string) {
		number++
		var s screen
		r := w.Execute(ctx, engine.Cell{Number: number, Code: code}, &s)
		return r, s.String()
	}
	must := func(k stopKind, code string) string {
		t.Helper()
		r, shown := cell(t.Context(), code)
		if r.Err != nil {
			t.Fatalf("after %s: %s: %v", k.name, code, r.Err)
		}
		return shown
	}
	must(stopKind{name: "the start"}, `import ("fmt"; "os"; "io"; "sync"; "time"; "sort"; "slices"; "strings"; "context"; "math/big"; "regexp"; "encoding/json"; "net/http"; "net/http/httptest")
var ticks int
var shared sync.Mutex
var pr *io.PipeReader
var pw *io.PipeWriter
kept, total, names, text := []string{"a", "b"}, 0, map[string]int{"x": 1}, &strings.Builder{}
ints := make([]int, 200_000)
f := func(n int) int { total += n; return total }`)
	check := `if f(1) != %d || len(kept) != 2 || kept[1] != "b" || names["x"] != 1 || len(ints) != 200_000 || text.Len() != %[1]d-1 { panic("a variable is lost") }
text.WriteString("-")
shared.Lock()
shared.Unlock()
before := ticks
time.Sleep(100 * time.Microsecond)
if ticks != before { panic("it goes on") }`

	took := make(map[string][]time.Duration)
	ended := 0
	for i := range n {
		k := stopKinds[random.IntN(len(stopKinds))]
		if i < len(stopKinds) {
			k = stopKinds[i]
		}
		ctx, cancel := context.WithCancel(t.Context())
		span := k.takes * 3 / 2
		if span == 0 || span > 30*time.Millisecond {
			span = 30 * time.Millisecond
		}
		var at time.Time
		stop := func() { at = time.Now(); cancel() }
		stopped := make(chan bool)
		if after := time.Duration(random.Float64()*1.1*float64(span)) - span/10; after > 0 {
			time.AfterFunc(after, func() { stop(); close(stopped) })
		} else {
			stop()
			close(stopped)
		}
		r, _ := cell(ctx, k.code)
		done := time.Now()
		<-stopped
		switch {
		case r.Err == nil:
			ended++
		case r.Err.Name != engine.Interrupted || strings.Contains(r.Err.Message, "lost") || !k.compiled && strings.Contains(r.Err.Message, "but"):
			t.Fatalf("%s, stop %d: %v", k.name, i, r.Err)
		default:
			took[k.name] = append(took[k.name], done.Sub(at))
		}
		if k.release != "" {
			must(k, k.release)
		}
		must(k, fmt.Sprintf(check, i+1))
		if !k.compiled {
			if left := must(k, "%goroutines"); !strings.Contains(left, "no goroutines") && strings.Contains(left, fmt.Sprintf("cell %d", number-2)) {
				t.Fatalf("%s, stop %d: %s", k.name, i, left)
			}
		}
	}
	var all []time.Duration
	for _, k := range stopKinds {
		if d := took[k.name]; len(d) > 0 {
			slices.Sort(d)
			all = append(all, d...)
			t.Logf("%-16s %5d stops, median %8v, longest %8v", k.name, len(d), d[len(d)/2].Round(10*time.Microsecond), d[len(d)-1].Round(10*time.Microsecond))
		}
	}
	slices.Sort(all)
	t.Logf("%d stops of %d kinds: %d before the cell ended, median %v, longest %v; %d after its end", n, len(stopKinds), len(all), all[len(all)/2], all[len(all)-1], ended)
	for end := time.Now().Add(time.Minute); ; {
		left := must(stopKind{name: "all"}, "%goroutines")
		if strings.Contains(left, "no goroutines") {
			break
		} else if time.Now().After(end) {
			t.Fatal(left)
		}
	}
}
