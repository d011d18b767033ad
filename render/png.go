// Pictures made of pixels.
//
// The scene that is written as SVG is painted here with git.sr.ht/~sbinet/gg and the Go fonts. The
// fonts are compiled in, so the result does not depend on the machine: the same value always gives
// the same bytes. The picture has a frame of 8 pixels.

package render

import (
	"bytes"
	"fmt"
	pixel "image/color"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"polka/internal/replace"
)

// defaultScale is the number of pixels painted for a pixel of the drawing.
const defaultScale = 2.0

// WritePNG writes the picture as PNG, on light paper unless it is [Picture.Dark]. The scale is the
// number of pixels painted for each pixel of the drawing; with 0, it is 2. A picture of more than
// 100 million pixels is an error.
func (p Picture) WritePNG(w io.Writer, scale float64) error {
	if !(scale > 0) {
		scale = defaultScale
	}
	const frame = 8.0
	s := p.layout()
	width, height := scale*(s.width+2*frame), scale*(s.height+2*frame)
	if width*height > 1e8 {
		return fmt.Errorf("render: a picture of %.0f by %.0f pixels is too large", width, height)
	}
	c := painter{Context: gg.NewContext(int(width+0.5), int(height+0.5)), scale: scale, corner: point{frame, frame}, theme: light}
	if p.paper == darkPaper {
		c.theme = dark
	}
	c.set(c.theme.paper)
	c.Clear()
	c.SetLineJoinRound()
	c.SetLineCapRound()
	c.scene(&s)
	return c.EncodePNG(w)
}

// Save writes the picture to a file. The extension selects the format: .svg, .png, .html or .txt.
func (p Picture) Save(path string) error {
	var data []byte
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg":
		data = []byte(p.SVG())
	case ".png":
		var b bytes.Buffer
		if err := p.WritePNG(&b, 0); err != nil {
			return err
		}
		data = b.Bytes()
	case ".html", ".htm":
		data = []byte(p.document())
	case ".txt":
		data = []byte(p.String() + "\n")
	default:
		return fmt.Errorf("render: %s: expected a name that ends in .svg, .png, .html or .txt", path)
	}
	return replace.Output(path, data, 0o666)
}

// document is the picture as a complete HTML page.
func (p Picture) document() string {
	s := p.layout()
	return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n" +
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'">` +
		"\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
		escape(s.summary) + "</title>\n<body style=\"font-family:system-ui,sans-serif\">\n" + p.element(s, true) + "</body>\n</html>\n"
}

// A painter paints scenes.
type painter struct {
	*gg.Context
	theme  theme
	scale  float64 // pixels painted per pixel of the drawing
	corner point   // where the drawing begins, in its pixels
}

// on is the position of a point on the paper.
func (c *painter) on(p point) (x, y float64) {
	return c.scale * (c.corner.x + p.x), c.scale * (c.corner.y + p.y)
}

func (c *painter) set(x color) { c.SetColor(pixel.RGBA{x.r, x.g, x.b, 255}) }

func (c *painter) scene(s *scene) {
	for i := range s.drawings {
		c.drawing(&s.drawings[i])
	}
	c.set(c.theme.text)
	for _, n := range s.notes {
		c.write(n.text, n.at, captionSize, 0.5, goregular.TTF)
	}
	for _, m := range s.marks {
		c.mark(&m)
	}
	for _, t := range s.texts {
		c.text(&t)
	}
}

// drawing paints what svgWriter.drawing writes, in the same order.
func (c *painter) drawing(d *drawing) {
	corner := c.corner
	c.corner = point{corner.x + d.x, corner.y + d.y}
	defer func() { c.corner = corner }()
	c.SetFillRuleEvenOdd()
	if len(d.free) > 0 {
		c.paths(d.free, true)
		c.set(c.theme.free)
		c.Fill()
	}
	for _, a := range d.areas {
		c.area(&a, d)
	}
	c.SetLineWidth(c.scale * d.lineWidth())
	c.SetColor(pixel.NRGBA{c.theme.ink.r, c.theme.ink.g, c.theme.ink.b, 56})
	c.segments(d.lines)
	c.Stroke()
	c.SetLineWidth(c.scale * d.outlineWidth())
	c.set(c.theme.text)
	c.paths(d.outline, true)
	c.Stroke()
	c.set(c.theme.ink)
	for _, l := range d.labels {
		c.write(l.text, l.at, l.size, 0.5, gobold.TTF)
	}
}

func (c *painter) area(a *area, d *drawing) {
	if a.shade != unshaded {
		c.paths(a.loops, true)
		c.SetColor(pixel.NRGBA{A: uint8(255 * 0.13 * float64(a.shade))})
		c.Fill()
		return
	}
	c.paths(a.loops, true)
	c.set(c.theme.fills[a.color])
	c.FillPreserve()
	c.set(c.theme.ink)
	c.SetLineWidth(c.scale * d.borderWidth())
	c.Stroke()
}

func (c *painter) mark(m *mark) {
	c.paths(m.lines, m.closed)
	if m.fill != none {
		c.set(c.theme.role(m.fill))
		c.FillPreserve()
	}
	if m.stroke != none {
		c.set(c.theme.role(m.stroke))
		c.SetLineWidth(c.scale * m.width)
		if m.dashed {
			c.SetDash(4*c.scale, 3*c.scale)
		}
		c.StrokePreserve()
		c.SetDash()
	}
	c.ClearPath()
}

func (c *painter) text(t *text) {
	c.set(c.theme.role(t.role))
	face, anchor := goregular.TTF, map[anchor]float64{start: 0, middle: 0.5, end: 1}[t.anchor]
	switch {
	case t.code:
		face = gomono.TTF
	case t.bold:
		face = gobold.TTF
	}
	if !t.upward {
		c.write(t.words, t.at, t.size, anchor, face)
		return
	}
	c.Push()
	x, y := c.on(t.at)
	c.RotateAbout(gg.Radians(-90), x, y)
	c.write(t.words, t.at, t.size, anchor, face)
	c.Pop()
}

func (c *painter) paths(list []loop, closed bool) {
	for _, one := range list {
		for i, p := range one {
			if i == 0 {
				c.MoveTo(c.on(p))
			} else {
				c.LineTo(c.on(p))
			}
		}
		if closed {
			c.ClosePath()
		}
	}
}

func (c *painter) segments(list []segment) {
	for _, s := range list {
		c.MoveTo(c.on(s.from))
		c.LineTo(c.on(s.to))
	}
}

// write paints text on a base line. Anchor is the fraction of its width to the left of the point.
func (c *painter) write(words string, at point, size, anchor float64, ttf []byte) {
	c.SetFontFace(faceOf(ttf, size*c.scale))
	x, y := c.on(at)
	c.DrawStringAnchored(words, x, y, anchor, 0)
}

// fonts are parsed on first use.
var fonts struct {
	sync.Mutex
	parsed map[*byte]*opentype.Font
}

func faceOf(ttf []byte, size float64) font.Face {
	fonts.Lock()
	defer fonts.Unlock()
	f := fonts.parsed[&ttf[0]]
	if f == nil {
		var err error
		if f, err = opentype.Parse(ttf); err != nil {
			panic("render: cannot parse an embedded font: " + err.Error())
		}
		if fonts.parsed == nil {
			fonts.parsed = map[*byte]*opentype.Font{}
		}
		fonts.parsed[&ttf[0]] = f
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("render: cannot use an embedded font: " + err.Error())
	}
	return face
}
