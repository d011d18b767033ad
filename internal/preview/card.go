// SPDX-License-Identifier: BSD-3-Clause

package preview

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"polka/cover"
	"polka/internal/link"
	"polka/render"
	"polka/shapes"
)

// A card is the picture of a preview, in the size that most sites show without cutting: the title,
// and below it a drawing or the first lines of the code.
const (
	cardWidth, cardHeight = 1200, 630
	margin                = 50
	titleSize, textSize   = 46, 27 // of the text, in pixels
	top                   = 130    // of what is below the title

	mostPixels = 100e6 // of a given picture, which take up to 8 bytes each
)

// The colors of a card.
var (
	paper = color.Gray{0xff}
	ink   = color.Gray{0x16}
	faint = color.Gray{0x60}
)

// card returns the picture of a document as PNG. A given picture, itself PNG, is preferred to one
// that is drawn.
func card(d link.Document, title string, given []byte) ([]byte, error) {
	im := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	draw.Draw(im, im.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	write(im, gobold.TTF, titleSize, ink, margin, 85, shorten(title, 44))
	write(im, goregular.TTF, textSize, faint, margin, cardHeight-35, "Polka. "+about(d))
	room := image.Rect(margin, top, cardWidth-margin, cardHeight-85)
	shown, err := drawing(d, given, room.Dx(), room.Dy())
	switch {
	case err != nil:
		return nil, err
	case shown != nil:
		fit(im, room, shown)
	default:
		for i, line := range code(d) {
			write(im, gomono.TTF, textSize, ink, margin, float64(top+30+i*36), line)
		}
	}
	var b bytes.Buffer
	err = png.Encode(&b, im)
	return b.Bytes(), err
}

// drawing returns what the document shows, at most of a size, or nil if that is text.
func drawing(d link.Document, given []byte, width, height int) (image.Image, error) {
	if given == nil {
		p, ok := picture(d)
		if !ok {
			return nil, nil
		}
		w, h := p.Size()
		scale := min(float64(width)/float64(w), float64(height)/float64(h), 4)
		var b bytes.Buffer
		if p.WritePNG(&b, scale) != nil {
			return nil, nil // a picture of millions of cells
		}
		given = b.Bytes()
	}
	c, err := png.DecodeConfig(bytes.NewReader(given))
	switch {
	case err != nil:
		return nil, fmt.Errorf("preview: the picture: %w", err)
	case c.Width > mostPixels/c.Height:
		return nil, fmt.Errorf("preview: a picture of %d by %d pixels, expected at most 100 million", c.Width, c.Height)
	}
	return png.Decode(bytes.NewReader(given))
}

// fit draws a picture in the middle of a rectangle, and makes it smaller if it is too large.
func fit(im draw.Image, room image.Rectangle, p image.Image) {
	w, h := float64(p.Bounds().Dx()), float64(p.Bounds().Dy())
	scale := min(float64(room.Dx())/w, float64(room.Dy())/h, 1)
	size := image.Pt(int(w*scale), int(h*scale))
	at := room.Min.Add(room.Size().Sub(size).Div(2))
	draw.CatmullRom.Scale(im, image.Rectangle{at, at.Add(size)}, p, p.Bounds(), draw.Over, nil)
}

// picture draws a shape or a puzzle of a lattice that has a name. A puzzle is drawn with the pieces
// on its board, or with all pieces beside the board if there are none on it.
func picture(d link.Document) (render.Picture, bool) {
	var data struct {
		Lattice struct{ Name string }
		Cells   []int
		Board   []int
		Pieces  []struct {
			Name  string
			Poses [][]int
		}
	}
	var state struct{ Placed []int }
	if json.Unmarshal(d.Data, &data) != nil || d.State != nil && json.Unmarshal(d.State, &state) != nil {
		return render.Picture{}, false
	}
	l, err := shapes.LatticeByName(data.Lattice.Name)
	if err != nil {
		return render.Picture{}, false
	}
	shape := func(flat, by []int) shapes.Shape {
		var cells []shapes.Cell
		for c := range slices.Chunk(flat, 3) {
			if len(c) < 3 || slices.ContainsFunc(c, func(x int) bool { return x < -10000 || x > 10000 }) {
				return shapes.Shape{}
			}
			cell := shapes.Cell{X: c[0] + by[0], Y: c[1] + by[1], Z: c[2] + by[2]}
			if !l.Contains(cell) {
				return shapes.Shape{}
			}
			cells = append(cells, cell)
		}
		return shapes.New(l, cells...)
	}
	origin := make([]int, 3)
	if d.Kind == link.Shape {
		s := shape(data.Cells, origin)
		return render.Draw(s), s.Size() > 0
	}
	board := cover.BoardOf(shape(data.Board, origin))
	if d.Kind != link.Puzzle || board.Shape().Size() == 0 {
		return render.Picture{}, false
	}
	t := cover.Tiling{Board: board}
	for p := range slices.Chunk(state.Placed, 5) {
		if len(p) < 5 || p[0] < 0 || p[0] >= len(data.Pieces) || p[1] < 0 || p[1] >= len(data.Pieces[p[0]].Poses) {
			return render.Picture{}, false
		}
		s := shape(data.Pieces[p[0]].Poses[p[1]], p[2:])
		if s.Size() == 0 || s.Difference(board.Shape()).Size() > 0 {
			return render.Picture{}, false
		}
		t.Placements = append(t.Placements, cover.Placement{Piece: s, Shape: s})
	}
	if len(t.Placements) > 0 {
		return render.Draw(t), true
	}
	var pieces []shapes.Shape
	for _, p := range data.Pieces {
		if len(p.Poses) == 0 {
			continue
		}
		if s := shape(p.Poses[0], origin); s.Size() > 0 {
			pieces = append(pieces, s.Named(p.Name))
		}
	}
	return render.Draw(cover.New(board, pieces...)), len(pieces) > 0
}

// code returns the first lines of what a document says: the code, the text of a notebook, the first
// function of a trace with its calls, or what happens in a search.
func code(d link.Document) []string {
	var data struct {
		Cells []link.NotebookCell
		Story struct{ Words []string }
		Trace struct {
			Funcs []struct{ Lines []string }
			Texts []string
			Ends  []string
		}
	}
	source := d.Source
	if source == "" && json.Unmarshal(d.Data, &data) == nil {
		for _, c := range data.Cells {
			source += strings.TrimRight(c.Source, "\n") + "\n\n"
		}
		if list := data.Trace.Funcs; len(list) > 0 {
			source += strings.Join(list[0].Lines, "\n") + "\n\n"
		}
		for i, call := range data.Trace.Texts {
			if i < len(data.Trace.Ends) {
				call += data.Trace.Ends[i]
			}
			source += call + "\n"
		}
		source += strings.Join(data.Story.Words, "\n")
	}
	const most, columns = 11, 66
	var lines []string
	for line := range strings.Lines(source) {
		if len(lines) == most {
			lines[most-1] = "…"
			break
		}
		lines = append(lines, shorten(strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    "), columns))
	}
	return lines
}

// shorten cuts a text off after so many characters.
func shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// write writes text on a base line.
func write(im draw.Image, ttf []byte, size float64, c color.Color, x, y float64, text string) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("preview: cannot parse an embedded font: " + err.Error())
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("preview: " + err.Error()) // the options are valid
	}
	w := font.Drawer{Dst: im, Src: image.NewUniform(c), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(64 * x), Y: fixed.Int26_6(64 * y)}}
	w.DrawString(text)
}
