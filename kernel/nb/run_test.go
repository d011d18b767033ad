// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// A script is an engine.Interpreter whose cells are Go functions, found by the text of the cell.
type script map[string]func(context.Context, engine.Output) engine.Reply

func (s script) Execute(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
	if c.AllowInput || c.Silent {
		panic("a cell of a notebook that is run asks for nothing and is not silent")
	}
	f, ok := s[strings.TrimSpace(c.Code)]
	if !ok {
		return engine.Reply{Err: &engine.Error{Name: engine.CompileError, Message: fmt.Sprintf("cell %d: unknown", c.Number)}}
	}
	return f(ctx, out)
}

func (script) Complete(context.Context, string, int) engine.Completion { return engine.Completion{} }
func (script) Inspect(context.Context, string, int, int) engine.Inspection {
	return engine.Inspection{}
}
func (script) IsComplete(string) engine.Completeness { return engine.Completeness{} }
func (script) Close() error                          { return nil }

// notebook makes code cells.
func notebook(sources ...string) *Notebook {
	n := &Notebook{Minor: 5, Metadata: map[string]any{}}
	for _, s := range sources {
		n.Cells = append(n.Cells, &Cell{Type: Code, Source: s, Metadata: map[string]any{}})
	}
	n.identify()
	return n
}

func (n *Notebook) tag(cell int, tag string) *Notebook {
	n.Cells[cell].Metadata["tags"] = []any{tag}
	return n
}

// show gives an output on one line.
func brief(o *Output) string {
	switch o.Type {
	case StreamOutput:
		return fmt.Sprintf("%s %q", o.Name, o.Text)
	case ErrorOutput:
		return fmt.Sprintf("error %s: %s %q", o.ErrorName, o.ErrorValue, o.Traceback)
	}
	return fmt.Sprintf("%s %d %v %v", o.Type, o.Count, o.Data, o.Metadata)
}

func briefs(c *Cell) []string {
	list := []string{}
	for _, o := range c.Outputs {
		list = append(list, brief(o))
	}
	return list
}

func plain(s string) *display.Bundle { b := display.Text(s); return &b }

func write(out engine.Output, s engine.Stream, text string) { out.Write(s, []byte(text)) }

// TestOutputs runs one cell and looks at what is stored.
func TestOutputs(t *testing.T) {
	show := func(out engine.Output, s, id string, update bool) {
		out.Display(display.Event{Bundle: display.Text(s), ID: id, Update: update})
	}
	tests := []struct {
		name string
		cell func(context.Context, engine.Output) engine.Reply
		want []string
	}{
		{"nothing", func(context.Context, engine.Output) engine.Reply { return engine.Reply{} }, []string{}},
		{"value", func(context.Context, engine.Output) engine.Reply { return engine.Reply{Value: plain("42")} },
			[]string{"execute_result 1 map[text/plain:42] map[]"}},
		{"streams are merged", func(_ context.Context, out engine.Output) engine.Reply {
			for range 3 {
				write(out, engine.Stdout, "a\n")
			}
			write(out, engine.Stderr, "b")
			write(out, engine.Stdout, "c")
			return engine.Reply{Value: plain("v")}
		}, []string{`stdout "a\na\na\n"`, `stderr "b"`, `stdout "c"`, "execute_result 1 map[text/plain:v] map[]"}},
		{"a display parts a stream", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "a")
			show(out, "d", "", false)
			write(out, engine.Stdout, "b")
			return engine.Reply{}
		}, []string{`stdout "a"`, "display_data 0 map[text/plain:d] map[]", `stdout "b"`}},
		{"characters come in pieces", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "é"[:1])
			write(out, engine.Stderr, "x")
			write(out, engine.Stdout, "é"[1:]+"\U0001F600"[:3])
			write(out, engine.Stdout, "\U0001F600"[3:]+"\xff€"[:2])
			return engine.Reply{}
		}, []string{`stderr "x"`, `stdout "é😀` + "\uFFFD\uFFFD" + `"`}},
		{"carriage returns", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "one\r\n 10%\r")
			write(out, engine.Stdout, "100%\rA\nab\b\bc\n")
			return engine.Reply{}
		}, []string{`stdout "one\nA00%\ncb\n"`}},
		{"updates", func(_ context.Context, out engine.Output) engine.Reply {
			show(out, "1", "a", false)
			show(out, "2", "a", false)
			show(out, "3", "b", false)
			show(out, "4", "a", true)
			show(out, "5", "unknown", true)
			return engine.Reply{}
		}, []string{"display_data 0 map[text/plain:4] map[]", "display_data 0 map[text/plain:4] map[]", "display_data 0 map[text/plain:3] map[]"}},
		{"clear", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "gone")
			out.Clear(false)
			write(out, engine.Stdout, "here")
			return engine.Reply{}
		}, []string{`stdout "here"`}},
		{"clear later", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "gone")
			out.Clear(true)
			show(out, "d", "", false)
			out.Clear(true)
			return engine.Reply{}
		}, []string{"display_data 0 map[text/plain:d] map[]"}},
		{"clear before the value", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "gone")
			out.Clear(true)
			return engine.Reply{Value: plain("v")}
		}, []string{"execute_result 1 map[text/plain:v] map[]"}},
		{"metadata and JSON", func(_ context.Context, out engine.Output) engine.Reply {
			out.Display(display.Event{Bundle: display.Bundle{
				Data:     map[string][]byte{"application/json": []byte(`{"b":1,"a":[]}`), "image/png": []byte("hello")},
				Metadata: map[string]any{"image/png": map[string]int{"width": 3}},
			}})
			return engine.Reply{}
		}, []string{"display_data 0 map[application/json:map[a:[] b:1] image/png:aGVsbG8=] map[image/png:map[width:3]]"}},
		{"error", func(_ context.Context, out engine.Output) engine.Reply {
			write(out, engine.Stdout, "before")
			return engine.Reply{Err: &engine.Error{Name: "Panic", Message: "boom", Trace: []string{"l1", "l2"}}}
		}, []string{`stdout "before"`, `error Panic: boom ["l1" "l2"]`}},
		{"page", func(context.Context, engine.Output) engine.Reply {
			return engine.Reply{Payloads: []engine.Payload{{Page: plain("help")}, {SetNextInput: &engine.NextInput{Text: "x"}}}}
		}, []string{"display_data 0 map[text/plain:help] map[]"}},
		{"input", func(ctx context.Context, out engine.Output) engine.Reply {
			_, err := out.Input(ctx, "?", false)
			return engine.Reply{Value: plain(err.Error())}
		}, []string{"execute_result 1 map[text/plain:" + engine.ErrNoInput.Error() + "] map[]"}},
		{"limit", func(_ context.Context, out engine.Output) engine.Reply {
			for range 100 {
				write(out, engine.Stdout, "0123456789")
			}
			return engine.Reply{}
		}, []string{`stdout "0123456789012345678901234\n[the cell has written more than 25 bytes; the rest is omitted]\n"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := notebook("cell")
			err := Run(t.Context(), n, script{"cell": test.cell}, RunOptions{AllowErrors: true, OutputLimit: 25})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, briefs(n.Cells[0])); d != "" {
				t.Errorf("outputs (-want +got):\n%s", d)
			}
			parse(t, string(n.Encode()))
		})
	}
}

// cells are what most tests run.
var cells = script{
	"ok":   func(_ context.Context, out engine.Output) engine.Reply { return engine.Reply{Value: plain("ok")} },
	"fail": func(context.Context, engine.Output) engine.Reply { return engine.Reply{Err: failure} },
	"show": func(_ context.Context, out engine.Output) engine.Reply {
		out.Display(display.Event{Bundle: display.Text("old"), ID: "x"})
		return engine.Reply{}
	},
	"update": func(_ context.Context, out engine.Output) engine.Reply {
		out.Display(display.Event{Bundle: display.Text("new"), ID: "x", Update: true})
		return engine.Reply{}
	},
	"forever": func(ctx context.Context, out engine.Output) engine.Reply {
		write(out, engine.Stdout, "begun")
		<-ctx.Done()
		return engine.Reply{Err: &engine.Error{Name: engine.Interrupted, Message: "stopped"}}
	},
}

var failure = &engine.Error{Name: engine.Panic, Message: "boom"}

func TestRun(t *testing.T) {
	n := notebook("ok", " \n", "show", "update", "skip", "fail", "ok").tag(4, "skip-execution").tag(5, "raises-exception")
	n.Cells[4].Outputs = []*Output{{Type: StreamOutput, Name: "stdout", Text: "kept"}}
	n.Cells[1].Count, n.Cells[4].Count = 9, 9
	if err := Run(t.Context(), n, cells, RunOptions{}); err != nil {
		t.Fatal(err)
	}
	counts, outputs := []int{}, []string{}
	for _, c := range n.Cells {
		counts = append(counts, c.Count)
		outputs = append(outputs, strings.Join(briefs(c), "; "))
	}
	if d := cmp.Diff([]int{1, 0, 2, 3, 9, 4, 5}, counts); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
	want := []string{"execute_result 1 map[text/plain:ok] map[]", "", "display_data 0 map[text/plain:new] map[]", "", `stdout "kept"`,
		`error Panic: boom ["Panic: boom"]`, "execute_result 5 map[text/plain:ok] map[]"}
	if d := cmp.Diff(want, outputs); d != "" {
		t.Errorf("outputs (-want +got):\n%s", d)
	}
	if n.Language() != "go" || n.Metadata["kernelspec"].(map[string]any)["name"] != "polka" {
		t.Errorf("metadata %v", n.Metadata)
	}
}

func TestRunError(t *testing.T) {
	n := notebook("ok", "fail", "ok")
	n.Cells[2].Count = 7
	n.Cells[2].Outputs = []*Output{{Type: StreamOutput, Name: "stdout", Text: "earlier"}}
	err := Run(t.Context(), n, cells, RunOptions{})
	var e *CellError
	if !errors.As(err, &e) || e.Cell != 1 || e.Number != 2 || e.ID != n.Cells[1].ID || !errors.Is(err, failure) {
		t.Fatalf("error %v", err)
	}
	if len(n.Cells[1].Outputs) != 1 {
		t.Error("the notebook does not hold what was shown until the error")
	}
	if n.Cells[2].Count != 7 || len(n.Cells[2].Outputs) != 1 {
		t.Error("a cell that was not reached has lost what it had shown earlier")
	}
	if err := Run(t.Context(), n, cells, RunOptions{AllowErrors: true}); err != nil || n.Cells[2].Count != 3 {
		t.Errorf("with errors allowed: %v, count %d", err, n.Cells[2].Count)
	}
}

func TestRunTimeout(t *testing.T) {
	n := notebook("ok", "forever", "ok")
	err := Run(t.Context(), n, cells, RunOptions{Timeout: 5 * time.Millisecond, AllowErrors: true})
	var e *CellError
	if !errors.As(err, &e) || e.Cell != 1 || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if want := fmt.Sprintf("cell 2 (%s) ran longer than 5ms", n.Cells[1].ID); err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	if got := briefs(n.Cells[1]); len(got) != 2 || got[0] != `stdout "begun"` {
		t.Errorf("outputs %q", got)
	}
}

func TestRunCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := notebook("stop", "ok").tag(0, "raises-exception")
	s := script{"stop": func(ctx context.Context, out engine.Output) engine.Reply {
		cancel()
		return cells["forever"](ctx, out)
	}}
	if err := Run(ctx, n, s, RunOptions{AllowErrors: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n.Cells[1].Count != 0 {
		t.Error("a cell was run after the run was stopped")
	}
}

func TestRunRefusesOtherLanguages(t *testing.T) {
	n := parse(t, `{"nbformat": 4, "metadata": {"kernelspec": {"name": "python3", "language": "python"}}, "cells": []}`)
	before := string(n.Encode())
	if err := Run(t.Context(), n, cells, RunOptions{}); err == nil || err.Error() != "the notebook is written in python; expected go" {
		t.Errorf("error %v", err)
	}
	if string(n.Encode()) != before {
		t.Error("the notebook was changed")
	}
}

// TestLate is about goroutines that show something after their cell has ended.
func TestLate(t *testing.T) {
	var late engine.Output
	n := notebook("a", "b")
	s := script{
		"a": func(_ context.Context, out engine.Output) engine.Reply { late = out; return engine.Reply{} },
		"b": func(_ context.Context, out engine.Output) engine.Reply {
			write(late, engine.Stdout, "late")
			late.Display(display.Event{Bundle: display.Text("late")})
			return engine.Reply{}
		},
	}
	if err := Run(t.Context(), n, s, RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if len(n.Cells[0].Outputs)+len(n.Cells[1].Outputs) != 0 {
		t.Error("what a cell shows after its end is stored")
	}
}

func TestClone(t *testing.T) {
	n := read(t, "testdata/old.ipynb")
	before := string(n.Encode())
	c := n.Clone()
	c.Cells[1].Outputs[0].Text = "changed"
	c.Cells[1].Source = "changed"
	c.describe()
	if string(n.Encode()) != before {
		t.Error("to change a clone changes the original")
	}
}

func ExampleRun() {
	n, err := Parse([]byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": null, "outputs": [], "source": "ok"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = Run(context.Background(), n, cells, RunOptions{Timeout: time.Minute})
	fmt.Println(n.Cells[0].Outputs[0].Data["text/plain"], err)
	// Output: ok <nil>
}
