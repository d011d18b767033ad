// SPDX-License-Identifier: BSD-3-Clause

package comm

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"polka/kernel/comm/host"
)

// record is a Hub whose messages and calls are recorded.
func record() (h *host.Hub, sent func() []string, call func()) {
	var list []string
	var calls []func()
	h = host.NewHub(func(m host.Message) { list = append(list, line(m)) }, func(f func()) { calls = append(calls, f) })
	return h, func() []string { l := list; list = nil; return l }, func() {
		for _, f := range calls {
			f()
		}
		calls = nil
	}
}

func line(m host.Message) string {
	s := fmt.Sprintf("%s %s %s", m.Kind, m.Target, m.Data)
	for _, b := range m.Buffers {
		s += fmt.Sprintf(" %x", b)
	}
	return s
}

func TestComm(t *testing.T) {
	h, sent, call := record()
	want := func(lines ...string) {
		t.Helper()
		if got := sent(); !slices.Equal(got, lines) {
			t.Errorf("sent %q, want %q", got, lines)
		}
	}
	c := commandsOf(h).Open("page", map[string]any{"n": 1}, []byte{0xFF, 0})
	want(`comm_open page {"n":1} ff00`)
	var got []string
	c.OnMessage(func(data map[string]any, buffers [][]byte) { got = append(got, fmt.Sprint(data, buffers)) })
	c.OnClose(func() { got = append(got, "closed") })
	no := func(m host.Message) { t.Errorf("answered with %s", line(m)) }
	h.Receive(host.Message{Kind: host.Sent, ID: c.ID(), Data: json.RawMessage(`{"a":[2]}`), Buffers: [][]byte{{7}}}, no)
	h.Receive(host.Message{Kind: host.Closed, ID: c.ID()}, no)
	if len(got) != 0 {
		t.Errorf("called while a cell runs: %q", got)
	}
	call()
	if w := []string{"map[a:[2]] [[7]]", "closed"}; !slices.Equal(got, w) {
		t.Errorf("got %q, want %q", got, w)
	}
	c.Send(nil)
	c.Close()
	want()
	commandsOf(h).Open("page", nil).Close()
	want("comm_open page {}", "comm_close  ")
}

// The frontend opens comms for registered targets; others are closed.
func TestTargets(t *testing.T) {
	h, sent, call := record()
	var answers []string
	answer := func(m host.Message) { answers = append(answers, line(m)) }
	commandsOf(h).Register("echo", func(c *Comm, data map[string]any) {
		c.OnMessage(func(data map[string]any, _ [][]byte) { c.Send(data) })
		c.Send(data)
	})
	h.Receive(host.Message{Kind: host.Opened, ID: "1", Target: "echo", Data: json.RawMessage(`{"x":1}`)}, answer)
	h.Receive(host.Message{Kind: host.Sent, ID: "1", Data: json.RawMessage(`{"x":2}`)}, answer)
	h.Receive(host.Message{Kind: host.Opened, ID: "2", Target: "nobody"}, answer)
	h.Receive(host.Message{Kind: host.Sent, ID: "3"}, answer)
	h.Receive(host.Message{Kind: host.Closed, ID: "3"}, answer)
	call()
	if w := []string{`comm_msg  {"x":1}`, `comm_msg  {"x":2}`}; !slices.Equal(sent(), w) {
		t.Error("the target did not answer")
	}
	if w := []string{"comm_close  ", "comm_close  "}; !slices.Equal(answers, w) {
		t.Errorf("answers %q, want %q", answers, w)
	}
	h.CloseAll()
	if w := []string{"comm_close  "}; !slices.Equal(sent(), w) {
		t.Error("the comm was not closed")
	}
}

func TestData(t *testing.T) {
	for _, data := range []any{3, []int{1}, func() {}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T was accepted", data)
				}
			}()
			Open("x", data)
		}()
	}
}
