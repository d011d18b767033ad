package render

import (
	"strings"
	"testing"

	"polka/shapes"
)

// Each frame has its own paper, the first one the style sheet, and only the first one.
func TestFilm(t *testing.T) {
	light, dark := Shape(shapes.Domino()).Light(), Shape(shapes.Domino()).Dark()
	film := Animate([]Picture{light, dark, dark})
	html := film.HTML()
	for _, c := range []struct {
		part string
		want int
	}{{`<div class="plk-frame">`, 3}, {"<svg", 3}, {`<div class="plk-light"`, 1}, {`<div class="plk-dark"`, 2}, {"<style>.plk{", 1}, {"<script>", 1}} {
		if n := strings.Count(html, c.part); n != c.want {
			t.Errorf("%q is there %d times, want %d", c.part, n, c.want)
		}
	}
	if film.Frames() != 3 || film.Frame(-1).HTML() != light.HTML() || film.Frame(9).HTML() != dark.HTML() || film.SVG() != light.SVG() {
		t.Error("the frames of a film are not its pictures")
	}
	if want := "0 of 2\n" + light.String() + "\n\n1 of 2\n" + dark.String(); !strings.HasPrefix(film.String(), want) {
		t.Errorf("a film begins with %q, want %q", film.String(), want)
	}
	if none := Animate(nil); none.HTML() != "" || none.Frames() != 0 || none.String() != "" {
		t.Errorf("a film of nothing is %q", none.HTML())
	}
}
