// SPDX-License-Identifier: BSD-3-Clause

package widget

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	comm "polka/kernel/comm/host"
)

// livePage is an Env with a frontend.
type livePage struct{ console }

func (livePage) Live() bool { return true }

// TestModule uses a module as a page does: the page shows a text until it has loaded a module, and
// then the module; values and messages go both ways.
func TestModule(t *testing.T) {
	var sent []comm.Message
	hub := comm.NewHub(func(m comm.Message) { sent = append(sent, m) }, func(f func()) { f() })
	h := newManager(hub, livePage{})
	defer h.Close()
	m := NewModule("export default {};", ".a{}", map[string]any{"n": 1})
	b, ok := h.Bundle(m)
	if !ok || len(b.Data[viewType]) == 0 {
		t.Fatalf("the module is shown as %v", b)
	}
	opened := func(text string) string {
		i := slices.IndexFunc(sent, func(m comm.Message) bool {
			return m.Kind == comm.Opened && strings.Contains(string(m.Data), text)
		})
		if i < 0 {
			return ""
		}
		return sent[i].ID
	}
	if opened("export default {};") != "" {
		t.Error("the module is opened before the page has loaded one")
	}
	receive := func(id, data string) {
		hub.Receive(comm.Message{Kind: comm.Sent, ID: id, Data: json.RawMessage(data)}, func(m comm.Message) { sent = append(sent, m) })
	}
	receive(opened("hello: true"), `{"method":"custom","content":{"hello":true}}`)
	id := opened("export default {};")
	if id == "" {
		t.Fatal("the module is not opened")
	}
	var changes []string
	var messages []any
	m.OnChange(func(name string) { changes = append(changes, name) })
	again := 0
	m.OnChange(func(string) { again++ })
	m.OnMessage(func(v any) { messages = append(messages, v) })
	receive(id, `{"method":"update","state":{"n":2,"_esm":"alert(1)","other":3},"buffer_paths":[]}`)
	receive(id, `{"method":"custom","content":["a",1]}`)
	if m.Get("n") != 2 || !slices.Equal(changes, []string{"n"}) || len(messages) != 1 || m.Get("_esm") != "export default {};" {
		t.Errorf("n is %v after changes of %v and messages %v", m.Get("n"), changes, messages)
	}
	if again != 1 {
		t.Errorf("the second function of OnChange is called %d times", again)
	}
	m.Send(map[string]any{"text": "hi"})
	last := sent[len(sent)-1]
	if last.ID != id || !strings.Contains(string(last.Data), `"content":{"text":"hi"}`) {
		t.Errorf("sent %s", last.Data)
	}
}
