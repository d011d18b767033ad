// SPDX-License-Identifier: BSD-3-Clause

package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/wire"
)

// cut makes frames from bytes: each frame is a length and as many bytes as there are.
func cut(b []byte) (frames [][]byte) {
	for len(b) > 0 {
		n := min(int(b[0]), len(b)-1)
		frames = append(frames, b[1:1+n])
		b = b[1+n:]
	}
	return frames
}

func join(frames [][]byte) (b []byte) {
	for _, f := range frames {
		n := min(len(f), 255)
		b = append(append(b, byte(n)), f[:n]...)
	}
	return b
}

// FuzzFrames gives Decode any frames at all, with and without a key. What it accepts must be
// usable.
func FuzzFrames(f *testing.F) {
	for _, v := range readVectors(f) {
		f.Add(join(v.Frames))
	}
	f.Add([]byte{})
	f.Add([]byte("\x09<IDS|MSG>\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		frames := cut(b)
		newCodec(t, testKey).Decode(frames)
		c := newCodec(t, "")
		m, err := c.Decode(frames)
		if err != nil {
			return
		}
		usable(t, c, m)
	})
}

// FuzzSigned gives Decode messages with good signatures over any JSON frames.
func FuzzSigned(f *testing.F) {
	for _, v := range readVectors(f) {
		p := v.Frames[len(v.Identities)+2:]
		f.Add(p[0], p[1], p[2], p[3])
	}
	f.Fuzz(func(t *testing.T, header, parent, metadata, content []byte) {
		c := newCodec(t, testKey)
		frames := c.Encode(&wire.Message{HeaderJSON: header, ParentJSON: parent, Metadata: metadata, Content: content})
		m, err := c.Decode(frames)
		if err != nil {
			return
		}
		usable(t, c, m)
		if _, err := c.Decode(frames); err == nil {
			t.Error("a second copy was accepted")
		}
	})
}

// usable checks what the kernel assumes about a decoded message.
func usable(t *testing.T, c *wire.Codec, m *wire.Message) {
	for _, raw := range []json.RawMessage{m.HeaderJSON, m.ParentJSON, m.Metadata, m.Content} {
		var o map[string]any
		if err := json.Unmarshal(raw, &o); err != nil || o == nil {
			t.Errorf("%q is not an object: %v", raw, err)
		}
	}
	if m.Header.Type == "" {
		t.Error("no type")
	}
	reply, err := c.Reply(m, "reply", nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewCodec([]byte(testKey), "")
	if err != nil {
		t.Fatal(err)
	}
	back, err := client.Decode(client.Encode(reply))
	if err != nil {
		t.Fatalf("reply does not decode: %v", err)
	}
	if d := cmp.Diff(m.HeaderJSON, back.ParentJSON); d != "" {
		t.Errorf("parent header (-want +got):\n%s", d)
	}
}
