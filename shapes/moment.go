// SPDX-License-Identifier: BSD-3-Clause

// Deciding by a vector whether a polyform represents its class.
//
// The representative of a class is the least image in the order of Shape.Compare. Constructing all
// images, 24 or 48 of them for polycubes, only to find that some other image is less, would take
// most of the time of an enumeration. But it does not matter which image of a class is found, as
// long as exactly one is: it can then be replaced by the least one. So the sieve lets the image
// pass whose third moment is the greatest, and examines only that one closely.
//
// The moment is the sum of Q(q)*q over the cells, where q is the position of a cell relative to the
// center of gravity, and Q is the sum of the squares of the coordinates of q's images, which is
// invariant under all operations. So an operation acts on the moment as it acts on the cells.
// Moments are compared coordinate by coordinate. If some operations leave the greatest moment
// invariant, because the polyform is symmetric or by chance, the images under these are compared.
//
// The moment of a set follows from sums over its cells: of p, of Q(p), of Q(p)*p, and of the
// products of two coordinates of p, where p is the position of a cell in the window. These sums are
// kept for the cells that several sets share, so that a set costs some multiplications and one or
// two comparisons.
//
// Example: the L tetromino in its eight orientations has eight different moments; one of them
// passes and is converted to (0,0), (1,0), (2,0), (0,1). The T tetromino has four; each is
// invariant under a reflection, whose image is T again. Cost: 20 nanoseconds for each fixed
// polyform, and half a microsecond for each polycube that passes.

package shapes

import "slices"

// A momentSieve finds representatives on any lattice.
type momentSieve struct {
	window     *window
	operations []*operation
	n          int
	form       matrix       // of Q: Q(p) is the product of p, form and p
	places     []place      // of the cells of the window
	matrices   []matrix     // of the operations
	set        []int32      // the last set considered, without its last cell
	sums       []momentSums // sums[i] is for the first i cells of set

	ways  []way
	paths [][3]int // by image, the identity first: the ways that give Y, X and Z
	cells []Cell
	keys  [][]uint64 // by way: of each cell
	own   []uint64   // the sorted keys of the polyform
	best  []uint64   // the sorted keys of the least image so far
	image []uint64
	same  []bool // by operation: it leaves the moment invariant
}

// A way is a coordinate of images: a row of a matrix, and the term added for each kind of cell.
type way struct {
	row   [3]int
	kinds []int
	kept  bool // the coordinate is the kind of a cell and is not moved to the corner

	packed int // of the lattice
	scale  int // of the coordinate: packed for X, otherwise 1
}

func newMomentSieve(w *window, n int, class Class) *momentSieve {
	s := &momentSieve{window: w, n: n, operations: w.lattice.operationsOf(class), cells: make([]Cell, n)}
	s.own, s.best, s.image = make([]uint64, n), make([]uint64, n), make([]uint64, n)
	s.same, s.sums = make([]bool, len(s.operations)), make([]momentSums, 1, n)
	for i := range w.lattice.facts().operations {
		m := &w.lattice.facts().operations[i].matrix
		for r := range m {
			for c := range m {
				for k := range m {
					s.form[r][c] += m[k][r] * m[k][c]
				}
			}
		}
	}
	for v := range w.graph.Size() {
		p := w.lattice.placeOf(w.cell(v))
		q := 0
		for i := range p {
			for j := range p {
				q += s.form[i][j] * p[i] * p[j]
			}
		}
		s.places = append(s.places, place{p[0], p[1], p[2], q})
	}
	s.findPath(&w.lattice.facts().operations[0])
	for _, op := range s.operations {
		s.findPath(op)
		s.matrices = append(s.matrices, op.matrix)
	}
	for range s.ways {
		s.keys = append(s.keys, make([]uint64, n))
	}
	return s
}

// placeOf returns a position of a cell such that operations act on positions as on cells, up to a
// translation.
func (l *Lattice) placeOf(c Cell) [3]int {
	f := l.facts()
	if f.centers != nil {
		at, kind := l.split(c)
		at = l.periods(at)
		p := f.centers[kind]
		return [3]int{f.centerScale*at.X + p.X, f.centerScale*at.Y + p.Y, f.centerScale*at.Z + p.Z}
	}
	var sum Cell
	for _, corner := range l.Corners(c) {
		sum = sum.plus(Cell(corner))
	}
	return [3]int{sum.X, sum.Y, sum.Z}
}

// findPath finds the ways that give the coordinates of the images under an operation.
func (s *momentSieve) findPath(op *operation) {
	var path [3]int
	for i, coordinate := range [3]int{1, 0, 2} {
		w := way{row: op.matrix[coordinate], packed: s.window.lattice.packed, scale: 1}
		if coordinate == 0 {
			w.scale = max(1, w.packed)
		}
		for _, image := range op.images {
			w.kinds = append(w.kinds, [3]int{image.X, image.Y, image.Z}[coordinate])
		}
		if !s.window.lattice.spatial {
			w.row[2], w.kept = 0, coordinate == 2
		}
		path[i] = slices.IndexFunc(s.ways, w.equal)
		if path[i] < 0 {
			path[i] = len(s.ways)
			s.ways = append(s.ways, w)
		}
	}
	s.paths = append(s.paths, path)
}

func (w *way) equal(v way) bool {
	return w.row == v.row && w.kept == v.kept && w.scale == v.scale && slices.Equal(w.kinds, v.kinds)
}

// A place is the position of a cell, as the sum of its corners, with its Q.
type place struct{ x, y, z, q int }

// momentSums are sums over cells from which a moment can be computed.
type momentSums struct {
	x, y, z, q             int // of positions
	qx, qy, qz             int // of positions times Q
	xx, xy, xz, yy, yz, zz int // of products of two coordinates
}

// add adds a cell to the sums.
func (s *momentSums) add(p *place) {
	s.x, s.y, s.z, s.q = s.x+p.x, s.y+p.y, s.z+p.z, s.q+p.q
	s.qx, s.qy, s.qz = s.qx+p.q*p.x, s.qy+p.q*p.y, s.qz+p.q*p.z
	s.xx, s.xy, s.xz = s.xx+p.x*p.x, s.xy+p.x*p.y, s.xz+p.x*p.z
	s.yy, s.yz, s.zz = s.yy+p.y*p.y, s.yz+p.y*p.z, s.zz+p.z*p.z
}

// moment returns the third moment of n cells, times n*n.
func (s *momentSums) moment(n int, form *matrix) (x, y, z int) {
	// form times the sum of the positions, and Q of the sum
	u := form[0][0]*s.x + form[0][1]*s.y + form[0][2]*s.z
	v := form[1][0]*s.x + form[1][1]*s.y + form[1][2]*s.z
	w := form[2][0]*s.x + form[2][1]*s.y + form[2][2]*s.z
	own := 2*(u*s.x+v*s.y+w*s.z) - n*s.q
	x = n*(n*s.qx-2*(s.xx*u+s.xy*v+s.xz*w)) + own*s.x
	y = n*(n*s.qy-2*(s.xy*u+s.yy*v+s.yz*w)) + own*s.y
	z = n*(n*s.qz-2*(s.xz*u+s.yz*v+s.zz*w)) + own*s.z
	return x, y, z
}

// sift compares the moments if there are images, and replaces each polyform that passes by its
// least image.
func (s *momentSieve) sift(set, last []int32, found func(cells string) bool) bool {
	if len(s.operations) > 0 {
		s.hold(set)
	}
	for _, v := range last {
		if len(s.operations) > 0 && !s.greatest(v) {
			continue
		}
		for i, u := range set {
			s.cells[i] = s.window.cell(int(u))
		}
		s.cells[s.n-1] = s.window.cell(int(v))
		if s.least() && !found(s.pack()) {
			return false
		}
	}
	return true
}

// hold computes the sums for a set. It reuses those for the cells shared with the previous set.
func (s *momentSieve) hold(set []int32) {
	same := 0
	for same < len(s.set) && set[same] == s.set[same] {
		same++
	}
	s.set, s.sums = append(s.set[:same], set[same:]...), s.sums[:same+1]
	for i, v := range set[same:] {
		s.sums = append(s.sums, s.sums[same+i])
		s.sums[same+i+1].add(&s.places[v])
	}
}

// greatest reports whether the moment of the set with v is the greatest among those of its images,
// and records which operations leave it invariant.
func (s *momentSieve) greatest(v int32) bool {
	sums := s.sums[len(s.set)]
	sums.add(&s.places[v])
	x, y, z := sums.moment(s.n, &s.form)
	for i := range s.matrices {
		m := &s.matrices[i]
		more := m[0][0]*x + m[0][1]*y + m[0][2]*z - x
		if more == 0 {
			more = m[1][0]*x + m[1][1]*y + m[1][2]*z - y
		}
		if more == 0 {
			more = m[2][0]*x + m[2][1]*y + m[2][2]*z - z
		}
		if more > 0 {
			return false
		}
		s.same[i] = more == 0
	}
	return true
}

// keyBits is the number of bits of a coordinate in the key of a cell.
const keyBits = 20

// least finds the least image. It returns false if an operation that leaves the moment invariant
// makes the polyform less.
func (s *momentSieve) least() bool {
	for i := range s.ways {
		s.ways[i].follow(s.cells, s.keys[i])
	}
	s.fill(s.own, s.paths[0])
	slices.Sort(s.own)
	copy(s.best, s.own)
	for i, path := range s.paths[1:] {
		least := s.fill(s.image, path)
		if s.same[i] && less(s.image, least, s.own) {
			return false
		}
		if less(s.image, least, s.best) {
			slices.Sort(s.image)
			s.best, s.image = s.image, s.best
		}
	}
	return true
}

// less reports whether the keys of an image, in any order, are less than sorted ones. It is given
// the least of the keys. Most images differ in one of the first few keys, so they are not sorted.
func less(keys []uint64, least uint64, sorted []uint64) bool {
	for _, key := range sorted {
		if least != key {
			return least < key
		}
		next := ^uint64(0)
		for _, k := range keys {
			if k > least {
				next = min(next, k)
			}
		}
		least = next
	}
	return false
}

// follow computes the coordinate for each cell.
func (w *way) follow(cells []Cell, keys []uint64) {
	if w.packed > 0 {
		w.followPacked(cells, keys)
		return
	}
	least := 1 << (keyBits - 1)
	for i, c := range cells {
		n := w.row[0]*c.X + w.row[1]*c.Y + w.row[2]*c.Z
		if len(w.kinds) > 1 { // then Z is a kind
			n += w.kinds[c.Z]
		}
		keys[i] = uint64(n)
		least = min(least, n)
	}
	if w.kept {
		return
	}
	for i := range keys {
		keys[i] -= uint64(least)
	}
}

// followPacked is follow for lattices of space with several kinds of cells.
func (w *way) followPacked(cells []Cell, keys []uint64) {
	least := 1 << (keyBits - 1)
	for i, c := range cells {
		kind := (c.X%w.packed + w.packed) % w.packed
		n := w.scale*(w.row[0]*((c.X-kind)/w.packed)+w.row[1]*c.Y+w.row[2]*c.Z) + w.kinds[kind]
		keys[i] = uint64(n)
		least = min(least, n)
	}
	least -= (least%w.scale + w.scale) % w.scale // a whole period
	for i := range keys {
		keys[i] -= uint64(least)
	}
}

// fill combines coordinates into keys and returns the least key.
func (s *momentSieve) fill(keys []uint64, path [3]int) uint64 {
	ys, xs, zs := s.keys[path[0]], s.keys[path[1]], s.keys[path[2]]
	least := ^uint64(0)
	for i := range keys {
		keys[i] = ys[i]<<(2*keyBits) | xs[i]<<keyBits | zs[i]
		least = min(least, keys[i])
	}
	return least
}

// pack returns the cells of the least image.
func (s *momentSieve) pack() string {
	const mask = 1<<keyBits - 1
	for i, key := range s.best {
		s.cells[i] = Cell{Y: int(key >> (2 * keyBits)), X: int(key >> keyBits & mask), Z: int(key & mask)}
	}
	return pack(s.cells)
}
