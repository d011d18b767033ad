package render

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed film.js
var filmScript string

// A Film is a list of pictures that are looked at one after the other: with buttons on a page, one
// below the other on paper and in a page without scripts, and as text one after the other. It is an
// immutable value. [Film.Frames] is how many there are.
type Film struct{ frames []Picture }

// Animate makes a film of pictures.
func Animate(frames []Picture) Film { return Film{append([]Picture(nil), frames...)} }

// Frames is the number of pictures.
func (f Film) Frames() int { return len(f.frames) }

// Frame is the picture with number n, from 0. Numbers out of range give the first and the last.
func (f Film) Frame(n int) Picture {
	if len(f.frames) == 0 {
		return Picture{}
	}
	return f.frames[min(max(n, 0), len(f.frames)-1)]
}

// HTML gives the film as a part of a page, with buttons. It works offline and by keyboard (arrows,
// Home, End, p to play).
func (f Film) HTML() string {
	if len(f.frames) == 0 {
		return ""
	}
	scenes := make([]scene, len(f.frames))
	for i, p := range f.frames {
		scenes[i] = p.layout()
	}
	var w svgWriter
	w.playerStyles(slices.ContainsFunc(scenes, scene.diagram))
	w.text(fmt.Sprintf(`<div class="plk-story plk-film" tabindex="0" role="group" aria-label="%d pictures">`+"\n", len(f.frames)))
	w.buttons(false)
	w.text(`<span class="plk-place" data-role="place"></span></div></div>` + "\n")
	for i, p := range f.frames {
		w.text(`<div class="plk-frame">` + p.element(scenes[i], false) + "</div>\n")
	}
	w.text("<script>" + played(filmScript) + "</script>\n</div>\n")
	return w.String()
}

// SVG gives the first frame.
func (f Film) SVG() string { return f.Frame(0).SVG() }

// String writes all frames.
func (f Film) String() string {
	var list []string
	for i, p := range f.frames {
		list = append(list, fmt.Sprintf("%d of %d\n%v", i, len(f.frames)-1, p))
	}
	return strings.Join(list, "\n\n")
}
