package render

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed animation.js
var animationScript string

// An Animation is a sequence of pictures. Notebooks show one at a time, with buttons; in print, as
// text and without scripts they are shown one below the other. An Animation is immutable.
type Animation struct{ frames []Picture }

// Animate returns an animation with the given frames.
func Animate(frames []Picture) Animation { return Animation{slices.Clone(frames)} }

// HTML returns the animation as an HTML fragment with buttons. It works offline, and the keyboard
// can be used instead of the buttons (arrow keys, Home, End, p to play).
func (f Animation) HTML() string {
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
	w.text("<script>" + played(animationScript) + "</script>\n</div>\n")
	return w.String()
}

// SVG returns the first frame as an SVG document.
func (f Animation) SVG() string {
	if len(f.frames) == 0 {
		return Picture{}.SVG()
	}
	return f.frames[0].SVG()
}

// String returns all frames as text.
func (f Animation) String() string {
	var list []string
	for i, p := range f.frames {
		list = append(list, fmt.Sprintf("%d of %d\n%v", i, len(f.frames)-1, p))
	}
	return strings.Join(list, "\n\n")
}
