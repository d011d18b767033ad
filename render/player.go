// Buttons.
//
// Stories and films are lists of pictures, of which a page shows one at a time, under a bar of
// buttons. player.js makes the buttons work; what picture n looks like is said by stepper.js for
// stories and by film.js for films, so that the script in a page is the first with one of the
// others behind it. It finds what it belongs to by classes and works on what has not been found
// before: there are no ids, and any number of stories and films can stand on one page, each with
// its script. Without scripts, and on paper, there are no buttons.

package render

import (
	_ "embed"
	"fmt"
)

//go:embed player.css
var playerStyle string

//go:embed player.js
var playerScript string

// Scripts lists the scripts that values of this package put into pages, so that who makes a page
// can let them run and no others.
func Scripts() []string { return []string{played(stepperScript), played(filmScript)} }

// played is a script that needs the player, with the player, and keeps the names of both to itself.
func played(script string) string { return "(() => {\n" + playerScript + script + "})()" }

// playerStyles writes the style sheet of the buttons and of the pictures below them, which then
// need none of their own; diagrams tells whether some of these are diagrams.
func (w *svgWriter) playerStyles(diagrams bool) {
	w.text("<style>" + playerStyle)
	w.pageRules(diagrams)
	w.text("</style>\n")
}

// buttons begins the part that scripts unhide, with a bar of buttons and a slider in it; the caller
// ends both.
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
