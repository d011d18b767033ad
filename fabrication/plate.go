// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"polka/internal/plural"
	"polka/internal/replace"
	"polka/shapes"
)

// A Plate is a list of solids that are printed together. They stand on the plane with z = 0.
type Plate struct {
	width, depth float64
	meshes       []*Mesh
}

// Plates returns the solids of pieces, laid out on as few plates as a simple method finds. Shapes
// of cubes are turned so that they are low and have a large base, and those of other polyhedra so
// that they stand on as much area as possible. There is an error as of [Solid],
// or if a piece is larger than a plate.
func Plates(pieces []shapes.Shape, o SolidOptions) ([]*Plate, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if len(pieces) == 0 {
		return nil, errors.New("fabrication: expected at least one piece")
	}
	meshes := make([]*Mesh, len(pieces))
	footprints := make([][]loop, len(pieces))
	for i, s := range pieces {
		s = lying(s)
		if meshes[i], err = Solid(s, o); err != nil {
			return nil, err
		}
		if s.Lattice().Spatial() && s.Lattice() != shapes.Cube {
			meshes[i] = meshes[i].lying()
			footprints[i] = atOrigin([]loop{meshes[i].shadow()})
			continue
		}
		if footprints[i], err = footprint(s, o); err != nil {
			return nil, err
		}
	}
	spots, number, err := nested(footprints, o.Width, o.Depth, o.Spacing, func(i int) string { return pieceName(pieces[i]) })
	if err != nil {
		return nil, err
	}
	plates := make([]*Plate, number)
	for i := range plates {
		plates[i] = &Plate{width: o.Width, depth: o.Depth}
	}
	for i, m := range meshes {
		p := plates[spots[i].sheet]
		placed := m.translated([3]float64{})
		for k, v := range placed.vertices {
			at := spots[i].moved(point{v[0], v[1]})
			placed.vertices[k] = at.at(v[2])
		}
		p.meshes = append(p.meshes, placed)
	}
	return plates, nil
}

func pieceName(s shapes.Shape) string {
	if s.Name() != "" {
		return s.Name()
	}
	return s.String()
}

// lying returns the orientation of a shape of cubes that is lowest and, of these, has the largest
// base; other shapes are returned as they are.
func lying(s shapes.Shape) shapes.Shape {
	if s.Lattice() != shapes.Cube {
		return s
	}
	best, score := s, -1
	for _, t := range s.Orientations(shapes.OneSided) {
		least, most := t.Bounds()
		base := 0
		for _, c := range t.Cells() {
			if c.Z == least.Z {
				base++
			}
		}
		if n := base - t.Size()*(most.Z-least.Z); score == -1 || n > score {
			best, score = t, n
		}
	}
	return best.Named(s.Name())
}

// footprint returns loops around a solid as seen from above, with its least x and y at 0.
func footprint(s shapes.Shape, o SolidOptions) ([]loop, error) {
	var loops []loop
	if s.Lattice() == shapes.Cube {
		var flat []shapes.Cell
		for _, c := range s.Cells() {
			flat = append(flat, shapes.Cell{X: c.X, Y: c.Y})
		}
		loops, _ = moved(outlineOf(shapes.New(shapes.Square, flat...), o.Unit, false).loops, o.Gap/2)
	} else {
		inner, err := core(s, o)
		if err != nil {
			return nil, err
		}
		for _, l := range inner {
			loops = append(loops, around(l, o.Edge, o))
		}
	}
	return atOrigin(loops), nil
}

// atOrigin moves loops so that their least x and y are 0.
func atOrigin(loops []loop) []loop {
	least, _ := bounds(loops)
	all := make([]loop, len(loops))
	for i, l := range loops {
		for _, p := range l {
			all[i] = append(all[i], p.minus(least))
		}
	}
	return all
}

// Meshes returns the solids at their places.
func (p *Plate) Meshes() []*Mesh { return slices.Clone(p.meshes) }

// String returns the number of solids, the size and the number of triangles.
func (p *Plate) String() string {
	triangles := 0
	for _, m := range p.meshes {
		triangles += len(m.triangles)
	}
	return fmt.Sprintf("plate of %.5g x %.5g mm: %s, %d triangles", p.width, p.depth, plural.Count(len(p.meshes), "solid"), triangles)
}

// Save writes the plate to a file: as STL if its name ends in .stl, as 3MF if it ends in .3mf. An
// existing file is replaced.
func (p *Plate) Save(path string) error {
	return save(path, []format{{".stl", p.WriteSTL}, {".3mf", p.Write3MF}})
}

// A format of files has an extension.
type format struct {
	extension string
	write     func(io.Writer) error
}

// save writes a file in the format that its name selects.
func save(path string, formats []format) error {
	var names []string
	for _, f := range formats {
		names = append(names, f.extension)
		if !strings.EqualFold(filepath.Ext(path), f.extension) {
			continue
		}
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return err
		}
		return replace.Output(path, b.Bytes(), 0o666)
	}
	return fmt.Errorf("fabrication: %s: expected a name that ends in %s", path, strings.Join(names, " or "))
}
