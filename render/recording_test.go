// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// A frame must say what dancing links says: of an item that is chosen, as many options are left as
// its list was long.
func TestFramesAgreeWithTheSearch(t *testing.T) {
	sudoku := dlx.New("p q r | x y").AddOption("p q x y:A").AddOption("p r x:A y").AddOption("p x:B").AddOption("q x:A").AddOption("r y:B")
	multiple := dlx.New("2|a 1:2|b c").AddOption("a b").AddOption("a").AddOption("b c").AddOption("a c").AddOption("b")
	for name, p := range map[string]*dlx.Problem{"knuth": knuth, "queens": queens(6), "colors": sudoku, "multiplicities": multiple} {
		for _, rule := range []dlx.Rule{dlx.Fewest, dlx.Leftmost, dlx.AtRandom(3)} {
			s, err := RecordSearch(t.Context(), p, 5000, rule)
			if err != nil {
				t.Fatal(err)
			}
			if !s.whole() {
				t.Fatalf("%s: the recording is incomplete after %d steps", name, s.Len())
			}
			found := 0
			for n := 1; n <= s.Len(); n++ {
				f, e := s.frame(n), s.rules[0].steps[n-1]
				switch e.Kind {
				case dlx.Choose:
					if f.left[f.item] != e.Size && name != "multiplicities" {
						t.Errorf("%s, %s, step %d: %d options are left for item %d, and its list has %d", name, rule, n, f.left[f.item], e.Item, e.Size)
					}
				case dlx.Solved:
					found++
					if err := p.Check(f.chosen...); err != nil {
						t.Errorf("%s, %s, step %d: %v", name, rule, n, err)
					}
				}
				if f.found != found {
					t.Errorf("%s, step %d: %d solutions, want %d", name, n, f.found, found)
				}
			}
			count, err := p.Count(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(count) != fmt.Sprint(found) {
				t.Errorf("%s: the recording has %d solutions, want %v", name, found, count)
			}
			if tree := s.grow(); tree.found != found {
				t.Errorf("%s: the tree has %d solutions, want %d", name, tree.found, found)
			}
		}
	}
}

func TestRecordSearch(t *testing.T) {
	s, err := RecordSearch(t.Context(), queens(8), 50, dlx.Fewest, dlx.Leftmost)
	if err != nil || s.Len() != 50 || s.whole() {
		t.Errorf("%d steps, whole %t, error %v", s.Len(), s.whole(), err)
	}
	if len(s.rules) != 2 || s.rules[0].rule != dlx.Fewest || s.rules[1].rule != dlx.Leftmost {
		t.Errorf("%d rules, the first is %v", len(s.rules), s.rules[0].rule)
	}
	if _, err := RecordSearch(t.Context(), knuth, 0); err == nil {
		t.Error("a search of no steps is recorded")
	}
	if _, err := RecordSearch(t.Context(), knuth.AddOption("z"), 9); err == nil {
		t.Error("an invalid problem is recorded")
	}
}

func TestRecordSearchTakesProblemsAndPuzzles(t *testing.T) {
	want := "render: expected a problem or a puzzle, got string"
	if _, err := RecordSearch(t.Context(), "a b", 9); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if _, err := Watch(t.Context(), "a b", 0, nil); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if _, err := Watch(t.Context(), cover.New(cover.Rectangle(2, 2), shapes.Tetrahexes()[0]), 0, nil); err == nil {
		t.Error("an invalid puzzle is watched")
	}
}

var dataStory = regexp.MustCompile(`data-story="([^"]*)"`)

func TestStepperPage(t *testing.T) {
	html := dominoRecording.HTML()
	found := dataStory.FindStringSubmatch(html)
	if found == nil {
		t.Fatal("the page has no data")
	}
	var data stepperData
	if err := json.Unmarshal([]byte(strings.NewReplacer("&quot;", `"`, "&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(found[1])), &data); err != nil {
		t.Fatal(err)
	}
	if n := len(data.Rules); n != 2 {
		t.Errorf("%d rules", n)
	}
	for _, r := range data.Rules {
		for i := 0; i < len(r.Steps); i += 5 {
			if option := r.Steps[i+3]; r.Steps[i] == 1 && (data.Places[option] == nil || data.Places[option].Path == "") {
				t.Fatalf("option %d is tried and has no place", option)
			}
		}
	}
	if strings.Contains(html, " id=") || strings.Contains(html, "http://") && !strings.Contains(html, "http://www.w3.org/2000/svg") {
		t.Error("the page has ids or links")
	}
	if n := strings.Count(html, ".plk{max-width"); n != 1 {
		t.Errorf("the style sheet of pictures is there %d times", n)
	}
	if !strings.Contains(html, `class="plk-strip"`) {
		t.Error("the page has no strip")
	}
}

// TestLargeStrips checks that the frames of a strip are pictures of their own only if the strip is
// too large for a printed page.
func TestLargeStrips(t *testing.T) {
	for _, c := range []struct{ width, frames, want int }{{4, 6, 1}, {4, 3, 1}, {17, 6, 6}} {
		var frames []Picture
		for range c.frames {
			frames = append(frames, Draw(shapes.Rectangle(c.width, 8)).CellSize(30))
		}
		html := Animate(frames).HTML()
		html = html[strings.Index(html, `<div class="plk-strip">`):]
		if got := strings.Count(html, "<img "); got != c.want {
			t.Errorf("%d frames %d cells wide: %d images, want %d", c.frames, c.width, got, c.want)
		}
	}
}

func TestLinksComeBack(t *testing.T) {
	d, err := RecordLinks(t.Context(), queens(4), 10000)
	if err != nil {
		t.Fatal(err)
	}
	first, last := d.after(0), d.after(d.Len())
	if fmt.Sprint(first.up, first.down, first.left, first.right) != fmt.Sprint(last.up, last.down, last.left, last.right) {
		t.Error("after the search the links are not what they were")
	}
	for name, p := range map[string]*dlx.Problem{
		"large": queens(6), "colors": dlx.New("a | x").AddOption("a x:A"), "multiplicities": dlx.New("2|a").AddOption("a").AddOption("a"),
	} {
		if _, err := RecordLinks(t.Context(), p, 9); err == nil || !strings.HasPrefix(err.Error(), "render: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The green arrows are the links that differ from those before the event, and no others.
func TestFreshLinks(t *testing.T) {
	d, err := RecordLinks(t.Context(), queens(4), 10000)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(before, after []int) (n int) {
		for x := range after {
			if after[x] != before[x] && after[x] != x { // an empty list is not drawn
				n++
			}
		}
		return n
	}
	for n := 1; n <= d.Len(); n++ {
		a, b := d.after(n-1), d.after(n)
		want := changed(a.up, b.up) + changed(a.down, b.down) + changed(a.left, b.left) + changed(a.right, b.right)
		got := 0
		for _, m := range d.scene(n).marks {
			if m.closed && m.fill == good {
				got += len(m.lines)
			}
		}
		if got != want {
			t.Errorf("%d. %s: %d green arrows, want %d", n, strings.TrimSpace(d.events[n-1].String()), got, want)
		}
	}
}

func TestCaptionsInLines(t *testing.T) {
	for _, c := range []struct {
		words string
		want  []string
	}{
		{"a solution", []string{"a solution"}},
		{"dead end: there is no way left to cover ♛e", []string{"dead end: there is", "no way left to", "cover ♛e"}},
		{"try incomprehensibilities b", []string{"try", "incomprehensibilities", "b"}},
		{"♛♛♛♛♛♛♛♛♛♛ 1234567", []string{"♛♛♛♛♛♛♛♛♛♛ 1234567"}},
		{"", []string{""}},
	} {
		if got := inLines(c.words, 18); !slices.Equal(got, c.want) {
			t.Errorf("%q is broken into %q, want %q", c.words, got, c.want)
		}
	}
}
