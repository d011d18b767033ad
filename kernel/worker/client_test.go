// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// open starts a Client and closes it at the end of the test.
func open(t testing.TB, c Config) *Client {
	w := New(c)
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// current is the child that runs now.
func current(w *Client) *process {
	l, err := w.child(context.Background())
	if err != nil {
		panic(err)
	}
	return l.proc
}

// run runs a cell and gives its reply and what it showed.
func run(w *Client, code string) (engine.Reply, string) {
	var s screen
	r := w.Execute(context.Background(), engine.Cell{Number: 7, Code: code}, &s)
	return r, s.String()
}

// want runs a cell that must succeed and show exactly out.
func want(t *testing.T, w *Client, code, out string) {
	t.Helper()
	r, got := run(w, code)
	if r.Err != nil {
		t.Fatalf("%s: %v", code, r.Err)
	}
	if got != out {
		at := 0 // a little before the first difference
		for at < min(len(got), len(out)) && got[at] == out[at] {
			at++
		}
		at = max(0, at-40)
		t.Errorf("%.100s:\n got %.200q\nwant %.200q", code, got[at:], out[at:])
	}
}

func TestReply(t *testing.T) {
	w := open(t, Config{})
	r := w.Execute(context.Background(), engine.Cell{Number: 3,
		Code:        "value 2\npage help\ndeclare f\nvar x\nvar y\nevaluate",
		Expressions: map[string]string{"a": "1", "b": "2"},
	}, engine.Discard)
	value, page := display.Text("2"), display.Text("help")
	value.Metadata = map[string]any{"isolated": true}
	expect := engine.Reply{
		Value:       &value,
		Payloads:    []engine.Payload{{Page: &page}, {SetNextInput: &engine.NextInput{Text: "help", Replace: true}}},
		Declared:    engine.Declared{Steps: []engine.Declarations{{{Text: "known f", Names: []string{"f"}}}}, Variables: []string{"x", "y"}},
		Expressions: map[string]engine.Expression{"a": {Value: display.Text("1")}, "b": {Value: display.Text("2")}},
	}
	if d := cmp.Diff(expect, r); d != "" {
		t.Error(d)
	}
	if r, _ := run(w, "fail at once"); r.Err == nil || r.Err.Error() != "Failure: at once" {
		t.Errorf("got %v", r.Err)
	}
}

func TestQuestions(t *testing.T) {
	w := open(t, Config{})
	ctx := context.Background()
	expect := engine.Completion{Start: 0, End: 2, Matches: []engine.Match{{Text: "fm!", Kind: "function"}}}
	if d := cmp.Diff(expect, w.Complete(ctx, "fm", 2)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(engine.Inspection{Found: true, Bundle: display.Text("x 3 1")}, w.Inspect(ctx, "x ", 3, 1)); d != "" {
		t.Error(d)
	}
	if got := w.Inspect(ctx, "nothing", 0, 0); got.Found {
		t.Errorf("got %v", got)
	}
	if d := cmp.Diff(engine.Completeness{Status: engine.Incomplete, Indent: "  "}, w.IsComplete("  ")); d != "" {
		t.Error(d)
	}
}

func TestOrder(t *testing.T) {
	w := open(t, Config{})
	for _, c := range []struct{ code, want string }{
		{"out a\nout b", "<out>a\nb\n"},
		{"out a\nerr b\nout c", "<out>a\n<err>b\n<out>c\n"},
		{"print a\nout b\nprint c\nerr d\nout e\nprint f", "<out>a\nb\nc\n<err>d\n<out>e\nf\n"},
		{"err a\neprint b\nerr c", "<err>a\nb\nc\n"},
		{"out a\nshow p\nprint b\nshow q", "<out>a\n[p d true]<out>b\n[q d true]"},
		{"out a\nclear wait\nerr b\nclear", "<out>a\n[clear true]<err>b\n[clear false]"},
		{"builtin a\nshow p\nbuiltin b", "<err>a\n[p d true]<err>b\n"},
		{"out a\neprint b\nout c\neprint d\nout e", "<out>a\n<err>b\n<out>c\n<err>d\n<out>e\n"},
		{"err a\nprint b\nerr c\nprint d\nout e\neprint f", "<err>a\n<out>b\n<err>c\n<out>d\ne\n<err>f\n"},
		{"eprint a\nout b\nbuiltin c\nerr d", "<err>a\n<out>b\n<err>c\nd\n"},
		{"bytes häß", "<out>h<err>\xc3<out>\xa4<err>\xc3<out>\x9f"},
		{"builtin p\nbuiltin panic\nshow p", "<err>p\npanic\n[p d true]"},
	} {
		want(t, w, c.code, c.want)
	}
	r, got := run(w, "log hello")
	if r.Err != nil || !strings.HasSuffix(got, " hello\n") || !strings.HasPrefix(got, "<err>") {
		t.Errorf("log: %q", got)
	}
}

// Output arrives after a cell has closed the standard files, and after another file has taken their
// descriptors.
func TestClosedOutput(t *testing.T) {
	for _, code := range []string{"shut", "shutfile", "shut\noccupy\noccupy", "shutfile\noccupy\noccupy"} {
		w := open(t, Config{})
		for range 2 {
			want(t, w, code+"\nout a\nerr b", "<out>a\n<err>b\n")
			want(t, w, "out a\nprint b\nerr c\neprint d\nout e\nprint f", "<out>a\nb\n<err>c\nd\n<out>e\nf\n")
		}
	}
}

// Long alternation: every byte in its place.
func TestOrderLong(t *testing.T) {
	w := open(t, Config{})
	var code, out strings.Builder
	for i := range 500 {
		fmt.Fprintf(&code, "out a%d\neprint b%d\nout c%d\nerr d%d\nshow e%d\n", i, i, i, i, i)
		fmt.Fprintf(&out, "<out>a%d\n<err>b%d\n<out>c%d\n<err>d%d\n[e%d d true]", i, i, i, i, i)
	}
	want(t, w, code.String(), out.String())
}

func TestHugeOutput(t *testing.T) {
	w := open(t, Config{})
	const n = 200_000
	var c count
	if r := w.Execute(context.Background(), engine.Cell{Code: fmt.Sprint("lines ", n)}, &c); r.Err != nil {
		t.Fatal(r.Err)
	}
	size := 0
	for i := range n {
		size += len("line \n") + len(strconv.Itoa(i))
	}
	if c.bytes != size {
		t.Errorf("%d bytes arrived, want %d", c.bytes, size)
	}
}

func TestTooBig(t *testing.T) {
	w := open(t, Config{})
	r, _ := run(w, fmt.Sprint("big ", 10<<20))
	if r.Err != nil || len(r.Value.Data[display.SVGType]) != 10<<20 {
		t.Errorf("10 MB: %v", r.Err)
	}
	r, _ = run(w, fmt.Sprint("big ", maxFrame+1))
	if r.Err == nil || !strings.Contains(r.Err.Message, "too long to be shown: more than 256 MiB") {
		t.Errorf("got %v", r.Err)
	}
	want(t, w, "out on", "<out>on\n")
}

func TestInput(t *testing.T) {
	w := open(t, Config{})
	want(t, w, "out a\ninput name?", "<out>a\n[name? true]<out> "+engine.ErrNoInput.Error()+"\n")
	for _, c := range []struct {
		text string
		err  error
		want string
	}{
		{"Ann", nil, "Ann <nil>"},
		{"", io.EOF, " EOF"},
		{"", errors.New("no chair"), " no chair"},
	} {
		var s screen
		s.answer = func(context.Context, string) (string, error) { return c.text, c.err }
		w.Execute(context.Background(), engine.Cell{Code: "input q"}, &s)
		if got := s.String(); got != "[q true]<out>"+c.want+"\n" {
			t.Errorf("got %q", got)
		}
	}
}

// A cell that is stopped while it asks, and one that gives up by itself.
func TestInputStopped(t *testing.T) {
	w := open(t, Config{})
	ctx, cancel := context.WithCancel(context.Background())
	var s screen
	s.answer = func(ctx context.Context, _ string) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	}
	w.Execute(ctx, engine.Cell{Code: "input q"}, &s)
	if got := s.String(); got != "[q true]<out> context canceled\n" {
		t.Errorf("got %q", got)
	}
	var s2 screen
	there := make(chan bool)
	s2.answer = func(ctx context.Context, prompt string) (string, error) {
		if prompt == "q" {
			close(there)
			<-ctx.Done()
			return "", ctx.Err()
		}
		<-there
		return "", nil
	}
	w.Execute(context.Background(), engine.Cell{Code: "impatient q"}, &s2)
	if got := s2.String(); !strings.HasSuffix(got, "<out>context canceled\n") {
		t.Errorf("got %q", got)
	}
}

func TestStop(t *testing.T) {
	w := open(t, Config{})
	run(w, "declare f")
	for range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r := w.Execute(ctx, engine.Cell{Code: "wait"}, engine.Discard)
		if r.Err == nil || r.Err.Error() != "Interrupted: stopped" && r.Err.Name != engine.Interrupted {
			t.Errorf("got %v", r.Err)
		}
	}
	want(t, w, "list", "<out>f\n")
}

// cutoff stops a cell as soon as it has printed something.
func cutoff(w *Client, code string) engine.Reply {
	s := screen{wrote: make(chan string, 8)}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-s.wrote
		cancel()
	}()
	return w.Execute(ctx, engine.Cell{Number: 9, Code: code}, &s)
}

func TestStopByForce(t *testing.T) {
	w := open(t, Config{Grace: 50 * time.Millisecond})
	for _, code := range []string{"loop", "spin", "out begun\nstop\nloop"} {
		run(w, "declare f\nvar x\nvar board")
		r := cutoff(w, code)
		if r.Err == nil || r.Err.Name != engine.Interrupted ||
			!strings.Contains(r.Err.Message, "did not end within 50ms of being stopped, so its process was ended") ||
			!strings.HasSuffix(r.Err.Message, "variables are lost: x, board") {
			t.Errorf("%s: %v", code, r.Err)
		}
		if r.Err != nil && !strings.Contains(strings.Join(r.Err.Trace, "\n"), "knows the imports") {
			t.Errorf("%s: trace %q", code, r.Err.Trace)
		}
		want(t, w, "list", "<out>f\n")
	}
}

var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

// A crashCase is a cell that ends its process.
type crashCase struct {
	code, cause string
	shows       string // on the screen
	trace       string // somewhere in the trace
}

// memoryCrashes are those for systems where the memory limit is hard.
var memoryCrashes = []crashCase{
	{"gulp", "out of memory: the cell took more than its limit of 512 MiB (set POLKA_MEMORY to raise it)", "", ""},
	{"eat", "out of memory: the cell took more than its limit of 512 MiB (set POLKA_MEMORY to raise it)", "", ""},
}

func TestCrash(t *testing.T) {
	w := open(t, Config{Memory: 512 << 20, Stack: 64 << 20})
	run(w, "declare square\nvar x")
	cases := []crashCase{
		{"exit 3", "the process ended with exit status 3 (os.Exit or log.Fatal in compiled code)", "", "Variables lost: "},
		{"out a\nexit 0", "the process ended with exit status 0 (os.Exit or log.Fatal in compiled code)", "<out>a\n", ""},
		{"exit 2", "the process ended with exit status 2 (os.Exit or log.Fatal in compiled code)", "", ""},
		{"recurse", "endless recursion: the stack grew beyond its limit of 64 MiB (set POLKA_STACK to raise it)", "", ""},
		{"crowd 10000\nrecurse", "endless recursion: the stack grew beyond its limit of 64 MiB (set POLKA_STACK to raise it)", "", ""},
		{"out a\nerr b\nmaps", "concurrent map writes: several goroutines use one map, and at least one changes it; guard it with a sync.Mutex", "<out>a\n<err>b\n", ""},
		{"out a\npanic boom", "panic in a goroutine: boom", "<out>a\n", ""},
		{"panicerror two", "panic in a goroutine: first line second line of two", "", ""},
		{"nil", "panic in a goroutine: runtime error: invalid memory address or nil pointer dereference", "", ""},
		{"unlock", "fatal error: sync: unlock of unlocked mutex", "", ""},
		{"eprint panic: not one\nexit 5", "the process ended with exit status 5 (os.Exit or log.Fatal in compiled code)", "<err>panic: not one\n", ""},
		{"builtin panic: not one\nexit 5", "the process ended with exit status 5 (os.Exit or log.Fatal in compiled code)", "<err>panic: not one\n", ""},
		{"garbage HTTP/1.1 200", `the process wrote to descriptor 4, which is not for cells: garbled frame: it begins with "HTTP", expected "plk1"`, "", ""},
	}
	cases = append(cases, systemCrashes()...)
	if hardMemory() {
		cases = append(cases, memoryCrashes...)
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.code, "\n", ";"), func(t *testing.T) {
			if raced && strings.HasPrefix(c.code, "crowd") {
				return // the race detector has no room for its records of so many goroutines
			}
			if raced && strings.HasPrefix(c.cause, "concurrent map") {
				return // the detector's own report is printed in the middle of the runtime's line
			}
			r, shown := run(w, c.code)
			if r.Err == nil {
				t.Fatal("no error")
			}
			if raced && strings.HasPrefix(c.cause, "out of memory") {
				c.cause, shown = "the process ended with exit status 66 (os.Exit or log.Fatal in compiled code)", ""
			}
			if r.Err.Name != engine.Crash || r.Err.Message != c.cause {
				t.Errorf("got  %v\nwant %v", r.Err, c.cause)
			}
			if shown != c.shows {
				t.Errorf("shown %q, want %q", shown, c.shows)
			}
			trace := colors.ReplaceAllString(strings.Join(r.Err.Trace, "\n"), "")
			if !strings.Contains(trace, "knows the imports, types, functions and constants") || !strings.Contains(trace, c.trace) {
				t.Errorf("trace: %s", trace)
			}
			want(t, w, "list", "<out>square\n")
		})
	}
}

func TestFatal(t *testing.T) {
	w := open(t, Config{})
	r, shown := run(w, "fatal no way out")
	if r.Err == nil || !strings.Contains(r.Err.Message, "exit status 1 (os.Exit or log.Fatal") {
		t.Errorf("got %v", r.Err)
	}
	if !strings.HasSuffix(shown, "no way out\n") {
		t.Errorf("shown %q", shown)
	}
}

// What a goroutine prints after its cell belongs to that cell as long as no other runs, and then to
// the other.
func TestLateOutput(t *testing.T) {
	w := open(t, Config{})
	var first screen
	first.wrote = make(chan string, 1)
	w.Execute(context.Background(), engine.Cell{Code: "late"}, &first)
	w.Complete(context.Background(), "report", 0)
	if text := <-first.wrote; text != "late" {
		t.Errorf("got %q", text)
	}
	want(t, w, "late\nout now\nreport", "<out>now\nlate")
}

// A child that ends between two cells is mentioned by the next one, which runs.
func TestDeathBetween(t *testing.T) {
	w := open(t, Config{})
	run(w, "declare f\nvar x")
	p := current(w)
	kill(p.hello.PID)
	<-p.gone
	r, shown := run(w, "list")
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	for _, part := range []string{killed, "Variables lost: x.", "<out>f\n"} {
		if !strings.Contains(shown, part) {
			t.Errorf("%q is not in %q", part, shown)
		}
	}
	want(t, w, "list", "<out>f\n")
}

func TestReplay(t *testing.T) {
	w := open(t, Config{})
	for i, d := range []string{"a", "stale", "b", "poison", "c", "c"} {
		w.Execute(context.Background(), engine.Cell{Number: i, Code: "declare " + d}, engine.Discard)
	}
	r, _ := run(w, "exit 1")
	trace := strings.Join(r.Err.Trace, "\n")
	if !strings.Contains(trace, "Declarations lost: those of cell 1, 3.") {
		t.Error(trace)
	}
	want(t, w, "list", "<out>a b c\n")
	run(w, "exit 1")
	want(t, w, "list", "<out>a b c\n")
}

// A child that is killed while it replays takes no declarations along, wherever the signal meets
// it.
func TestKilledInReplay(t *testing.T) {
	w := open(t, Config{})
	file := filepath.Join(t.TempDir(), "killed")
	for i, d := range []string{"a", "once " + file + "1", "b", "once " + file + "2", "once " + file + "3", "c"} {
		w.Execute(context.Background(), engine.Cell{Number: i, Code: "declare " + d}, engine.Discard)
	}
	r, _ := run(w, "exit 1")
	if trace := strings.Join(r.Err.Trace, "\n"); strings.Contains(trace, "Declarations lost") {
		t.Error(trace)
	}
	want(t, w, "list", "<out>a once b once once c\n")
	if l := w.ledger.entries; l[1].deaths != 0 {
		t.Error("a death counts after an entry has worked")
	}
}

// A cell runs in a new child if the old one was killed before the cell began, even if nobody has
// noticed yet.
func TestKilledBeforeCell(t *testing.T) {
	w := open(t, Config{})
	run(w, "declare f\nvar x")
	for range 50 {
		p := current(w)
		kill(p.hello.PID) // and do not wait for it
		r, shown := run(w, "list")
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		if !strings.Contains(shown, killed) || !strings.HasSuffix(shown, "<out>f\n") {
			t.Fatalf("shown %q", shown)
		}
	}
}

// Whoever first sees that a child has died, the cause is how it died.
func TestCauseWhileWriting(t *testing.T) {
	w := open(t, Config{})
	for range 20 {
		p := current(w)
		kill(p.hello.PID)
		for range 100 {
			p.send(message{Kind: kindAck})
		}
		<-p.gone
		if got := p.death.cause(); !strings.Contains(got, killed) {
			t.Fatalf("got %q", got)
		}
		run(w, "")
	}
}

// The ledger keeps the newest declaration of each name, and what these refer to.
func TestLedger(t *testing.T) {
	for _, c := range []struct{ cells, want, lost string }{
		// A cell is a list of declarations, each of which is the names it declares, then, after >,
		// those that it mentions; a name in capitals is a variable.
		{"a; b; c; c; a; b; c; d; d; c; d; c", "4:a 5:b 10:d 11:c", ""},
		{"a+b; a", "0:a+b 1:a", ""},
		{"a+b; a; b", "1:a 2:b", ""},
		{"a b>a; b>a; a", "0:a 1:b>a 2:a", ""}, // b stayed as it was
		{"a b>a; b>a; a b>a", "2:a b>a", ""},
		{"t t.m>t; t.n>t; t t.m>t t.n>t", "2:t t.m>t t.n>t", ""},
		{"even>odd odd>even; even>odd", "0:even>odd odd>even 1:even>odd", ""},
		{"even>odd odd>even; even odd", "1:even odd", ""},
		{"i f>i; i f>i; i f>i", "2:i f>i", ""},
		{"f>X g t; h>f", "0:g t", "f h"},
		{"f>X; f; h>f", "1:f 2:h>f", ""},
	} {
		var l ledger
		for i, cell := range strings.Split(c.cells, "; ") {
			var step engine.Declarations
			for _, text := range strings.Fields(cell) {
				names, mentions, _ := strings.Cut(text, ">")
				d := engine.Declaration{Text: text, Names: strings.Split(names, "+")}
				if mentions == strings.ToUpper(mentions) && mentions != "" {
					d.Reads = []string{mentions}
				} else if mentions != "" {
					d.Mentions = []string{mentions}
				}
				step = append(step, d)
			}
			l.add(i, "", engine.Declared{Steps: []engine.Declarations{step}, Variables: []string{"X", strconv.Itoa(i % 2)}})
		}
		show := func() string {
			var got []string
			for _, e := range l.entries {
				text, _ := e.source()
				got = append(got, fmt.Sprint(e.number)+":"+strings.Join(strings.Fields(text), " "))
			}
			return strings.Join(got, " ")
		}
		before := show()
		variables, gone := l.lose()
		if c.lost == "" && before != show() || show() != c.want || strings.Join(gone, " ") != c.lost {
			t.Errorf("%s: got %s, then %s, lost %v; want %s, lost %s", c.cells, before, show(), gone, c.want, c.lost)
		}
		if s := strings.Join(variables, " "); !strings.HasPrefix(s, "X 0") || l.variables != nil {
			t.Errorf("lost %s", s)
		}
	}
}

// An import that is repeated is kept where it was, since what follows needs it there.
func TestLedgerImports(t *testing.T) {
	var l ledger
	fmtImport := engine.Declaration{Text: `import fmt "fmt"`, Names: []string{"fmt"}}
	f := engine.Declaration{Text: "func f() { fmt.Println() }", Names: []string{"f"}, Mentions: []string{"fmt"}}
	other := engine.Declaration{Text: `import fmt "log"`, Names: []string{"fmt"}}
	for i, step := range []engine.Declarations{{fmtImport, f}, {fmtImport}, {other}, {other}} {
		l.add(i, "", engine.Declared{Steps: []engine.Declarations{step}})
	}
	var texts []string
	for _, e := range l.entries {
		text, _ := e.source()
		texts = append(texts, text)
	}
	if !slices.Equal(texts, []string{fmtImport.Text + "\n" + f.Text + "\n", other.Text + "\n"}) {
		t.Errorf("got %q", texts)
	}
}

// Questions to a dead, stuck or busy child give up.
func TestQuestionsToTheDead(t *testing.T) {
	w := open(t, Config{Grace: 500 * time.Millisecond})
	ctx := context.Background()
	run(w, "declare f")
	if c := w.Complete(ctx, "exit", 4); len(c.Matches) != 0 || c.Start != 4 || c.End != 4 {
		t.Errorf("exit: %v", c)
	}
	if _, shown := run(w, "list"); !strings.Contains(shown, "exit status 4") || !strings.Contains(shown, "<out>f\n") {
		t.Errorf("exit: %q", shown)
	}
	if c := w.Complete(ctx, "wait", 4); len(c.Matches) != 0 {
		t.Errorf("wait: %v", c)
	}
	want(t, w, "out on", "<out>on\n") // the child has obeyed; no notice
	if c := w.Complete(ctx, "hang", 4); len(c.Matches) != 0 {
		t.Errorf("hang: %v", c)
	}
	if c := w.IsComplete("x"); c.Status != engine.Unknown {
		t.Errorf("behind a hanging request: %v", c)
	}
	r, shown := run(w, "list")
	if r.Err != nil || !strings.Contains(shown, "the process hung") || !strings.Contains(shown, "<out>f\n") {
		t.Errorf("got %v, %q", r.Err, shown)
	}
	if c := w.IsComplete("hang"); c.Status != engine.Unknown {
		t.Errorf("got %v", c)
	}
}

// A declaration whose text is also a part of another is declared again.
func TestEntrySource(t *testing.T) {
	const inner, outer = "const n = 1", "func f() int { const n = 1; return n }"
	for _, c := range []struct{ text, want string }{
		{outer + "\n" + inner, outer + "\n" + inner},
		{inner + "; " + outer, inner + "; " + outer},
		{"// " + inner + "\n" + inner + "\nprintln(n); " + outer, "   " + inner + "\n" + strings.Repeat(" ", len(inner)) + "\n" + strings.Repeat(" ", 12) + outer},
	} {
		for _, order := range [][]string{{outer, inner}, {inner, outer}} {
			e := entry{text: c.text}
			for _, text := range order {
				e.list = append(e.list, &declaration{Declaration: engine.Declaration{Text: text}})
			}
			got, placed := e.source()
			if want := order[0] + "\n" + order[1] + "\n"; placed && got != c.want || !placed && got != want {
				t.Errorf("%q: got %q, %v", c.text, got, placed)
			}
		}
	}
}

func TestNoStart(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Command: []string{"/no/such/program"}}, "/no/such/program"},
		{Config{Env: []string{"FAKE=early"}}, "the worker could not be started: exit status 3: cannot find the stars"},
		{Config{Env: []string{"FAKE_FAILS=no symbols"}}, "the worker could not be started: no symbols"},
		{Config{Env: []string{"POLKA_MEMORY=much"}}, `POLKA_MEMORY: invalid size "much"`},
		{Config{Env: []string{"POLKA_STACK=1KB"}}, `POLKA_STACK: "1KB" is too small`},
	} {
		w := open(t, c.config)
		for range 2 {
			r, _ := run(w, "out a")
			if r.Err == nil || r.Err.Name != engine.Crash || !strings.Contains(r.Err.Message, c.want) {
				t.Errorf("got %v, want %s", r.Err, c.want)
			}
		}
		if c := w.IsComplete("a"); c.Status != engine.Unknown {
			t.Errorf("got %v", c)
		}
	}
}

func TestClose(t *testing.T) {
	w := New(Config{})
	r, _ := run(w, "start")
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	grandchild, _ := strconv.Atoi(r.Value.Plain())
	pid := current(w).hello.PID
	if !alive(pid) || !alive(grandchild) {
		t.Fatal("no processes")
	}
	s := screen{wrote: make(chan string, 1)}
	done := make(chan engine.Reply)
	go func() { done <- w.Execute(context.Background(), engine.Cell{Code: "loop"}, &s) }()
	<-s.wrote
	begin := time.Now()
	w.Close()
	t.Logf("closed in %v", time.Since(begin))
	if r := <-done; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("got %v", r.Err)
	}
	if alive(pid) {
		t.Error("the child lives")
	}
	w.Close()
	if r, _ := run(w, "out a"); r.Err == nil || r.Err.Message != "the interpreter is closed" {
		t.Errorf("got %v", r.Err)
	}
}

// When the requests end, the child ends, even in the middle of a cell.
func TestOrphan(t *testing.T) {
	w := open(t, Config{})
	s := screen{wrote: make(chan string, 1)}
	done := make(chan engine.Reply)
	go func() { done <- w.Execute(context.Background(), engine.Cell{Code: "loop"}, &s) }()
	<-s.wrote
	p := current(w)
	p.requests.Close()
	if r := <-done; r.Err == nil || r.Err.Name != engine.Crash {
		t.Errorf("got %v", r.Err)
	}
	if p.death.signal != 0 {
		t.Errorf("ended by signal %d", p.death.signal)
	}
}

func BenchmarkExecute(b *testing.B) {
	w := open(b, Config{})
	w.Execute(context.Background(), engine.Cell{Code: "value 2"}, engine.Discard)
	var each []time.Duration
	for b.Loop() {
		begin := time.Now()
		w.Execute(context.Background(), engine.Cell{Code: "value 2"}, engine.Discard)
		each = append(each, time.Since(begin))
	}
	slices.Sort(each)
	b.ReportMetric(float64(each[len(each)/2].Nanoseconds()), "median-ns")
}

func BenchmarkSVG(b *testing.B) {
	w := open(b, Config{})
	w.Execute(context.Background(), engine.Cell{Code: "value 2"}, engine.Discard)
	b.SetBytes(1 << 20)
	for b.Loop() {
		w.Execute(context.Background(), engine.Cell{Code: "big 1048576"}, engine.Discard)
	}
}

func BenchmarkLines(b *testing.B) {
	w := open(b, Config{})
	for b.Loop() {
		w.Execute(context.Background(), engine.Cell{Code: "lines 100000"}, engine.Discard)
	}
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		w := New(Config{})
		w.Execute(context.Background(), engine.Cell{Code: "value 2"}, engine.Discard)
		w.Close()
	}
}
