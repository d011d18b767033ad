package render

import "fmt"

// A sheet is the paper that a picture is drawn on.
type sheet int

const (
	anyPaper   sheet = iota // as the page or the reader has it
	lightPaper              // light whatever they have
	darkPaper
)

// Light is the picture on light paper whatever the theme of the reader, as for print.
func (p Picture) Light() Picture {
	p.paper = lightPaper
	return p
}

// Dark is the picture on dark paper whatever the theme of the reader, as for slides.
func (p Picture) Dark() Picture {
	p.paper = darkPaper
	return p
}

// on wraps a part of a page in paper of its own.
func (s sheet) on(html string) string {
	t, scheme := light, "light"
	switch s {
	case anyPaper:
		return html
	case darkPaper:
		t, scheme = dark, "dark"
	}
	return fmt.Sprintf(`<div class="plk-%s" style="color-scheme:%[1]s;background:%v;color:%v;--jp-content-font-color1:%[3]v;padding:8px;line-height:0">`+"\n%s</div>\n", scheme, t.paper, t.text, html)
}

// Themes is a picture on light paper and on dark paper, to see what it looks like on both. [Both]
// makes one.
type Themes struct{ picture Picture }

// Both shows a picture on light paper and on dark paper, beside each other if there is room.
func Both(p Picture) Themes { return Themes{p} }

// HTML gives both drawings as a part of a page.
func (t Themes) HTML() string {
	return `<div style="display:flex;flex-wrap:wrap;gap:8px">` + "\n" + t.picture.Light().HTML() + t.picture.Dark().HTML() + "</div>\n"
}

// SVG gives one drawing, which follows the reader's theme.
func (t Themes) SVG() string { return t.picture.SVG() }

// String draws the picture in characters.
func (t Themes) String() string { return t.picture.String() }
