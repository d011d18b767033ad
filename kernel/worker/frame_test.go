// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"polka/kernel/engine"
)

func TestFrame(t *testing.T) {
	messages := []message{
		{Kind: kindBarrier, ID: 7, Stream: engine.Stderr},
		{Kind: kindComplete, Pos: 3, parts: [][]byte{[]byte("fmt.\x00\xff")}},
		{Kind: kindReply, parts: [][]byte{{}, bytes.Repeat([]byte("a"), framePipe), []byte("b"), bytes.Repeat([]byte("c"), 3*maxTrust+1), {}}},
	}
	var b bytes.Buffer
	w := newFrameWriter(&b)
	for _, m := range messages {
		if err := w.write(m); err != nil {
			t.Fatal(err)
		}
	}
	r := newFrameReader(&b)
	for _, m := range messages {
		got, err := r.read()
		if err != nil {
			t.Fatal(err)
		}
		if d := differ(m, got); d != "" {
			t.Error(d)
		}
	}
	if _, err := r.read(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// differ says how two messages differ; parts that are empty may be nil.
func differ(a, b message) string {
	if !slices.EqualFunc(a.parts, b.parts, bytes.Equal) {
		return "parts differ"
	}
	a.parts, b.parts = nil, nil
	return cmp.Diff(a, b, cmp.AllowUnexported(message{}), cmpopts.EquateEmpty())
}

// raw builds a frame by hand.
func raw(magic string, header string, numbers ...uint32) []byte {
	b := []byte(magic)
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return append(b, header...)
}

func TestGarbled(t *testing.T) {
	for _, c := range []struct {
		name, says string
		data       []byte
	}{
		{"text", `it begins with "GET "`, []byte("GET / HTTP/1.1\r\n\r\n")},
		{"short", "it ends after the first bytes", []byte("plk1")},
		{"parts", "4294967295 parts, expected at most 16384", raw("plk1", "", 2, 1<<32-1)},
		{"header", "4294967295 bytes, expected at most 268435456", raw("plk1", "", 1<<32-1, 0)},
		{"sum", "bytes, expected at most", raw("plk1", "{}", 2, 3, 1<<27, 1<<27, 1<<27)},
		{"lengths cut", "it ends early", raw("plk1", "", 2, 3, 1)},
		{"header cut", "it ends early", raw("plk1", "{", 2, 0)},
		{"part cut", "it ends early", raw("plk1", "{}abc", 2, 1, 1<<27)},
		{"no JSON", "invalid character", raw("plk1", "hi", 2, 0)},
		{"no object", "cannot unmarshal", raw("plk1", "[]", 2, 0)},
	} {
		_, err := newFrameReader(bytes.NewReader(c.data)).read()
		if !errors.Is(err, errGarbled) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.says)
		}
	}
}

// A length costs nothing until its bytes come.
func TestTrust(t *testing.T) {
	data := raw("plk1", "{}", 2, 1, maxFrame-2)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	newFrameReader(bytes.NewReader(data)).read()
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 2*maxTrust {
		t.Errorf("%d bytes for an announcement", got)
	}
}

func TestWriteTooBig(t *testing.T) {
	var b bytes.Buffer
	w := newFrameWriter(&b)
	if err := w.write(message{parts: [][]byte{make([]byte, maxFrame)}}); err != errTooBig || b.Len() != 0 {
		t.Errorf("%v, %d bytes written", err, b.Len())
	}
	if err := w.write(message{parts: make([][]byte, maxParts+1)}); err != errTooBig || b.Len() != 0 {
		t.Errorf("%v, %d bytes written", err, b.Len())
	}
}

// Whatever comes, the reader gives messages that the writer would have written, and then one error.
func FuzzFrames(f *testing.F) {
	for _, m := range []message{
		{Kind: kindHello, PID: 1, Memory: 2, Stack: 3},
		{Kind: kindDisplay, Display: &eventHead{Bundle: bundleHead{Types: []string{"a/b", "c/d"}}}, parts: [][]byte{[]byte("x"), nil}},
		{Kind: kindReply, Reply: &replyHead{Names: []string{"n"}, Value: &bundleHead{}}, parts: [][]byte{[]byte("x")}},
	} {
		var b bytes.Buffer
		newFrameWriter(&b).write(m)
		f.Add(b.Bytes())
		f.Add(b.Bytes()[:b.Len()-1])
	}
	f.Add(raw("plk1", "", 1, 1<<14))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newFrameReader(bytes.NewReader(data))
		for {
			m, err := r.read()
			if err == io.EOF {
				return
			}
			if err != nil {
				if !errors.Is(err, errGarbled) {
					t.Fatalf("%v is not errGarbled", err)
				}
				return
			}
			again := m
			m.takeReply() // must not panic
			if m.Display != nil {
				m.take(m.Display.Bundle)
			}
			var b bytes.Buffer
			if err := newFrameWriter(&b).write(again); err != nil {
				t.Fatal(err)
			}
			twin, err := newFrameReader(&b).read()
			if err != nil {
				t.Fatal(err)
			}
			if d := differ(again, twin); d != "" {
				t.Fatal(d)
			}
		}
	})
}
