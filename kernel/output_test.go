// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// cell is an interpreter whose cells all do the same.
func cell(f func(context.Context, engine.Output)) *interpreter {
	return &interpreter{execute: func(ctx context.Context, _ engine.Cell, out engine.Output) engine.Reply {
		f(ctx, out)
		return engine.Reply{}
	}}
}

// shown are the outputs among messages.
func shown(list []got) (s []string) {
	for _, g := range list {
		switch g.Header.Type {
		case "stream", "display_data", "update_display_data", "clear_output":
			s = append(s, g.brief())
		}
	}
	return s
}

// after is what has been shown since the last look, at several times.
func (f *frontend) after(waits ...time.Duration) (s []string) {
	for _, d := range waits {
		time.Sleep(d)
		s = append(s, fmt.Sprint(shown(f.published())))
	}
	return s
}

const ms = time.Millisecond

// Text waits 50 ms for more; what comes later has a rhythm of its own.
func TestTextIsBatched(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		out.Write(engine.Stdout, []byte("hello, "))
		out.Write(engine.Stdout, []byte("world"))
		time.Sleep(60 * ms)
		out.Write(engine.Stdout, []byte("a"))
		time.Sleep(20 * ms)
		out.Write(engine.Stderr, []byte("b"))
		time.Sleep(100 * ms)
		out.Write(engine.Stdout, []byte("c"))
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		got := f.after(0, 49*ms, 2*ms, 50*ms, 10*ms, 60*ms, 10*ms)
		want := []string{"[]", "[]", `[stdout "hello, world"]`, "[]", `[stdout "a" stderr "b"]`, "[]", `[stdout "c"]`}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// 100,000 lines at the speed of an interpreter come whole, in order, and in few messages, even on a
// machine that is ten times as slow.
func TestManyLines(t *testing.T) {
	const n = 100_000
	for _, second := range []int{170_000, 20_000} { // lines a second
		i := cell(func(_ context.Context, out engine.Output) {
			for k := range n {
				out.Write(engine.Stdout, fmt.Appendf(nil, "line %d\n", k))
				if k%100 == 0 {
					time.Sleep(100 * time.Second / time.Duration(second))
				}
			}
		})
		in(t, i, Config{}, func(f *frontend) {
			f.execute("x")
			time.Sleep(time.Minute)
			pieces := kind(f.published(), "stream")
			if len(pieces) > 22 || second == 170_000 && len(pieces) > 6 {
				t.Errorf("%d lines a second: %d messages", second, len(pieces))
			}
			var all strings.Builder
			for _, p := range pieces {
				all.WriteString(p.data["text"].(string))
			}
			var want strings.Builder
			for k := range n {
				fmt.Fprintf(&want, "line %d\n", k)
			}
			if all.String() != want.String() {
				t.Error("the text is not what was printed")
			}
		})
	}
}

// What an endless cell prints does not pile up: the frontend gets few messages, which become rarer,
// and after Stop no more than it can show soon. A notice says what is left out.
func TestEndlessOutput(t *testing.T) {
	for _, lines := range []int{2, 200} { // a millisecond
		total := 0
		i := cell(func(ctx context.Context, out engine.Output) {
			for k := 0; ctx.Err() == nil; k++ {
				text := fmt.Appendf(nil, "line %d\n", k)
				total += len(text)
				out.Write(engine.Stdout, text)
				if k%lines == 0 {
					time.Sleep(ms)
				}
			}
		})
		in(t, i, Config{}, func(f *frontend) {
			m := f.execute("x")
			time.Sleep(10 * time.Second)
			pieces := kind(f.published(), "stream")
			f.send(f.control, "interrupt_request", nil)
			time.Sleep(2 * ms) // the cell looks at its context once a millisecond
			f.reply(f.shell, m, "execute_reply")
			rest := kind(f.published(), "stream")
			size := 0
			for _, p := range append(pieces, rest...) {
				size += len(p.data["text"].(string))
			}
			if most := holdSize + keepSize + 1000; size > most || len(pieces) > 100 || len(rest) > 3 {
				t.Errorf("%d lines: %d bytes in %d messages and %d after Stop", lines, size, len(pieces), len(rest))
			}
			var all strings.Builder
			for _, p := range append(pieces, rest...) {
				all.WriteString(p.data["text"].(string))
			}
			if left := strings.Contains(all.String(), "left out, since the cell was stopped"); left != (total > holdSize) || !left && size != total {
				t.Errorf("%d lines: %d of %d bytes are shown, and the text ends %q", lines, size, total, all.String()[max(0, size-200):])
			}
			if cut := strings.HasSuffix(all.String(), "(0: no limit)]\n"); cut != (total > defaultOutputLimit) {
				t.Errorf("%d lines: %d of %d bytes are shown, and the text ends %q", lines, size, total, all.String()[max(0, size-200):])
			}
		})
	}
}

// A flood is shown when it is over, in the middle of a cell too, and displays after it are not
// late.
func TestFlood(t *testing.T) {
	text := strings.Repeat("0123456789\n", 100_000)
	i := cell(func(ctx context.Context, out engine.Output) {
		for l := range strings.Lines(text) {
			out.Write(engine.Stdout, []byte(l))
			time.Sleep(10 * time.Microsecond)
		}
		out.Display(display.Event{Bundle: display.Text("A")})
		<-ctx.Done()
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		time.Sleep(5 * time.Second)
		all := f.published()
		var got strings.Builder
		for _, p := range kind(all, "stream") {
			got.WriteString(p.data["text"].(string))
		}
		if got.String() != text || len(kind(all, "display_data")) != 1 {
			t.Errorf("%d bytes of %d, %d displays", got.Len(), len(text), len(kind(all, "display_data")))
		}
	})
}

// A cell that writes to both streams in turn makes some messages, and then a few for each batch.
func TestTurns(t *testing.T) {
	const n = 10_000
	i := cell(func(_ context.Context, out engine.Output) {
		for k := range n {
			out.Write(engine.Stdout, fmt.Appendf(nil, "out %d\n", k))
			out.Write(engine.Stderr, fmt.Appendf(nil, "err %d\n", k))
			time.Sleep(100 * time.Microsecond)
		}
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		time.Sleep(time.Minute)
		all := kind(f.published(), "stream")
		if len(all) > turnLimit+60 {
			t.Errorf("%d messages", len(all))
		}
		got := map[any]string{}
		for _, p := range all {
			got[p.data["name"]] += p.data["text"].(string)
		}
		var stdout, stderr strings.Builder
		for k := range n {
			fmt.Fprintf(&stdout, "out %d\n", k)
			fmt.Fprintf(&stderr, "err %d\n", k)
		}
		if got["stdout"] != stdout.String() || got["stderr"] != stderr.String() {
			t.Error("the text is not what was written")
		}
	})
}

// A picture is seen at once, together with the text before it; a flood of them is not delayed, but
// an animation is, to 20 frames a second.
func TestDisplays(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		out.Write(engine.Stdout, []byte("a"))
		out.Display(display.Event{Bundle: display.Text("A")})
		time.Sleep(time.Second)
		for k := range 1000 {
			out.Clear(true)
			out.Display(display.Event{Bundle: display.Text(fmt.Sprint(k))})
			time.Sleep(ms)
		}
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		if got, want := f.after(0, 500*ms), []string{`[stdout "a" display_data A]`, "[]"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		time.Sleep(10 * time.Second)
		frames := shown(f.published())
		if len(frames) < 2*19 || len(frames) > 2*22 || frames[len(frames)-1] != "display_data 999" {
			t.Errorf("%d messages for 1000 frames in a second, the last is %s", len(frames), frames[len(frames)-1])
		}
		for i, m := range frames {
			if clears := strings.HasPrefix(m, "clear_output wait=true"); clears != (i%2 == 0) {
				t.Fatalf("message %d is %s", i, m)
			}
		}
	})
}

// Display ids and updates travel as the protocol has them.
func TestDisplayIDs(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		out.Display(display.Event{Bundle: display.Text("plain")})
		out.Display(display.Event{Bundle: display.Text("first"), ID: "d1"})
		out.Display(display.Event{Bundle: display.Text("second"), ID: "d1", Update: true})
		out.Display(display.Event{Bundle: display.Text("nowhere"), Update: true})
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		all := f.published()
		want := []string{"display_data plain", "display_data first (d1)", "update_display_data second (d1)"}
		if got := shown(all); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		for _, g := range append(kind(all, "display_data"), kind(all, "update_display_data")...) {
			for _, m := range []string{"data", "metadata", "transient"} {
				if _, ok := g.data[m].(map[string]any); !ok {
					t.Errorf("%s: %s is %v", g.brief(), m, g.data[m])
				}
			}
		}
	})
}

// What the interpreter gives may be changed by it as soon as the call has returned.
func TestOutputKeepsNoMemory(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		text := []byte("text")
		out.Write(engine.Stdout, text)
		copy(text, "XXXX")
		data := map[string][]byte{"text/plain": []byte("data"), "application/json": []byte(`{"a":1}`)}
		metadata := map[string]any{"a": 1}
		out.Display(display.Event{Bundle: display.Bundle{Data: data, Metadata: metadata}})
		copy(data["text/plain"], "XXXX")
		copy(data["application/json"], `{"b":2}`)
		metadata["a"] = 2
	})
	in(t, i, Config{}, func(f *frontend) {
		f.settle()
		f.gate <- struct{}{}
		f.execute("x")
		f.settle()
		<-f.gate
		all := f.published()
		if got, want := shown(all), []string{`stdout "text"`, "display_data data"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if s := string(kind(all, "display_data")[0].Content); !strings.Contains(s, `{"a":1}`) || strings.Contains(s, "2") {
			t.Errorf("display_data %s", s)
		}
	})
}

// Metadata that is not JSON does not lose the picture.
func TestBadMetadata(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		out.Display(display.Event{Bundle: display.Bundle{Data: display.Text("A").Data, Metadata: map[string]any{"f": func() {}}}})
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		if got, want := shown(f.published()), []string{"display_data A"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestClearOutput(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		out.Write(engine.Stdout, []byte("a"))
		out.Clear(false)
		out.Write(engine.Stdout, []byte("b"))
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		if got, want := shown(f.published()), []string{`stdout "a"`, "clear_output wait=false", `stdout "b"`}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// What a goroutine prints after its cell has ended goes out as that cell's output, and may ask
// nothing.
func TestLateOutput(t *testing.T) {
	var answer error
	i := byCode(map[string]func(context.Context, engine.Cell, engine.Output) engine.Reply{
		"x": func(_ context.Context, _ engine.Cell, out engine.Output) engine.Reply {
			go func() {
				time.Sleep(time.Second)
				out.Write(engine.Stdout, []byte("late"))
				_, answer = out.Input(context.Background(), "?", false)
			}()
			return engine.Reply{}
		},
	})
	in(t, i, Config{}, func(f *frontend) {
		m := f.execute("x", "allow_stdin", true)
		f.reply(f.shell, m, "execute_reply")
		f.execute("y")
		time.Sleep(2 * time.Second)
		if got, want := shown(of(f.published(), m)), []string{`stdout "late"`}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if !errors.Is(answer, engine.ErrNoInput) {
			t.Errorf("late question: %v", answer)
		}
	})
}

// Output after the end of the kernel goes nowhere, and nothing panics.
func TestOutputAfterEnd(t *testing.T) {
	var late engine.Output
	in(t, cell(func(_ context.Context, out engine.Output) { late = out }), Config{}, func(f *frontend) {
		f.execute("x")
		f.settle()
		f.kernel.stop()
		f.settle()
		late.Write(engine.Stdout, []byte("late"))
		late.Display(display.Event{Bundle: display.Text("late")})
		late.Clear(true)
		time.Sleep(time.Second)
	})
}

// A slow frontend slows the cell down, so that memory stays small; nothing is lost.
func TestBackPressure(t *testing.T) {
	const pieces = 12
	written := 0
	i := cell(func(_ context.Context, out engine.Output) {
		for range pieces {
			out.Write(engine.Stdout, []byte(strings.Repeat("x", batchSize)))
			written++
		}
	})
	in(t, i, Config{OutputLimit: -1}, func(f *frontend) {
		f.settle()
		f.gate <- struct{}{}
		m := f.execute("x")
		f.settle()
		if most := backlogLimit/batchSize + 1; written > most {
			t.Errorf("%d MiB were taken while nobody read, want at most %d", written, most)
		}
		<-f.gate
		f.reply(f.shell, m, "execute_reply")
		n := 0
		for _, g := range kind(f.published(), "stream") {
			n += len(g.data["text"].(string))
		}
		if n != pieces*batchSize {
			t.Errorf("%d bytes came, want %d", n, pieces*batchSize)
		}
	})
}

// Outputs of many goroutines come whole, and those of each in order.
func TestManyWriters(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) {
		done := make(chan bool)
		for w := range 8 {
			go func() {
				for k := range 500 {
					out.Write(engine.Stdout, fmt.Appendf(nil, "%d %d\n", w, k))
				}
				done <- true
			}()
		}
		for range 8 {
			<-done
		}
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("x")
		var all strings.Builder
		for _, g := range kind(f.published(), "stream") {
			all.WriteString(g.data["text"].(string))
		}
		var next [8]int
		for l := range strings.Lines(all.String()) {
			var w, k int
			if _, err := fmt.Sscanf(l, "%d %d\n", &w, &k); err != nil || next[w] != k {
				t.Fatalf("line %q, want line %d of that writer", l, next[w])
			}
			next[w]++
		}
		if next != [8]int{500, 500, 500, 500, 500, 500, 500, 500} {
			t.Errorf("lines of the writers: %v", next)
		}
	})
}

func TestOutputLimitOfCell(t *testing.T) {
	i := cell(func(_ context.Context, out engine.Output) { out.Write(engine.Stdout, []byte("0123456789abc")) })
	in(t, i, Config{OutputLimit: 10}, func(f *frontend) {
		for range 2 { // each cell has the limit for itself
			f.execute("x")
			s := shown(f.published())
			if len(s) != 2 || s[0] != `stdout "0123456789"` || !strings.Contains(s[1], "POLKA_OUTPUT_LIMIT") {
				t.Errorf("got %q", s)
			}
		}
	})
}
