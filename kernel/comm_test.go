package kernel

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// There are no comms, and one that a frontend opens is closed.
func TestComm(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		for _, p := range []*pipe{f.shell, f.control} {
			f.published()
			m := f.send(p, "comm_open", map[string]any{"comm_id": "c1", "target_name": "jupyter.widget", "data": map[string]any{}})
			all := of(f.published(), m)
			if len(all) != 3 || all[1].Header.Type != "comm_close" {
				t.Fatalf("published %q, want busy, comm_close, idle", lines(all))
			}
			if d := cmp.Diff(map[string]any{"comm_id": "c1", "data": map[string]any{}}, all[1].data); d != "" {
				t.Errorf("comm_close (-want +got):\n%s", d)
			}
			for _, typ := range []string{"comm_msg", "comm_close"} {
				m = f.send(p, typ, map[string]any{"comm_id": "c1", "data": map[string]any{}})
				if got := lines(of(f.published(), m)); !slices.Equal(got, []string{"busy", "idle"}) {
					t.Errorf("%s: published %q", typ, got)
				}
			}
			for _, target := range []any{nil, "jupyter.widget"} {
				m = f.send(p, "comm_info_request", map[string]any{"target_name": target})
				want := map[string]any{"status": "ok", "comms": map[string]any{}}
				if d := cmp.Diff(want, f.reply(p, m, "comm_info_reply").data); d != "" {
					t.Errorf("comm_info_reply (-want +got):\n%s", d)
				}
			}
		}
	})
}
