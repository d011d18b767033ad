// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/shapes"
)

// Each frame has its own paper, and all share one style sheet.
func TestAnimation(t *testing.T) {
	light, dark := Draw(shapes.Domino()).Light(), Draw(shapes.Domino()).Dark()
	animation := Animate([]Picture{light, dark, dark})
	html := animation.HTML()
	for _, c := range []struct {
		part string
		want int
	}{{`<div class="plk-frame">`, 3}, {"<svg", 3}, {`<div class="plk-light"`, 1}, {`<div class="plk-dark"`, 2}, {"<style>", 1}, {".plk{max-width", 1}, {"<script>", 1}} {
		if n := strings.Count(html, c.part); n != c.want {
			t.Errorf("%q is there %d times, want %d", c.part, n, c.want)
		}
	}
	if one := Animate([]Picture{light}); one.SVG() != light.SVG() {
		t.Error("the SVG of an animation of one frame is not that frame")
	}
	if strip := animation.Strip(2); strip.String() != "1 of 3\n"+light.String()+"\n\n3 of 3\n"+dark.String() {
		t.Errorf("a strip of two frames is %q", strip.String())
	}
	if animation.SVG() != animation.Strip(6).SVG() || strings.Count(animation.SVG(), `class="plk-b"`) != 3 {
		t.Errorf("the SVG of an animation of three frames is %s", animation.SVG())
	}
	// What is left of the HTML without inline SVG and scripts is the strip.
	if n := strings.Count(html, `<div class="plk-strip"><img alt="3 frames: `); n != 1 {
		t.Errorf("the strip is there %d times", n)
	}
	if want := "1 of 3\n" + light.String() + "\n\n2 of 3\n" + dark.String(); !strings.HasPrefix(animation.String(), want) {
		t.Errorf("an animation begins with %q, want %q", animation.String(), want)
	}
	if none := Animate(nil); none.HTML() != "" || none.SVG() != (Picture{}).SVG() || none.String() != "" {
		t.Errorf("an animation of nothing is %q", none.HTML())
	}
}

var classes = regexp.MustCompile(`class="([^"]*)"`)

// Whatever frame comes first, there is a rule for each class of each frame.
func TestAnimationStyles(t *testing.T) {
	board, matrix := Draw(shapes.Domino()), Draw(knuth)
	for name, frames := range map[string][]Picture{"board first": {board, matrix}, "diagram first": {matrix, board}, "boards": {board, board}} {
		styles, page, _ := strings.Cut(Animate(frames).HTML(), "</style>")
		for _, found := range classes.FindAllStringSubmatch(page, -1) {
			for class := range strings.FieldsSeq(found[1]) {
				if class == "plk-film" || class == "plk-frame" {
					continue // names for the script
				}
				if !regexp.MustCompile(`\.` + class + `[,{ :\[]`).MatchString(styles) {
					t.Errorf("%s: there is no rule for %s", name, class)
				}
			}
		}
		if diagrams := strings.Contains(styles, ".plk-ink{"); diagrams != (name != "boards") {
			t.Errorf("%s: rules for diagrams: %t", name, diagrams)
		}
	}
}

// TestStripOfWideFrames checks that many wide frames are arranged in pairs: a page that is printed
// would make a single column too small to be read.
func TestStripOfWideFrames(t *testing.T) {
	links, err := RecordLinks(t.Context(), knuth, 29)
	if err != nil {
		t.Fatal(err)
	}
	one, high := links.At(29).Size()
	if width, height := links.animation().Strip(6).Size(); width < 2*one || height > 4*high {
		t.Errorf("six frames of up to %d by %d pixels are %d by %d pixels large", one, high, width, height)
	}
}

// Every script in a page is in the list of scripts.
func TestScripts(t *testing.T) {
	for name, html := range map[string]string{"recording": dominoRecording.HTML(), "animation": Animate([]Picture{Draw(knuth)}).HTML(), "trace": playCalls(queensTrace()).HTML()} {
		_, script, _ := strings.Cut(html, "<script>")
		script, _, found := strings.Cut(script, "</script>")
		if !found || !slices.Contains(Scripts(), script) {
			t.Errorf("the script of a %s is not in the list", name)
		}
	}
}
