// SPDX-License-Identifier: BSD-3-Clause

package guard

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestSplitter writes messages as zmq4 might, cut at any places, and finds them again.
func TestSplitter(t *testing.T) {
	size := rapid.SampledFrom([]int{0, 1, 2, 3, 254, 255, 256, 257, 1000})
	rapid.Check(t, func(t *rapid.T) {
		all := append(greeting(), appendReady(nil, "ROUTER", "")...)
		var want []string
		for range rapid.IntRange(0, 5).Draw(t, "messages") {
			var frames [][]byte
			for range rapid.IntRange(1, 4).Draw(t, "frames") {
				frames = append(frames, bytes.Repeat([]byte{1}, size.Draw(t, "size")))
			}
			m := appendMessage(nil, frames)
			want = append(want, string(m))
			all = append(all, m...)
		}
		s, skip := newSplitter(), unseen
		var got []string
		var msg strings.Builder
		for len(all) > 0 {
			p := all[:rapid.IntRange(1, len(all)).Draw(t, "written")]
			all = all[len(p):]
			for len(p) > 0 {
				n, end := s.next(p)
				if n == 0 {
					t.Fatalf("no progress in %d bytes", len(p))
				}
				msg.Write(p[:n])
				p = p[n:]
				if !end {
					continue
				}
				if skip > 0 {
					skip--
				} else {
					got = append(got, msg.String())
				}
				msg.Reset()
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("messages (-want +got):\n%s", d)
		}
		if msg.Len() > 0 {
			t.Errorf("%d bytes left over", msg.Len())
		}
	})
}
