// SPDX-License-Identifier: BSD-3-Clause

// Buttons.
//
// A page shows one frame of a recording or an animation at a time, below a bar of buttons.
// player.js handles the buttons; stepper.js draws the frames of recordings, and animation.js those
// of animations. The script in a page is player.js followed by one of the other two. It finds its
// elements by their classes and skips those that another script has found before: there are no ids,
// and a page can have any number of recordings and animations, each with its script.
//
// Where the script does not run, in print and in notebooks that are not trusted, a strip of frames
// is shown instead. It is an img element with an SVG document in its address, since the sanitizer
// of JupyterLab removes inline SVG and keeps these.

package render

import (
	_ "embed"
	"encoding/base64"
	"fmt"

	"polka/internal/said"
	"polka/shapes"
)

//go:embed player.css
var playerStyle string

//go:embed player.js
var playerScript string

// Scripts returns the scripts that the HTML of recordings, animations and traces contains, so that
// a page can allow these scripts and no others.
func Scripts() []string {
	return []string{played(stepperScript), played(animationScript), played(callsScript)}
}

// StyleSheet returns the style sheet of the pictures in a page. Other pictures that use its classes
// look like them: plk-0 to plk-11 are the fills of pieces.
func StyleSheet() string {
	var w svgWriter
	w.pageRules(true)
	return w.String()
}

// PieceColor returns the number of the fill of a piece in pictures, from 0 to 11.
func PieceColor(s shapes.Shape) int { return colorOf(pieceKey(s)) }

// played returns a script together with the player, in a scope of their own.
func played(script string) string { return "(() => {\n" + said.Script + playerScript + script + "})()" }

// playerStyles writes one style sheet for the buttons and the pictures below them. The parameter
// says whether some of the pictures are diagrams.
func (w *svgWriter) playerStyles(diagrams bool) {
	w.text("<style>" + playerStyle)
	w.pageRules(diagrams)
	w.text("</style>\n")
}

// The largest picture, in pixels, that a printed page need not make smaller than other pictures,
// which are printed at four fifths of their size.
const (
	printedWidth  = 840
	printedHeight = 1050
)

// still writes the picture for readers without scripts, and for print. The frames of a large strip
// are pictures of their own, so that the page arranges them and can break between them.
func (w *svgWriter) still(p Picture) {
	list := []Picture{p}
	s := p.layout()
	if size := p.sizes(&s).whole; p.composed != nil && (size.x > printedWidth || size.y > printedHeight) {
		list = nil
		for _, s := range p.composed.scenes() {
			one := sceneOf(func() scene { return s }, nil)
			one.paper = p.paper
			list = append(list, one)
		}
	}
	w.text(`<div class="plk-strip">`)
	for i, p := range list {
		if i > 0 {
			w.text("\n")
		}
		s := p.layout()
		w.text(fmt.Sprintf(`<img alt="%s" width="%s" src="data:image/svg+xml;base64,%s">`,
			escape(s.summary), number(p.sizes(&s).whole.x), base64.StdEncoding.EncodeToString([]byte(p.SVG()))))
	}
	w.text("</div>\n")
}

// buttons starts the part that scripts unhide, and in it a bar with buttons and a slider. The
// caller closes both. The attribute has a value because the sanitizer of JupyterLab removes empty
// ones.
func (w *svgWriter) buttons(solutions bool) {
	w.text(`<div class="plk-live" hidden="hidden">` + "\n" + `<div class="plk-bar">`)
	for _, b := range []struct{ role, sign, name string }{
		{"first", "|◀", "to the beginning"}, {"back", "◀", "one step back"}, {"play", "play", "play or pause"}, {"forward", "▶", "one step forward"},
		{"last", "▶|", "to the end"}, {"solution", "next solution", "to the next solution"},
	} {
		if b.role == "solution" && !solutions {
			continue
		}
		w.text(fmt.Sprintf(`<button type="button" data-role="%s" aria-label="%s" title="%[2]s">%s</button>`, b.role, b.name, b.sign))
	}
	w.text(`<input type="range" data-role="slider" min="0" value="0" aria-label="step">`)
}
