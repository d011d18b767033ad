// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/render"
	"polka/stdlib"
)

// symbols are those of all sessions of the tests.
var symbols = sync.OnceValue(stdlib.Symbols)

func newSession(t testing.TB) *session.Session {
	t.Helper()
	s, err := session.New(session.Options{
		Symbols:  []session.Symbols{symbols()},
		Facts:    stdlib.Importer(),
		Packages: stdlib.Packages(),
		Prelude:  stdlib.Prelude(),
		Renderer: display.Renderer{Picture: render.Of},
		Doc:      stdlib.Doc,
		Log:      t.Logf,
		Commands: true,

		Exercises: testExercises,

		Immutable: stdlib.Immutable(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		s.Release() // otherwise every collection of later tests would mark what it has
	})
	return s
}

// TestScriptErrors checks that the Error method of an error that nothing reads is not called in a
// script, which has no remarks.
func TestScriptErrors(t *testing.T) {
	const code = `type failure struct{}

func (failure) Error() string {
	fmt.Println("Error was called")
	return "failed"
}

func fail() error { return failure{} }

err := fail()
fmt.Println("done")`
	out := new(recorder)
	if r := newSession(t).Execute(t.Context(), engine.Cell{Number: 1, Code: code, Script: true}, out); r.Err != nil {
		t.Fatal(r.Err)
	}
	if got := out.String(); got != "done\n" {
		t.Errorf("the script printed %q", got)
	}
}

// recorder is an Output that keeps everything, in order.
type recorder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (r *recorder) Write(s engine.Stream, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s == engine.Stderr {
		r.b.WriteString("stderr: ")
	}
	r.b.Write(text)
}
func (r *recorder) Display(e display.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(&r.b, "display: %s\n", e.Bundle.Plain())
}
func (r *recorder) Clear(wait bool) { r.Write(engine.Stdout, []byte("clear\n")) }
func (r *recorder) Input(ctx context.Context, prompt string, secret bool) (string, error) {
	return "", io.EOF
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}

var update = flag.Bool("update", false, "write the outcomes of the corpus anew")

var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

var styles = regexp.MustCompile(`<style>[^<]*</style>`)

// show is the outcome of a cell as the corpus writes it: its output, then its value after "= ", or
// its error with the trace. Style sheets and binary data are left out.
func show(r engine.Reply, out *recorder) string {
	var b strings.Builder
	b.WriteString(out.String())
	if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
		b.WriteString("\n")
	}
	if r.Value != nil {
		fmt.Fprintf(&b, "= %s\n", r.Value.Plain())
		for _, t := range r.Value.Types() {
			if t != display.TextType {
				data := styles.ReplaceAllString(string(r.Value.Data[t]), "<style>…</style>")
				if !utf8.ValidString(data) {
					data = "binary"
				}
				fmt.Fprintf(&b, "  %s: %s\n", t, data)
			}
		}
	}
	for _, p := range r.Payloads {
		switch {
		case p.Page != nil:
			fmt.Fprintf(&b, "page: %s\n", p.Page.Plain())
		case p.SetNextInput != nil:
			fmt.Fprintf(&b, "next: %s\n", p.SetNextInput.Text)
		}
	}
	if r.Err != nil {
		fmt.Fprintf(&b, "! %s: %s\n", r.Err.Name, r.Err.Message)
		for _, l := range r.Err.Trace {
			fmt.Fprintf(&b, "  %s\n", strings.TrimRight(colors.ReplaceAllString(l, ""), " "))
		}
	}
	return b.String()
}

// A corpus is a file of cells and their outcomes, in the form of a txtar archive: a comment, then
// sections that begin with a line "-- in --" or "-- out --".
type corpus struct {
	comment  string
	sections []section
}

type section struct{ name, text string }

func readCorpus(name string) (*corpus, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c := new(corpus)
	for l := range strings.Lines(string(data)) {
		switch n := len(c.sections); {
		case l == "-- in --\n" || l == "-- out --\n":
			c.sections = append(c.sections, section{name: strings.Trim(l, "- \n")})
		case n == 0:
			c.comment += l
		default:
			c.sections[n-1].text += l
		}
	}
	return c, nil
}

func (c *corpus) String() string {
	var b strings.Builder
	b.WriteString(c.comment)
	for _, s := range c.sections {
		fmt.Fprintf(&b, "-- %s --\n%s", s.name, s.text)
		if s.text != "" && !strings.HasSuffix(s.text, "\n") {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestCorpus runs the sessions of testdata: each file is one session, whose sections are
// alternately a cell and its outcome.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			tell(t, newSession(t), name, func(text string) string { return text })
		})
	}
}

// tell runs the cells of a file and compares what they show, after settle has replaced what differs
// from time to time, with what the file expects.
func tell(t *testing.T, s *session.Session, name string, settle func(string) string) {
	t.Helper()
	archive, err := readCorpus(name)
	if err != nil {
		t.Fatal(err)
	}
	again := &corpus{comment: archive.comment}
	n := 0
	for i := 0; i < len(archive.sections); i++ {
		f := archive.sections[i]
		if f.name != "in" {
			continue
		}
		n++
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		out := new(recorder)
		r := s.Execute(ctx, engine.Cell{Number: n, Code: strings.TrimSuffix(f.text, "\n")}, out)
		if ctx.Err() != nil {
			t.Errorf("cell %d does not end:\n%s", n, f.text)
		}
		cancel()
		got := settle(show(r, out))
		want := ""
		if i+1 < len(archive.sections) && archive.sections[i+1].name == "out" {
			want = archive.sections[i+1].text
		}
		again.sections = append(again.sections, f, section{"out", got})
		if !*update && got != want {
			t.Errorf("cell %d:\n%s--- got\n%s--- want\n%s", n, f.text, got, want)
		}
	}
	writeCorpus(t, name, again)
}

// writeCorpus writes a corpus with its new outcomes, if that is asked for.
func writeCorpus(t *testing.T, name string, c *corpus) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(c.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
