// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed animation.js
var animationScript string

// An Animation is a sequence of pictures. Notebooks show one at a time, with buttons. In print and
// without scripts some of them are shown side by side (see [Animation.Strip]), and as text all of
// them. An Animation is immutable.
type Animation struct{ frames []Picture }

// filmFrames is the number of frames of a strip that stands for an animation.
const filmFrames = 6

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
	w.text(`<span class="plk-place" data-role="place"></span></div>` + "\n")
	for i, p := range f.frames {
		w.text(`<div class="plk-frame">` + p.element(scenes[i], false) + "</div>\n")
	}
	w.text("</div>\n")
	w.still(f.Strip(filmFrames))
	w.text("<script>" + played(animationScript) + "</script>\n</div>\n")
	return w.String()
}

// Strip draws at most n frames side by side, at equal distances, the first and the last among them.
// It panics if n is not positive.
func (f Animation) Strip(n int) Picture {
	if n <= 0 {
		panic("render: a strip has at least one frame")
	}
	if n = min(n, len(f.frames)); n == 0 {
		return Picture{}
	}
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i * (len(f.frames) - 1) / max(n-1, 1)
	}
	if n == 1 {
		return f.frames[0]
	}
	list := make([]Picture, n)
	for i, k := range numbers {
		list[i] = f.frames[k]
	}
	p := Picture{composed: &composition{scenes: func() []scene {
		var scenes []scene
		for _, frame := range list {
			scenes = append(scenes, frame.layout())
		}
		return scenes
	}, words: func() string {
		var texts []string
		for i, k := range numbers {
			texts = append(texts, fmt.Sprintf("%d of %d\n%v", k+1, len(f.frames), list[i]))
		}
		return strings.Join(texts, "\n\n")
	}}}
	p.paper = list[0].paper
	for _, frame := range list {
		if frame.paper != p.paper {
			p.paper = anyPaper
		}
	}
	return p
}

// SVG returns a strip of frames as an SVG document.
func (f Animation) SVG() string { return f.Strip(filmFrames).SVG() }

// String returns all frames as text.
func (f Animation) String() string {
	var list []string
	for i, p := range f.frames {
		list = append(list, fmt.Sprintf("%d of %d\n%v", i+1, len(f.frames), p))
	}
	return strings.Join(list, "\n\n")
}
