// SPDX-License-Identifier: BSD-3-Clause

// The lattice of 4-cubes.
//
// A cell has three coordinates everywhere in this package and those built on it. The fourth one, W,
// is folded into Z: a 4-cube at (x,y,z,w) is the Cell {x, y, z + foldedLayers*w}. As long as z is
// from -foldedLayers/2 to foldedLayers/2 - 1, the four numbers follow from the three. The map is
// linear: differences, translations, boxes and the reading order of cells work on folded cells as
// on others, and only what acts on directions must unfold them. That is
//
//   - the symmetries: the 384 signed permutations of the four axes, 192 of which are rotations;
//   - the window of an enumeration, which has a place for each value of z and of w;
//   - the corner to which shapes are moved, where z and w are least, each for itself;
//   - text and pictures.
//
// So the matrices of operations are not used here. An operation has a signed permutation instead.
//
// Enumeration finds representatives by a third moment, as in moment.go, with four coordinates: the
// sum of |q|²q over the cells, where q is the position of a cell relative to the center of gravity.
// The image whose moment is the greatest passes. Free and one-sided shapes are counted by listing
// them.
//
// Example: of the eight one-sided tetracubes two are mirror images of each other. A rotation
// through the fourth dimension maps one to the other, so that there are seven one-sided shapes of
// four 4-cubes, as many as free ones. The five cells in a corner, one along each axis and the one
// between them, have 24 symmetries, 12 of which are rotations.
//
// Cost: half a microsecond for each fixed shape, and a fifth of a millisecond for each that passes.

package shapes

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// foldedLayers is the number of values of Z with the same W.
const foldedLayers = 256

// Dimension returns 2 for a planar lattice, 3 for a lattice of space, and 4 for "tesseract", which
// is one too: the Z of a cell has two coordinates in one (see [Cell4]), and the corners and faces
// of a cell are those of a cube.
func (l *Lattice) Dimension() int {
	switch {
	case l.folded:
		return 4
	case l.spatial:
		return 3
	}
	return 2
}

// Cell4 returns the cell of the lattice "tesseract" with four coordinates. Since a [Cell] has three
// numbers, its Z is z + 256w. It panics if z or w is not from -128 to 127.
func Cell4(x, y, z, w int) Cell {
	const most = foldedLayers / 2
	if min(z, w) < -most || max(z, w) >= most {
		panic("shapes: z and w of a 4-cube must be from -128 to 127")
	}
	return Cell{x, y, z + foldedLayers*w}
}

// Four returns the four coordinates of a cell of the lattice "tesseract": the inverse of [Cell4].
func (c Cell) Four() (x, y, z, w int) {
	w = (c.Z + foldedLayers/2) >> 8
	return c.X, c.Y, c.Z - foldedLayers*w, w
}

// A place4 is a position, or the four coordinates of a cell.
type place4 [4]int

func unfolded(c Cell) place4 {
	x, y, z, w := c.Four()
	return place4{x, y, z, w}
}

func (p place4) folded() Cell { return Cell{p[0], p[1], p[2] + foldedLayers*p[3]} }

// A signedPermutation maps the axes to each other and to their inverses: coordinate i of an image
// is coordinate from[i] times sign[i].
type signedPermutation struct {
	from [4]uint8
	sign [4]int8
}

func (g *signedPermutation) times(p place4) (q place4) {
	for i := range q {
		q[i] = int(g.sign[i]) * p[g.from[i]]
	}
	return q
}

// after returns the product: h, then g.
func (g signedPermutation) after(h signedPermutation) (p signedPermutation) {
	for i := range p.from {
		p.from[i] = h.from[g.from[i]]
		p.sign[i] = g.sign[i] * h.sign[g.from[i]]
	}
	return p
}

// reflects reports whether the determinant is negative.
func (g *signedPermutation) reflects() bool {
	odd := false
	for i, f := range g.from {
		odd = odd != (g.sign[i] < 0)
		for _, e := range g.from[:i] {
			odd = odd != (e > f)
		}
	}
	return odd
}

// order returns the number of different powers.
func (g signedPermutation) order() int {
	n := 1
	for p := g; p != identity4; p = p.after(g) {
		n++
	}
	return n
}

var identity4 = signedPermutation{[4]uint8{0, 1, 2, 3}, [4]int8{1, 1, 1, 1}}

// signedPermutations lists all of them, the identity first, then the other rotations, then the
// reflections, the one that exchanges left and right first.
func signedPermutations() []signedPermutation {
	left := signedPermutation{identity4.from, [4]int8{-1, 1, 1, 1}}
	generators := []signedPermutation{
		{[4]uint8{1, 0, 2, 3}, [4]int8{-1, 1, 1, 1}}, // a quarter turn of X to Y
		{[4]uint8{1, 2, 3, 0}, [4]int8{1, 1, 1, -1}}, // all axes in turn
	}
	list, known := []signedPermutation{identity4}, map[signedPermutation]bool{identity4: true}
	for i := 0; i < len(list); i++ {
		for _, g := range generators {
			if p := g.after(list[i]); !known[p] {
				known[p] = true
				list = append(list, p)
			}
		}
	}
	for _, g := range list[:len(list):len(list)] {
		list = append(list, g.after(left))
	}
	return list
}

// tesseracts is the lattice of 4-cubes.
var tesseracts = builtIn{name: "tesseract", folded: true}

// foldedLattice makes it.
func foldedLattice(name string) *Lattice {
	d := Cube.design
	d.name, d.turn, d.mirror, d.also, d.folded = name, matrix{}, matrix{}, nil, true
	l := &Lattice{design: d}
	f := &l.derived
	*f = facts{rotate: 1, units: [][]Cell{{{}}}}
	for _, d := range []Cell{{X: 1}, {Y: 1}, {Z: 1}, {Z: foldedLayers}} {
		f.near = append(f.near, []Cell{d, Cell{}.minus(d)})
	}
	f.near = [][]Cell{slices.Concat(f.near...)}
	slices.SortFunc(f.near[0], Cell.Compare)
	for i, g := range signedPermutations() {
		f.operations = append(f.operations, operation{axes: g, mirror: g.reflects(), images: []Cell{{}}})
		if f.reflect == 0 && g.reflects() {
			f.reflect = i
		}
	}
	l.deriving.Do(func() {})
	return l
}

// groupOfAxes derives the structure of the group of 4-cubes.
func groupOfAxes(operations []operation) group {
	index := make(map[signedPermutation]int, len(operations))
	for i := range operations {
		index[operations[i].axes] = i
	}
	g := group{product: make([][]int, len(operations)), inverse: make([]int, len(operations)), class: make([]int, len(operations))}
	for i := range operations {
		g.product[i] = make([]int, len(operations))
		for j := range operations {
			g.product[i][j] = index[operations[i].axes.after(operations[j].axes)]
		}
		g.inverse[i] = slices.Index(g.product[i], 0)
	}
	for i := range operations {
		g.class[i] = i
		for j := range operations {
			g.class[i] = min(g.class[i], g.product[g.product[j][i]][g.inverse[j]])
		}
	}
	return g
}

// words describes an operation on 4-cubes for [Isometry.Description].
func (g signedPermutation) words() string {
	kind := "rotation"
	if g.reflects() {
		kind = "reflection"
	}
	return kind + " of order " + strconv.Itoa(g.order())
}

// symmetryName4 returns the name of a group of operations on 4-cubes, given by their indices.
func (l *Lattice) symmetryName4(operations []int) string {
	turns := 0
	for _, i := range operations {
		if !l.facts().operations[i].mirror {
			turns++
		}
	}
	switch reflections := len(operations) - turns; {
	case len(operations) == 1:
		return "none"
	case len(operations) == len(l.facts().operations):
		return "full"
	case reflections == 0:
		return strconv.Itoa(turns) + " rotations"
	case turns == 1:
		return "1 reflection"
	default:
		return strconv.Itoa(turns) + " rotations, " + strconv.Itoa(reflections) + " reflections"
	}
}

// corner4 returns the cell whose coordinates are each the least of the cells.
func corner4(cells []Cell) place4 {
	least := place4{math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt}
	for _, c := range cells {
		for i, x := range unfolded(c) {
			least[i] = min(least[i], x)
		}
	}
	return least
}

// Slices returns a shape of cubes that shows a shape on the lattice "tesseract": its slices, one
// for each W, side by side from left to right in a drawing, with gaps between them. The box of the
// whole, which must contain s, determines where the slices are, so that parts of it fit together.
// Shapes on other lattices are returned as they are.
func (s Shape) Slices(whole Shape) Shape {
	if !s.Lattice().folded || whole.Empty() {
		return s
	}
	all := whole.Cells()
	least := corner4(all)
	most := least
	for _, c := range all {
		for i, x := range unfolded(c) {
			most[i] = max(most[i], x)
		}
	}
	// X goes to the lower right and Y to the lower left, so that one step along X and one back
	// along Y go to the right.
	apart := (most[0]-least[0]+most[1]-least[1])/2 + 2
	cells := s.Cells()
	for i, c := range cells {
		p := unfolded(c)
		right := apart * (p[3] - least[3])
		cells[i] = Cell{p[0] - least[0] + right, p[1] - least[1] - right, p[2] - least[2]}
	}
	return New(Cube, cells...).Named(s.name)
}

// depth4 is [Shape.Depth] for 4-cubes.
func (s Shape) depth4() int {
	least, most := math.MaxInt, math.MinInt
	for _, c := range s.Cells() {
		z := unfolded(c)[2]
		least, most = min(least, z), max(most, z)
	}
	return s.extent(least, most)
}

// textOfSlices is [Shape.Text] for 4-cubes.
func (s Shape) textOfSlices() string {
	cells := s.Cells()
	least := corner4(cells)
	var most place4
	for i, c := range cells {
		p := unfolded(c)
		for j := range p {
			p[j] -= least[j]
			most[j] = max(most[j], p[j])
		}
		cells[i] = p.folded()
	}
	var list []string
	for w := range most[3] + 1 {
		var layers []string
		for z := range most[2] + 1 {
			g := Cube.grid(most[0]+1, most[1]+1)
			for _, c := range cells {
				if p := unfolded(c); p[2] == z && p[3] == w {
					g.put(p[0], p[1], '#')
				}
			}
			layers = append(layers, g.text(Cube))
		}
		list = append(list, strings.Join(layers, "\n\n"))
	}
	return strings.Join(list, "\n||\n")
}

// holes4 is [Shape.Holes] for 4-cubes.
func (s Shape) holes4() []Shape {
	least, most := corner4(s.Cells()), place4{math.MinInt, math.MinInt, math.MinInt, math.MinInt}
	for _, c := range s.Cells() {
		for i, x := range unfolded(c) {
			most[i] = max(most[i], x)
		}
	}
	var rest []Cell
	for w := least[3] - 1; w <= most[3]+1; w++ {
		for z := least[2] - 1; z <= most[2]+1; z++ {
			for y := least[1] - 1; y <= most[1]+1; y++ {
				for x := least[0] - 1; x <= most[0]+1; x++ {
					if c := (place4{x, y, z, w}).folded(); !s.Contains(c) {
						rest = append(rest, c)
					}
				}
			}
		}
	}
	outside := place4{least[0] - 1, least[1] - 1, least[2] - 1, least[3] - 1}.folded()
	return slices.DeleteFunc(New(s.Lattice(), rest...).Components(), func(part Shape) bool { return part.Contains(outside) })
}

// A foldedSieve finds representatives of shapes of 4-cubes.
type foldedSieve struct {
	window     *window
	operations []signedPermutation
	cells      []Cell
	places     []place4
	same       []*signedPermutation // those that leave the moment of the last shape invariant
	own        []uint64             // the sorted keys of the shape
	best       []uint64             // the sorted keys of the least image so far
	image      []uint64
}

func newFoldedSieve(w *window, n int, class Class) *foldedSieve {
	s := &foldedSieve{window: w, cells: make([]Cell, n), places: make([]place4, n)}
	s.own, s.best, s.image = make([]uint64, n), make([]uint64, n), make([]uint64, n)
	for _, op := range w.lattice.operationsOf(class) {
		s.operations = append(s.operations, op.axes)
	}
	return s
}

func (s *foldedSieve) sift(set, last []int32, found func(cells string) bool) bool {
	for i, v := range set {
		s.cells[i] = s.window.cell(int(v))
		s.places[i] = unfolded(s.cells[i])
	}
	end := len(s.cells) - 1
	for _, v := range last {
		s.cells[end] = s.window.cell(int(v))
		s.places[end] = unfolded(s.cells[end])
		if s.greatest() && s.least() && !found(s.pack()) {
			return false
		}
	}
	return true
}

// moment4 returns the third moment of cells, times a constant.
func moment4(places []place4) (moment place4) {
	n := len(places)
	var sum place4
	for _, p := range places {
		for i, x := range p {
			sum[i] += x
		}
	}
	for _, p := range places {
		square := 0
		for i := range p {
			p[i] = n*p[i] - sum[i]
			square += p[i] * p[i]
		}
		for i, x := range p {
			moment[i] += square * x
		}
	}
	return moment
}

// greatest reports whether no operation makes the moment greater, and records those that leave it
// invariant.
func (s *foldedSieve) greatest() bool {
	moment := moment4(s.places)
	s.same = s.same[:0]
	for k := range s.operations {
		op := &s.operations[k]
		more := 0
		for i := 0; i < 4 && more == 0; i++ {
			more = int(op.sign[i])*moment[op.from[i]&3] - moment[i]
		}
		switch {
		case more > 0:
			return false
		case more == 0:
			s.same = append(s.same, op)
		}
	}
	return true
}

// least finds the least image. It returns false if an operation that leaves the moment invariant
// makes the shape less.
func (s *foldedSieve) least() bool {
	one := identity4
	s.fill(s.own, &one)
	slices.Sort(s.own)
	for _, op := range s.same {
		if least := s.fill(s.image, op); less(s.image, least, s.own) {
			return false
		}
	}
	copy(s.best, s.own)
	for k := range s.operations {
		if least := s.fill(s.image, &s.operations[k]); less(s.image, least, s.best) {
			slices.Sort(s.image)
			s.best, s.image = s.image, s.best
		}
	}
	return true
}

// fill computes the keys of the cells of an image in the corner, and returns the least key.
func (s *foldedSieve) fill(keys []uint64, g *signedPermutation) uint64 {
	least := g.times(s.places[0])
	for _, p := range s.places[1:] {
		for i, x := range g.times(p) {
			least[i] = min(least[i], x)
		}
	}
	first := ^uint64(0)
	for i, p := range s.places {
		q := g.times(p)
		for j := range q {
			q[j] -= least[j]
		}
		c := q.folded()
		keys[i] = uint64(c.Y)<<(2*keyBits) | uint64(c.X)<<keyBits | uint64(c.Z)
		first = min(first, keys[i])
	}
	return first
}

// pack returns the cells of the least image.
func (s *foldedSieve) pack() string {
	const mask = 1<<keyBits - 1
	cells := make([]Cell, len(s.best))
	for i, key := range s.best {
		cells[i] = Cell{Y: int(key >> (2 * keyBits)), X: int(key >> keyBits & mask), Z: int(key & mask)}
	}
	return pack(cells)
}

// formula4 is [Isometry.String] for 4-cubes.
func (g Isometry) formula4() string {
	const names = "xyzw"
	op, shift := g.op(), unfolded(g.shift)
	var b strings.Builder
	b.WriteString("(x,y,z,w) -> ")
	for i := range names {
		b.WriteString(separator(i, "(", ","))
		var row [4]int
		row[op.axes.from[i]] = int(op.axes.sign[i])
		writeSum(&b, shift[i], 1, row[:], names)
	}
	b.WriteByte(')')
	return b.String()
}

// countListed counts shapes of n cells by visiting them.
func countListed(ctx context.Context, l *Lattice, n int, class Class) (*big.Int, error) {
	if err := checkCount(ctx, l, n); err != nil {
		return nil, err
	}
	if n == 0 {
		return big.NewInt(1), nil
	}
	total := uint64(0)
	err := eachPacked(ctx, l, n, class, func(string) bool {
		total++
		return true
	})
	return new(big.Int).SetUint64(total), err
}

// symmetriesListed is [CountsBySymmetry] by listing the shapes.
func symmetriesListed(ctx context.Context, l *Lattice, most int) (CountTable, error) {
	t := CountTable{Lattice: l}
	numbers := map[string][]int64{}
	order := map[string]int{} // of a group with this name
	for n := 1; n <= most; n++ {
		err := eachPacked(ctx, l, n, Free, func(cells string) bool {
			group := Shape{lattice: l, cells: cells}.Symmetries()
			var operations []int
			for _, g := range group {
				operations = append(operations, g.operation)
			}
			name := l.symmetryName(operations)
			if numbers[name] == nil {
				numbers[name], order[name] = make([]int64, most), len(group)
			}
			numbers[name][n-1]++
			return true
		})
		if err != nil {
			most = n - 1
			return t.listed(numbers, order, most), err
		}
	}
	return t.listed(numbers, order, most), nil
}

// listed adds a column for each name to the table, the least groups first.
func (t CountTable) listed(numbers map[string][]int64, order map[string]int, most int) CountTable {
	names := slices.SortedFunc(maps.Keys(numbers), func(a, b string) int {
		return cmp.Or(cmp.Compare(order[a], order[b]), cmp.Compare(a, b))
	})
	for _, name := range names {
		c := Column{Name: name}
		for _, n := range numbers[name][:most] {
			c.Counts = append(c.Counts, big.NewInt(n))
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// mostFolded is the number of 4-cubes for which a window takes a few gigabytes.
const mostFolded = 32

// checkFolded returns an error for more 4-cubes than the window of an enumeration has room for.
func (l *Lattice) checkFolded(n int) error {
	if l.folded && n > mostFolded {
		return fmt.Errorf("shapes: %d cubes of four dimensions: expected at most %d", n, mostFolded)
	}
	return nil
}
