// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/session"
	"polka/stdlib"
)

// testExercises are the exercises of the sessions in these tests.
var testExercises = fstest.MapFS{
	"01.txtar": {Data: []byte(`Exercises of a test.
-- double/uses --
func double(n int) int
-- double/check --
for n := range 4 {
	if got := double(n); got != 2*n {
		return fmt.Errorf("double(%d) is %d; expected %d", n, got, 2*n)
	}
}
if len("ab") != 2 {
	return errors.New("len is not Go's")
}
-- double/hint1 --
How is *twice* written in Go?
-- double/hint2 --
` + "`2 * n`" + `.
-- smallest/uses --
var smallest int
-- smallest/check --
if n, _ := shapes.Count(shapes.Square, smallest, shapes.Free); n.Int64() != 12 {
	return fmt.Errorf("there are %v polyominoes of %d squares", n, smallest)
}
-- push/uses --
type stack
func (s *stack) push(n int)
-- push/check --
var s stack
s.push(7)
if len(s.list) != 1 {
	return errors.New("push does not push")
}
`)},
}

// TestCheckKeepsNothing sees that a check leaves no names, and that what cells call by the names of
// packages and predeclared functions does not matter.
func TestCheckKeepsNothing(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, "func double(n int) int { return 2 * n }\nfmt, shapes, len, errors := 1, 2, 3, 4\nsmallest := 5")
	before := outcome(t, s, 2, "%who")
	for i, code := range []string{"%check double", "%check smallest"} {
		if got := outcome(t, s, 3+i, code); !strings.Contains(got, ": right\n") {
			t.Errorf("%s: %s", code, got)
		}
	}
	if after := outcome(t, s, 5, "%who"); after != before {
		t.Errorf("%s--- before\n%s", after, before)
	}
	if got := outcome(t, s, 6, "fmt + len"); got != "= 4\n" {
		t.Errorf("%s", got)
	}
}

// TestCheckOwnType checks an answer whose types look like those expected, but are a student's own.
func TestCheckOwnType(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, "type int int32")
	outcome(t, s, 2, "func double(n int) int { return 2 * n }")
	got := outcome(t, s, 3, "%check double")
	const want = "expected func double(n int) int, but your cell has func double(n int) int, where int is a type of your own and not Go's"
	if !strings.Contains(got, want) {
		t.Errorf("%q, want %q in it", got, want)
	}
	outcome(t, s, 4, "%reset")
	outcome(t, s, 5, "func double(n int) float64 { return 2 }")
	if got := outcome(t, s, 6, "%check double"); !strings.Contains(got, "but your cell has func double(n int) float64\n") {
		t.Errorf("without a type of the student's own: %q", got)
	}
}

// newCheckSession returns a session with testExercises and the limits for checks that o has.
func newCheckSession(t *testing.T, o session.Options) *session.Session {
	t.Helper()
	o.Symbols = []session.Symbols{stdlib.Symbols()}
	o.Facts = stdlib.Importer()
	o.Packages = stdlib.Packages()
	o.Exercises = testExercises
	s, err := session.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestCheckTakesTooLong runs answers that do not end.
func TestCheckTakesTooLong(t *testing.T) {
	s := newCheckSession(t, session.Options{CheckTime: 50 * time.Millisecond})
	outcome(t, s, 1, "import \"time\"")
	number := 0
	for _, body := range []string{"for {\n}", "select {}", "defer func() { recover() }(); for { n++ }", "for { go func() { for { } }(); time.Sleep(time.Millisecond) }"} {
		number += 2
		if got := outcome(t, s, number, "func double(n int) int { "+body+" }"); got != "" {
			t.Fatalf("%s: %s", body, got)
		}
		if got := outcome(t, s, number+1, "%check double"); !strings.Contains(got, "did not end within 50ms") && !strings.Contains(got, "deadlock") {
			t.Errorf("%s: %s", body, got)
		}
	}
	if got := outcome(t, s, 50, "%goroutines"); got != "display: no goroutines of cells are running\n" {
		t.Errorf("%s", got)
	}
}

// TestCheckOnABusyMachine runs an answer that takes longer than a check may, where the processor
// works for it half of the time, all of the time, or not at all.
func TestCheckOnABusyMachine(t *testing.T) {
	for share, stopped := range map[float64]bool{0: true, 0.5: false, 1: true} {
		began := time.Now()
		s := newCheckSession(t, session.Options{
			CheckTime: time.Second,
			Processor: func() time.Duration { return time.Duration(share * float64(time.Since(began))) },
		})
		outcome(t, s, 1, "import \"time\"; slow := true")
		outcome(t, s, 2, "func double(n int) int { if slow { slow = false; time.Sleep(1200*time.Millisecond) }; return 2 * n }")
		got := outcome(t, s, 3, "%check double")
		if (strings.Contains(got, "did not end within 1s") || strings.Contains(got, "when the check was stopped")) != stopped {
			t.Errorf("with a processor for %v of the time: %s", share, got)
		}
	}
}

// TestCheckFillsMemory runs answers that append without end: the check is stopped, says which call
// it was, and the variables of the cells remain.
func TestCheckFillsMemory(t *testing.T) {
	s := newCheckSession(t, session.Options{
		CheckMemory: 32 << 20,
		CheckTime:   10 * time.Minute, // for a busy machine
	})
	outcome(t, s, 1, "kept := 7")
	for i, body := range []string{
		"var list []int; for { list = append(list, n) }",
		"m := map[int]int{}; for i := 0; ; i++ { m[i] = i }",
		"var parts [][]byte; for { parts = append(parts, make([]byte, 1<<10)) }",
	} {
		number := 2 * (i + 1)
		if got := outcome(t, s, number, "func double(n int) int { "+body+" }"); got != "" {
			t.Fatalf("%s: %s", body, got)
		}
		if got := outcome(t, s, number+1, "%check double"); !strings.Contains(got, "double(0) had filled more than 33.6 MB of memory when the check was stopped") {
			t.Errorf("%s: %s", body, got)
		}
	}
	outcome(t, s, 20, "func double(n int) int { return 2 * n }")
	if got := outcome(t, s, 21, "%check double"); !strings.Contains(got, "double: right") {
		t.Error(got)
	}
	if got := outcome(t, s, 22, "kept"); got != "= 7\n" {
		t.Error(got)
	}
}

// TestCheckKeepsGarbage checks a right answer that makes much garbage, after cells that have kept
// much since the last collection: it is not stopped.
func TestCheckKeepsGarbage(t *testing.T) {
	s := newCheckSession(t, session.Options{CheckMemory: 32 << 20})
	outcome(t, s, 1, "import \"runtime\"\nkept := make([]byte, 60<<20)\nruntime.GC()")
	outcome(t, s, 2, "more := make([][]byte, 40)\nfor i := range more {\n\tmore[i] = make([]byte, 1<<20)\n}")
	outcome(t, s, 3, "func double(n int) int {\n\tfor range 50 {\n\t\t_ = make([]byte, 1<<20)\n\t}\n\treturn 2 * n\n}")
	if got := outcome(t, s, 4, "%check double"); !strings.Contains(got, "double: right") {
		t.Error(got)
	}
	if got := outcome(t, s, 5, "len(kept), len(more)"); got != "= 62914560, 40\n" {
		t.Error(got)
	}
}

// TestCheckStopped stops the cell of a check.
func TestCheckStopped(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, "func double(n int) int { print(1); for { } }")
	ctx, cancel := context.WithCancel(t.Context())
	if r := s.Execute(ctx, engine.Cell{Number: 2, Code: "%check double"}, &canceler{Output: engine.Discard, cancel: cancel}); r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("%v", r.Err)
	}
	if got := outcome(t, s, 3, "1 + 1"); got != "= 2\n" {
		t.Errorf("%s", got)
	}
}

// TestCheckEmptyError runs a check that returns an error without a text.
func TestCheckEmptyError(t *testing.T) {
	s := newSession(t)
	if got, want := outcome(t, s, 1, "%%check mine\nreturn errors.New(\"\")"), "display: ✗ mine: wrong\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCheckSparesOthers checks an answer that leaves a goroutine running, which is ended. One of an
// earlier cell continues to run.
func TestCheckSparesOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("the goroutine of an answer runs on until the end")
	}
	s := newCheckSession(t, session.Options{
		CheckTime: 10 * time.Minute, // for a busy machine
	})
	outcome(t, s, 1, "numbers := make(chan int)\ngo func() {\n\tfor n := 0; ; n++ {\n\t\tnumbers <- n\n\t}\n}()")
	outcome(t, s, 2, "func double(n int) int {\n\tgo func() { for { } }()\n\treturn 2 * n\n}")
	if got := outcome(t, s, 3, "%check double"); !strings.Contains(got, "double: right") {
		t.Errorf("%s", got)
	}
	if got := outcome(t, s, 4, "<-numbers, <-numbers"); got != "= 0, 1\n" {
		t.Errorf("%s", got)
	}
}

// TestCheckDepth checks a recursion that is too deep for a check. Meanwhile another run is stopped,
// for which all runs give way.
func TestCheckDepth(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, "func down(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn down(n - 1)\n}\nfunc double(n int) int {\n\tfmt.Println(n)\n\treturn 2*n + down(25_000)\n}")
	out := new(yielder)
	s.Execute(t.Context(), engine.Cell{Number: 2, Code: "%check double"}, out)
	if got := out.String(); !strings.Contains(got, "the recursion has no end") {
		t.Errorf("%s", got)
	}
}

// A yielder is an Output that makes all runs give way when something is printed.
type yielder struct{ recorder }

func (y *yielder) Write(engine.Stream, []byte) { machine.Yield()() }

// A canceler is an Output that cancels a context when something is printed.
type canceler struct {
	engine.Output
	cancel func()
}

func (c *canceler) Write(engine.Stream, []byte) { c.cancel() }

// TestCheckStale: the cell that defines a name again has failed, so the check is about the value of
// an earlier run, and says so.
func TestCheckStale(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, "smallest := 5\nfunc double(n int) int { return n + n }")
	if got := outcome(t, s, 2, "%check smallest"); strings.Contains(got, "note:") {
		t.Errorf("before: %s", got)
	}
	const note = "note: cell 3 defines smallest again, but it failed; this is about the smallest of an earlier run"
	outcome(t, s, 3, "smallest := [1, 2]")
	if got := outcome(t, s, 4, "%check smallest"); !strings.Contains(got, note) {
		t.Errorf("a cell that cannot be parsed: %s", got)
	}
	outcome(t, s, 4, "smallest := 5")
	outcome(t, s, 3, "if true {\n\tsmallest := [1]\n}")
	if got := outcome(t, s, 4, "%check smallest"); strings.Contains(got, note) {
		t.Errorf("a variable of an inner block: %s", got)
	}
	outcome(t, s, 3, "smallest := []int{1, two}")
	got := outcome(t, s, 4, "%check smallest")
	if !strings.Contains(got, "smallest: right") || !strings.Contains(got, note) {
		t.Errorf("after a mistake: %s", got)
	}
	if got := outcome(t, s, 5, "%check double"); strings.Contains(got, "note:") {
		t.Errorf("another name: %s", got)
	}
	outcome(t, s, 6, "smallest := 5")
	if got := outcome(t, s, 7, "%check smallest"); strings.Contains(got, "note:") {
		t.Errorf("repaired: %s", got)
	}
}

// TestCheckStub: a stub is open, and neither right nor wrong.
func TestCheckStub(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, `func double(n int) int { panic("to do") }`)
	got := outcome(t, s, 2, "%check double")
	if !strings.Contains(got, "☐ double: not written yet") || strings.Contains(got, "✗") {
		t.Errorf("got %s", got)
	}
	for n, code := range []string{"smallest := 0", "var smallest int"} {
		outcome(t, s, 3+2*n, code)
		got := outcome(t, s, 4+2*n, "%check smallest")
		if !strings.Contains(got, "☐ smallest: ") || strings.Contains(got, "✗") {
			t.Errorf("%s: got %s", code, got)
		}
	}
	outcome(t, s, 7, "smallest = 1")
	if got := outcome(t, s, 8, "%check smallest"); !strings.Contains(got, "✗ smallest") {
		t.Errorf("a wrong answer: got %s", got)
	}
	outcome(t, s, 9, "smallest = 0")
	if got := outcome(t, s, 10, "%check smallest"); !strings.Contains(got, "✗ smallest") {
		t.Errorf("a second wrong answer: got %s", got)
	}
	if got := outcome(t, s, 11, "%check"); !strings.Contains(got, "✗ smallest, 2 answers") {
		t.Errorf("progress: got %s", got)
	}
}

// TestCheckSlow sees that a check of a right answer that is too slow names the call and what was
// right, and that an endless loop is named as well.
func TestCheckSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	exercises := fstest.MapFS{"01.txtar": {Data: []byte(`Exercises of a test.
-- fib/uses --
func fib(n int) int
-- fib/check --
a, b := 0, 1
for n := range 90 {
	if got := fib(n); got != a {
		return fmt.Errorf("fib(%d) is %d; expected %d", n, got, a)
	}
	a, b = b, a+b
}
-- cover/uses --
func cover(rows [][]int, names ...string) (int, error)
-- cover/check --
for n := range 3 {
	if _, err := cover(make([][]int, n), "a", "b"); err != nil {
		return err
	}
}
for {
}
-- nothing/uses --
func nothing()
-- nothing/check --
nothing()
`)}}
	s, err := session.New(session.Options{
		Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(),
		Log: t.Logf, Exercises: exercises, CheckTime: 4 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for i, test := range []struct{ code, check, want string }{
		{"func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }", "fib", `✗ fib: the check found nothing wrong up to fib\((\d+)\), which took [\d.]+(ms|s), but fib\(\d+\) had not ended after [\d.]+(ms|s), when the check was stopped`},
		{"func fib(n int) int { for {} }", "fib", `✗ fib: the check did not end within 4s, and was stopped while it waited for fib\(0\): is there an endless loop`},
		{"var fib = func(n int) int { if n < 2 { return n }; return 0 }", "fib", `✗ fib\(2\) is 0; expected 1`},
		{"func fib(n int) int { a, b := 0, 1; for range n { a, b = b, a+b }; return a }", "fib", `✓ fib: right`},
		{"func cover(rows [][]int, names ...string) (int, error) { return len(rows), nil }", "cover", `✗ cover: the check did not end within 4s, and was stopped; it found nothing wrong up to cover\(\[\[\] \[\]\], \["a" "b"\]\)`},
		{"func cover(rows [][]int, names ...string) (int, error) { return 0, errors.New(names[1]) }", "cover", `✗ cover: b\n`},
		{"func nothing() {}", "nothing", `✓ nothing: right`},
		{"func nothing() { panic(\"to do\") }", "nothing", `☐ nothing: not written yet`},
	} {
		if got := outcome(t, s, 2*i+1, test.code); got != "" {
			t.Errorf("%s: %s", test.code, got)
		}
		got := strings.TrimPrefix(outcome(t, s, 2*i+2, "%check "+test.check), "= ")
		if !regexp.MustCompile(test.want).MatchString(got) {
			t.Errorf("%s: got %s; expected %s", test.code, got, test.want)
		}
	}
}

// TestCheckProgress: a right answer is followed by the score and the next exercise, and %check
// alone lists what was tried.
func TestCheckProgress(t *testing.T) {
	s := newSession(t)
	if got := outcome(t, s, 1, "%check"); !strings.Contains(got, "no answer has been checked") {
		t.Errorf("%s", got)
	}
	outcome(t, s, 2, "func double(n int) int { return n }\n%check double")
	got := outcome(t, s, 3, "func double(n int) int { return 2 * n }\n%check double")
	if !strings.Contains(got, ": 1 of 3 exercises solved\nnext exercise: smallest") {
		t.Errorf("%s", got)
	}
	got = outcome(t, s, 4, "%check")
	if !strings.Contains(got, "✓ double, 2 answers\n  ☐ smallest") {
		t.Errorf("%s", got)
	}
}

// TestCheckShows: a check shows the value that it has drawn last, an infinite recursion its
// calls, and a forbidden name in a function that the answer calls is found.
func TestCheckShows(t *testing.T) {
	s := newSession(t)
	outcome(t, s, 1, "func double(n int) int { return double(n + 1) }")
	for i, c := range []struct{ code, want string }{
		{"%check double", "double(0) -> double(1) -> double(2) -> double(3) -> ...: no case ends the recursion"},
		{"func other(n int) int { return half(n) }\nfunc half(n int) int { return strings.Count(\"\", \"a\") + n }", ""},
		{"%%check other\ndraw(7)\ndraw(\"seven\", 8)\nreturn errors.New(\"no\")", "✗ other: no\ndisplay: \"seven\"\ndisplay: 8\n"},
		{"%%check double\n//polka:forbid Println\nfor range 3 {\n\tfmt.Println()\n}", "✓ double"},
		{"func double(n int) int { return other(n) }", ""},
		{"%%check double\n//polka:forbid Count", "double calls other, which calls half, which uses Count, which this exercise forbids"},
		{"%%check double\n//polka:forbid package strings", "which uses package strings, which"},
		{"var first, count = 1, strings.Count\nfunc double(n int) int { return count(\"\", \"a\") + 2*n - first }", ""},
		{"%%check double\n//polka:forbid Count", "double calls count, which uses Count, which this exercise forbids"},
		{"%%check double\n//polka:forbid Index", "✓ double"},
		{"func double(n int) int {\n\tcount := 2\n\treturn count * n\n}", ""},
		{"%%check double\n//polka:forbid Count", "✓ double"}, // another variable count
		{"words := strings.Index(\"ab\", \"b\")\nvar twice func(n int) int\ntwice = func(n int) int { return strings.Index(\"ab\", \"b\") * 2 * n }", ""},
		{"func double(n int) int { return twice(n) }", ""},
		{"%%check double\n//polka:forbid Index", "double calls twice, which uses Index, which this exercise forbids"},
		{"func double(n int) int { return words * 2 * n }", ""},
		{"%%check double\n//polka:forbid Index", "✓ double"}, // a value that a cell has made
	} {
		if got := outcome(t, s, i+2, c.code); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, expected %q", c.code, got, c.want)
		}
	}
}
