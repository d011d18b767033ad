// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// asks is an interpreter whose cells ask for a line and show it, or the error. A silent question is
// for cells with the code "secret".
func asks() *interpreter {
	return &interpreter{execute: func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
		out.Write(engine.Stdout, []byte("before"))
		line, err := out.Input(ctx, c.Code+"? ", c.Code == "secret")
		if ctx.Err() != nil {
			return endless(ctx)
		}
		return value(fmt.Sprintf("%q %v", line, err))
	}}
}

// question gives the only message on stdin, which must be an input_request.
func (f *frontend) question(m *wire.Message) got {
	f.t.Helper()
	return f.reply(f.stdin, m, "input_request")
}

// answer sends an input_reply.
func (f *frontend) answer(parent *wire.Message, text any) {
	f.t.Helper()
	m, err := f.codec.Reply(parent, "input_reply", map[string]any{"value": text})
	if err != nil {
		f.t.Fatal(err)
	}
	m.Identities = [][]byte{[]byte("client\x00one")}
	f.stdin.in.put(f.codec.Encode(m))
}

// result gives the plain text of the value of the cell m.
func (f *frontend) result(m *wire.Message) string {
	f.t.Helper()
	for _, g := range of(f.published(), m) {
		if g.Header.Type == "execute_result" {
			return g.data["data"].(map[string]any)["text/plain"].(string)
		}
	}
	return "no result"
}

func TestInput(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		for _, c := range []struct {
			code   string
			secret bool
		}{{"name", false}, {"secret", true}} {
			f.published()
			m := f.execute(c.code, "allow_stdin", true)
			q := f.question(m)
			if d := cmp.Diff(map[string]any{"prompt": c.code + "? ", "password": c.secret}, q.data); d != "" {
				t.Errorf("input_request (-want +got):\n%s", d)
			}
			if !slices.EqualFunc(q.Identities, m.Identities, slices.Equal) {
				t.Errorf("the question went to %q, want %q", q.Identities, m.Identities)
			}
			// What was printed before the question is seen before it.
			if got, want := lines(f.published()), []string{"busy", fmt.Sprintf("In[%d] %s", f.kernel.count.Load(), c.code), `stdout "before"`}; !slices.Equal(got, want) {
				t.Errorf("published before the answer: %q, want %q", got, want)
			}
			f.answer(q.Message, "Ada ☺")
			if got, want := f.result(m), `"Ada ☺" <nil>`; got != want {
				t.Errorf("the cell got %s, want %s", got, want)
			}
			f.reply(f.shell, m, "execute_reply")
		}
	})
}

// Replies are known by an empty parent (jupyter_client), the question (JupyterLab) or the cell.
func TestInputReplyParents(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		for _, parent := range []string{"none", "question", "cell"} {
			m := f.execute("a", "allow_stdin", true)
			q := f.question(m)
			f.answer(map[string]*wire.Message{"none": nil, "question": q.Message, "cell": m}[parent], parent)
			if got, want := f.result(m), fmt.Sprintf("%q <nil>", parent); got != want {
				t.Errorf("the cell got %s, want %s", got, want)
			}
			f.replies()
		}
	})
}

// Without allow_stdin the question fails at once; nobody is asked.
func TestInputNotAllowed(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		for _, members := range [][]any{nil, {"allow_stdin", false}} {
			m := f.execute("a", members...)
			if got, want := f.result(m), fmt.Sprintf(`"" %v`, engine.ErrNoInput); got != want {
				t.Errorf("the cell got %s, want %s", got, want)
			}
			if l := f.read(f.stdin.out); len(l) > 0 {
				t.Errorf("on stdin: %q", lines(l))
			}
		}
	})
}

func TestInputEOF(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		m := f.execute("a", "allow_stdin", true)
		f.answer(f.question(m).Message, "\x04")
		if got, want := f.result(m), fmt.Sprintf(`"" %v`, io.EOF); got != want {
			t.Errorf("the cell got %s, want %s", got, want)
		}
	})
}

// Stop ends a question, and the late answer to it is not the answer to the next one.
func TestInterruptInput(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		first := f.execute("a", "allow_stdin", true)
		q := f.question(first)
		f.send(f.control, "interrupt_request", nil)
		if r := f.reply(f.shell, first, "execute_reply"); r.data["ename"] != engine.Interrupted {
			t.Errorf("the cell ended with %v", r.data)
		}
		f.answer(q.Message, "late, nobody asks")
		f.answer(nil, "late, nobody asks")
		f.settle()
		second := f.execute("b", "allow_stdin", true)
		f.settle()
		f.answer(q.Message, "late, to the first question")
		f.answer(first, "late, to the first cell")
		f.settle()
		q = f.question(second)
		f.answer(q.Message, "right")
		if got, want := f.result(second), `"right" <nil>`; got != want {
			t.Errorf("the cell got %s, want %s", got, want)
		}
	})
}

// What else comes on stdin is dropped: junk, other types, other clients, second answers.
func TestInputJunk(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		m := f.execute("a", "allow_stdin", true)
		q := f.question(m)
		f.send(f.stdin, "input_reply", map[string]any{})
		f.send(f.stdin, "input_reply", map[string]any{"value": nil})
		f.send(f.stdin, "input_reply", map[string]any{"value": 7})
		f.send(f.stdin, "kernel_info_request", nil)
		other, err := f.codec.Reply(q.Message, "input_reply", map[string]any{"value": "other client"})
		if err != nil {
			t.Fatal(err)
		}
		other.Identities = [][]byte{[]byte("client two")}
		f.stdin.in.put(f.codec.Encode(other))
		f.settle()
		f.answer(q.Message, "first")
		f.answer(q.Message, "second")
		if got, want := f.result(m), `"first" <nil>`; got != want {
			t.Errorf("the cell got %s, want %s", got, want)
		}
		if l := f.read(f.stdin.out); len(l) > 0 {
			t.Errorf("on stdin: %q", lines(l))
		}
	})
}

// Two goroutines of a cell that ask at the same time are given their turn.
func TestTwoQuestions(t *testing.T) {
	i := &interpreter{execute: func(ctx context.Context, _ engine.Cell, out engine.Output) engine.Reply {
		answers := make(chan string)
		for range 2 {
			go func() {
				line, _ := out.Input(ctx, "?", false)
				answers <- line
			}()
		}
		both := []string{<-answers, <-answers}
		slices.Sort(both)
		return value(fmt.Sprint(both))
	}}
	in(t, i, Config{}, func(f *frontend) {
		m := f.execute("x", "allow_stdin", true)
		f.answer(f.question(m).Message, "a")
		f.answer(f.question(m).Message, "b")
		if got := f.result(m); got != "[a b]" {
			t.Errorf("the cell got %s", got)
		}
	})
}

// A question that cannot be sent is an error of the cell.
func TestInputNotSent(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		f.settle()
		f.stdin.out.close()
		m := f.execute("a", "allow_stdin", true)
		if got := f.result(m); got == `"" <nil>` || got == "no result" {
			t.Errorf("the cell got %s, want an error", got)
		}
	})
}

// A question waits for a client that is not yet connected to stdin, until Stop.
func TestInputOfLateClient(t *testing.T) {
	in(t, asks(), Config{}, func(f *frontend) {
		f.settle()
		f.stdin.late = make(chan bool)
		m := f.execute("a", "allow_stdin", true)
		if l := f.read(f.stdin.out); len(l) > 0 {
			t.Errorf("asked a client that is not there: %q", lines(l))
		}
		f.send(f.control, "interrupt_request", nil)
		if r := f.reply(f.shell, m, "execute_reply"); r.data["ename"] != engine.Interrupted {
			t.Errorf("the cell ended with %v", r.data)
		}
		m = f.execute("b", "allow_stdin", true)
		f.settle()
		close(f.stdin.late)
		f.answer(f.question(m).Message, "here I am")
		if got, want := f.result(m), `"here I am" <nil>`; got != want {
			t.Errorf("the cell got %s, want %s", got, want)
		}
	})
}

// The context of the call ends the question too.
func TestInputContext(t *testing.T) {
	var err error
	i := cell(func(_ context.Context, out engine.Output) {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		_, err = out.Input(ctx, "?", false)
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x", "allow_stdin", true)
		f.settle()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}
