// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTrace follows traces of random problems: the tries that stand at a
// solution are a solution, every change to the lists is undone in reverse order,
// and nodes and solutions are as many as the statistics say.
func TestTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		multiple := rapid.Bool().Draw(t, "multiple")
		p := drawProblem(t, multiple)
		var tried []Event // tried[l] is the try, or null, of level l
		var done []Event  // what is not undone
		nodes, solutions := int64(1), int64(0)
		err := p.Trace(context.Background(), Fewest, func(e Event) bool {
			switch e.Kind {
			case Try, Null:
				nodes++
				if e.Level > len(tried) {
					t.Fatalf("level %d after %d tries", e.Level, len(tried))
				}
				tried = append(tried[:e.Level], e)
			case Solved:
				solutions++
				var options []int
				for _, c := range tried[:e.Level] {
					if c.Option >= 0 {
						options = append(options, c.Option)
					}
				}
				if err := p.Check(options...); err != nil {
					t.Fatalf("%v\n%s", err, p.DLX())
				}
			case Cover, Hide, Purify:
				if !e.Undo {
					done = append(done, e)
					break
				}
				if multiple {
					break // hiding by tweaks is undone from the top
				}
				// An uncover begins with its name and then unhides.
				i := len(done) - 1
				if e.Kind != Hide {
					for done[i].Kind == Hide {
						i--
					}
				}
				if was := done[i]; was.Kind != e.Kind || was.Item != e.Item || was.Option != e.Option {
					t.Fatalf("%v undoes %v\n%s", e, was, p.DLX())
				}
				done = append(done[:i], done[i+1:]...)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if !multiple && len(done) > 0 {
			t.Fatalf("%v is not undone\n%s", done, p.DLX())
		}
		s := p.recorded(Options{Engine: "links"})
		n, err := s.Count(context.Background())
		if err != nil || n.Int64() != solutions || s.Stats().Nodes != nodes {
			t.Fatalf("%d nodes and %d solutions in the trace, %v, %v, in the count %v\n%s", nodes, solutions, n, err, s.Stats(), p.DLX())
		}
	})
}

func TestTraceStops(t *testing.T) {
	p := load(t, "queens8")
	n := 0
	err := p.Trace(t.Context(), Fewest, func(Event) bool {
		n++
		return n < 100
	})
	if err != nil || n != 100 {
		t.Errorf("%d events, %v, want 100", n, err)
	}
	text, err := p.Explain(t.Context(), Fewest, 10)
	if err != nil || strings.Count(text, "\n") != 9 || strings.Contains(text, "hide") {
		t.Errorf("Explain = %q, %v, want 10 sentences", text, err)
	}
	if _, err := p.Explain(t.Context(), Fewest, 0); err == nil {
		t.Error("no sentences, and no error")
	}
	m := load(t, "mcc_slothouber")
	if text, err := m.Explain(t.Context(), Fewest, 10); err != nil || strings.Count(text, "\n") != 9 {
		t.Errorf("Explain = %q, %v, want 10 sentences", text, err)
	}
}

// TestTraceRequired names the items rightly where an option is required.
func TestTraceRequired(t *testing.T) {
	p := New("a b", "| x").AddOption("a x:1").AddOption("b x:1").AddOption("b x:2").Containing(2)
	var items []string
	var numbers []int
	if err := p.Trace(t.Context(), Fewest, func(e Event) bool {
		if e.Kind == Purify && !e.Undo || e.Kind == Choose {
			items, numbers = append(items, e.name), append(numbers, e.Item)
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a", "x", "(required: b x:2)"}; !slices.Equal(items, want) {
		t.Errorf("items %q, want %q", items, want)
	}
	if want := []int{0, 2, -1}; !slices.Equal(numbers, want) {
		t.Errorf("items %d, want %d", numbers, want)
	}
}
