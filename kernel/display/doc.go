// SPDX-License-Identifier: BSD-3-Clause

// Package display decides how a notebook shows a value.
//
// A value controls how it is shown by one or more of these optional methods. All methods that it
// has are called, and the frontend shows the richest part that it supports:
//
//	method                          part                  shown by
//	MIMEBundle() map[string]any     any media types       frontends that know them; precedes all others
//	HTML() string                   text/html             notebooks, exported pages
//	SVG() string                    image/svg+xml         notebooks, files, GitHub
//	Markdown() string               text/markdown         notebooks
//	LaTeX() string                  text/latex            notebooks, papers
//	PNG() []byte                    image/png             everywhere
//	JSON() []byte                   application/json      JupyterLab's tree view
//	Error() string, String() string text/plain            terminals, graders, diffs
//
// Methods for parts that MIMEBundle returns are not called. There is always a text/plain part: if
// neither MIMEBundle nor Error nor String returns it, it is the value in Go's %+v form. A slice or
// an array of values with pictures becomes a gallery. An SVG document without a PNG file is sent as
// HTML too, as an img element, since JupyterLab shows no SVG of notebooks that it does not trust.
//
// Other values are shown according to their types. An image.Image is a PNG picture. A list of
// structs or maps is an HTML table; a list of lists of numbers, strings or booleans is a grid; an
// error is shown in red with the errors that it wraps. A struct that does not fit on one line is a
// table of its exported fields; json.RawMessage is a tree, and template.HTML is HTML. The text of a
// table is the table itself if the value does not fit on one line. A table of more than 60 rows
// scrolls, and its text shows the first 60. Long lists and maps, and tables of more than 500 rows,
// are truncated, with a note of their lengths; slice a list to see another part of it. A []byte is
// quoted if it is printable, and otherwise hexadecimal; a function is shown by its name and
// signature, a channel by its type, length and capacity.
//
// [Register] makes a function show the values of a type whose methods cannot be changed, such as
// one of another package:
//
//	display.Register(func(d time.Duration) any { return display.Markdown("*" + d.String() + "*") })
//
// The value's own methods except Error and String come first, then the function, and then what
// else this comment describes.
//
// Types declared in cells may have these methods too. If a method panics, only its own part is
// affected. Values of types without such methods, for example those of a mathematical package, are
// drawn by Renderer.Picture, a function that the program supplies.
//
// The functions that Commands lists, such as Show, Live, Clear, Input and Track, are for cells. In
// a plain Go program they use standard output and standard input:
//
//	display.Show(display.Markdown("**bold**")) // prints **bold**
//
// The package does not depend on the messaging protocol, the interpreter, or the types of the
// values that it shows.
package display
