// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/display"
	"polka/kernel/engine"
)

func ptr(n int) *int { return &n }

// Frontends count characters, the engine bytes. Positions outside of the code are moved to its
// ends.
func TestByteOffset(t *testing.T) {
	const code = "a é 😀 z" // bytes: a0 ␣1 é2-3 ␣4 😀5-8 ␣9 z10
	for _, c := range []struct {
		pos  *int
		want int
	}{
		{ptr(0), 0}, {ptr(1), 1}, {ptr(2), 2}, {ptr(3), 4}, {ptr(4), 5}, {ptr(5), 9}, {ptr(6), 10}, {ptr(7), 11},
		{ptr(8), 11}, {ptr(math.MaxInt), 11}, {ptr(-1), 0}, {nil, 11},
	} {
		got := byteOffset(code, c.pos)
		if got != c.want {
			t.Errorf("byteOffset(%v) = %d, want %d", c.pos, got, c.want)
		}
		if c.pos != nil && *c.pos >= 0 && *c.pos <= 7 && character(code, got) != *c.pos {
			t.Errorf("character(%d) = %d, want %d", got, character(code, got), *c.pos)
		}
	}
	if got := byteOffset("", ptr(3)); got != 0 {
		t.Errorf("in empty code: %d", got)
	}
	if character(code, -5) != 0 || character(code, 99) != 7 {
		t.Errorf("character is not clamped: %d, %d", character(code, -5), character(code, 99))
	}
}

func TestComplete(t *testing.T) {
	var gotCode string
	var gotPos int
	answer := engine.Completion{}
	i := helpful()
	i.complete = func(code string, pos int) engine.Completion {
		gotCode, gotPos = code, pos
		return answer
	}
	in(t, i, Config{}, func(f *frontend) {
		// "😀" takes four bytes and one character.
		answer = engine.Completion{Start: 7, End: 9, Matches: []engine.Match{
			{Text: "Println", Kind: "function", Signature: "(a ...any) (n int, err error)", Doc: "Println prints."}, {Text: "Printf", Kind: "function"},
		}}
		m := f.send(f.shell, "complete_request", map[string]any{"code": "a😀; Pr // x", "cursor_pos": 6})
		got := f.reply(f.shell, m, "complete_reply").data
		if gotCode != "a😀; Pr // x" || gotPos != 9 {
			t.Errorf("Complete(%q, %d)", gotCode, gotPos)
		}
		want := map[string]any{
			"status": "ok", "matches": []any{"Println", "Printf"}, "cursor_start": 4.0, "cursor_end": 6.0,
			"metadata": map[string]any{"_jupyter_types_experimental": []any{
				map[string]any{"text": "Println", "type": "function", "signature": "(a ...any) (n int, err error)", "documentation": "Println prints.", "start": 4.0, "end": 6.0},
				map[string]any{"text": "Printf", "type": "function", "signature": "", "documentation": "", "start": 4.0, "end": 6.0},
			}},
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("complete_reply (-want +got):\n%s", d)
		}

		// No matches: lists are empty, not null, and both ends are the position.
		answer = engine.Completion{Start: 3, End: -7}
		m = f.send(f.shell, "complete_request", map[string]any{"code": "é x", "cursor_pos": 2})
		want = map[string]any{"status": "ok", "matches": []any{}, "cursor_start": 2.0, "cursor_end": 2.0,
			"metadata": map[string]any{"_jupyter_types_experimental": []any{}}}
		if d := cmp.Diff(want, f.reply(f.shell, m, "complete_reply").data); d != "" {
			t.Errorf("complete_reply without matches (-want +got):\n%s", d)
		}
	})
}

func TestInspect(t *testing.T) {
	var pos, detail int
	answer := engine.Inspection{}
	i := helpful()
	i.inspect = func(_ string, p, d int) engine.Inspection {
		pos, detail = p, d
		return answer
	}
	in(t, i, Config{}, func(f *frontend) {
		ask := func(content map[string]any) map[string]any {
			return f.reply(f.shell, f.send(f.shell, "inspect_request", content), "inspect_reply").data
		}
		answer = engine.Inspection{Found: true, Bundle: display.Text("func F()")}
		got := ask(map[string]any{"code": "éF", "cursor_pos": 2, "detail_level": 1})
		want := map[string]any{"status": "ok", "found": true, "data": map[string]any{"text/plain": "func F()"}, "metadata": map[string]any{}}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("inspect_reply (-want +got):\n%s", d)
		}
		if pos != 3 || detail != 1 {
			t.Errorf("Inspect got position %d, detail %d", pos, detail)
		}

		// Nothing found is no error.
		answer = engine.Inspection{Found: false, Bundle: display.Text("no such name")}
		want = map[string]any{"status": "ok", "found": false, "data": map[string]any{}, "metadata": map[string]any{}}
		if d := cmp.Diff(want, ask(map[string]any{"code": "x", "cursor_pos": 1})); d != "" {
			t.Errorf("inspect_reply (-want +got):\n%s", d)
		}
		if detail != 0 {
			t.Errorf("detail %d, want 0 by default", detail)
		}
		if ask(map[string]any{"code": "x", "detail_level": 99}); detail != 1 || pos != 1 {
			t.Errorf("Inspect got position %d, detail %d", pos, detail)
		}
	})
}

func TestIsComplete(t *testing.T) {
	answer := engine.Completeness{}
	i := helpful()
	i.isComplete = func(string) engine.Completeness { return answer }
	in(t, i, Config{}, func(f *frontend) {
		for _, c := range []struct {
			answer engine.Completeness
			want   map[string]any
		}{
			{engine.Completeness{Status: engine.Complete, Indent: "x"}, map[string]any{"status": "complete"}},
			{engine.Completeness{Status: engine.Incomplete, Indent: "\t"}, map[string]any{"status": "incomplete", "indent": "\t"}},
			{engine.Completeness{Status: engine.Incomplete}, map[string]any{"status": "incomplete", "indent": ""}},
			{engine.Completeness{Status: engine.Invalid}, map[string]any{"status": "invalid"}},
			{engine.Completeness{Status: engine.Unknown}, map[string]any{"status": "unknown"}},
			{engine.Completeness{}, map[string]any{"status": "unknown"}},
		} {
			answer = c.answer
			m := f.send(f.shell, "is_complete_request", map[string]any{"code": "for {"})
			if d := cmp.Diff(c.want, f.reply(f.shell, m, "is_complete_reply").data); d != "" {
				t.Errorf("is_complete_reply (-want +got):\n%s", d)
			}
		}
	})
}
