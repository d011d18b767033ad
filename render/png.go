// SPDX-License-Identifier: BSD-3-Clause

// Pictures made of pixels.
//
// The scene that is written as SVG is painted here with git.sr.ht/~sbinet/gg and the Go fonts. The
// fonts are compiled in, so the result does not depend on the machine: the same value always gives
// the same bytes. The picture has a frame of 8 pixels.

package render

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"image"
	pixel "image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"slices"
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
// 100 million pixels, or of none, is an error. The file has at most 32 colors.
func (p Picture) WritePNG(w io.Writer, scale float64) error {
	switch {
	case !(scale >= 0):
		return fmt.Errorf("render: scale %g: expected a positive number, or 0 for %g", scale, defaultScale)
	case scale == 0:
		scale = defaultScale
	}
	s := p.layout()
	z := p.sizes(&s)
	themes, corners := []theme{light}, []point{{}}
	switch p.paper {
	case darkPaper:
		themes[0] = dark
	case bothPapers:
		themes, corners = append(themes, dark), append(corners, z.second)
	}
	width, height := math.Round(scale*z.whole.x), math.Round(scale*z.whole.y)
	switch {
	case width < 1 || height < 1:
		return fmt.Errorf("render: scale %g is too small for a picture of %.0f by %.0f pixels", scale, z.whole.x, z.whole.y)
	case width*height > 1e8:
		return fmt.Errorf("render: a picture of %.0f by %.0f pixels is too large", width, height)
	}
	c := painter{Context: gg.NewContext(int(width), int(height)), scale: scale}
	c.set(white)
	c.Clear()
	c.SetLineJoinRound()
	c.SetLineCapRound()
	for i, corner := range corners {
		c.theme = themes[i]
		c.set(c.theme.paper)
		if i == 0 && len(corners) == 1 {
			c.Clear()
		} else {
			c.DrawRectangle(scale*corner.x, scale*corner.y, scale*z.sheet.x, scale*z.sheet.y)
			c.Fill()
		}
		c.corner = point{corner.x + frameWidth, corner.y + frameWidth}
		c.scene(&s)
	}
	return png.Encode(w, fewColors(c.Image(), pngColors))
}

// pngColors is the number of colors of a file. Pictures have flat colors; the others are at edges
// and in letters. With 32 colors a file is a third as long as with all, and looks the same.
const pngColors = 32

// fewColors returns a copy of an opaque image with at most n colors: first those of the themes that
// are in it, then the most frequent. The others are replaced by the nearest of these.
func fewColors(im image.Image, n int) *image.Paletted {
	bounds := im.Bounds()
	source, ok := im.(*image.RGBA)
	if !ok {
		source = image.NewRGBA(bounds)
		draw.Draw(source, bounds, im, bounds.Min, draw.Src)
	}
	type count struct {
		color  pixel.RGBA
		pixels int
	}
	type run struct{ color, pixels int }
	index := map[uint32]int{}
	var counts []count
	var runs []run // row by row; pictures have far fewer than pixels
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		row := source.Pix[source.PixOffset(bounds.Min.X, y):]
		row = row[:4*bounds.Dx()]
		for len(row) > 0 {
			c := binary.LittleEndian.Uint32(row)
			pixels := 1
			for row = row[4:]; len(row) > 0 && binary.LittleEndian.Uint32(row) == c; row = row[4:] {
				pixels++
			}
			number, ok := index[c]
			if !ok {
				number = len(counts)
				index[c] = number
				counts = append(counts, count{color: pixel.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), 255}})
			}
			counts[number].pixels += pixels
			runs = append(runs, run{number, pixels})
		}
	}
	for _, c := range themeColors() {
		if number, ok := index[uint32(c.r)|uint32(c.g)<<8|uint32(c.b)<<16|255<<24]; ok {
			counts[number].pixels += bounds.Dx() * bounds.Dy()
		}
	}
	sorted := slices.Clone(counts)
	slices.SortFunc(sorted, func(a, b count) int {
		return cmp.Or(b.pixels-a.pixels, int(a.color.R)-int(b.color.R), int(a.color.G)-int(b.color.G), int(a.color.B)-int(b.color.B))
	})
	var palette pixel.Palette
	for _, c := range sorted[:min(n, len(sorted))] {
		palette = append(palette, c.color)
	}
	place := make([]uint8, len(counts))
	for i, c := range counts {
		place[i] = uint8(palette.Index(c.color))
	}
	result := image.NewPaletted(image.Rect(0, 0, bounds.Dx(), bounds.Dy()), palette)
	rest := result.Pix
	for _, r := range runs {
		for i := range rest[:r.pixels] {
			rest[i] = place[r.color]
		}
		rest = rest[r.pixels:]
	}
	return result
}

// themeColors lists the colors of both themes.
func themeColors() []color {
	var list []color
	for _, t := range []theme{light, dark} {
		list = append(list, t.paper, t.text, t.free, t.ink)
		list = append(list, t.fills[:]...)
		for r := ink; r < tint; r++ {
			list = append(list, t.role(r))
		}
	}
	return list
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

// document returns the picture as a complete HTML page.
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

// on returns the position of a point on the paper.
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
	c.faint(c.theme.text, d.grid, d.lineWidth())
	for _, a := range d.areas {
		c.area(&a, d)
	}
	c.faint(c.theme.ink, d.lines, d.lineWidth())
	c.SetLineWidth(c.scale * d.outlineWidth())
	c.set(c.theme.text)
	c.paths(d.outline, true)
	c.Stroke()
	c.set(c.theme.ink)
	for _, l := range d.labels {
		c.write(l.text, l.at, l.size, 0.5, gobold.TTF)
	}
}

// faint paints lines between cells.
func (c *painter) faint(x color, lines []segment, width float64) {
	c.SetLineWidth(c.scale * width)
	c.SetColor(pixel.NRGBA{x.r, x.g, x.b, uint8(math.Round(lineOpacity * 255))})
	c.segments(lines)
	c.Stroke()
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
		fill := c.theme.role(m.fill)
		c.set(fill)
		if m.percent > 0 {
			c.SetColor(pixel.NRGBA{fill.r, fill.g, fill.b, uint8((255*m.percent + 50) / 100)})
		}
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
