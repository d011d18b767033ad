// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"polka/kernel/engine"
)

// recall sends a history_request and writes the rows of the answer as JSON, one a line.
func (f *frontend) recall(content string) string {
	f.t.Helper()
	m := f.send(f.shell, "history_request", json.RawMessage(content))
	r := f.reply(f.shell, m, "history_reply")
	if r.data["status"] != "ok" {
		f.t.Fatalf("%s: %v", content, r.data)
	}
	var rows []string
	for _, row := range r.data["history"].([]any) {
		b, err := json.Marshal(row)
		if err != nil {
			f.t.Fatal(err)
		}
		rows = append(rows, string(b))
	}
	return strings.Join(rows, " ")
}

// run executes cells and drops what they show.
func (f *frontend) run(cells ...string) {
	f.t.Helper()
	for _, c := range cells {
		f.execute(c)
	}
	f.replies()
	f.published()
}

// doubles has values for sums only.
func doubles() *interpreter {
	i := helpful()
	i.execute = func(_ context.Context, c engine.Cell, _ engine.Output) engine.Reply {
		if strings.Contains(c.Code, "+") {
			return value("value of " + c.Code)
		}
		return engine.Reply{}
	}
	return i
}

func TestHistory(t *testing.T) {
	for _, file := range []string{"", filepath.Join(t.TempDir(), "deep", "history.jsonl")} {
		in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) {
			f.run("a", "1+1", "b", "2+2", "1+1")
			f.execute("hidden", "silent", true)
			f.execute("hidden", "store_history", false)
			f.execute("")
			f.replies()
			for _, c := range []struct{ ask, want string }{
				{`{"hist_access_type":"tail","n":2}`, `[1,4,"2+2"] [1,5,"1+1"]`},
				{`{"hist_access_type":"tail","n":2,"output":true,"raw":true}`, `[1,4,["2+2","value of 2+2"]] [1,5,["1+1","value of 1+1"]]`},
				{`{"hist_access_type":"tail","n":3,"output":true,"raw":false}`, `[1,3,["b",null]] [1,4,["2+2","value of 2+2"]] [1,5,["1+1","value of 1+1"]]`},
				{`{"hist_access_type":"tail","n":0}`, ``},
				{`{"hist_access_type":"tail","n":-1}`, ``},
				{`{"hist_access_type":"tail","n":99}`, `[1,1,"a"] [1,2,"1+1"] [1,3,"b"] [1,4,"2+2"] [1,5,"1+1"]`},
				{`{}`, `[1,1,"a"] [1,2,"1+1"] [1,3,"b"] [1,4,"2+2"] [1,5,"1+1"]`},

				{`{"hist_access_type":"range","session":1,"start":2,"stop":4}`, `[1,2,"1+1"] [1,3,"b"]`},
				{`{"hist_access_type":"range","session":0,"start":4}`, `[1,4,"2+2"] [1,5,"1+1"]`},
				{`{"hist_access_type":"range","session":0,"start":4,"stop":null}`, `[1,4,"2+2"] [1,5,"1+1"]`},
				{`{"hist_access_type":"range","start":-2}`, `[1,4,"2+2"] [1,5,"1+1"]`},
				{`{"hist_access_type":"range","start":1,"stop":-3}`, `[1,1,"a"] [1,2,"1+1"]`},
				{`{"hist_access_type":"range","session":0,"start":0,"stop":2,"output":true}`, `[1,1,["a",null]]`},
				{`{"hist_access_type":"range","session":7}`, ``},
				{`{"hist_access_type":"range","session":-1}`, ``},
				{`{"hist_access_type":"range","session":1,"start":3,"stop":2}`, ``},

				{`{"hist_access_type":"search","pattern":"1*"}`, `[1,2,"1+1"] [1,5,"1+1"]`},
				{`{"hist_access_type":"search","pattern":"1*","unique":true}`, `[1,5,"1+1"]`},
				{`{"hist_access_type":"search","pattern":"?+?","n":2}`, `[1,4,"2+2"] [1,5,"1+1"]`},
				{`{"hist_access_type":"search","pattern":"?+?","n":3,"unique":true,"output":true}`, `[1,4,["2+2","value of 2+2"]] [1,5,["1+1","value of 1+1"]]`},
				{`{"hist_access_type":"search","pattern":"+"}`, ``},
				{`{"hist_access_type":"search","n":1}`, `[1,5,"1+1"]`},
			} {
				if got := f.recall(c.ask); got != c.want {
					t.Errorf("%s\n got %s\nwant %s", c.ask, got, c.want)
				}
			}
		})
	}
}

// The history outlives the kernel, each of which is a session with a number of its own.
func TestHistoryFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history.jsonl")
	in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) { f.run("a", "1+1") })
	in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) { f.recall(`{}`) }) // a session without cells
	in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) {
		f.run("b", "<&>\u2028\n😀")
		for _, c := range []struct{ ask, want string }{
			{`{"hist_access_type":"tail","n":3,"output":true}`, `[1,2,["1+1","value of 1+1"]] [3,1,["b",null]] [3,2,["\u003c\u0026\u003e\u2028\n😀",null]]`},
			{`{"hist_access_type":"range","session":-2,"start":1,"stop":2}`, `[1,1,"a"]`},
			{`{"hist_access_type":"range","session":1,"start":-1}`, `[1,2,"1+1"]`},
			{`{"hist_access_type":"range","start":1,"stop":2}`, `[3,1,"b"]`},
			{`{"hist_access_type":"search","pattern":"?"}`, `[1,1,"a"] [3,1,"b"]`},
		} {
			if got := f.recall(c.ask); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.ask, got, c.want)
			}
		}
	})
	for _, name := range []string{file, file + ".lock"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v; want a file that only its owner can read", name, info.Mode(), err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`"start":"[^"]*"`).ReplaceAllString(string(b), `"start":""`)
	want := `{"session":1,"start":""}
{"session":1,"line":1,"input":"a"}
{"session":1,"line":2,"input":"1+1"}
{"session":1,"line":2,"output":"value of 1+1"}
{"session":2,"start":""}
{"session":3,"start":""}
{"session":3,"line":1,"input":"b"}
{"session":3,"line":2,"input":"<&>\u2028\n😀"}
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the file (-want +got):\n%s", d)
	}
}

// Whatever is in the file, the kernel works, keeps what can be read, and begins a new line.
func TestHistoryFileDamaged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history.jsonl")
	const damaged = "\n\x00\xff\n" + `{"session":4,"line":1,"input":"good"}` + "\n[]\nnull\n7\n" + `{"session":-3,"line":1,"input":"x"}` + "\n" +
		`{"session":5,"line":2,"output":"of no line"}` + "\n" + `{"session":4,"line":2,"input":"torn`
	if err := os.WriteFile(file, []byte(damaged), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) { f.run("new") })
	}
	in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) {
		if got, want := f.recall(`{}`), `[4,1,"good"] [6,1,"new"] [7,1,"new"]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// Where no file can be written, the history is that of this kernel.
func TestHistoryFileImpossible(t *testing.T) {
	dir := t.TempDir()
	blocker := filepath.Join(dir, "file")
	if err := os.WriteFile(blocker, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	files := []string{filepath.Join(blocker, "history.jsonl"), dir, "/dev/full"}
	if f, err := fifo(filepath.Join(dir, "fifo")); err == nil {
		files = append(files, f)
	}
	for _, file := range files {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			continue // there is no /dev/full
		}
		in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) {
			f.execute("a")
			f.replies()
			f.execute("b")
			f.replies()
			f.execute("b")
			remarks := strings.Count(strings.Join(shown(f.published()), "\n"), "the history of cells is not kept")
			if remarks != 1 {
				t.Errorf("%s: said %d times, want once", file, remarks)
			}
			f.replies()
			if got, want := f.recall(`{}`), `[1,1,"a"] [1,2,"b"] [1,3,"b"]`; got != want {
				t.Errorf("%s: got %s, want %s", file, got, want)
			}
		})
	}
}

// A lock that another process holds costs no cell a second, and a question for the history not more
// than that.
func TestHistoryLocked(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history.jsonl")
	unlock, err := lockFile(file + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if again, err := lockFile(file + ".lock"); err == nil {
		again()
		t.Skip("this system has no locks")
	}
	in(t, doubles(), Config{HistoryFile: file}, func(f *frontend) {
		begin := time.Now()
		f.execute("a")
		if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) || time.Since(begin) > 0 {
			t.Errorf("replies %q after %v, want %q", got, time.Since(begin), want)
		}
		m := f.send(f.shell, "history_request", map[string]any{})
		time.Sleep(2 * historyPatience)
		if r := f.reply(f.shell, m, "history_reply"); len(r.data["history"].([]any)) != 1 {
			t.Errorf("got %v", r.data)
		}
		f.published()
		f.execute("b")
		if got := shown(f.published()); len(got) != 1 || !strings.Contains(got[0], "another process holds it") {
			t.Errorf("said %q", got)
		}
	})
	if _, err := os.Stat(file); err == nil {
		t.Error("the file was written without the lock")
	}
}

// What the kernel keeps of its own cells is bounded too.
func TestOwnHistoryIsBounded(t *testing.T) {
	h := newHistory("", slog.New(slog.DiscardHandler))
	long := strings.Repeat("x", inputLimit+1)
	for n := range 4 * historyLimit / inputLimit {
		h.input(n+1, long)
		if size := len(h.own) * inputLimit; size > historyLimit || n > 200 && size < historyLimit/4 {
			t.Fatalf("%d bytes after %d cells", size, n)
		}
	}
	l, err := h.find(t.Context(), &historyRequest{Access: "tail"})
	if err != nil || l[len(l)-1].line != 4*historyLimit/inputLimit {
		t.Errorf("the last line is %d, %v", l[len(l)-1].line, err)
	}
}

// BenchmarkHistory answers questions about as many cells as the file can hold.
func BenchmarkHistory(b *testing.B) {
	h := newHistory("", slog.New(slog.DiscardHandler))
	for n := range historyLimit / 100 {
		h.input(n+1, fmt.Sprintf("x%d := %s", n, strings.Repeat("12+", 30)))
	}
	n := 1000
	for _, q := range []historyRequest{{Access: "tail", N: &n}, {Access: "search", Pattern: "*2+1*9*", N: &n, Unique: true}, {Access: "search", Pattern: "*?", N: &n},
		{Access: "search", Pattern: "*9?:= 1*", N: &n}, {Access: "range", N: &n}} {
		b.Run(q.Access+" "+q.Pattern, func(b *testing.B) {
			for b.Loop() {
				h.find(b.Context(), &q)
			}
		})
	}
}

// Several kernels at once get different numbers, and none loses a line.
func TestHistoryOfManyKernels(t *testing.T) {
	const kernels, cells = 8, 20
	file := filepath.Join(t.TempDir(), "history.jsonl")
	var group sync.WaitGroup
	for range kernels {
		group.Go(func() {
			h := newHistory(file, slog.New(slog.DiscardHandler))
			h.patience = time.Minute // for a busy machine
			for n := range cells {
				h.input(n+1, fmt.Sprint("cell ", n))
				h.output(n+1, "value")
			}
			h.close()
			<-h.ended
		})
	}
	group.Wait()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, last := parseHistory(b)
	if last != kernels || len(lines) != kernels*cells {
		t.Fatalf("%d sessions and %d lines, want %d and %d", last, len(lines), kernels, kernels*cells)
	}
	next := map[int]int{}
	for _, l := range lines {
		next[l.session]++
		if l.line != next[l.session] || l.input != fmt.Sprint("cell ", l.line-1) || l.output == nil {
			t.Errorf("session %d: line %d is %q, want line %d", l.session, l.line, l.input, next[l.session])
		}
	}
}

// The file is bounded: when it is too long, its older half goes. Long cells and outputs are kept in
// part.
func TestHistoryIsBounded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history.jsonl")
	h := newHistory(file, slog.New(slog.DiscardHandler))
	h.start()
	<-h.ready
	long := strings.Repeat("é", inputLimit)
	for n := range 3 * historyLimit / inputLimit {
		r := prefix(long, inputLimit-1)
		if err := h.locked(func() error { return h.append([]record{{Session: 1, Line: n + 1, Input: &r}}) }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > historyLimit+2*inputLimit {
			t.Fatalf("the file has %d bytes, the limit is %d", info.Size(), historyLimit)
		}
	}
	h.input(1000, long)
	h.output(1000, long)
	h.close()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) < historyLimit/4 {
		t.Errorf("%d bytes are left", len(b))
	}
	lines, _ := parseHistory(b)
	if n := strings.Count(string(b), "\n"); n != len(lines)+1 {
		t.Errorf("%d lines in the file, %d cells and an output in it", n, len(lines))
	}
	l := lines[len(lines)-1]
	if l.line != 1000 || len(l.input) != inputLimit || len(*l.output) != shownLimit {
		t.Errorf("line %d: %d bytes of input, %d of output", l.line, len(l.input), len(*l.output))
	}
	for i, l := range lines[:len(lines)-1] {
		if l.line != lines[0].line+i {
			t.Fatalf("line %d follows %d", l.line, lines[i-1].line)
		}
	}
}

// A page may ask for the history while a cell gets its output; the race detector watches.
func TestHistoryDuringCell(t *testing.T) {
	h := newHistory("", slog.New(slog.DiscardHandler))
	defer h.close()
	h.input(1, "x")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range 10_000 {
			h.output(1, "1")
		}
	}()
	for done := false; !done; {
		select {
		case <-ended:
			done = true
		default:
		}
		lines, err := h.find(t.Context(), &historyRequest{Access: "tail"})
		if err != nil || len(lines) != 1 || lines[0].output != nil && *lines[0].output != "1" {
			t.Fatal(lines, err)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "a\nb", true}, {"?", "", false}, {"?", "é", true},
		{"a*", "abc", true}, {"a*", "ba", false}, {"*c", "abc", true}, {"a*b*c", "aXbXbXc", true}, {"a*b*c", "aXcXb", false},
		{"*ab", "aab", true}, {"a?c", "abc", true}, {"a?c", "ac", false}, {"**", "x", true}, {"x[0]", "x[0]", true}, {"x[0]", "x0", false},
		{"*a*a*a*a*a*a*b", strings.Repeat("a", 5000), false},
	} {
		if got := glob(strings.Split(c.pattern, "*"), c.s); got != c.want {
			t.Errorf("glob(%q, %.20q) = %v", c.pattern, c.s, got)
		}
	}
}

// glob agrees with a regular expression.
func TestGlobProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.StringOfN(rapid.RuneFrom([]rune("ab*?é")), 0, 8, -1).Draw(t, "pattern")
		s := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 8, -1).Draw(t, "s")
		q := regexp.QuoteMeta(p)
		q = strings.ReplaceAll(strings.ReplaceAll(q, `\*`, "(?s:.*)"), `\?`, "(?s:.)")
		if want := regexp.MustCompile("^" + q + "$").MatchString(s); glob(strings.Split(p, "*"), s) != want {
			t.Fatalf("glob(%q, %q) = %v", p, s, !want)
		}
	})
}

func TestDefaultHistoryFile(t *testing.T) {
	t.Setenv("HOME", "/home/ada")
	t.Setenv("XDG_DATA_HOME", "")
	for env, want := range map[string]string{"off": "", os.DevNull: "", "/tmp/h": "/tmp/h"} {
		t.Setenv("POLKA_HISTORY", env)
		if name, err := HistoryFile(); err != nil || name != want {
			t.Errorf("POLKA_HISTORY=%s: HistoryFile() = %q, %v", env, name, err)
		}
	}
	t.Setenv("POLKA_HISTORY", "")
	name, err := HistoryFile()
	if err != nil || filepath.Base(name) != "history.jsonl" || filepath.Base(filepath.Dir(name)) != "polka" || !strings.HasPrefix(name, "/home/ada/") {
		t.Errorf("HistoryFile() = %q, %v", name, err)
	}
}
