// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// text joins the events of a batch that has only text: the streams as runs of "out:" and "err:".
func text(events []event) string {
	var b strings.Builder
	for _, ev := range events {
		switch {
		case ev.show != nil:
			b.WriteString("<" + string(ev.show.Content) + ">")
		case ev.clear && ev.wait:
			b.WriteString("[clear later]")
		case ev.clear:
			b.WriteString("[clear]")
		case ev.stream == engine.Stdout:
			b.WriteString("out:" + string(ev.text))
		default:
			b.WriteString("err:" + string(ev.text))
		}
		b.WriteString("|")
	}
	return b.String()
}

// step does something that a cell does, in a short notation: "o", "e" and text write to a stream,
// "d" and text displays, "x1" and text displays under the id 1, "u1" and text updates it, "c" and
// "w" clear now and later.
func step(b *batch, s string) {
	switch s[0] {
	case 'o':
		b.write(engine.Stdout, []byte(s[1:]))
	case 'e':
		b.write(engine.Stderr, []byte(s[1:]))
	case 'd':
		b.display(&wire.Message{Content: []byte(s[1:])}, "", false)
	case 'x', 'u':
		b.display(&wire.Message{Content: []byte(s[2:])}, s[1:2], s[0] == 'u')
	case 'c', 'w':
		b.clear(s[0] == 'w')
	}
}

// steps does a list of steps, sends what has come at each ".", and returns what it sent.
func steps(b *batch, list ...string) string {
	var sent string
	for _, s := range list {
		if s == "." {
			sent += text(b.take())
		} else {
			step(b, s)
		}
	}
	b.finish()
	return sent + text(b.take())
}

func TestBatch(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"oa", "ob", "ec", "od"}, "out:ab|err:c|out:d|"},
		{[]string{"oa", ".", "ob"}, "out:a|out:b|"},
		{[]string{"oa", "dD", "ob"}, "out:a|<D>|out:b|"},
		{[]string{"o", "e"}, ""},

		// Characters that come in pieces.
		{[]string{"o\xc3", "o\xa9"}, "out:é|"},
		{[]string{"o\xc3", ".", "o\xa9"}, "out:é|"},
		{[]string{"o\xf0\x9f", "o\x98", "o\x80"}, "out:😀|"},
		{[]string{"oa\xf0\x9f", "e!", "o\x98\x80b"}, "out:a|err:!|out:😀b|"},
		{[]string{"o\xc3", "e\xe2\x82", "o\xa9", "e\xac"}, "out:é|err:€|"},
		{[]string{"o\xc3", "dD", "o\xa9"}, "<D>|out:é|"},
		{[]string{"o\xc3"}, "out:\uFFFD|"},
		{[]string{"o\xf0\x9f", "e\xc3"}, "out:\uFFFD|err:\uFFFD|"},
		{[]string{"o\xc3A"}, "out:\uFFFDA|"},
		{[]string{"o\xc3", "oA"}, "out:\uFFFDA|"},
		{[]string{"o\xf0\x9f", "o\xc3", "o\xa9"}, "out:\uFFFD\uFFFDé|"},
		{[]string{"o\xff\xfeB"}, "out:\uFFFD\uFFFDB|"},
		{[]string{"o\xed\xa0\x80"}, "out:\uFFFD\uFFFD\uFFFD|"}, // half of a surrogate pair

		// Updates.
		{[]string{"x1A", "u1B", "u1C"}, "<A>|<C>|"},
		{[]string{"u1B", "oa", "u1C", "u2D"}, "<C>|out:a|<D>|"},
		{[]string{"u1B", ".", "u1C"}, "<B>|<C>|"},
		{[]string{"u1A", "x1B", "u1C"}, "<A>|<B>|<C>|"},
		{[]string{"u1A", "dX", "u1B"}, "<B>|<X>|"},

		// Clearing.
		{[]string{"oa", "c", "ob"}, "out:a|[clear]|out:b|"},
		{[]string{"oa", "dA", "w", "dB", "w", "eb", "w", "dC"}, "out:a|<A>|[clear later]|<C>|"},
		{[]string{"oa", ".", "c", "ob", "c", "od"}, "out:a|[clear]|out:d|"},
		{[]string{"c", "oa", "w", "ob"}, "[clear]|out:b|"},
		{[]string{"w", "oa", "c"}, "[clear]|"},
		{[]string{"w", "u1A", "x2B", "w"}, "<A>|[clear later]|"},
		{[]string{"o\xc3", "c", "oA"}, "[clear]|out:A|"},
	} {
		if got := steps(new(batch), c.steps...); got != c.want {
			t.Errorf("%q: got %q, want %q", c.steps, got, c.want)
		}
	}
}

// However text is cut into writes and batches, what comes out of a stream is what went in, with
// U+FFFD for the bytes that are not UTF-8, and every piece is whole.
func TestBatchKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b batch
		var in, out [2]strings.Builder
		send := func() {
			for _, ev := range b.take() {
				if !utf8.Valid(ev.text) {
					t.Fatalf("sent %q", ev.text)
				}
				if ev.stream == engine.Stdout {
					out[0].Write(ev.text)
				} else {
					out[1].Write(ev.text)
				}
			}
		}
		piece := rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 0, 5), rapid.SampledFrom([][]byte{
			{0xf0}, {0xf0, 0x9f}, {0x9f, 0x98}, {0x80}, {0xc3}, {0xa9}, {0xe2, 0x82}, {0xac}, []byte("a"), []byte("é"), []byte("😀"),
		}))
		for range rapid.IntRange(0, 40).Draw(t, "writes") {
			p := piece.Draw(t, "text")
			if rapid.Bool().Draw(t, "stderr") {
				b.write(engine.Stderr, p)
				in[1].Write(p)
			} else {
				b.write(engine.Stdout, p)
				in[0].Write(p)
			}
			if rapid.IntRange(0, 3).Draw(t, "send") == 0 {
				send()
			}
		}
		b.finish()
		send()
		for i := range in {
			want := string([]rune(in[i].String()))
			// What is left of one incomplete character at the end is a single U+FFFD, whatever its
			// length.
			got := out[i].String()
			for len(want) > len(got) && strings.HasSuffix(want, "\uFFFD\uFFFD") {
				want = strings.TrimSuffix(want, "\uFFFD")
			}
			if got != want {
				t.Fatalf("stream %d: got %q, want %q", i, got, want)
			}
		}
	})
}

func TestOutputLimit(t *testing.T) {
	b := batch{limit: 10}
	got := steps(&b, "oabcdefgh", "eé", "o€", "ox", "ey", "dD", "oz")
	before, after, cut := strings.Cut(got, "\n[Output cut: a cell may show 10B of text. For more, set POLKA_OUTPUT_LIMIT")
	if !cut || before != "out:abcdefgh|err:é" || strings.Count(after, "cut") != 0 {
		t.Fatalf("got %q", got)
	}
	if !strings.Contains(after, "POLKA_OUTPUT_LIMIT=100B ") || !strings.HasSuffix(after, "|<D>|") {
		t.Errorf("after the cut %q, want the notice, how to lift the limit, and the display", after)
	}

	// A character is not cut in two.
	b = batch{limit: 10}
	if got := steps(&b, "oabcdefgh€"); !strings.HasPrefix(got, "out:abcdefgh|err:") {
		t.Errorf("got %q", got)
	}

	// Text up to the limit is not cut; clearing gives the cell its limit again.
	b = batch{limit: 10}
	if got := steps(&b, "oabcdefghij", "c", "oABCDEFGHIJ", ".", "c", "oabcdefghij"); got != "out:abcdefghij|[clear]|out:ABCDEFGHIJ|[clear]|out:abcdefghij|" {
		t.Errorf("got %q", got)
	}

	// No limit.
	b = batch{limit: -1}
	if got := steps(&b, "o"+strings.Repeat("a", 1000)); len(got) != 1005 {
		t.Errorf("got %d bytes", len(got))
	}

	// Nothing is kept of what is cut.
	b = batch{limit: 10}
	for range 1000 {
		steps(&b, "oabcdefghijk", "e\xc3")
	}
	b.write(engine.Stdout, []byte("a"))
	b.write(engine.Stderr, []byte("a"))
	if n := len(b.events); n != 0 {
		t.Errorf("%d events wait after the cut", n)
	}
}

// The size of a batch is that of what is in it.
func TestBatchSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := batch{limit: rapid.SampledFrom([]int{0, 20}).Draw(t, "limit")}
		kinds := rapid.SampledFrom([]string{"oabc", "e\xc3", "exyz", "dDDDD", "x1AB", "u1ABCD", "u1A", "u2", "c", "w"})
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			s := kinds.Draw(t, "step")
			step(&b, s)
			n := 0
			for _, ev := range b.events {
				n += len(ev.text)
				if ev.show != nil {
					n += len(ev.show.Content)
				}
			}
			if n != b.size {
				t.Fatalf("after %q size is %d, want %d", s, b.size, n)
			}
		}
	})
}
