// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// Whatever a signed request holds, on whatever channel it comes, it is answered with busy and idle,
// a request gets one reply with a status, and the kernel answers the next.
func FuzzRequest(f *testing.F) {
	for typ := range handlers {
		f.Add(typ, []byte(`{}`), true)
		f.Add(typ, []byte(`{"code":"é","cursor_pos":-1,"detail_level":9,"n":-1,"session":-9,"start":-9,"stop":0}`), false)
	}
	f.Add("execute_request", []byte(`{"code":"x","silent":null,"user_expressions":{"a":"b"},"allow_stdin":true}`), false)
	f.Add("history_request", []byte(`{"hist_access_type":"range","session":9223372036854775807,"start":-9223372036854775808}`), false)
	f.Add("é\x00", []byte(`{"a":[]}`), false)
	f.Fuzz(func(t *testing.T, typ string, content []byte, control bool) {
		if typ == "" || typ == "shutdown_request" || !json.Valid(content) || strings.ToValidUTF8(typ, "") != typ {
			return
		}
		i := helpful()
		i.complete = func(code string, pos int) engine.Completion {
			_ = code[pos:] // a bad offset panics
			return engine.Completion{Start: pos - 1, End: pos + 1, Matches: []engine.Match{{Text: code}}}
		}
		i.inspect = func(code string, pos, _ int) engine.Inspection {
			_ = code[pos:]
			return engine.Inspection{}
		}
		i.execute = func(_ context.Context, _ engine.Cell, out engine.Output) engine.Reply {
			out.Write(engine.Stdout, content)
			return engine.Reply{}
		}
		in(t, i, Config{}, func(fe *frontend) {
			fe.published()
			m := fe.message("x", nil)
			m.HeaderJSON, m.Content = mustObject(t, map[string]string{"msg_id": "id", "msg_type": typ}), content
			if _, err := fe.codec.Decode(fe.codec.Encode(m)); err != nil {
				return // the content is no object: the message is dropped
			}
			m.Header.ID, m.Header.Type = "id", typ
			from := fe.shell
			if control {
				from = fe.control
			}
			from.in.put(fe.codec.Encode(&wire.Message{Identities: m.Identities, HeaderJSON: m.HeaderJSON, Content: content, Metadata: []byte(`{"again":1}`)}))
			about := lines(of(fe.published(), m))
			if len(about) < 2 || about[0] != "busy" || about[len(about)-1] != "idle" {
				t.Errorf("published %q", about)
			}
			replies := fe.read(from.out)
			if want := strings.HasSuffix(typ, "_request"); want != (len(replies) == 1) || !want && len(replies) > 0 {
				t.Fatalf("%d replies", len(replies))
			}
			for _, r := range replies {
				if s, ok := r.data["status"].(string); !ok || r.data["ename"] == "InternalError" {
					t.Errorf("status %q, %v: %v", s, r.data["ename"], r.data["evalue"])
				}
			}
			fe.send(fe.shell, "kernel_info_request", nil)
			if got := summary(fe.replies()); !slices.Equal(got, []string{"kernel_info ok"}) {
				t.Errorf("the next request got %q", got)
			}
		})
	})
}

func mustObject(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := wire.Object(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
