// SPDX-License-Identifier: BSD-3-Clause

// Package play provides widgets for puzzles: a puzzle to solve by hand, an editor of boards, an
// exact cover problem to solve by hand, a search to watch, and solids that turn.
//
//	game, _ := play.NewGame(cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...))
//	game // the value of the cell: drag, turn and flip the pieces
//
// All of them can be used with the mouse and with the keyboard; the key ? lists the keys. On a page
// without a kernel, such as an exported one, the puzzle and the exact cover problem still work. The
// widgets are JavaScript modules (see [widget.Module]); JupyterLab needs the Python package
// anywidget for them, and shows pictures without it.
//
// What the user does is recorded at once, even while a cell computes. The hints of the puzzle are
// computed beside cells, on one processor, for a few seconds at most.
package play

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html"
	"strings"

	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/render"
)

// The scripts. shared.js draws cells and has the keys, buttons and help of all widgets; each of the
// others defines a function for one of them, with space.js for what is shown in space.
var (
	//go:embed shared.js
	sharedScript string
	//go:embed exact.js
	exactScript string
	//go:embed puzzle.js
	puzzleScript string
	//go:embed editor.js
	editorScript string
	//go:embed cover.js
	coverScript string
	//go:embed space.js
	spaceScript string
	//go:embed solid.js
	solidScript string
	//go:embed search.js
	searchScript string
	//go:embed play.css
	style string
)

// Scripts returns the scripts that the HTML of the widgets contains, so that a page can allow these
// scripts and no others.
func Scripts() []string {
	return []string{onPage(spaceScript + puzzleScript), onPage(coverScript), onPage(spaceScript + solidScript)}
}

// StyleSheet returns the style sheet of the widgets in a page, which needs that of the pictures
// too, [render.StyleSheet].
func StyleSheet() string { return style }

// onPage returns the script of a widget for pages without a kernel.
func onPage(script string) string {
	return "(() => {\n" + host.Elements() + sharedScript + exactScript + script + host.OnPage + "})()"
}

// fragment returns the HTML of a widget for pages without a kernel. Where scripts do not run, and
// in print, it is a picture.
func fragment(kind, script string, state map[string]any, still string) string {
	var b strings.Builder
	b.WriteString("<style>" + render.StyleSheet() + style + "</style>\n")
	b.WriteString(`<div class="plk-play" data-kind="` + kind + `" data-play="` + html.EscapeString(string(mustJSON(state))) + `">` + "\n")
	b.WriteString(`<div class="plk-still">` + still + "</div>\n")
	b.WriteString("<script>" + onPage(script) + "</script>\n</div>\n")
	return b.String()
}

// module makes a widget.
func module(kind, script string, m host.Module) *widget.Module {
	m.Name = kind
	m.Source = host.Elements() + sharedScript + exactScript + script + host.AsModule
	m.Style = render.StyleSheet() + style
	return host.NewModule(m).(*widget.Module)
}

// png makes a function that paints a picture; its result is nil if the picture is too large.
func png(picture func() render.Picture) func() []byte {
	return func() []byte {
		var file bytes.Buffer
		if err := picture().WritePNG(&file, 1); err != nil {
			return nil
		}
		return file.Bytes()
	}
}

func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("play: " + err.Error()) // the states consist of strings, numbers and booleans
	}
	return raw
}
