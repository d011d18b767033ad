// SPDX-License-Identifier: BSD-3-Clause

// Package atlas writes static pages about polyforms: a page for each free polyform of some
// lattices and sizes, with pictures, what is known about its symmetry and its tilings, and files
// to cut or print it. All facts are computed here, and say how.
//
//	err := atlas.Write(ctx, "atlas", atlas.Options{Sizes: atlas.Defaults()})
//
// The address of a page is the lattice and the code of the polyform: three digits of base 36 for
// each cell of its canonical form, its coordinates x, y and z. The data of all pages are in one
// file, atlas.json.
package atlas

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/digit"
	"polka/internal/plural"
	"polka/plane"
	"polka/shapes"
)

// Facts are what is known about a polyform. Copies are lists of coordinates x, y and z of their
// cells, one after the other.
type Facts struct {
	Lattice   string `json:"lattice"`
	Area      int    `json:"cells"` // half squares on tan, otherwise cells
	Code      string `json:"code"`
	Text      string `json:"shape"` // what shapes.Parse reads
	Name      string `json:"name,omitempty"`
	Symmetry  string `json:"symmetry"`
	Group     string `json:"group"`
	Fixed     int    `json:"fixed"`    // orientations in all
	OneSided  int    `json:"oneSided"` // orientations without reflections
	Chiral    bool   `json:"chiral"`
	Perimeter int    `json:"perimeter"` // in space the surface
	Holes     int    `json:"holes"`
	Colors    []int  `json:"colors,omitempty"` // numbers of cells of each color, the greatest first

	Plane     *Plane     `json:"plane,omitempty"`
	Heesch    *Heesch    `json:"heesch,omitempty"`
	Rectangle *Rectangle `json:"rectangle,omitempty"`
}

// Plane says whether a polyform tiles the plane. If it does, all copies are the translations of
// Copies by the sums of multiples of Period.
type Plane struct {
	Tiles  string  `json:"tiles"` // yes, no or undecided
	How    string  `json:"how"`
	Copies [][]int `json:"copies,omitempty"`
	Period [][]int `json:"period,omitempty"` // two translations
}

// Heesch has the Heesch number of a polyform that does not tile the plane, and the coronas.
type Heesch struct {
	Number    int       `json:"number"`
	WithHoles int       `json:"withHoles"` // if the last corona may leave holes
	AtLeast   bool      `json:"atLeast,omitempty"`
	How       string    `json:"how"`
	Coronas   [][][]int `json:"coronas,omitempty"`
}

// Rectangle says whether a polyomino tiles a rectangle. Order is the least number of copies, 0 if
// it is not known.
type Rectangle struct {
	Tiles   string  `json:"tiles"` // yes, no or undecided
	How     string  `json:"how"`
	Rows    int     `json:"rows,omitempty"`
	Columns int     `json:"columns,omitempty"`
	Order   int     `json:"order,omitempty"`
	Copies  [][]int `json:"copies,omitempty"`
}

// pictures are what a page draws besides the polyform.
type pictures struct {
	plane     plane.Decision
	heesch    plane.Coronas
	rectangle plane.Band
}

// mostRows is the number of rows of strips that are searched.
const mostRows = 12

// names has the names of the polyforms in the sets of package shapes, by lattice and code.
var names = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, set := range shapes.SetNames() {
		for _, s := range shapes.MustSetByName(set) {
			code, err := digit.Write(flat(s.Canonical(shapes.Free).Cells())...)
			key := s.Lattice().String() + "/" + code
			if err == nil && s.Name() != "" && all[key] == "" {
				all[key] = s.Name()
			}
		}
	}
	return all
})

func flat(cells []shapes.Cell) []int {
	list := make([]int, 0, 3*len(cells))
	for _, c := range cells {
		list = append(list, c.X, c.Y, c.Z)
	}
	return list
}

func flats(copies []shapes.Shape) [][]int {
	var list [][]int
	for _, s := range copies {
		list = append(list, flat(s.Cells()))
	}
	return list
}

func yesNo(v plane.Verdict) string {
	switch v {
	case plane.Tiles:
		return "yes"
	case plane.DoesNotTile:
		return "no"
	}
	return "undecided"
}

// find finds the facts of a free polyform in canonical form. Each question may take the given
// time; after that its answer is undecided.
func find(ctx context.Context, s shapes.Shape, each time.Duration) (Facts, pictures, error) {
	l := s.Lattice()
	code, err := digit.Write(flat(s.Cells())...)
	if err != nil {
		return Facts{}, pictures{}, err
	}
	f := Facts{Lattice: l.String(), Area: s.Area(), Code: code, Text: s.String(), Name: names()[l.String()+"/"+code], Symmetry: s.Symmetry(), Group: s.PointGroup(),
		OneSided: len(s.Orientations(shapes.OneSided)), Chiral: s.Chiral(), Perimeter: s.Perimeter(), Holes: len(s.Holes()), Colors: colors(s)}
	f.Fixed = len(s.Orientations(shapes.Free))
	var pics pictures
	if l.Spatial() {
		return f, pics, nil
	}
	limited := func(question func(context.Context) error) (bool, error) {
		short, cancel := context.WithTimeout(ctx, each)
		defer cancel()
		err := question(short)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			return false, nil
		}
		return err == nil, err
	}
	late := fmt.Sprintf("no answer within %v", each)
	f.Plane = &Plane{Tiles: "undecided", How: late}
	done, err := limited(func(ctx context.Context) (err error) {
		pics.plane, err = plane.Decide(ctx, s)
		return err
	})
	if err != nil {
		return f, pics, err
	}
	if done {
		f.Plane.Tiles, f.Plane.How = yesNo(pics.plane.Verdict), how(pics.plane)
		if pics.plane.Verdict == plane.Tiles {
			u, v := pics.plane.Tiling.Period()
			f.Plane.Copies, f.Plane.Period = flats(pics.plane.Tiling.Copies()), [][]int{{u.X, u.Y}, {v.X, v.Y}}
		}
	}
	if done && pics.plane.Verdict == plane.DoesNotTile && !pics.plane.Holes {
		done, err := limited(func(ctx context.Context) (err error) {
			pics.heesch, err = plane.Heesch(ctx, s)
			if errors.Is(err, plane.ErrUndecided) {
				return context.DeadlineExceeded
			}
			return err
		})
		if err != nil {
			return f, pics, err
		}
		c := pics.heesch
		f.Heesch = &Heesch{Number: c.Number, WithHoles: c.WithHoles, AtLeast: c.AtLeast || !done, How: "the coronas, and a search that excludes more"}
		if f.Heesch.AtLeast {
			f.Heesch.How = "the coronas; " + late + " whether there are more"
		}
		for _, corona := range c.List {
			f.Heesch.Coronas = append(f.Heesch.Coronas, flats(corona))
		}
	}
	if l == shapes.Square && done && pics.plane.Verdict != plane.DoesNotTile {
		f.Rectangle, err = rectangle(s, limited, late, &pics)
	}
	return f, pics, err
}

// rectangle asks for tilings of rectangles.
func rectangle(s shapes.Shape, limited func(func(context.Context) error) (bool, error), late string, pics *pictures) (*Rectangle, error) {
	r := Rectangle{Tiles: "undecided", How: late}
	var regions plane.Regions
	done, err := limited(func(ctx context.Context) (err error) {
		regions, err = plane.Classify(ctx, s, mostRows)
		return err
	})
	if err != nil || !done {
		return &r, err
	}
	r.Tiles, r.Order = yesNo(regions.Rectangle), regions.Order
	switch regions.Rectangle {
	case plane.Tiles:
		b := regions.Best
		pics.rectangle = b
		r.Rows, r.Columns, r.Copies = b.Rows, b.Columns, flats(b.Start)
		r.How = "the tiling"
		if r.Order > 0 {
			r.How = "the tiling, and a complete search for fewer copies"
		}
	case plane.DoesNotTile:
		r.How = fmt.Sprintf("a complete search of %s at the border of a region, which no tiling can have", plural.Count(regions.Border, "row"))
	default:
		r.How = fmt.Sprintf("no tiling in strips of up to %s, and no proof that there is none", plural.Count(regions.Rows, "row"))
	}
	return &r, nil
}

// how says from what a decision follows.
func how(d plane.Decision) string {
	switch {
	case d.Holes:
		return "it has a hole that no copy fills"
	case d.Verdict == plane.DoesNotTile:
		return fmt.Sprintf("a complete search: it cannot be surrounded %s", plural.Count(d.NumExcluded, "time"))
	case d.Verdict != plane.Tiles:
		return "neither a tiling with at most 24 copies in a period nor a proof was found"
	}
	var list []string
	if d.Translations {
		list = append(list, "by translations alone (factorization of Beauquier and Nivat)")
	}
	if d.Conway {
		list = append(list, "by half turns and translations (Conway's criterion)")
	}
	if d.Isohedral {
		symbol, number := d.Tiling.HeeschType()
		text := "isohedrally: its symmetries map each copy to each other one"
		if symbol != "" {
			text += fmt.Sprintf(" (type %s, IH%d)", symbol, number)
		}
		list = append(list, text)
	} else {
		list = append(list, fmt.Sprintf("periodically with %s in a period; no tiling is isohedral, by a complete search", plural.Count(len(d.Tiling.Copies()), "copy")))
	}
	return strings.Join(list, "; ")
}

// colors counts the cells of each color: of a chessboard of squares or cubes, of the two
// directions of triangles, and of three colors of hexagons that differ around each corner. On
// other lattices the kinds of cells are no colors of this sort, and there are none.
func colors(s shapes.Shape) []int {
	var color func(c shapes.Cell) int
	n := 2
	switch s.Lattice() {
	case shapes.Square, shapes.Cube:
		color = func(c shapes.Cell) int { return (c.X + c.Y + c.Z) & 1 }
	case shapes.Triangle:
		color = func(c shapes.Cell) int { return c.Z }
	case shapes.Hexagon:
		n, color = 3, func(c shapes.Cell) int { return ((c.X-c.Y)%3 + 3) % 3 }
	default:
		return nil
	}
	count := make([]int, n)
	for _, c := range s.Cells() {
		count[color(c)]++
	}
	slices.SortFunc(count, func(a, b int) int { return b - a })
	return count
}
