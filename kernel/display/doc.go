// Package display turns values into what a notebook shows.
//
// A value draws itself by having one or more of these optional methods. All that it has are called,
// and the frontend shows the richest part that it can:
//
//	method                          part                  shown by
//	MIMEBundle() map[string]any     any media types       whoever knows them; comes before all others
//	HTML() string                   text/html             notebooks, exported pages
//	SVG() string                    image/svg+xml         notebooks, files, GitHub
//	Markdown() string               text/markdown         notebooks
//	LaTeX() string                  text/latex            notebooks, papers
//	PNG() []byte                    image/png             everywhere
//	JSON() []byte                   application/json      JupyterLab's tree view
//	Error() string, String() string text/plain            terminals, graders, diffs
//
// A part given by MIMEBundle is not asked for again. text/plain is always there: where neither
// MIMEBundle, Error nor String gives it, it is the value in Go's %+v form. A slice or an array of
// values that draw themselves becomes a gallery.
//
// Values without a picture are shown by what they are. An image.Image is a PNG picture. A list of
// structs or maps is an HTML table, a list of lists of numbers, strings or booleans a grid, an
// error red with the errors that it wraps. The text of a table is the table itself if the value
// does not fit on one line. Long lists, maps and tables are cut, with a remark that says how long
// they are. A []byte is quoted if it can be printed, otherwise hexadecimal; functions are shown by
// name and signature, channels by type, length and capacity.
//
// The methods are found on compiled and on interpreted types alike. A method that panics spoils its
// own part only. What has no methods of its own, as the values of a mathematical package have none,
// is drawn by the function in Renderer.Picture, which the program that puts the pieces together
// supplies.
//
// The functions Show, Live, Clear, Input, Password, Page, SetNextInput and Track are for cells. In
// a plain Go program they use standard output and standard input:
//
//	display.Show(display.Markdown("**bold**")) // prints **bold**
//
// The package knows nothing of the messaging protocol, of the interpreter or of what it shows.
package display
