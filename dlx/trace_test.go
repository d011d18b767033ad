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
	undoes := map[string]string{"uncover": "cover", "unhide": "hide", "unpurify": "purify"}
	rapid.Check(t, func(t *rapid.T) {
		multiple := rapid.Bool().Draw(t, "multiple")
		p := drawProblem(t, multiple)
		var tried []Event // tried[l] is the try, or null, of level l
		var done []Event  // what is not undone
		nodes, solutions := int64(1), int64(0)
		err := p.Trace(context.Background(), func(e Event) bool {
			switch e.Kind {
			case "try", "null":
				nodes++
				if e.Level > len(tried) {
					t.Fatalf("level %d after %d tries", e.Level, len(tried))
				}
				tried = append(tried[:e.Level], e)
			case "solution":
				solutions++
				var options []int
				for _, c := range tried[:e.Level] {
					if c.Option >= 0 {
						options = append(options, c.Option)
					}
				}
				if err := p.Check(options...); err != nil {
					t.Fatalf("%v\n%s", err, p.Text())
				}
			case "cover", "hide", "purify":
				done = append(done, e)
			case "uncover", "unhide", "unpurify":
				if multiple {
					break // hiding by tweaks is undone from the top
				}
				// An uncover begins with its name and then unhides.
				i := len(done) - 1
				if e.Kind == "uncover" || e.Kind == "unpurify" {
					for done[i].Kind == "hide" {
						i--
					}
				}
				if was := done[i]; was.Kind != undoes[e.Kind] || was.Item != e.Item || was.Option != e.Option {
					t.Fatalf("%v undoes %v\n%s", e, was, p.Text())
				}
				done = append(done[:i], done[i+1:]...)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if !multiple && len(done) > 0 {
			t.Fatalf("%v is not undone\n%s", done, p.Text())
		}
		s := p.recorded(Options{Engine: "links"})
		n, err := s.Count(context.Background())
		if err != nil || n.Int64() != solutions || s.Stats().Nodes != nodes {
			t.Fatalf("%d nodes and %d solutions in the trace, %v, %v, in the count %v\n%s", nodes, solutions, n, err, s.Stats(), p.Text())
		}
	})
}

func TestTraceStops(t *testing.T) {
	p := load(t, "queens8")
	n := 0
	err := p.Trace(t.Context(), func(Event) bool {
		n++
		return n < 100
	})
	if err != nil || n != 100 {
		t.Errorf("%d events, %v, want 100", n, err)
	}
	list, err := p.Explain(t.Context(), 10)
	if err != nil || len(list) != 10 || strings.Contains(strings.Join(list, ""), "hide") {
		t.Errorf("Explain = %q, %v, want 10 sentences", list, err)
	}
	if _, err := p.Explain(t.Context(), 0); err == nil {
		t.Error("no sentences, and no error")
	}
	m := load(t, "mcc_slothouber")
	if list, err := m.Explain(t.Context(), 10); err != nil || len(list) != 10 {
		t.Errorf("Explain = %q, %v, want 10 sentences", list, err)
	}
}

// TestTraceRequired names the items rightly where an option is required.
func TestTraceRequired(t *testing.T) {
	p := New("a b", "| x").Option("a x:1").Option("b x:1").Option("b x:2").Containing(2)
	var items []string
	var numbers []int
	if err := p.Trace(t.Context(), func(e Event) bool {
		if e.Kind == "purify" || e.Kind == "choose" {
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
