// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"encoding/json"
	"slices"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// to sends a request to a subshell.
func (f *frontend) to(subshell, typ string, content any) *wire.Message {
	f.t.Helper()
	m := f.message(typ, content)
	header := map[string]any{}
	raw, err := wire.Object(m.Header)
	if err == nil {
		err = json.Unmarshal(raw, &header)
	}
	if err == nil {
		header["subshell_id"] = subshell
		m.HeaderJSON, err = wire.Object(header)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.shell.in.put(f.codec.Encode(m))
	return m
}

// subshell creates a subshell.
func (f *frontend) subshell() string {
	f.t.Helper()
	m := f.send(f.control, "create_subshell_request", nil)
	id, _ := f.reply(f.control, m, "create_subshell_reply").data["subshell_id"].(string)
	if id == "" {
		f.t.Fatal("no subshell was created")
	}
	return id
}

// subshells lists the subshells.
func (f *frontend) subshells() (ids []string) {
	f.t.Helper()
	m := f.send(f.control, "list_subshell_request", nil)
	list, ok := f.reply(f.control, m, "list_subshell_reply").data["subshell_id"].([]any)
	if !ok {
		f.t.Fatal("the reply has no list")
	}
	for _, id := range list {
		ids = append(ids, id.(string))
	}
	return ids
}

// Subshells are created, listed and deleted on the control channel, and are declared.
func TestSubshells(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		m := f.send(f.control, "kernel_info_request", nil)
		features := f.reply(f.control, m, "kernel_info_reply").data["supported_features"]
		if list, _ := features.([]any); !slices.Contains(list, any("kernel subshells")) {
			t.Errorf("supported features %v", features)
		}
		if ids := f.subshells(); len(ids) != 0 {
			t.Errorf("a new kernel has the subshells %q", ids)
		}
		a, b := f.subshell(), f.subshell()
		if got, want := f.subshells(), []string{a, b}; !slices.Equal(got, want) || a == b {
			t.Errorf("subshells %q, want %q", got, want)
		}
		f.reply(f.control, f.send(f.control, "delete_subshell_request", map[string]any{"subshell_id": a}), "delete_subshell_reply")
		if got, want := f.subshells(), []string{b}; !slices.Equal(got, want) {
			t.Errorf("subshells %q, want %q", got, want)
		}
		for _, id := range []any{a, "nobody", nil, 7} {
			m := f.send(f.control, "delete_subshell_request", map[string]any{"subshell_id": id})
			if s := f.reply(f.control, m, "delete_subshell_reply").data["status"]; s != "error" {
				t.Errorf("deleting %v: status %v", id, s)
			}
		}
		for _, typ := range []string{"create_subshell", "delete_subshell", "list_subshell"} {
			m := f.send(f.shell, typ+"_request", nil)
			if s := f.reply(f.shell, m, typ+"_reply").data["status"]; s != "error" {
				t.Errorf("%s on the shell channel: status %v", typ, s)
			}
		}
		f.published()
		for _, id := range []string{a, "nobody"} {
			m := f.to(id, "execute_request", map[string]any{"code": "x"})
			if s := f.reply(f.shell, m, "execute_reply").data["status"]; s != "error" {
				t.Errorf("cell for the unknown subshell %s: status %v", id, s)
			}
			if got, want := lines(of(f.published(), m)), []string{"busy", "idle"}; !slices.Equal(got, want) {
				t.Errorf("published %q, want %q", got, want)
			}
		}
	})
}

// A subshell answers while a cell runs, in order, with the request as the parent.
func TestSubshellWhileBusy(t *testing.T) {
	i := gated()
	i.inspect = func(string, int, int) engine.Inspection { return engine.Inspection{} }
	i.isComplete = func(string) engine.Completeness { return engine.Completeness{Status: engine.Complete} }
	in(t, i, Config{}, func(f *frontend) {
		id := f.subshell()
		f.execute("long")
		f.settle()
		f.published()
		var sent []*wire.Message
		for _, typ := range []string{"complete_request", "inspect_request", "is_complete_request", "history_request", "kernel_info_request",
			"comm_info_request", "comm_open"} {
			sent = append(sent, f.to(id, typ, map[string]any{"code": "x", "comm_id": "c", "target_name": "nobody"}))
		}
		want := []string{"complete ok", "inspect ok", "is_complete complete", "history ok", "kernel_info ok", "comm_info ok"}
		if got := summary(f.replies()); !slices.Equal(got, want) {
			t.Errorf("replies while a cell runs %q, want %q", got, want)
		}
		all := f.published()
		for _, m := range sent {
			got := lines(of(all, m))
			if len(got) < 2 || got[0] != "busy" || got[len(got)-1] != "idle" {
				t.Errorf("published for %s: %q", m.Header.Type, got)
			}
		}
		for _, g := range all {
			var parent struct {
				ID string `json:"subshell_id"`
			}
			if json.Unmarshal(g.ParentJSON, &parent); parent.ID != id {
				t.Errorf("the parent of %s has the subshell %q, want %q", g.brief(), parent.ID, id)
			}
		}
		i.turn <- "long"
		if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
	})
}

// Cells of several subshells run one after the other, those of one in their order.
func TestSubshellCells(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		id := f.subshell()
		f.execute("a")
		f.settle()
		b := f.to(id, "execute_request", map[string]any{"code": "b"})
		f.to(id, "execute_request", map[string]any{"code": "c"})
		f.settle()
		if got, want := i.codes(), []string{"a"}; !slices.Equal(got, want) {
			t.Errorf("running %q, want %q", got, want)
		}
		f.published()
		for _, code := range []string{"a", "b", "c"} {
			i.turn <- code
			f.settle() // the replies of different queues have no order
		}
		all := f.replies()
		var counts []float64
		for _, g := range all {
			counts = append(counts, g.data["execution_count"].(float64))
		}
		if !slices.Equal(counts, []float64{1, 2, 3}) {
			t.Errorf("counts %v", counts)
		}
		if got, want := lines(of(f.published(), b)), []string{"In[2] b", `stdout "b"`, "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
	})
}

// Stop ends the running cell and the cells that wait in any queue. An error aborts the cells of its
// own queue only.
func TestSubshellStop(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		id := f.subshell()
		f.execute("fail")
		f.settle()
		f.to(id, "execute_request", map[string]any{"code": "b"})
		f.settle()
		i.turn <- "fail"
		f.settle()
		i.turn <- "b"
		if got, want := summary(f.replies()), []string{"execute error", "execute ok"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
		f.execute("c")
		f.settle()
		f.to(id, "execute_request", map[string]any{"code": "d"})
		f.to(id, "execute_request", map[string]any{"code": "e"})
		f.settle()
		f.send(f.control, "interrupt_request", nil)
		got := summary(f.replies())
		slices.Sort(got)
		if want := []string{"execute aborted", "execute error", "execute error"}; !slices.Equal(got, want) {
			t.Errorf("replies after Stop %q, want %q", got, want)
		}
		if got, want := i.codes(), []string{"fail", "b", "c"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
		f.execute("f")
		f.settle()
		i.turn <- "f"
		if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
	})
}

// A subshell that is deleted answers what it was asked; a kernel that ends, too.
func TestSubshellEnds(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		id := f.subshell()
		f.to(id, "execute_request", map[string]any{"code": "a"})
		f.to(id, "execute_request", map[string]any{"code": "b"})
		f.settle()
		f.reply(f.control, f.send(f.control, "delete_subshell_request", map[string]any{"subshell_id": id}), "delete_subshell_reply")
		if got, want := summary(f.replies()), []string{"execute error", "execute aborted"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
		f.to(f.subshell(), "execute_request", map[string]any{"code": "c"})
		f.settle()
	})
}
