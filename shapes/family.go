// SPDX-License-Identifier: BSD-3-Clause

// Families of patches.
//
// Boards of squares on surfaces are rectangles whose borders are glued. The surface of a cube is a
// net of six squares. A patch of Penrose's tiling by rhombs comes from ten triangles around a point
// that are divided again and again (R. M. Robinson's triangles; B. Grünbaum and G. C. Shephard,
// Tilings and Patterns, 1987, section 10.3): a triangle is half a rhomb, and two that have their
// longest or shortest side in common, the diagonal of the rhomb, are one cell; those without a
// partner at the border are left out. A patch of the tiling {p,q} of the hyperbolic plane grows
// from a polygon by reflections in sides; points are vectors (x,y,t) with t²-x²-y²=1, of which the
// picture is (x,y)/(1+t) (Poincaré's disk). Lengths and angles are not those of the pictures, so
// these patches are bent.

package shapes

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"polka/internal/pattern"
)

// A family has patches with numbers in their names.
type family struct {
	name *pattern.Pattern
	make func(name string, n []int) (Patch, error)
}

var families = []family{
	{pattern.New(`^(torus|cylinder|moebius|klein|projective)-(\d{1,3})x(\d{1,3})$`), gluedRectangle},
	{pattern.New(`^(cube-surface)-(\d{1,2})$`), cubeSurface},
	{pattern.New(`^(penrose)-(\d)$`), penrose},
	{pattern.New(`^(hyperbolic)-(\d{1,2})-(\d{1,2})-(\d)$`), hyperbolic},
}

// memberOf returns a function that makes the patch with a name, or nil if the name is not of a
// family.
func memberOf(name string) func() (Patch, error) {
	if !strings.Contains(name, "-") {
		return nil
	}
	for _, f := range families {
		parts := f.name.FindStringSubmatch(name)
		if parts == nil {
			continue
		}
		var n []int
		for _, digits := range parts[2:] {
			k, _ := strconv.Atoi(digits) // at most three digits
			n = append(n, k)
		}
		return func() (Patch, error) { return f.make(parts[1], n) }
	}
	return nil
}

// familyNamed returns the patch with a name, or nil if there is none: if the numbers in the name
// are of no patch, or of one that is too large.
func familyNamed(name string) *Lattice {
	f := memberOf(name)
	if f == nil {
		return nil
	}
	p, err := f()
	if err != nil {
		return nil
	}
	p.Name = name
	l, err := patchOf(p)
	if err != nil {
		return nil
	}
	return l
}

// Sides of a square.
const (
	above = iota
	rightOf
	below
	leftOf
)

func squareAt(x, y float64) [][2]float64 {
	return [][2]float64{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
}

// gluedRectangle returns a rectangle of squares whose borders are glued.
func gluedRectangle(name string, size []int) (Patch, error) {
	rows, columns := size[0], size[1]
	p := Patch{Bent: true}
	if rows*columns > mostPatch {
		return p, errTooMany
	}
	for y := range rows {
		for x := range columns {
			p.Cells = append(p.Cells, squareAt(float64(x), float64(y)))
		}
	}
	at := func(x, y int) int { return y*columns + x }
	twisted := name == "moebius" || name == "klein" || name == "projective"
	for y := range rows {
		other := y
		if twisted {
			other = rows - 1 - y
		}
		p.Glue = append(p.Glue, Glue{at(columns-1, y), rightOf, at(0, other), leftOf, twisted})
	}
	for x := range columns {
		switch name {
		case "torus", "klein":
			p.Glue = append(p.Glue, Glue{at(x, rows-1), below, at(x, 0), above, false})
		case "projective":
			p.Glue = append(p.Glue, Glue{at(x, rows-1), below, at(columns-1-x, 0), above, true})
		}
	}
	return p, nil
}

var errTooMany = errors.New("shapes: the patch has too many cells")

// cubeSurface returns the surface of a cube with n*n squares on each face, as a net: four faces in
// a row, and one above and below the first.
func cubeSurface(_ string, size []int) (Patch, error) {
	n := size[0]
	if 6*n*n > mostPatch {
		return Patch{}, errTooMany
	}
	type place [3]int
	plus := func(a, u, v place, x, y int) place {
		for i := range a {
			a[i] += x*u[i] + y*v[i]
		}
		return a
	}
	p := Patch{Bent: true}
	type side struct{ cell, side int }
	sides := map[[2]place]side{}
	for _, f := range []struct {
		column, row  int
		origin, u, v place // where the first corner is, and where columns and rows lead
	}{
		{0, 1, place{0, n, n}, place{1, 0, 0}, place{0, -1, 0}},
		{1, 1, place{n, n, n}, place{0, 0, -1}, place{0, -1, 0}},
		{2, 1, place{n, n, 0}, place{-1, 0, 0}, place{0, -1, 0}},
		{3, 1, place{0, n, 0}, place{0, 0, 1}, place{0, -1, 0}},
		{0, 0, place{0, n, 0}, place{1, 0, 0}, place{0, 0, 1}},
		{0, 2, place{0, 0, n}, place{1, 0, 0}, place{0, 0, -1}},
	} {
		for y := range n {
			for x := range n {
				corners := [4]place{plus(f.origin, f.u, f.v, x, y), plus(f.origin, f.u, f.v, x+1, y), plus(f.origin, f.u, f.v, x+1, y+1), plus(f.origin, f.u, f.v, x, y+1)}
				drawn := squareAt(float64(f.column*n+x), float64(f.row*n+y))
				for i := range corners {
					own := side{len(p.Cells), i}
					key := [2]place{corners[i], corners[(i+1)%4]}
					sides[key] = own
					other, ok := sides[[2]place{key[1], key[0]}]
					if !ok {
						continue
					}
					// Sides that coincide in the drawing are glued already.
					c := p.Cells
					if other.cell == own.cell || c[other.cell][other.side] == drawn[(i+1)%4] && c[other.cell][(other.side+1)%4] == drawn[i] {
						continue
					}
					p.Glue = append(p.Glue, Glue{own.cell, own.side, other.cell, other.side, false})
				}
				p.Cells = append(p.Cells, drawn)
			}
		}
	}
	return p, nil
}

// A half is half a rhomb: a triangle whose sides at the first corner are sides of the rhomb.
type half struct {
	thick   bool
	a, b, c complex128
}

// penrose returns the patch of Penrose's rhombs after n divisions of ten triangles.
func penrose(_ string, size []int) (Patch, error) {
	n := size[0]
	if n > 6 {
		return Patch{}, fmt.Errorf("shapes: a patch of Penrose's tiling after %d divisions, expected at most 6", n)
	}
	golden := (1 + math.Sqrt(5)) / 2
	scale := math.Pow(golden, float64(n))
	var list []half
	for i := range 10 {
		at := func(k int) complex128 {
			y, x := math.Sincos(float64(2*k-1) * math.Pi / 10)
			return complex(scale*x, scale*y)
		}
		h := half{false, 0, at(i), at(i + 1)}
		if i%2 == 0 { // mirror images in turn
			h.b, h.c = h.c, h.b
		}
		list = append(list, h)
	}
	toward := func(p, q complex128) complex128 { return p + (q-p)/complex(golden, 0) }
	for range n {
		var next []half
		for _, h := range list {
			if !h.thick {
				p := toward(h.a, h.b)
				next = append(next, half{false, h.c, p, h.b}, half{true, p, h.c, h.a})
				continue
			}
			q, r := toward(h.b, h.a), toward(h.b, h.c)
			next = append(next, half{true, r, h.c, h.a}, half{true, q, r, h.b}, half{false, r, q, h.a})
		}
		list = next
	}
	type spot [2]int // the middle of a diagonal
	first := map[spot]half{}
	p := Patch{}
	for _, h := range list {
		m := (h.b + h.c) / 2
		key := spot{int(math.Round(real(m) * 1000)), int(math.Round(imag(m) * 1000))}
		other, ok := first[key]
		if !ok {
			first[key] = h
			continue
		}
		var rhomb [][2]float64
		for _, z := range []complex128{h.a, h.b, other.a, h.c} {
			rhomb = append(rhomb, [2]float64{real(z), imag(z)})
		}
		p.Cells = append(p.Cells, rhomb)
	}
	return p, nil
}

// hyperbolic returns the polygons of the tiling {p,q} that are at most n steps from the one in the
// middle.
func hyperbolic(_ string, size []int) (Patch, error) {
	p, q, n := size[0], size[1], size[2]
	if p < 3 || q < 3 || (p-2)*(q-2) <= 4 {
		return Patch{}, fmt.Errorf("shapes: {%d,%d} is no tiling of the hyperbolic plane", p, q)
	}
	// inner is the product of vectors (x,y,t).
	inner := func(v, w vector) float64 { return v[0]*w[0] + v[1]*w[1] - v[2]*w[2] }
	// The hyperbolic cosine of the distance from the center to a corner is cot(π/p)*cot(π/q).
	t := 1 / (math.Tan(math.Pi/float64(p)) * math.Tan(math.Pi/float64(q)))
	r := math.Sqrt(t*t - 1)
	var middle []vector
	for i := range p {
		y, x := math.Sincos(math.Pi * (float64(2*i+1)/float64(p) + 0.5))
		middle = append(middle, vector{r * x, r * y, t})
	}
	key := func(polygon []vector) [2]int {
		var sum vector
		for _, v := range polygon {
			sum = sum.plus(v)
		}
		length := math.Sqrt(-inner(sum, sum))
		return [2]int{int(math.Round(1e6 * sum[0] / (length + sum[2]))), int(math.Round(1e6 * sum[1] / (length + sum[2])))}
	}
	all := [][]vector{middle}
	known := map[[2]int]bool{key(middle): true}
	added := func(k [2]int) bool { // rounding may go either way
		for x := k[0] - 1; x <= k[0]+1; x++ {
			for y := k[1] - 1; y <= k[1]+1; y++ {
				if known[[2]int{x, y}] {
					return false
				}
			}
		}
		known[k] = true
		return true
	}
	begin := 0
	for range n {
		end := len(all)
		for _, polygon := range all[begin:end] {
			for i := range polygon {
				a, b := polygon[i], polygon[(i+1)%p]
				normal := a.cross(b) // as a vector of the product inner:
				normal[2] = -normal[2]
				var image []vector
				for _, v := range polygon {
					image = append(image, v.plus(normal.times(-2*inner(v, normal)/inner(normal, normal))))
				}
				if added(key(image)) {
					all = append(all, image)
				}
				if len(all) > mostPatch {
					return Patch{}, errTooMany
				}
			}
		}
		begin = end
	}
	result := Patch{Bent: true}
	// In the picture, the sides in the middle are two and a half units long.
	radius := 2.5 * (1 + t) / (2 * r * math.Sin(math.Pi/float64(p)))
	for _, polygon := range all {
		var drawn [][2]float64
		for _, v := range polygon {
			drawn = append(drawn, [2]float64{radius * v[0] / (1 + v[2]), radius * v[1] / (1 + v[2])})
		}
		result.Cells = append(result.Cells, drawn)
	}
	return result, nil
}
