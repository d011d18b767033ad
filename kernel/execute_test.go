// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// lively shows one of everything and has a value.
func lively() *interpreter {
	return &interpreter{execute: func(_ context.Context, c engine.Cell, out engine.Output) engine.Reply {
		out.Write(engine.Stdout, []byte("printed\n"))
		out.Write(engine.Stderr, []byte("warned\n"))
		out.Display(display.Event{Bundle: display.Text("drawn")})
		out.Write(engine.Stdout, []byte("more"))
		if strings.HasPrefix(c.Code, "fail") {
			return engine.Reply{Err: &engine.Error{Name: engine.Panic, Message: "boom", Trace: []string{"cell 1, line 1", "boom"}}}
		}
		if c.Silent {
			return engine.Reply{}
		}
		return value("42")
	}}
}

func TestExecuteOrder(t *testing.T) {
	in(t, lively(), Config{}, func(f *frontend) {
		f.published()
		m := f.execute("6*7")
		want := []string{"busy", "In[1] 6*7", `stdout "printed\n"`, `stderr "warned\n"`, "display_data drawn",
			`stdout "more"`, "Out[1] 42", "idle"}
		if d := cmp.Diff(want, lines(of(f.published(), m))); d != "" {
			t.Errorf("published (-want +got):\n%s", d)
		}
		r := f.reply(f.shell, m, "execute_reply")
		wantReply := map[string]any{"status": "ok", "execution_count": 1.0, "payload": []any{}, "user_expressions": map[string]any{}}
		if d := cmp.Diff(wantReply, r.data); d != "" {
			t.Errorf("execute_reply (-want +got):\n%s", d)
		}
	})
}

// An error is one message, and has the same content as the reply.
func TestExecuteError(t *testing.T) {
	in(t, lively(), Config{}, func(f *frontend) {
		f.published()
		m := f.execute("fail")
		all := of(f.published(), m)
		want := []string{"busy", "In[1] fail", `stdout "printed\n"`, `stderr "warned\n"`, "display_data drawn",
			`stdout "more"`, "error Panic: boom", "idle"}
		if d := cmp.Diff(want, lines(all)); d != "" {
			t.Errorf("published (-want +got):\n%s", d)
		}
		content := map[string]any{"ename": "Panic", "evalue": "boom", "traceback": []any{"cell 1, line 1", "boom"}}
		if d := cmp.Diff(content, kind(all, "error")[0].data); d != "" {
			t.Errorf("error (-want +got):\n%s", d)
		}
		content["status"], content["execution_count"] = "error", 1.0
		content["payload"], content["user_expressions"] = []any{}, map[string]any{}
		if d := cmp.Diff(content, f.reply(f.shell, m, "execute_reply").data); d != "" {
			t.Errorf("execute_reply (-want +got):\n%s", d)
		}
	})
}

// An interpreter that gives no trace does not make it null.
func TestErrorWithoutTrace(t *testing.T) {
	i := &interpreter{execute: func(context.Context, engine.Cell, engine.Output) engine.Reply {
		return fails(engine.Crash, "the worker died")
	}}
	in(t, i, Config{}, func(f *frontend) {
		m := f.execute("x")
		checkError(t, f.reply(f.shell, m, "execute_reply"))
		checkError(t, kind(f.published(), "error")[0])
	})
}

// All output has left, in order, before the reply does.
func TestOutputBeforeReply(t *testing.T) {
	in(t, lively(), Config{}, func(f *frontend) {
		f.settle()
		f.gate <- struct{}{} // iopub hangs
		m := f.execute("1")
		if l := f.replies(); len(l) != 0 {
			t.Errorf("reply before output: %q", lines(l))
		}
		<-f.gate
		f.reply(f.shell, m, "execute_reply")
	})
}

// The counter goes up for cells that a user typed, and for no others; every reply tells it.
func TestCounter(t *testing.T) {
	in(t, lively(), Config{}, func(f *frontend) {
		for _, c := range []struct {
			code    string
			members []any
			count   float64
			shown   string // execute_input and execute_result
		}{
			{"", []any{"silent", true}, 0, ""},
			{"1", nil, 1, "In[1] 1,Out[1] 42"},
			{"2", []any{"silent", true}, 1, ""},
			{"3", []any{"silent", true, "store_history", true}, 1, ""},
			{"4", []any{"store_history", false}, 1, "In[1] 4,Out[1] 42"},
			{"fail", nil, 2, "In[2] fail"},
			{"fail", []any{"silent", true}, 2, ""},
			{"5", []any{"silent", false, "store_history", true}, 3, "In[3] 5,Out[3] 42"},
			{"", []any{"silent", true}, 3, ""},
			{" \n", nil, 3, "In[3]  \n"},
			{"6", []any{"silent", nil, "store_history", nil, "user_expressions", nil, "stop_on_error", nil}, 4, "In[4] 6,Out[4] 42"},
		} {
			f.published()
			m := f.execute(c.code, c.members...)
			r := f.reply(f.shell, m, "execute_reply")
			if r.data["execution_count"] != c.count {
				t.Errorf("%q %v: count %v, want %v", c.code, c.members, r.data["execution_count"], c.count)
			}
			all := f.published()
			shown := strings.Join(lines(append(kind(all, "execute_input"), kind(all, "execute_result")...)), ",")
			if shown != c.shown {
				t.Errorf("%q %v: shown %q, want %q", c.code, c.members, shown, c.shown)
			}
			if c.code != "" && c.code != " \n" && len(kind(all, "stream")) == 0 {
				t.Errorf("%q %v: no output, but silent cells print too", c.code, c.members)
			}
		}
	})
}

// A silent empty cell, by which frontends ask for the counter, is not given to the interpreter.
func TestEmptyCell(t *testing.T) {
	i := lively()
	in(t, i, Config{}, func(f *frontend) {
		m := f.execute("", "silent", true)
		f.reply(f.shell, m, "execute_reply")
		if c := i.codes(); len(c) != 0 {
			t.Errorf("ran %q", c)
		}
		m = f.execute("", "silent", true, "user_expressions", map[string]string{"a": "1"})
		f.reply(f.shell, m, "execute_reply")
		if c := i.codes(); len(c) != 1 {
			t.Errorf("ran %q, want the empty cell for its expressions", c)
		}
	})
}

func TestCellGetsRequest(t *testing.T) {
	i := lively()
	in(t, i, Config{}, func(f *frontend) {
		f.execute("a")
		f.execute("b", "silent", true, "allow_stdin", true, "user_expressions", map[string]string{"k": "v"})
		f.settle()
		want := []engine.Cell{
			{Code: "a", Number: 1, Bars: true, Comms: true},
			{Code: "b", Number: 1, Silent: true, AllowInput: true, Expressions: map[string]string{"k": "v"}},
		}
		if d := cmp.Diff(want, i.cells, cmp.Transformer("nil", func(m map[string]string) int { return len(m) })); d != "" {
			t.Errorf("cells (-want +got):\n%s", d)
		}
	})
}

func TestUserExpressions(t *testing.T) {
	i := &interpreter{execute: func(_ context.Context, c engine.Cell, _ engine.Output) engine.Reply {
		if c.Code == "fail" {
			return fails(engine.Panic, "boom")
		}
		return engine.Reply{Expressions: map[string]engine.Expression{
			"good": {Value: display.Bundle{Data: map[string][]byte{"text/plain": []byte("3"), "text/html": []byte("<b>3</b>")}}},
			"bad":  {Err: &engine.Error{Name: engine.CompileError, Message: "undefined: y"}},
			"more": {Value: display.Text("nobody asked")},
		}}
	}}
	in(t, i, Config{}, func(f *frontend) {
		asked := map[string]string{"good": "1+2", "bad": "y", "lost": "z"}
		m := f.execute("1", "user_expressions", asked)
		got := f.reply(f.shell, m, "execute_reply").data["user_expressions"]
		want := map[string]any{
			"good": map[string]any{"status": "ok", "metadata": map[string]any{},
				"data": map[string]any{"text/plain": "3", "text/html": "<b>3</b>"}},
			"bad": map[string]any{"status": "error", "ename": "CompileError", "evalue": "undefined: y",
				"traceback": []any{"CompileError: undefined: y"}},
			"lost": map[string]any{"status": "error", "ename": "NotEvaluated", "evalue": "the interpreter gave no value for the expression",
				"traceback": []any{"NotEvaluated: the interpreter gave no value for the expression"}},
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("user_expressions (-want +got):\n%s", d)
		}
		if n := len(kind(f.published(), "error")); n != 0 {
			t.Errorf("%d error messages for an expression that fails", n)
		}
		m = f.execute("fail", "user_expressions", asked)
		if got := f.reply(f.shell, m, "execute_reply").data["user_expressions"]; len(got.(map[string]any)) != 0 {
			t.Errorf("after an error user_expressions is %v, want {}", got)
		}
	})
}

func TestPayloads(t *testing.T) {
	i := &interpreter{execute: func(context.Context, engine.Cell, engine.Output) engine.Reply {
		page := display.Text("a long text")
		return engine.Reply{Payloads: []engine.Payload{
			{Page: &page},
			{SetNextInput: &engine.NextInput{Text: "2+2", Replace: true}},
			{},
		}}
	}}
	in(t, i, Config{}, func(f *frontend) {
		m := f.execute("x?")
		want := []any{
			map[string]any{"source": "page", "start": 0.0, "data": map[string]any{"text/plain": "a long text"}},
			map[string]any{"source": "set_next_input", "text": "2+2", "replace": true},
		}
		if d := cmp.Diff(want, f.reply(f.shell, m, "execute_reply").data["payload"]); d != "" {
			t.Errorf("payload (-want +got):\n%s", d)
		}
	})
}

// A value travels as the protocol has it: JSON unpacked, pictures in base64, SVG as text.
func TestResultMedia(t *testing.T) {
	i := &interpreter{execute: func(context.Context, engine.Cell, engine.Output) engine.Reply {
		return engine.Reply{Value: &display.Bundle{
			Data: map[string][]byte{
				"text/plain": []byte("p"), "image/svg+xml": []byte("<svg/>"), "image/png": {1, 2}, "application/json": []byte(`{"a":[1]}`),
			},
			Metadata: map[string]any{"image/png": map[string]any{"width": 2}},
		}}
	}}
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		want := map[string]any{
			"execution_count": 1.0,
			"data": map[string]any{"text/plain": "p", "image/svg+xml": "<svg/>", "image/png": "AQI=",
				"application/json": map[string]any{"a": []any{1.0}}},
			"metadata": map[string]any{"image/png": map[string]any{"width": 2.0}},
		}
		if d := cmp.Diff(want, kind(f.published(), "execute_result")[0].data); d != "" {
			t.Errorf("execute_result (-want +got):\n%s", d)
		}
	})
}

// The reply's metadata tells JupyterLab when the cell began.
func TestReplyMetadata(t *testing.T) {
	in(t, lively(), Config{}, func(f *frontend) {
		for code, status := range map[string]string{"1": "ok", "fail": "error"} {
			m := f.execute(code)
			r := f.reply(f.shell, m, "execute_reply")
			if s := string(r.Metadata); !strings.Contains(s, `"started":"2`) || !strings.Contains(s, `"status":"`+status+`"`) {
				t.Errorf("metadata %s", s)
			}
		}
	})
}

// A bad execute_request is answered with the counter and disturbs nothing.
func TestBadExecuteRequest(t *testing.T) {
	i := lively()
	in(t, i, Config{}, func(f *frontend) {
		m := f.send(f.shell, "execute_request", map[string]any{"code": 7})
		r := f.reply(f.shell, m, "execute_reply")
		checkError(t, r)
		if r.data["execution_count"] != 0.0 || r.data["ename"] != "BadRequest" {
			t.Errorf("reply %v", r.data)
		}
		if len(i.codes()) != 0 {
			t.Error("it was run")
		}
	})
}

// A panic of the interpreter, which its contract forbids, fails the cell only, and later Stops
// still work.
func TestInterpreterPanics(t *testing.T) {
	i := byCode(map[string]func(context.Context, engine.Cell, engine.Output) engine.Reply{
		"panic": func(_ context.Context, _ engine.Cell, out engine.Output) engine.Reply {
			out.Write(engine.Stdout, []byte("before"))
			panic(errors.New("oh"))
		},
	})
	in(t, i, Config{}, func(f *frontend) {
		f.published()
		m := f.execute("panic")
		r := f.reply(f.shell, m, "execute_reply")
		checkError(t, r)
		if r.data["execution_count"] != 1.0 {
			t.Errorf("execution_count is %v", r.data["execution_count"])
		}
		if got, want := lines(of(f.published(), m)), []string{"busy", "In[1] panic", `stdout "before"`,
			"error InternalError: internal error: oh", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
		f.reply(f.control, f.send(f.control, "interrupt_request", nil), "interrupt_reply")
		m = f.execute("1")
		if r := f.reply(f.shell, m, "execute_reply"); r.data["status"] != "ok" {
			t.Errorf("the next cell got %s", r.brief())
		}
	})
}
