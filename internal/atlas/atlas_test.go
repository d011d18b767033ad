// SPDX-License-Identifier: BSD-3-Clause

package atlas

import (
	"context"
	"encoding/json"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/internal/link"
	"polka/internal/progress"
	"polka/shapes"
)

var small = []Size{{shapes.Square, 6}, {shapes.Hexagon, 3}, {shapes.Triangle, 5}, {shapes.Tan, 2}, {shapes.Kite, 2}, {shapes.Cube, 3}}

func written(t *testing.T, folder string) []Facts {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "atlas.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil || d.Format != format || d.License == "" {
		t.Fatalf("%.100s: %v", text, err)
	}
	return d.Shapes
}

// TestFacts compares an atlas with published tables, and checks the tilings from their definition.
func TestFacts(t *testing.T) {
	sizes := small
	if !testing.Short() {
		sizes = slices.Clone(small)
		sizes[0].Cells = 7
	}
	folder := t.TempDir()
	if _, err := Write(t.Context(), folder, Options{Sizes: sizes}); err != nil {
		t.Fatal(err)
	}
	fixed, oneSided := map[string][]int{}, map[string][]int{}
	tiles := map[string]int{}
	orders := map[string]int{}
	for _, f := range written(t, folder) {
		for len(fixed[f.Lattice]) < f.Area {
			fixed[f.Lattice], oneSided[f.Lattice] = append(fixed[f.Lattice], 0), append(oneSided[f.Lattice], 0)
		}
		fixed[f.Lattice][f.Area-1] += f.Fixed
		oneSided[f.Lattice][f.Area-1]++
		if f.Chiral {
			oneSided[f.Lattice][f.Area-1]++
		}
		s, err := shapes.Parse(f.Text)
		if err != nil || s.Area() != f.Area || !s.Equal(s.Canonical(shapes.Free)) {
			t.Errorf("%s: %v", f.Text, err)
		}
		if f.Plane != nil && f.Plane.Tiles == "yes" {
			checkPlane(t, s, f.Plane)
		}
		if f.Lattice == "square" {
			tiles[f.Plane.Tiles]++
			if f.Rectangle != nil && f.Rectangle.Tiles == "yes" {
				checkRectangle(t, s, f.Rectangle)
			}
			if f.Area == 5 {
				orders[f.Name] = 0
				if f.Rectangle != nil {
					orders[f.Name] = f.Rectangle.Order
				}
			}
			if f.Heesch != nil && (f.Heesch.Number > f.Heesch.WithHoles || len(f.Heesch.Coronas) != f.Heesch.WithHoles) {
				t.Errorf("%s: %+v", f.Text, f.Heesch)
			}
		}
	}
	for lattice, want := range map[string][]int{
		"square":   {1, 2, 6, 19, 63, 216, 760}, // OEIS A001168
		"hexagon":  {1, 3, 11, 44},              // A001207
		"triangle": {2, 3, 6, 14, 36},           // A001420
		"cube":     {1, 3, 15, 86},              // A001931
	} {
		if got := fixed[lattice]; !slices.Equal(got, want[:len(got)]) {
			t.Errorf("%s: fixed %v, want %v", lattice, got, want)
		}
	}
	if got, want := oneSided["square"], []int{1, 1, 2, 7, 18, 60, 196}; !slices.Equal(got, want[:len(got)]) { // A000988
		t.Errorf("one-sided polyominoes: %v, want %v", got, want)
	}
	// All polyominoes of up to 6 cells tile the plane; of the 108 heptominoes one has a hole and
	// three others do not (J. Myers, Polyomino tiling).
	if want := sizes[0].Cells - 6; tiles["no"] != 4*want || tiles["undecided"] != 0 {
		t.Errorf("tiling polyominoes: %v", tiles)
	}
	// S. W. Golomb, Polyominoes (1994): of the pentominoes I, L, P and Y tile rectangles.
	want := map[string]int{"F": 0, "I": 1, "L": 2, "N": 0, "P": 2, "T": 0, "U": 0, "V": 0, "W": 0, "X": 0, "Y": 10, "Z": 0}
	for name, n := range want {
		if orders[name] != n {
			t.Errorf("order of %s: %d, want %d", name, orders[name], n)
		}
	}
}

func cellsOf(list []int) []shapes.Cell {
	var cells []shapes.Cell
	for c := range slices.Chunk(list, 3) {
		cells = append(cells, shapes.Cell{X: c[0], Y: c[1], Z: c[2]})
	}
	return cells
}

// isCopy reports whether cells are an image of a shape.
func isCopy(s shapes.Shape, cells []shapes.Cell) bool {
	return shapes.New(s.Lattice(), cells...).Canonical(shapes.Free).Named("").Equal(s)
}

// checkPlane checks that the copies of a period cover the plane once: they have as many cells as
// the period, and none of them are equal up to the period.
func checkPlane(t *testing.T, s shapes.Shape, p *Plane) {
	t.Helper()
	a, b, c, d := p.Period[0][0], p.Period[0][1], p.Period[1][0], p.Period[1][1]
	det := a*d - b*c
	seen := map[[3]int]bool{}
	total := 0
	for _, list := range p.Copies {
		cells := cellsOf(list)
		if !isCopy(s, cells) {
			t.Errorf("%v: %v is no copy", s, cells)
		}
		for _, e := range cells {
			// The coordinates in the basis of the period, in units of 1/det, modulo 1.
			x, y := e.X*d-e.Y*c, e.Y*a-e.X*b
			m := int(math.Abs(float64(det)))
			seen[[3]int{((x % m) + m) % m, ((y % m) + m) % m, e.Z}] = true
			total++
		}
	}
	if want := int(math.Abs(float64(det))) * s.Lattice().NumKinds(); total != want || len(seen) != want {
		t.Errorf("%v: %d cells, %d different ones in a period of %d", s, total, len(seen), want)
	}
}

func checkRectangle(t *testing.T, s shapes.Shape, r *Rectangle) {
	t.Helper()
	seen := map[shapes.Cell]bool{}
	for _, list := range r.Copies {
		cells := cellsOf(list)
		if !isCopy(s, cells) {
			t.Errorf("%v: %v is no copy", s, cells)
		}
		for _, c := range cells {
			if seen[c] || c.X < 0 || c.Y < 0 || c.X >= r.Columns || c.Y >= r.Rows {
				t.Errorf("%v: %v is covered twice or outside", s, c)
			}
			seen[c] = true
		}
	}
	if len(seen) != r.Rows*r.Columns {
		t.Errorf("%v: %d cells of %d by %d", s, len(seen), r.Rows, r.Columns)
	}
}

var links = regexp.MustCompile(`(?:href|src)="([^"]+)"`)

// TestLinks checks all links of an atlas, that each file belongs to a page, and that a page for
// previews exists; and that a run that was interrupted gives the same files.
func TestLinks(t *testing.T) {
	o := Options{Sizes: []Size{{shapes.Square, 5}, {shapes.Kite, 2}, {shapes.Cube, 3}}, Open: "../../open.html", Base: "https://example.org/atlas/"}
	whole, parts := t.TempDir(), t.TempDir()
	total, err := Write(t.Context(), whole, o)
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]bool{"index.html": true}
	pages := 0
	each(t, whole, func(name string, text []byte) {
		if path.Ext(name) != ".html" {
			return
		}
		if strings.Contains(name, "/") {
			pages++
			if !strings.Contains(string(text), `og:image" content="https://example.org/atlas/`+strings.TrimSuffix(name, ".html")+".png") {
				t.Errorf("%s has no picture for previews", name)
			}
			linked[strings.TrimSuffix(name, ".html")+".png"] = true
			checkEmbedding(t, whole, strings.TrimSuffix(name, ".html"), o.Base)
		}
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			address, ours := strings.CutPrefix(m[1], o.Base)
			switch {
			case strings.HasPrefix(address, o.Open):
				if d, err := link.Decode(address); err != nil || d.Kind != link.Puzzle && d.Kind != link.Notebook {
					t.Errorf("%s: %.60s: %v", name, address, err)
				}
			case strings.Contains(address, ":"):
				t.Errorf("%s: %s leads away", name, address)
			default:
				if !ours {
					address = path.Join(path.Dir(name), address)
				}
				linked[address] = true
				if _, err := os.Stat(filepath.Join(whole, filepath.FromSlash(address))); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	})
	if pages != total || total != 21+3+4 {
		t.Errorf("%d pages of %d polyforms", pages, total)
	}
	each(t, whole, func(name string, _ []byte) {
		if !linked[name] {
			t.Errorf("no page has %s", name)
		}
	})

	ctx, cancel := context.WithCancel(t.Context())
	ctx = progress.With(ctx, func(r progress.Report) {
		if strings.HasPrefix(r.Text, "square of 5 cells: 4") {
			cancel()
		}
	})
	if _, err := Write(ctx, parts, o); err == nil {
		t.Error("an interrupted run reported no error")
	}
	if _, err := os.Stat(filepath.Join(parts, journal)); err != nil {
		t.Error(err)
	}
	out, err := os.OpenFile(filepath.Join(parts, journal), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.WriteString(`{"lattice":"squ`); err != nil { // as if the program had been killed
		t.Fatal(err)
	}
	out.Close()
	if _, err := Write(t.Context(), parts, o); err != nil {
		t.Fatal(err)
	}
	each(t, whole, func(name string, text []byte) {
		if again, err := os.ReadFile(filepath.Join(parts, filepath.FromSlash(name))); err != nil || string(again) != string(text) {
			t.Errorf("%s differs after an interruption: %v", name, err)
		}
	})
}

// checkEmbedding checks the file for oEmbed of a page: what version 1.0 requires of the type rich,
// and that its addresses are those of files.
func checkEmbedding(t *testing.T, folder, name, base string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var e map[string]any
	if err := json.Unmarshal(text, &e); err != nil || e["type"] != "rich" || e["version"] != "1.0" || e["thumbnail_url"] != base+name+".png" {
		t.Errorf("%s: %s, %v", name, text, err)
	}
	file, err := os.Open(filepath.Join(folder, filepath.FromSlash(name)+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	size, err := png.DecodeConfig(file)
	if err != nil || e["thumbnail_width"] != float64(size.Width) || e["thumbnail_height"] != float64(size.Height) {
		t.Errorf("%s: the picture has %d by %d pixels, %v by %v in %s; %v", name, size.Width, size.Height, e["thumbnail_width"], e["thumbnail_height"], text, err)
	}
	if frame, _ := e["html"].(string); !strings.Contains(frame, `src="`+base+name+`.html"`) || e["width"] == nil || e["height"] == nil {
		t.Errorf("%s: %s", name, frame)
	}
}

// each visits the files of a folder by their names with slashes.
func each(t *testing.T, folder string, visit func(name string, text []byte)) {
	t.Helper()
	if err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		visit(name, text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestSearch checks what the search page knows about isometries: each maps shapes as package
// shapes does.
func TestSearch(t *testing.T) {
	for _, size := range Defaults() {
		l := size.Lattice
		list, err := shapes.Enumerate(t.Context(), l, 4, shapes.Free)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range isometriesOf(l) {
			for _, s := range list {
				var image []shapes.Cell
				for _, c := range s.Cells() {
					kind := 0
					if !l.Spatial() {
						kind = c.Z
					}
					v := slices.Clone(g.Shift[kind])
					for j, n := range []int{c.X, c.Y, c.Z}[:len(g.Matrix)] {
						for k := range v {
							v[k] += n * g.Matrix[j][k]
						}
					}
					if l.Spatial() {
						image = append(image, shapes.Cell{X: v[0], Y: v[1], Z: v[2]})
					} else {
						image = append(image, shapes.Cell{X: v[0], Y: v[1], Z: g.Kinds[kind]})
					}
				}
				got, want := shapes.New(l, image...).Normal(), l.Isometries()[i].Apply(s).Normal()
				if !got.Equal(want) {
					t.Errorf("%v: isometry %d maps %v to %v, expected %v", l, i, s, got, want)
				}
			}
		}
	}
}

func TestWriteErrors(t *testing.T) {
	folder := t.TempDir()
	for _, o := range []Options{{}, {Sizes: []Size{{shapes.King, 3}}}, {Sizes: []Size{{shapes.Square, 0}}}} {
		if _, err := Write(t.Context(), folder, o); err == nil {
			t.Errorf("%+v: expected an error", o)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "atlas.json"), []byte(`{"format":"other"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(t.Context(), folder, Options{Sizes: []Size{{shapes.Square, 1}}}); err == nil || !strings.Contains(err.Error(), "atlas.json") {
		t.Errorf("a foreign atlas.json: %v", err)
	}
}
