// SPDX-License-Identifier: BSD-3-Clause

package atlas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"polka/cover"
	"polka/fabrication"
	"polka/internal/link"
	"polka/internal/plural"
	"polka/kernel/widget/host"
	"polka/plane"
	"polka/play"
	"polka/render"
	"polka/shapes"
)

// pictureScale is the size of the picture of a polyform for previews.
const pictureScale = 4

// An output is a file of the atlas.
type output struct {
	name string
	text []byte
}

// view has what web/page.html needs.
type view struct {
	Title, About, Root, File string

	Head template.HTML // what other sites need, if the address of the atlas is known

	// of a polyform
	Facts                              *Facts
	List, ListTitle                    string
	HeeschPicture, PlanePicture        string
	RectanglePicture, Cut, STL, Preset string
	Play, Notebook                     template.URL
	ShapePicture                       string
	ShapeAlt                           string

	Items    []item   // of a list
	Families []family // of the index
	Search   bool
}

type item struct{ File, Picture, Title string }

type family struct {
	Name  string
	Sizes []struct {
		File  string
		Cells int
		Count int
	}
}

func join(list []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(list)), " + "), "[]")
}

// cellNames are the words for cells, in the plural.
var cellNames = map[string]string{"square": "squares", "hexagon": "hexagons", "triangle": "triangles", "tan": "half squares", "kite": "kites", "cube": "cubes"}

func ofCells(lattice string, n int) string {
	name := cellNames[lattice]
	if n == 1 {
		name = strings.TrimSuffix(name, "s")
	}
	return fmt.Sprintf("%d %s", n, name)
}

// files returns the page of a polyform and what it refers to.
func (w *writer) files(s shapes.Shape, f Facts, pics pictures, i, of int) ([]output, error) {
	dir, code := f.Lattice+"/", f.Code
	v := view{Facts: &f, Root: "../", File: dir + code + ".html", List: fmt.Sprintf("%s-%d.html", f.Lattice, f.Area), ListTitle: ofCells(f.Lattice, f.Area)}
	v.Title = fmt.Sprintf("Polyform %d of %d of %s", i+1, of, v.ListTitle)
	if f.Name != "" {
		v.Title += ": " + f.Name
	}
	v.About = about(f)
	var list []output
	add := func(suffix string, text []byte) string {
		list = append(list, output{dir + code + suffix, text})
		return code + suffix
	}
	picture := render.Draw(s.Named(""))
	v.ShapePicture, v.ShapeAlt = add(".svg", []byte(picture.SVG())), "the polyform, made of "+v.ListTitle
	if w.o.Base != "" {
		var png bytes.Buffer
		if err := picture.WritePNG(&png, pictureScale); err != nil {
			return nil, err
		}
		add(".png", png.Bytes())
		width, height := picture.Size()
		at := w.o.Base + dir + code
		e := link.Embedding{Title: v.Title, About: v.About, Page: at + ".html", File: at + ".json", Picture: at + ".png", Alt: v.ShapeAlt, Site: w.o.Base,
			Width: 600, Height: 600, PictureWidth: pictureScale * width, PictureHeight: pictureScale * height}
		add(".json", e.JSON())
		v.Head = e.Head()
	}
	if pics.plane.Verdict == plane.Tiles {
		v.PlanePicture = add("-plane.svg", []byte(render.Draw(pics.plane.Tiling).SVG()))
	}
	if f.Heesch != nil && len(f.Heesch.Coronas) > 0 {
		v.HeeschPicture = add("-coronas.svg", []byte(render.Draw(pics.heesch).SVG()))
	}
	if f.Rectangle != nil && f.Rectangle.Rows > 0 {
		v.RectanglePicture = add("-rectangle.svg", []byte(render.Draw(pics.rectangle).SVG()))
	}
	if !s.Lattice().Spatial() {
		if sheets, err := fabrication.Sheets([]shapes.Shape{s}, fabrication.CutOptions{}); err == nil {
			v.Cut = add("-cut.svg", []byte(sheets[0].SVG()))
		}
	}
	if plates, err := fabrication.Plates([]shapes.Shape{s}, fabrication.SolidOptions{}); err == nil {
		var b bytes.Buffer
		if err := plates[0].WriteSTL(&b); err != nil {
			return nil, err
		}
		v.STL = add(".stl", b.Bytes())
	}
	if w.o.Open != "" {
		var err error
		if v.Play, v.Notebook, err = w.links(s, pics, v.Title); err != nil {
			return nil, err
		}
	}
	text, err := w.html(v)
	return append(list, output{v.File, text}), err
}

// about describes a polyform in a sentence.
func about(f Facts) string {
	text := fmt.Sprintf("A polyform of %s with %s", ofCells(f.Lattice, f.Area), plural.Count(f.Fixed, "orientation"))
	switch {
	case f.Rectangle != nil && f.Rectangle.Order == 1:
		text += "; a rectangle"
	case f.Rectangle != nil && f.Rectangle.Order > 1:
		text += fmt.Sprintf("; %d copies tile a rectangle", f.Rectangle.Order)
	case f.Plane != nil && f.Plane.Tiles == "yes":
		text += "; it tiles the plane"
	case f.Heesch != nil:
		text += fmt.Sprintf("; Heesch number %d", f.Heesch.Number)
	}
	return text + "."
}

// links returns those that open a puzzle of copies, and a notebook.
func (w *writer) links(s shapes.Shape, pics pictures, title string) (play, notebook template.URL, err error) {
	board := shapes.Shape{}
	union := func(list []shapes.Shape) {
		for _, c := range list {
			if board.Empty() {
				board = c
			} else {
				board = board.Union(c)
			}
		}
	}
	switch {
	case len(pics.rectangle.Start) > 1 && pics.rectangle.Rows*pics.rectangle.Columns <= 150:
		union(pics.rectangle.Start)
	case pics.plane.Verdict == plane.Tiles:
		union(pics.plane.Tiling.Patch(1))
	case len(pics.heesch.List) > 0:
		union(append([]shapes.Shape{s}, pics.heesch.List[0]...))
	}
	if !board.Empty() {
		play, err = puzzleLink(w.o.Open, s, board)
		if err != nil {
			return "", "", err
		}
	}
	code := "s := shapes.MustParse(`" + s.String() + "`)\ns"
	cells := []link.NotebookCell{{Type: "markdown", Source: title}, {Type: "code", Source: code}}
	if !s.Lattice().Spatial() {
		cells = append(cells, link.NotebookCell{Type: "code", Source: "plane.Decide(s)"})
	}
	cells = append(cells, link.NotebookCell{Type: "code", Source: "s.Orientations(shapes.Free)"})
	address, err := link.Encode(w.o.Open, link.Document{Kind: link.Notebook, Title: title, Data: link.Cells(cells)})
	return play, template.URL(address), err
}

// puzzleLink returns the link of a board to be covered by copies of a shape.
func puzzleLink(open string, s, board shapes.Shape) (template.URL, error) {
	game, err := play.NewGame(cover.New(cover.BoardOf(board.Normal().Named(""))).With(cover.Pieces(s.Named("")).Any()))
	if err != nil {
		return "", nil // too large to be played
	}
	address, err := game.Link(open)
	if len(address) > link.LongLink {
		return "", nil
	}
	return template.URL(address), err
}

func (w *writer) html(v view) ([]byte, error) {
	if v.Head == "" && w.o.Base != "" {
		v.Head = link.Embedding{Title: v.Title, About: v.About, Page: w.o.Base + v.File}.Head()
	}
	var b bytes.Buffer
	err := w.frame.Execute(&b, v)
	return b.Bytes(), err
}

// list writes the page with all polyforms of a size.
func (w *writer) list(l *shapes.Lattice, n int, all []Facts) error {
	name := fmt.Sprintf("%v-%d.html", l, n)
	v := view{Title: "Polyforms of " + ofCells(l.String(), n), File: name}
	v.About = fmt.Sprintf("The %s of %s, up to rotations and reflections.", plural.Count(len(all), "polyform"), ofCells(l.String(), n))
	for i, f := range all {
		v.Items = append(v.Items, item{f.Lattice + "/" + f.Code + ".html", f.Lattice + "/" + f.Code + ".svg", strings.TrimSpace(fmt.Sprintf("%d %s", i+1, f.Name))})
	}
	text, err := w.html(v)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.folder, name), text, 0o666)
}

// searchLattice is what the search page knows about a lattice: how its cells are drawn, its
// isometries, and the codes of the polyforms that have pages. An isometry maps the cell x, y of
// kind k to the kind Kinds[k], at Matrix times (x, y) plus Shift[k]; on cubes it maps x, y and z.
type searchLattice struct {
	Geometry   json.RawMessage  `json:"geometry"`
	Kinds      int              `json:"kinds"`
	Isometries []searchIsometry `json:"isometries"`
	Codes      []string         `json:"codes"`
}

type searchIsometry struct {
	Matrix [][]int `json:"matrix"` // columns: the images of the unit vectors
	Shift  [][]int `json:"shift"`
	Kinds  []int   `json:"kinds"`
}

// isometriesOf describes the isometries of a lattice for the search page.
func isometriesOf(l *shapes.Lattice) []searchIsometry {
	steps := []shapes.Cell{{X: 1}, {Y: 1}}
	if l.Spatial() {
		steps = append(steps, shapes.Cell{Z: 1})
	}
	difference := func(a, b shapes.Cell) []int { return []int{a.X - b.X, a.Y - b.Y, a.Z - b.Z}[:len(steps)] }
	var list []searchIsometry
	for _, g := range l.Isometries() {
		var one searchIsometry
		origin := g.ApplyCell(l.CellOfKind(0))
		for _, d := range steps {
			one.Matrix = append(one.Matrix, difference(g.ApplyCell(d), origin))
		}
		for k := range l.NumKinds() {
			image := g.ApplyCell(l.CellOfKind(k))
			one.Kinds = append(one.Kinds, l.KindOf(image))
			one.Shift = append(one.Shift, difference(image, shapes.Cell{}))
		}
		list = append(list, one)
	}
	return list
}

// geometryOf returns how the search page draws cells of a lattice: as links have it.
func geometryOf(l *shapes.Lattice) (json.RawMessage, error) {
	cells := []shapes.Cell{l.CellOfKind(0)}
	if l == shapes.Tan {
		cells = append(cells, l.CellOfKind(1))
	}
	if l.Spatial() {
		cells = cover.Box(4, 5, 5).Shape().Cells() // what can be drawn
	}
	address, err := play.LinkShape(shapes.New(l, cells...), "")
	if err != nil {
		return nil, err
	}
	d, err := link.Decode(address)
	if err != nil {
		return nil, err
	}
	var data struct{ Lattice json.RawMessage }
	err = json.Unmarshal(d.Data, &data)
	return data.Lattice, err
}

// indexes writes index.html and the search page.
func (w *writer) indexes(all []Facts) error {
	index := view{Title: "Atlas of polyforms", About: fmt.Sprintf("%s, with their symmetries and tilings.", plural.Count(len(all), "polyform")), File: "index.html"}
	codes := map[string][]string{}
	for _, f := range all {
		codes[f.Lattice] = append(codes[f.Lattice], f.Code)
		if n := len(index.Families); n == 0 || index.Families[n-1].Name != cellNames[f.Lattice] {
			index.Families = append(index.Families, family{Name: cellNames[f.Lattice]})
		}
		sizes := &index.Families[len(index.Families)-1].Sizes
		if n := len(*sizes); n == 0 || (*sizes)[n-1].Cells != f.Area {
			*sizes = append(*sizes, struct {
				File         string
				Cells, Count int
			}{fmt.Sprintf("%s-%d.html", f.Lattice, f.Area), f.Area, 0})
		}
		(*sizes)[len(*sizes)-1].Count++
	}
	data := map[string]searchLattice{}
	for _, size := range w.o.Sizes {
		name := size.Lattice.String()
		geometry, err := geometryOf(size.Lattice)
		if err != nil {
			return err
		}
		data[name] = searchLattice{geometry, size.Lattice.NumKinds(), isometriesOf(size.Lattice), codes[name]}
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	styles, err := json.Marshal(render.StyleSheet())
	if err != nil {
		return err
	}
	script := "(() => {\n\"use strict\";\n" + host.Elements() + "const styles = " + string(styles) + ";\nconst lattices = " + string(text) + ";\n" + file("search.js") + "})();\n"
	indexText, err := w.html(index)
	if err != nil {
		return err
	}
	search, err := w.html(view{Title: "Find a polyform by drawing it", About: "Draw a polyform and open its page.", File: "search.html", Search: true})
	if err != nil {
		return err
	}
	for _, f := range []output{{"index.html", indexText}, {"search.html", search}, {"search.js", []byte(script)}, {"atlas.css", []byte(file("atlas.css"))}} {
		if err := os.WriteFile(filepath.Join(w.folder, f.name), f.text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
