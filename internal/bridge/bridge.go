// Package bridge connects package widget with the packages of Polka that have widgets of their own.
// Cells cannot import it, so they cannot name its types: what must not call functions of cells is
// described here and not in package widget.
package bridge

import "context"

// A Module describes a widget whose frontend is a JavaScript module as anywidget loads them.
type Module struct {
	Name   string         // what it is, such as "puzzle"
	Source string         // the text of the module
	Style  string         // its style sheet
	State  map[string]any // the values that it shares with the frontend

	// Text, Page and Picture show the widget where there is no kernel: as a line of text, as an
	// HTML fragment, which may have scripts, and as an SVG document. Page and Picture may be nil.
	Text    func() string
	Page    func() string
	Picture func() string

	// Receive is called at once with each message of the frontend. It must return soon and must not
	// call functions of cells. The context ends when the user presses Stop and when the session
	// ends.
	Receive func(ctx context.Context, content []byte)

	// Stopped is called when the user has pressed Stop. It may be nil.
	Stopped func()
}
