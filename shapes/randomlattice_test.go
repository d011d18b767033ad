// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A patch is a finite part of a tiling, for counting polyforms without anything that NewLattice
// derives: neighbors are polygons whose sides overlap, and symmetries are isometries of the plane
// that map the polygons near the origin to polygons.
type patch struct {
	polygons [][][2]float64
	centers  [][2]float64
	base     []bool  // it is one of the polygons of the period
	near     [][]int // of those that sets can contain
	byCenter map[[2]int][]int
	longest  float64 // step
}

func newPatch(p Period) *patch {
	zero := [2]float64{}
	long, area := [2]float64{distance(p.Steps[0], zero), distance(p.Steps[1], zero)}, math.Abs(cross(p.Steps[0], p.Steps[1]))
	q := &patch{byCenter: map[[2]int][]int{}, longest: max(long[0], long[1])}
	reach := [2]int{int(6.5*q.longest*long[1]/area) + 1, int(6.5*q.longest*long[0]/area) + 1}
	for k, c := range p.Cells { // near the origin
		var center [2]float64
		for _, a := range c {
			center = [2]float64{center[0] + a[0]/float64(len(c)), center[1] + a[1]/float64(len(c))}
		}
		x := math.Floor(cross(center, p.Steps[1]) / cross(p.Steps[0], p.Steps[1]))
		y := math.Floor(cross(p.Steps[0], center) / cross(p.Steps[0], p.Steps[1]))
		var moved [][2]float64
		for _, a := range c {
			moved = append(moved, [2]float64{a[0] - x*p.Steps[0][0] - y*p.Steps[1][0], a[1] - x*p.Steps[0][1] - y*p.Steps[1][1]})
		}
		p.Cells[k] = moved
	}
	for y := -reach[1]; y <= reach[1]; y++ {
		for x := -reach[0]; x <= reach[0]; x++ {
			for _, c := range p.Cells {
				var moved [][2]float64
				var center [2]float64
				for _, a := range c {
					b := [2]float64{a[0] + float64(x)*p.Steps[0][0] + float64(y)*p.Steps[1][0], a[1] + float64(x)*p.Steps[0][1] + float64(y)*p.Steps[1][1]}
					moved = append(moved, b)
					center = [2]float64{center[0] + b[0]/float64(len(c)), center[1] + b[1]/float64(len(c))}
				}
				key := [2]int{int(math.Floor(center[0])), int(math.Floor(center[1]))}
				q.byCenter[key] = append(q.byCenter[key], len(q.polygons))
				q.polygons, q.centers = append(q.polygons, moved), append(q.centers, center)
				q.base = append(q.base, x == 0 && y == 0)
			}
		}
	}
	return q
}

const slop = 1e-5

func distance(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }

// beside reports whether two polygons have a part of a side in common.
func beside(c, d [][2]float64) bool {
	for i, a := range c {
		b := c[(i+1)%len(c)]
		u := [2]float64{(b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)}
		along := func(p [2]float64) float64 { return (p[0]-a[0])*u[0] + (p[1]-a[1])*u[1] }
		off := func(p [2]float64) float64 { return math.Abs((p[0]-a[0])*u[1] - (p[1]-a[1])*u[0]) }
		for j, p := range d {
			q := d[(j+1)%len(d)]
			if off(p) < slop && off(q) < slop {
				low, high := min(along(p), along(q)), max(along(p), along(q))
				if min(high, distance(a, b))-max(low, 0) > 10*slop {
					return true
				}
			}
		}
	}
	return false
}

func (q *patch) neighbors(i int) []int {
	if q.near == nil {
		q.near = make([][]int, len(q.polygons))
	}
	if q.near[i] == nil {
		for j := range q.polygons {
			if j != i && distance(q.centers[i], q.centers[j]) < 3*q.longest && beside(q.polygons[i], q.polygons[j]) {
				q.near[i] = append(q.near[i], j)
			}
		}
	}
	return q.near[i]
}

// sets returns the connected sets of n polygons with one of the period, as sorted keys.
func (q *patch) sets(n int) map[string][]int {
	level := map[string][]int{}
	for i := range q.polygons {
		if q.base[i] {
			level[keyOf([]int{i})] = []int{i}
		}
	}
	for range n - 1 {
		next := map[string][]int{}
		for _, set := range level {
			for _, i := range set {
				for _, j := range q.neighbors(i) {
					if !contains(set, j) {
						grown := append(append([]int(nil), set...), j)
						next[keyOf(grown)] = grown
					}
				}
			}
		}
		level = next
	}
	return level
}

func contains(set []int, j int) bool {
	for _, i := range set {
		if i == j {
			return true
		}
	}
	return false
}

func keyOf(set []int) string {
	sorted := append([]int(nil), set...)
	for i := range sorted {
		for j := range i {
			if sorted[i] < sorted[j] {
				sorted[i], sorted[j] = sorted[j], sorted[i]
			}
		}
	}
	return fmt.Sprint(sorted)
}

// A motion is an isometry of the plane: z -> a*z+t, or the same of the conjugate of z.
type motion struct {
	a, t   complex128
	mirror bool
}

func (m motion) apply(p [2]float64) [2]float64 {
	z := complex(p[0], p[1])
	if m.mirror {
		z = complex(p[0], -p[1])
	}
	z = m.a*z + m.t
	return [2]float64{real(z), imag(z)}
}

// image returns the polygon to which a motion maps one, or -1.
func (q *patch) image(m motion, i int) int {
	center := m.apply(q.centers[i])
	for y := int(math.Floor(center[1] - slop)); y <= int(math.Floor(center[1]+slop)); y++ {
	next:
		for _, j := range append(q.byCenter[[2]int{int(math.Floor(center[0] - slop)), y}], q.byCenter[[2]int{int(math.Floor(center[0] + slop)), y}]...) {
			if distance(center, q.centers[j]) > slop || len(q.polygons[i]) != len(q.polygons[j]) {
				continue
			}
			for _, p := range q.polygons[i] {
				found := false
				for _, r := range q.polygons[j] {
					found = found || distance(m.apply(p), r) < slop
				}
				if !found {
					continue next
				}
			}
			return j
		}
	}
	return -1
}

// motions returns the isometries that map the first polygon of the period to one of the patch and
// those near it to polygons, as the images of the polygons that sets can contain.
func (q *patch) motions() (list []motion) {
	first := 0
	for !q.base[first] {
		first++
	}
	var around []int // two rounds of periods
	for i := range q.polygons {
		if distance(q.centers[i], q.centers[first]) < 1.6*q.longest {
			around = append(around, i)
		}
	}
	c := q.polygons[first]
	z := func(p [2]float64) complex128 { return complex(p[0], p[1]) }
	for j, d := range q.polygons {
		if len(d) != len(c) || distance(q.centers[j], q.centers[first]) > 4*q.longest {
			continue
		}
		for k := range d {
			for way := range 4 { // two directions along the polygon
				mirror, step := way >= 2, 1
				if way%2 == 1 {
					step = len(d) - 1
				}
				p, r := z(c[0]), z(c[1])
				if mirror {
					p, r = complex(real(p), -imag(p)), complex(real(r), -imag(r))
				}
				u, v := z(d[k]), z(d[(k+step)%len(d)])
				a := (v - u) / (r - p)
				if math.Abs(math.Hypot(real(a), imag(a))-1) > 1e-5 {
					continue
				}
				m := motion{a, u - a*p, mirror}
				ok := q.image(m, first) == j
				for _, i := range around {
					ok = ok && q.image(m, i) >= 0
				}
				if ok {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// count returns the numbers of free, one-sided and fixed polyforms of n cells.
func (q *patch) count(n int, motions []motion) (counts [3]int) {
	sets := q.sets(n)
	for class, use := range []func(m motion) bool{
		func(motion) bool { return true },
		func(m motion) bool { return !m.mirror },
		func(m motion) bool {
			return !m.mirror && distance([2]float64{real(m.a), imag(m.a)}, [2]float64{1, 0}) < 1e-5
		},
	} {
		parent := map[string]string{}
		var find func(k string) string
		find = func(k string) string {
			if parent[k] == "" || parent[k] == k {
				return k
			}
			parent[k] = find(parent[k])
			return parent[k]
		}
		for key, set := range sets {
			for _, m := range motions {
				if !use(m) {
					continue
				}
				var image []int
				some := false
				for _, i := range set {
					j := q.image(m, i)
					image = append(image, j)
					some = some || j >= 0 && q.base[j]
				}
				if some && !contains(image, -1) {
					parent[find(key)] = find(keyOf(image))
				}
			}
		}
		for key := range sets {
			if find(key) == key {
				counts[class]++
			}
		}
	}
	return counts
}

// randomPeriod returns a period, and whether it tiles the plane.
func randomPeriod(r *rand.Rand) (p Period, tiles bool) {
	switch r.IntN(3) {
	case 0: // quadrilaterals whose corners are moved a little, in rows that are shifted
		m, n := 1+r.IntN(2), 1+r.IntN(2)
		var moved [2][2][2]float64
		for i := range m {
			for j := range n {
				if r.IntN(2) == 0 {
					moved[i][j] = [2]float64{float64(r.IntN(5)-2) / 8, float64(r.IntN(5)-2) / 8}
				}
			}
		}
		shift := float64(r.IntN(3))
		p.Steps = [2][2]float64{{float64(m), 0}, {shift, float64(n)}}
		corner := func(i, j int) [2]float64 {
			d := moved[(i-int(shift)*(j/n)+4*m)%m][j%n]
			return [2]float64{float64(i) + d[0], float64(j) + d[1]}
		}
		for i := range m {
			for j := range n {
				p.Cells = append(p.Cells, [][2]float64{corner(i, j), corner(i+1, j), corner(i+1, j+1), corner(i, j+1)})
			}
		}
	case 1: // bricks
		p.Steps = [2][2]float64{{1 + r.Float64(), 0}, {float64(r.IntN(5)) / 8, 1}}
		w := p.Steps[0][0]
		p.Cells = [][][2]float64{{{0, 0}, {w, 0}, {w, 1}, {0, 1}}}
	default:
		b := builtIns[r.IntN(len(builtIns))]
		l := b.lattice()
		p.Steps = [2][2]float64(l.steps[:2])
		for kind := range l.NumKinds() {
			var c [][2]float64
			for _, q := range l.Corners(Cell{Z: kind}) {
				x, y := l.Project(q)
				c = append(c, [2]float64{x, y})
			}
			p.Cells = append(p.Cells, c)
		}
	}
	for range r.IntN(3) { // cut polygons
		k := r.IntN(len(p.Cells))
		c := p.Cells[k]
		switch i := r.IntN(len(c)); {
		case len(c) > 3 && r.IntN(2) == 0:
			j := (i + 2) % len(c)
			half, other := ring(c, i, j), ring(c, j, i)
			p.Cells[k] = half
			p.Cells = append(p.Cells, other)
		default: // from the middle of a side to a corner
			a, b := c[i], c[(i+1)%len(c)]
			c = append(append(append([][2]float64(nil), c[:i+1]...), [2]float64{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}), c[i+1:]...)
			j := (i + 3) % len(c)
			p.Cells[k] = ring(c, i+1, j)
			p.Cells = append(p.Cells, ring(c, j, i+1))
		}
	}
	m := [4]float64{1, 0, 0, 1}
	switch r.IntN(3) {
	case 0: // a similarity
		y, x := math.Sincos(r.Float64() * 7)
		s := 0.8 + r.Float64()/2
		m = [4]float64{s * x, -s * y, s * y, s * x}
	case 1: // any linear map that is not too flat
		m = [4]float64{1, float64(r.IntN(5)-2) / 4, float64(r.IntN(3)-1) / 4, 1 + float64(r.IntN(3))/4}
	}
	place := func(q [2]float64) [2]float64 {
		return [2]float64{m[0]*q[0] + m[1]*q[1], m[2]*q[0] + m[3]*q[1]}
	}
	p.Steps = [2][2]float64{place(p.Steps[0]), place(p.Steps[1])}
	at := [2]float64{r.Float64(), r.Float64()}
	for k, c := range p.Cells {
		d := [2]float64{float64(r.IntN(8) / 7), float64(r.IntN(8) / 7)} // sometimes in another period
		var moved [][2]float64
		for _, q := range c {
			q = place(q)
			moved = append(moved, [2]float64{q[0] + at[0] + d[0]*p.Steps[0][0] + d[1]*p.Steps[1][0], q[1] + at[1] + d[0]*p.Steps[0][1] + d[1]*p.Steps[1][1]})
		}
		if r.IntN(3) == 0 {
			for i := range len(moved) / 2 {
				moved[i], moved[len(moved)-1-i] = moved[len(moved)-1-i], moved[i]
			}
		}
		p.Cells[k] = moved
	}
	if len(p.Cells) <= 3 && r.IntN(3) == 0 { // a period that is not primitive
		i := r.IntN(2)
		for _, c := range p.Cells {
			var moved [][2]float64
			for _, q := range c {
				moved = append(moved, [2]float64{q[0] + p.Steps[i][0], q[1] + p.Steps[i][1]})
			}
			p.Cells = append(p.Cells, moved)
		}
		p.Steps[i] = [2]float64{2 * p.Steps[i][0], 2 * p.Steps[i][1]}
	}
	switch k := r.IntN(len(p.Cells)); r.IntN(12) {
	case 0:
		p.Cells = append(p.Cells[:k], p.Cells[k+1:]...)
		return p, false
	case 1:
		p.Cells = append(p.Cells, p.Cells[k])
		return p, false
	case 2:
		c := p.Cells[k]
		p.Cells[k] = append([][2]float64{{c[0][0] + 0.1, c[0][1] + 0.03}}, c[1:]...)
		return p, false
	}
	return p, true
}

// ring returns the corners of a polygon from i to j.
func ring(c [][2]float64, i, j int) (part [][2]float64) {
	for ; i != j; i = (i + 1) % len(c) {
		part = append(part, c[i])
	}
	return append(part, c[j])
}

// TestRandomLattices compares lattices with counts by geometry alone.
func TestRandomLattices(t *testing.T) {
	total := 250
	switch {
	case testing.Short():
		total = 15
	case long:
		total = 1000
	}
	t.Cleanup(func() {
		own.Lock()
		defer own.Unlock()
		delete(own.lattices, "random")
	})
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 0))
	refused, orders := 0, map[int]int{}
	for i := range total {
		p, tiles := randomPeriod(r)
		p.Name = "random"
		l, err := NewLattice(p)
		if (err == nil) != tiles {
			t.Fatalf("seed %d, lattice %d: error %v, but tiles: %v\n%v", seed, i, err, tiles, p)
		}
		if err != nil {
			refused++
			continue
		}
		orders[len(l.Isometries())]++
		short := Period{Steps: reduced(p.Steps), Cells: slices.Clone(p.Cells)}
		q := newPatch(short)
		motions := q.motions()
		most := 3
		if len(p.Cells) > 4 {
			most = 2
		}
		for n := 1; n <= most; n++ {
			want := q.count(n, motions)
			for class, w := range want {
				got, err := Count(context.Background(), l, n, Class(class))
				if err != nil || got.Int64() != int64(w) {
					t.Fatalf("seed %d, lattice %d: %v %v polyforms of %d cells, error %v; geometry says %d\n%v", seed, i, got, Class(class), n, err, w, p)
				}
				list, err := Enumerate(context.Background(), l, n, Class(class))
				if err != nil || len(list) != w {
					t.Fatalf("seed %d, lattice %d: listed %d %v polyforms of %d cells, error %v; geometry says %d\n%v", seed, i, len(list), Class(class), n, err, w, p)
				}
			}
		}
		text, err := l.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseLattice(string(text)); err != nil || len(again.Isometries()) != len(l.Isometries()) {
			t.Fatalf("seed %d, lattice %d: %v\n%s", seed, i, err, text)
		}
	}
	t.Logf("seed %d: %d lattices, %d refused, orders of point groups %v", seed, total, refused, orders)
}

// TestPublishedLattices compares with the On-Line Encyclopedia of Integer Sequences, as its data
// were in 2026.
func TestPublishedLattices(t *testing.T) {
	for name, want := range map[string][]int64{
		"prismatic":              {1, 3, 5, 20, 56, 225, 819, 3333, 13336},            // A197156
		"floret":                 {1, 3, 8, 25, 80, 291, 1036, 3875, 14561},           // A197159
		"rhombille":              {1, 1, 3, 4, 12, 27, 78, 208, 635, 1859, 5726},      // A197459
		"kisrhombille":           {1, 3, 3, 9, 14, 38, 74, 185, 414, 1026, 2440},      // A197462
		"tetrakis":               {1, 2, 2, 6, 8, 22, 42, 112, 252, 650, 1584, 4091},  // A197465
		"deltoidal":              {1, 2, 4, 10, 27, 85, 262, 873, 2917, 10011, 34561}, // A057786
		"snub-square":            {2, 2, 4, 10, 28, 79, 235, 720, 2254, 7146},         // A309159
		"trihexagonal":           {2, 1, 4, 9, 30, 97, 373, 1405, 5630},               // A343398
		"truncated-hexagonal":    {2, 2, 9, 40, 218, 1377, 9285},                      // A343406
		"truncated-square":       {2, 2, 7, 22, 93, 413, 2073, 10741},                 // A343577
		"rhombitrihexagonal":     {3, 2, 7, 16, 60, 201, 838, 3407, 14767},            // A344211
		"truncated-trihexagonal": {3, 3, 14, 50, 261, 1397, 8364},                     // A344213
		"snub-hexagonal":         {3, 3, 7, 23, 69, 228, 766, 2642, 9309},             // A383908
	} {
		l, err := LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() {
			want = want[:len(want)-3]
		}
		for i, w := range want {
			if n, err := Count(context.Background(), l, i+1, Free); err != nil || n.Int64() != w {
				t.Errorf("%s: %v polyforms of %d cells, error %v; expected %d", name, n, i+1, err, w)
			}
		}
	}
}

func TestNewLatticeErrors(t *testing.T) {
	square := [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	unit := [2][2]float64{{1, 0}, {0, 1}}
	for _, test := range []struct {
		name string
		p    Period
		want string
	}{
		{"", Period{Steps: unit, Cells: [][][2]float64{square}}, "word"},
		{"cairo", Period{Steps: unit, Cells: [][][2]float64{square}}, "built-in"},
		{"own", Period{Cells: [][][2]float64{square}}, "parallel"},
		{"own", Period{Steps: [2][2]float64{{math.NaN(), 0}, {0, 1}}, Cells: [][][2]float64{square}}, "step X"},
		{"own", Period{Steps: unit}, "0 cells"},
		{"own", Period{Steps: unit, Cells: [][][2]float64{square[:2]}}, "cell 0 has 2 corners"},
		{"own", Period{Steps: [2][2]float64{{2, 0}, {0, 1}}, Cells: [][][2]float64{square}}, "gap beside cell 0"},
		{"own", Period{Steps: unit, Cells: [][][2]float64{square, square}}, "cells 0 and 1 overlap"},
		{"own", Period{Steps: unit, Cells: [][][2]float64{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}}}, "overlap"},
		{"own", Period{Steps: unit, Cells: [][][2]float64{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}}, "cell 0"},
		{"own", Period{Steps: unit, Cells: [][][2]float64{{{0, 0}, {1, 0}, {1, 1}, {0, 1.00005}}}}, "nearly coincide"},
	} {
		test.p.Name = test.name
		if _, err := NewLattice(test.p); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("NewLattice(%q, %v): error %v, expected %q", test.name, test.p, err, test.want)
		}
	}
}

// TestDerivedIsometries tests the composition of isometries without common fixed points.
func TestDerivedIsometries(t *testing.T) {
	cairo, err := LatticeByName("cairo")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := cairo.Isometries()[4].Translate(0, 1, 0).String(), "(x,y) -> (x+1/2,3/2-y)"; got != want {
		t.Errorf("a glide reflection is %s, expected %s", got, want)
	}
	cells := []Cell{{0, 0, 0}, {2, -1, 1}, {-3, 1, 2}}
	for _, name := range []string{"cairo", "snub-square", "floret", "prismatic"} {
		l, err := LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range l.Isometries() {
			g = g.Translate(1, -2, 0)
			for _, h := range l.Isometries() {
				for _, c := range cells {
					c.Z %= l.NumKinds()
					if got, want := g.Then(h).ApplyCell(c), h.ApplyCell(g.ApplyCell(c)); got != want {
						t.Errorf("%s: %v then %v maps %v to %v, expected %v", name, g, h, c, got, want)
					}
				}
			}
			if !g.Then(g.Inverse()).Identity() || !g.Inverse().Then(g).Identity() {
				t.Errorf("%s: %v and its inverse do not give the identity", name, g)
			}
		}
		shapes, err := Enumerate(context.Background(), l, 4, Free)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shapes {
			for _, u := range []string{s.String(), name + " " + strings.ReplaceAll(s.Text(), "\n", "/"), name + "\n" + s.Text()} {
				if v, err := Parse(u); err != nil || !v.Normal().Equal(s.Normal()) {
					t.Errorf("Parse(%q) = %v, %v", u, v, err)
				}
			}
			for _, g := range s.Symmetries() {
				if !g.Apply(s).Equal(s) {
					t.Errorf("%v is no symmetry of %v", g, s)
				}
			}
			if s.Symmetry() == "" {
				t.Errorf("%v: no name for its symmetry", s)
			}
		}
	}
}
