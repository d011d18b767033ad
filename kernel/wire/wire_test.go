// SPDX-License-Identifier: BSD-3-Clause

package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/wire"
)

const testKey = "a0436f6c-1916-498b-8eb9-e81ab9368e84"

func newCodec(t testing.TB, key string) *wire.Codec {
	t.Helper()
	c, err := wire.NewCodec([]byte(key), wire.Scheme)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A vector is a message as jupyter_client's Session writes it; see testdata/vectors.py.
type vector struct {
	Name       string
	Key        string
	Frames     [][]byte
	Identities [][]byte
	ID         string `json:"msg_id"`
	Type       string `json:"msg_type"`
	ParentID   string `json:"parent_id"`
	Content    any
	Metadata   any
	Buffers    [][]byte
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	b, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var f struct{ Vectors []vector }
	if err := json.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Vectors) == 0 {
		t.Fatal("testdata/vectors.json holds no vectors")
	}
	return f.Vectors
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			c := newCodec(t, v.Key)
			m, err := c.Decode(v.Frames)
			if err != nil {
				t.Fatal(err)
			}
			var parent wire.Header
			if err := json.Unmarshal(m.ParentJSON, &parent); err != nil {
				t.Error(err)
			}
			var content, metadata any
			if err := m.Bind(&content); err != nil {
				t.Error(err)
			}
			if err := json.Unmarshal(m.Metadata, &metadata); err != nil {
				t.Error(err)
			}
			got := vector{v.Name, v.Key, v.Frames, m.Identities, m.Header.ID, m.Header.Type, parent.ID, content, metadata, m.Buffers}
			if d := cmp.Diff(v, got); d != "" {
				t.Errorf("decoded message (-want +got):\n%s", d)
			}
			// The JSON is kept as it came, so the signature comes out the same.
			if d := cmp.Diff(v.Frames, c.Encode(m)); d != "" {
				t.Errorf("encoded again (-want +got):\n%s", d)
			}
		})
	}
}

// TestAnyChange flips every bit of the signed frames of every vector, one at a time.
func TestAnyChange(t *testing.T) {
	for _, v := range readVectors(t) {
		if v.Key == "" {
			continue
		}
		c := newCodec(t, v.Key)
		for i, f := range v.Frames[len(v.Identities)+1 : len(v.Identities)+6] {
			for j := range f {
				for bit := range 8 {
					if i == 0 && 1<<bit == 'a'^'A' {
						continue // hexadecimal digits may be of either case
					}
					f[j] ^= 1 << bit
					if _, err := c.Decode(v.Frames); !errors.Is(err, wire.ErrSignature) {
						t.Fatalf("%s, frame %d, byte %d, bit %d: error %v, want %v", v.Name, i, j, bit, err, wire.ErrSignature)
					}
					f[j] ^= 1 << bit
				}
			}
		}
		if _, err := c.Decode(v.Frames); err != nil {
			t.Errorf("%s, unchanged: %v", v.Name, err)
		}
	}
}

func TestReplyAndPublish(t *testing.T) {
	client, kernel := newCodec(t, testKey), newCodec(t, testKey)
	if client.Session() == kernel.Session() {
		t.Fatalf("two codecs have the session %s", kernel.Session())
	}
	req, err := client.New(nil, "execute_request", map[string]any{"code": "1<2 && s"})
	if err != nil {
		t.Fatal(err)
	}
	// Unknown keys, odd spacing and the order of keys must survive in the parent header.
	req.HeaderJSON = json.RawMessage(`{"zeta": [1, 2.50],  "msg_type":"execute_request","msg_id":"m1","subshell_id":null, "ä":"\u00e4"}`)
	req.Identities = [][]byte{[]byte("proxy"), {0, 1, 2}}
	got, err := kernel.Decode(client.Encode(req))
	if err != nil {
		t.Fatal(err)
	}

	reply, err := kernel.Reply(got, "execute_reply", struct {
		Status string `json:"status"`
	}{"ok"})
	if err != nil {
		t.Fatal(err)
	}
	reply.Buffers = [][]byte{{1}, {}}
	pub, err := kernel.Publish(got, "stream", map[string]string{"text": "<b> & \u2028"})
	if err != nil {
		t.Fatal(err)
	}
	pub.Metadata = json.RawMessage(`{"n":1}`)
	alone, err := kernel.Publish(nil, "status", nil)
	if err != nil {
		t.Fatal(err)
	}

	for _, tt := range []struct {
		m                         *wire.Message
		ids                       [][]byte
		parent, metadata, content string
		buffers                   [][]byte
	}{
		{reply, req.Identities, string(req.HeaderJSON), "{}", `{"status":"ok"}`, [][]byte{{1}, {}}},
		{pub, [][]byte{[]byte("kernel." + kernel.Session() + ".stream")}, string(req.HeaderJSON), `{"n":1}`,
			`{"text":"<b> & \u2028"}`, [][]byte{}},
		{alone, [][]byte{[]byte("kernel." + kernel.Session() + ".status")}, "{}", "{}", "{}", [][]byte{}},
	} {
		frames := kernel.Encode(tt.m)
		back, err := client.Decode(frames)
		if err != nil {
			t.Fatalf("%s: %v", tt.m, err)
		}
		want := &wire.Message{
			Identities: tt.ids, Header: tt.m.Header, HeaderJSON: back.HeaderJSON,
			ParentJSON: json.RawMessage(tt.parent), Metadata: json.RawMessage(tt.metadata), Content: json.RawMessage(tt.content),
			Buffers: tt.buffers,
		}
		if d := cmp.Diff(want, back); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.m, d)
		}
		h := back.Header
		if h.Session != kernel.Session() || h.Version != "5.5" || !strings.HasPrefix(h.ID, h.Session) || h.Username == "" {
			t.Errorf("header %+v", h)
		}
		if at, err := time.Parse(time.RFC3339Nano, h.Date); err != nil || time.Since(at) > time.Hour || !strings.Contains(h.Date, ".") {
			t.Errorf("date %q: %v", h.Date, err)
		}
	}
}

// TestNeverNull sends what Go would write as null.
func TestNeverNull(t *testing.T) {
	c := newCodec(t, "")
	for _, v := range []any{nil, map[string]int(nil), (*wire.Header)(nil), json.RawMessage("null"), json.RawMessage(nil)} {
		m, err := c.New(nil, "status", v)
		if err != nil {
			t.Errorf("%#v: %v", v, err)
			continue
		}
		if string(m.Content) != "{}" {
			t.Errorf("content of %#v is %s, want {}", v, m.Content)
		}
	}
	frames := c.Encode(&wire.Message{Metadata: json.RawMessage(" null "), Header: wire.Header{Type: "status"}})
	for i, f := range frames[3:] {
		if string(f) != "{}" {
			t.Errorf("frame %d of an empty message is %q, want {}", i+3, f)
		}
	}
}

func TestObjectErrors(t *testing.T) {
	for _, tt := range []struct {
		v    any
		want string
	}{
		{[]int{1}, "an array"},
		{"text", "a string"},
		{1.5, "a number"},
		{true, "a boolean"},
		{make(chan int), "unsupported type"},
		{json.RawMessage(`{"a":`), "unexpected end"},
	} {
		_, err := newCodec(t, "").New(nil, "status", tt.v)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "status") {
			t.Errorf("content %#v: error %v, want one with %q and the type", tt.v, err, tt.want)
		}
	}
}

func TestScheme(t *testing.T) {
	if _, err := wire.NewCodec(nil, ""); err != nil {
		t.Error(err)
	}
	for _, s := range []string{"hmac-md5", "HMAC-SHA256", "none"} {
		if _, err := wire.NewCodec([]byte("k"), s); err == nil || !strings.Contains(err.Error(), s) {
			t.Errorf("scheme %q: error %v", s, err)
		}
	}
}

// signed gives the frames of a message whose JSON parts are as stated, signed with testKey.
func signed(t testing.TB, header, parent, metadata, content string) [][]byte {
	return newCodec(t, testKey).Encode(&wire.Message{
		HeaderJSON: []byte(header), ParentJSON: []byte(parent), Metadata: []byte(metadata), Content: []byte(content)})
}

func TestDecodeErrors(t *testing.T) {
	const h = `{"msg_id":"1","msg_type":"t"}`
	good := signed(t, h, "{}", "{}", "{}")
	with := func(i int, f string) [][]byte {
		frames := append([][]byte(nil), good...)
		frames[i] = []byte(f)
		return frames
	}
	for _, tt := range []struct {
		name   string
		frames [][]byte
		err    error
		says   string
	}{
		{"nothing", nil, wire.ErrFrames, "no delimiter <IDS|MSG> in 0 frames"},
		{"one empty frame", [][]byte{{}}, wire.ErrFrames, "in 1 frames"},
		{"no delimiter", good[1:], wire.ErrFrames, "in 5 frames"},
		{"delimiter alone", good[:1], wire.ErrFrames, "0 frames after"},
		{"no content", good[:5], wire.ErrFrames, "4 frames after"},
		{"no signature", with(1, ""), wire.ErrSignature, "0 bytes, expected 64"},
		{"short signature", with(1, "abcd"), wire.ErrSignature, "4 bytes"},
		{"not hexadecimal", with(1, strings.Repeat("g", 64)), wire.ErrSignature, "invalid byte"},
		{"wrong signature", with(1, strings.Repeat("0", 64)), wire.ErrSignature, "does not match"},
		{"header cut off", signed(t, `{"msg_id":`, "{}", "{}", "{}"), wire.ErrJSON, "header, byte 10"},
		{"header an array", signed(t, `[1]`, "{}", "{}", "{}"), wire.ErrJSON, "header is an array"},
		{"header null", signed(t, `null`, "{}", "{}", "{}"), wire.ErrJSON, "header is null"},
		{"header without type", signed(t, `{"msg_id":"1"}`, "{}", "{}", "{}"), wire.ErrJSON, "no msg_type"},
		{"type a number", signed(t, `{"msg_type":1}`, "{}", "{}", "{}"), wire.ErrJSON, "msg_type"},
		{"header twice", signed(t, h+h, "{}", "{}", "{}"), wire.ErrJSON, "header, byte"},
		{"header not UTF-8", signed(t, "{\"msg_type\":\"\xff\"}", "{}", "{}", "{}"), wire.ErrJSON, "UTF-8"},
		{"parent a string", signed(t, h, `"x"`, "{}", "{}"), wire.ErrJSON, "parent_header is a string, expected an object (in t 1)"},
		{"metadata a number", signed(t, h, "{}", "-1", "{}"), wire.ErrJSON, "metadata is a number"},
		{"content a boolean", signed(t, h, "{}", "{}", " true"), wire.ErrJSON, "content is a boolean"},
		{"content cut off", signed(t, h, "{}", "{}", `{"a":"b`), wire.ErrJSON, "content, byte 7"},
		{"content too deep", signed(t, h, "{}", "{}", strings.Repeat("[", 1<<20)), wire.ErrJSON, "depth"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := newCodec(t, testKey).Decode(tt.frames)
			if !errors.Is(err, tt.err) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("Decode gives %v, %v; want an error that is %q and says %q", m, err, tt.err, tt.says)
			}
		})
	}
}

func TestNullFramesAreEmpty(t *testing.T) {
	frames := signed(t, `{"msg_type":"t"}`, "{}", "{}", "{}")
	c := newCodec(t, "")
	for _, s := range []string{"", "null", " null\n"} {
		for i := 3; i < 6; i++ {
			frames[i] = []byte(s)
		}
		m, err := c.Decode(frames)
		if err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		if string(m.ParentJSON) != "{}" || string(m.Metadata) != "{}" || string(m.Content) != "{}" {
			t.Errorf("%q: %s %s %s, want {} three times", s, m.ParentJSON, m.Metadata, m.Content)
		}
	}
}

func TestReplay(t *testing.T) {
	c := newCodec(t, testKey)
	frames := signed(t, `{"msg_type":"t","msg_id":"1"}`, "{}", "{}", "{}")
	bad := append([][]byte(nil), frames...)
	bad[5] = []byte(`{"a":1}`)
	if _, err := c.Decode(bad); !errors.Is(err, wire.ErrSignature) {
		t.Fatalf("changed message: %v", err)
	}
	if _, err := c.Decode(frames); err != nil {
		t.Fatalf("a forged message must not make the real one a replay: %v", err)
	}
	again := append([][]byte(nil), frames...)
	again[1] = bytes.ToUpper(again[1])
	for _, f := range [][][]byte{frames, again, append([][]byte{[]byte("other")}, frames...)} {
		if _, err := c.Decode(f); !errors.Is(err, wire.ErrReplay) {
			t.Errorf("second copy: error %v, want %v", err, wire.ErrReplay)
		}
	}
}

// TestUnsigned: without a key nothing is checked, and the same message may come twice.
func TestUnsigned(t *testing.T) {
	c := newCodec(t, "")
	frames := signed(t, `{"msg_type":"t"}`, "{}", "{}", "{}")
	for range 2 {
		if _, err := c.Decode(frames); err != nil {
			t.Error(err)
		}
	}
	m, err := c.New(nil, "t", nil)
	if err != nil {
		t.Fatal(err)
	}
	if sig := c.Encode(m)[1]; len(sig) != 0 {
		t.Errorf("signature without a key: %q", sig)
	}
}

func TestBindError(t *testing.T) {
	m := &wire.Message{Header: wire.Header{Type: "execute_request"}, Content: json.RawMessage(`{"code":1}`)}
	var v struct{ Code string }
	if err := m.Bind(&v); err == nil || !strings.Contains(err.Error(), "execute_request") || !strings.Contains(err.Error(), "Code") {
		t.Errorf("error %v, want one that names the message and the field", err)
	}
	m.Content = nil
	if err := m.Bind(&v); err != nil {
		t.Errorf("no content: %v", err)
	}
}

// TestUnique makes messages from many goroutines and decodes them by many.
func TestUnique(t *testing.T) {
	kernel, client := newCodec(t, testKey), newCodec(t, testKey)
	var wg sync.WaitGroup
	var ids sync.Map
	for range 8 {
		wg.Go(func() {
			for range 200 {
				m, err := kernel.New(nil, "status", nil)
				if err != nil {
					t.Error(err)
					return
				}
				if _, dup := ids.LoadOrStore(m.Header.ID, true); dup {
					t.Errorf("id %s was used twice", m.Header.ID)
				}
				if _, err := client.Decode(kernel.Encode(m)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
