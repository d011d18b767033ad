// Buttons.
//
// A page shows one frame of a recording or an animation at a time, below a bar of buttons.
// player.js handles the buttons; stepper.js draws the frames of recordings, and animation.js those
// of animations. The script in a page is player.js followed by one of the other two. It finds its
// elements by their classes and skips those that another script has found before: there are no ids,
// and a page can have any number of recordings and animations, each with its script. In print, and
// without scripts, there are no buttons.

package render

import (
	_ "embed"
	"fmt"
)

//go:embed player.css
var playerStyle string

//go:embed player.js
var playerScript string

// Scripts returns the scripts that the HTML of recordings and animations contains, so that a page
// can allow these scripts and no others.
func Scripts() []string { return []string{played(stepperScript), played(animationScript)} }

// played is a script together with the player, in a scope of their own.
func played(script string) string { return "(() => {\n" + playerScript + script + "})()" }

// playerStyles writes one style sheet for the buttons and the pictures below them. The parameter
// says whether some of the pictures are diagrams.
func (w *svgWriter) playerStyles(diagrams bool) {
	w.text("<style>" + playerStyle)
	w.pageRules(diagrams)
	w.text("</style>\n")
}

// buttons starts the part that scripts unhide, and in it a bar with buttons and a slider. The
// caller closes both.
func (w *svgWriter) buttons(solutions bool) {
	w.text(`<div class="plk-live" hidden>` + "\n" + `<div class="plk-bar">`)
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
