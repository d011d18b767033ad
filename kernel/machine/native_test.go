// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

package machine_test

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/machine"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/gosmith"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/translate"
)

// withNative runs a test with machine code from n calls or turns on.
func withNative(t *testing.T, n int) {
	if !code.Enabled() {
		t.Skip(code.Why())
	}
	native = n
	t.Cleanup(func() { native = 0 })
}

// TestNativeSmith runs random programs with machine code: from the first call or turn, and from a
// random one, so that code changes sides while it runs.
func TestNativeSmith(t *testing.T) { nativeSmith(t, gosmith.Program, 4, 30) }

// TestNativeLoops is TestNativeSmith for programs about loops.
func TestNativeLoops(t *testing.T) { nativeSmith(t, gosmith.LoopProgram, 6, 40) }

// TestNativeCalls is TestNativeSmith for programs about loops that call small functions.
func TestNativeCalls(t *testing.T) { nativeSmith(t, gosmith.CallProgram, 5, 30) }

// TestNativeMaps is TestNativeSmith for programs about maps.
func TestNativeMaps(t *testing.T) { nativeSmith(t, gosmith.MapProgram, 6, 40) }

func nativeSmith(t *testing.T, program func(seed uint64, size int) string, size, n int) {
	if !code.Enabled() {
		t.Skip(code.Why())
	}
	seed, sources := smithSources(t, program, size, n, 20_000)
	thresholds := func(i int) []string {
		return []string{"always", strconv.FormatUint(2+(seed+uint64(i))*2654435761%30, 10)}
	}
	ways := make([][]gosmith.Outcome, len(sources))
	for i, src := range sources {
		for _, threshold := range thresholds(i) {
			t.Setenv("POLKA_NATIVE", threshold)
			ways[i] = append(ways[i], runScript(src))
		}
	}
	for i, want := range compiled(t, sources, ways) {
		for k, got := range ways[i] {
			if !same(got, want) {
				t.Errorf("seed %d, POLKA_NATIVE=%s (panics with %q, compiled with %q):\n%s", seed+uint64(i), thresholds(i)[k], got.Panic, want.Panic, cmp.Diff(want.Output, got.Output))
			}
		}
	}
}

// TestNativeStop stops machine code at random moments. The variables are those that some prefix of
// the program gives: the two counters of the loop differ by at most one.
func TestNativeStop(t *testing.T) {
	withNative(t, 1)
	const src = `package main
var a, b int
var s = make([]int, 64)
func main() { for { a++; for i := range s { s[i] += i }; b++ } }`
	for range 20 {
		p, err := load("p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		r := p.m.Start()
		done := make(chan any, 1)
		go func() { done <- r.Do(p.code) }()
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
		r.Stop()
		select {
		case err := <-done:
			if err != machine.ErrStopped {
				t.Fatal(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("the loop has not been stopped")
		}
		a, _ := p.m.Global("a")
		b, _ := p.m.Global("b")
		if d := a.Any.(int) - b.Any.(int); d != 0 && d != 1 {
			t.Errorf("a is %d and b is %d", a.Any, b.Any)
		}
	}
}

// TestNativeCollections collects garbage while machine code moves pointers in frames and on the
// heap.
func TestNativeCollections(t *testing.T) {
	withNative(t, 1)
	if got := reverseLists(t, 5, 20_000); got != "0" {
		t.Errorf("lists have changed: %s", got)
	}
}

// TestNativeCareless is a control of TestNativeCollections: in a process of its own it does the
// same with machine code that does not look whether the collector is marking. That must be noticed:
// lists change, or the process crashes. A process that hangs proves nothing, nor does one in which
// the collector has been at work at other times, as happens on a busy machine: another is started.
func TestNativeCareless(t *testing.T) {
	if testing.Short() {
		t.Skip("may take a minute; with the race detector, which slows everything but machine code, it can notice nothing")
	}
	withNative(t, 1)
	if os.Getenv("NATIVE_CARELESS") != "" {
		translate.Careless = true
		if reverseLists(t, 30, 200_000) != "0" {
			os.Exit(3)
		}
		return
	}
	for limit := 3 * time.Second; limit < 2*time.Minute; limit *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		cmd := gosmith.Command(ctx, os.Args[0], "-test.run=^TestNativeCareless$")
		cmd.Env = append(os.Environ(), "NATIVE_CARELESS=1", "GODEBUG=clobberfree=1")
		out, err := cmd.CombinedOutput()
		hangs := ctx.Err() != nil
		cancel()
		if err != nil && !hangs {
			return
		}
		t.Logf("a process of at most %v has noticed nothing: %s", limit, out)
	}
	t.Error("no process has noticed anything")
}

// reverseLists reverses lists of some nodes in machine code, in four goroutines, while garbage is
// collected. It returns the number of lists that have changed.
func reverseLists(t *testing.T, rounds, nodes int) string {
	const src = `package main
import "fmt"
type node struct { next *node; value int }
func reverse(l *node) *node {
	var r *node
	for l != nil { l.next, r, l = r, l, l.next }
	return r
}
func sum(l *node) (n int) {
	for ; l != nil; l = l.next { n += l.value }
	return n
}
func main() {
	done := make(chan int)
	for g := range 4 {
		go func() {
			bad := 0
			for range ROUNDS {
				var l *node
				for i := range NODES { l = &node{l, i + g} }
				want := sum(l)
				for range 10 { l = reverse(l) }
				if sum(l) != want { bad++ }
			}
			done <- bad
		}()
	}
	fmt.Println(<-done + <-done + <-done + <-done)
}`
	p, err := load("p.go", strings.NewReplacer("ROUNDS", strconv.Itoa(rounds), "NODES", strconv.Itoa(nodes)).Replace(src))
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	return strings.TrimSpace(p.run())
}

// TestNativeFrees checks that the machine code of programs that nothing refers to is freed.
func TestNativeFrees(t *testing.T) {
	withNative(t, 1)
	const src = `package main
func twice(x int) int { return x + x }
var s int
func main() { for i := range 100 { s += twice(i) }; func() { for i := 0; i < 10; i++ { s++ } }() }`
	run := func() {
		p, err := load("p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		p.run()
		if v, _ := p.m.Global("s"); v.Any != 9910 {
			t.Fatalf("s is %v", v.Any)
		}
	}
	free := func() (n int64) { // until nothing more is freed
		for same := 0; same < 5; same++ {
			runtime.GC()
			time.Sleep(5 * time.Millisecond) // in which cleanups may run
			if m := code.Mapped(); m != n {
				n, same = m, 0
			}
		}
		return n
	}
	run()
	before := free()
	for range 30 {
		run()
	}
	if code.Mapped() < before+30*4096 {
		t.Fatal("the programs have not become machine code")
	}
	if after := free(); after > before {
		t.Errorf("%d bytes of machine code before, %d after 30 programs", before, after)
	}
}

// TestNativePanics checks that panics of machine code know their places and the calls that were
// open.
func TestNativePanics(t *testing.T) {
	const src = `package main
import "fmt"
type pair struct{ a, b *int }
func index(l []int, i int) int { return l[i] }
func deref(p *pair) int { return *p.a }
func divide(a, b int) int { return a / b }
func shift(a, n int) int { return a << n }
func deep(n int) int { return deep(n+1) + 1 }
func try(f func() int) {
	defer func() { fmt.Println(recover()) }()
	fmt.Println(f())
}
func main() {
	try(func() int { return index([]int{1, 2, 3}, 3) })
	try(func() int { return index(nil, -1) })
	try(func() int { return deref(nil) })
	try(func() int { return deref(&pair{}) })
	try(func() int { return divide(1, 0) })
	try(func() int { return divide(-9223372036854775808, -1) })
	try(func() int { return shift(1, -1) })
	try(func() int { return shift(1, 64) })
}`
	run := func(n int) string {
		withNative(t, n)
		p, err := load("p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		return p.run()
	}
	closures, translated := run(-1), run(1)
	if closures != translated {
		t.Errorf("closures print\n%s\nand machine code prints\n%s", closures, translated)
	}
	if !strings.Contains(translated, "index out of range [3] with length 3") {
		t.Errorf("printed: %s", translated)
	}
	withNative(t, 1)
	p, err := load("p.go", "package main\nfunc deep(n int) int { return deep(n+1) + 1 }\nfunc main() { deep(0) }")
	if err != nil {
		t.Fatal(err)
	}
	r := p.m.Start()
	r.MaxDepth(100_000)
	e, ok := r.Do(p.code).(*machine.Panic)
	if !ok || !strings.Contains(e.Error(), "stack overflow") {
		t.Fatalf("an endless recursion ends with %v", e)
	}
	if calls, elide := e.Trace(); len(calls) != 65 || elide != 33 || e.Elided != 100_000-64 {
		t.Errorf("the trace of an endless recursion has %d calls, and %d after %d are missing", len(calls), e.Elided, elide)
	}
}

// BenchmarkTranslate measures how long it takes to make machine code of a function or loop: of all
// that programs of the race have.
func BenchmarkTranslate(b *testing.B) {
	if !code.Enabled() {
		b.Skip(code.Why())
	}
	for _, name := range []string{"dlx_indices", "queens", "vm"} {
		b.Run(name, func(b *testing.B) {
			src, err := os.ReadFile("testdata/bench/" + name + ".go")
			if err != nil {
				b.Fatal(err)
			}
			native = 1
			defer func() { native = 0 }()
			units := 0
			var longest, total time.Duration
			for b.Loop() {
				p, err := load(name+".go", string(src))
				if err != nil {
					b.Fatal(err)
				}
				translate := run.Translate
				run.Translate = func(u *run.Unit) (entry, direct uintptr, err error) {
					start := time.Now()
					entry, direct, err = translate(u)
					took := time.Since(start)
					units, total, longest = units+1, total+took, max(longest, took)
					return entry, direct, err
				}
				failure := p.m.Start().Do(p.code)
				run.Translate = translate
				if failure != nil {
					b.Fatal(failure)
				}
			}
			b.ReportMetric(float64(total.Microseconds())/float64(units), "µs/unit")
			b.ReportMetric(float64(longest.Microseconds()), "µs/longest")
		})
	}
}
