// SPDX-License-Identifier: BSD-3-Clause

package link

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed web
var web embed.FS

func file(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic("link: " + err.Error()) // the names are constants
	}
	return string(text)
}

// scope keeps the names of scripts from each other.
func scope(scripts ...string) string {
	return "(() => {\n\"use strict\";\n" + strings.Join(scripts, "\n") + "})();\n"
}

// ShareScript returns the script that gives puzzles and recordings of a page their buttons "copy
// link", if the page names the address of a page that opens links:
//
//	<meta name="polka-links" content="ADDRESS">
func ShareScript() string {
	return scope(file("format.js"), file("placements.js"), file("share.js"), "shareButtons();\n")
}

// PuzzleScript returns the functions with which a script reads the puzzles of links: expandPuzzle,
// placedNumbers and others of web/placements.js.
func PuzzleScript() string { return file("format.js") + file("placements.js") }

// Parts are the scripts and styles of other packages that the files of a site need.
type Parts struct {
	Elements, Shared string // what the widgets of package play share
	Puzzle           string // the widget with a puzzle, and what it needs besides
	Player           string // the controls of recordings
	Stepper, Calls   string // recorded searches, and traces
	Style            string // of pictures
	PlayStyle        string // of the widgets
	PlayerStyle      string // of recordings and traces
	Cube             []byte // of puzzles in space: the faces of a cube, as JSON
	Version          string
}

// SiteFiles returns the files that a site with the kernel for browsers has for links and tags, by
// name: the page that opens links, the frame with the kernel, and the scripts.
func SiteFiles(p Parts) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, name := range []string{"open.html", "open.css", "open.js", "run.html", "run.js"} {
		files[name] = []byte(file(name))
	}
	files["run.js"] = bytes.ReplaceAll(files["run.js"], []byte("@VERSION@"), []byte(p.Version))
	files["polka-share.js"] = []byte(ShareScript())
	player := "const stepper = (document) => {\n" + p.Player + p.Stepper + "};\nconst calls = (document) => {\n" + p.Player + p.Calls + "};\n"
	for _, s := range []struct{ name, style, script string }{
		{"polka.js", p.Style + file("polka.css"), scope(p.Elements, p.Shared, file("format.js"), file("polka.js"))},
		{"polka-puzzle.js", p.Style + p.PlayStyle, scope(p.Elements, p.Shared, file("format.js"), file("placements.js"), p.Puzzle, file("puzzle.js"))},
		{"polka-player.js", p.Style + p.PlayerStyle, scope(p.Elements, file("format.js"), file("placements.js"), file("share.js"), player, file("player.js"))},
	} {
		text, err := filled(s.script, "@STYLE@", s.style, '"')
		if err == nil {
			text, err = filled(text, "@CUBE@", string(p.Cube), '\'')
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		files[s.name] = []byte(text)
	}
	return files, nil
}

// filled replaces a word in quotation marks by a string.
func filled(script, word, text string, quote rune) (string, error) {
	quoted, err := json.Marshal(text)
	return strings.ReplaceAll(script, string(quote)+word+string(quote), string(quoted)), err
}
