// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"polka/internal/framing"
	"polka/kernel/engine"
)

// An echo is a language server that repeats what it gets.
type echo struct {
	io.Reader
	io.Writer
	close func()
	ended bool
}

func (e *echo) Close() error {
	e.close()
	e.ended = true
	return nil
}

// echoes makes servers, and keeps them in a list.
func echoes(list *[]*echo) func() (io.ReadWriteCloser, error) {
	return func() (io.ReadWriteCloser, error) {
		in, toServer := io.Pipe()
		fromServer, out := io.Pipe()
		e := &echo{Reader: fromServer, Writer: toServer, close: func() { toServer.Close() }}
		go func() {
			defer out.Close()
			for r := bufio.NewReader(in); ; {
				text, err := framing.Read(r)
				if err != nil || framing.Write(out, text) != nil {
					return
				}
			}
		}()
		*list = append(*list, e)
		return e, nil
	}
}

// opening is the content of a message that opens a comm for a language server.
func opening(id string) map[string]any {
	return map[string]any{"comm_id": id, "target_name": editorTarget, "data": map[string]any{}}
}

// saying is the content of a message to one.
func saying(id string, data any) map[string]any {
	return map[string]any{"comm_id": id, "data": map[string]any{"method": data}}
}

// A language server answers while a cell runs, and its messages belong to its comm.
func TestEditor(t *testing.T) {
	i := &interpreter{execute: func(ctx context.Context, _ engine.Cell, _ engine.Output) engine.Reply { return endless(ctx) }}
	var servers []*echo
	in(t, i, Config{Editor: echoes(&servers)}, func(f *frontend) {
		f.execute("long")
		f.send(f.shell, "comm_open", opening("a"))
		f.published()
		m := f.send(f.shell, "comm_msg", saying("a", "hello"))
		all := f.published()
		if got := lines(of(all, m)); !slices.Contains(got, "idle") {
			t.Errorf("published %q while a cell runs, want an answer", got)
		}
		answers := kind(all, "comm_msg")
		if len(answers) != 1 || fmt.Sprint(answers[0].data) != "map[comm_id:a data:map[method:hello]]" {
			t.Errorf("answers %v, want the message", answers)
		}
		f.send(f.shell, "comm_close", map[string]any{"comm_id": "a", "data": map[string]any{}})
		if all := f.published(); len(kind(all, "comm_close")) != 0 {
			t.Errorf("published %q for a comm that the page has closed", lines(all))
		}
		if len(servers) != 1 || !servers[0].ended {
			t.Error("the server has not ended with its comm")
		}
	})
}

// There is a limit to the servers: a page that is loaded again leaves its own behind. The end of
// the kernel ends all.
func TestEditorLimit(t *testing.T) {
	var servers []*echo
	in(t, helpful(), Config{Editor: echoes(&servers)}, func(f *frontend) {
		for n := range mostEditors + 1 {
			f.send(f.shell, "comm_open", opening(fmt.Sprint(n)))
			f.settle()
		}
		closed := kind(f.published(), "comm_close")
		if len(closed) != 1 || closed[0].data["comm_id"] != "0" || !servers[0].ended || servers[1].ended {
			t.Errorf("closed %v, want the oldest comm", closed)
		}
		f.send(f.shell, "comm_msg", saying("1", "still here"))
		if got := kind(f.published(), "comm_msg"); len(got) != 1 {
			t.Errorf("%d answers from a server that is open", len(got))
		}
	})
	for n, s := range servers {
		if !s.ended {
			t.Errorf("server %d has not ended with the kernel", n)
		}
	}
}

// The page learns of it if a server ends, cannot be started, or does not exist.
func TestEditorEnds(t *testing.T) {
	var servers []*echo
	failing := false
	start := func() (io.ReadWriteCloser, error) {
		if failing {
			return nil, errors.New("no memory")
		}
		return echoes(&servers)()
	}
	in(t, helpful(), Config{Editor: start}, func(f *frontend) {
		f.send(f.shell, "comm_open", opening("a"))
		f.settle()
		servers[0].close()
		f.settle()
		failing = true
		f.send(f.shell, "comm_open", opening("b"))
		f.settle()
		closed := kind(f.published(), "comm_close")
		if len(closed) != 2 || closed[0].data["comm_id"] != "a" || closed[1].data["comm_id"] != "b" {
			t.Errorf("closed %v, want both comms", closed)
		}
	})
	in(t, helpful(), Config{}, func(f *frontend) {
		f.send(f.shell, "comm_open", opening("c"))
		if closed := kind(f.published(), "comm_close"); len(closed) != 1 {
			t.Errorf("closed %v without a language server", closed)
		}
	})
}
