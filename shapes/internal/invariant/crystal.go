// SPDX-License-Identifier: BSD-3-Clause

package invariant

// A Vertex is a vertex of a crystal: one of the kinds in a period, moved by whole periods. In the
// plane the third coordinate is 0.
type Vertex struct {
	At   [3]int
	Kind int
}

// A Crystal is a periodic graph, which represents a lattice of cells.
type Crystal struct {
	Dimensions int        // 2 or 3
	Near       [][]Vertex // by kind: the neighbors of the vertex of this kind in the first period
	Weights    []int      // by kind: the size that a vertex adds to a set; nil if all are 1

	// Margin is the number of periods by which the images of vertices in the first period can be
	// away from it; 0 stands for 1.
	Margin int

	// Exclusive means that a set may contain at most one of the vertices in a period.
	Exclusive bool

	// Touch and Euler serve to count sets without holes. Touch lists, by kind, the vertices whose
	// cells touch the cell of the vertex, if only in a corner. Euler is the change of the Euler
	// characteristic when a cell is added, where the bits say which of these are present:
	// Euler[kind][bits].
	Touch [][]Vertex
	Euler [][]int8
}

func (c *Crystal) kinds() int { return len(c.Near) }

func (c *Crystal) weight(kind int) int {
	if c.Weights == nil {
		return 1
	}
	return c.Weights[kind]
}

// neighbors calls f for the neighbors of v.
func (c *Crystal) neighbors(v Vertex, f func(Vertex)) {
	for _, d := range c.Near[v.Kind] {
		f(v.plus(d))
	}
}

func (v Vertex) plus(d Vertex) Vertex {
	return Vertex{[3]int{v.At[0] + d.At[0], v.At[1] + d.At[1], v.At[2] + d.At[2]}, d.Kind}
}

// An Isometry maps a crystal to itself: the vertex of a kind in the first period is mapped to
// Images[kind], and periods are mapped by Matrix. A point is mapped by Matrix and then translated
// by Shift, in 1/Denominator of the steps. A Denominator of 0 stands for 1; if it is 1 and Shift is
// 0, the isometry fixes the origin. All isometries of a group have the same Denominator.
type Isometry struct {
	Matrix      [3][3]int
	Images      []Vertex
	Shift       [3]int
	Denominator int
}

// apply returns the image of v, translated by shift.
func (g *Isometry) apply(v Vertex, shift [3]int) Vertex {
	w := g.Images[v.Kind]
	at := times(&g.Matrix, v.At)
	for i := range at {
		w.At[i] += at[i] + shift[i]
	}
	return w
}

func times(m *[3][3]int, v [3]int) (w [3]int) {
	for i := range w {
		w[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
	}
	return w
}

// shortTranslations lists the translations by at most two periods in each direction; in space, if
// the group is not along the axes, by at most four, since three are needed along an axis of third
// turns.
func (g Group) shortTranslations(dimensions int) [][3]int {
	reach := 2
	if dimensions == 3 && g.slanted() {
		reach = 4
	}
	deep := 0
	if dimensions == 3 {
		deep = reach
	}
	var list [][3]int
	for z := -deep; z <= deep; z++ {
		for y := -reach; y <= reach; y++ {
			for x := -reach; x <= reach; x++ {
				list = append(list, [3]int{x, y, z})
			}
		}
	}
	return list
}

// A functional is a linear form on periods with coefficients -1, 0 and 1.
type functional [3]int

func (f functional) of(v [3]int) int { return f[0]*v[0] + f[1]*v[1] + f[2]*v[2] }

// functionals lists those that are not 0, up to their sign.
func functionals(dimensions int) []functional {
	var list []functional
	for z := 0; z <= dimensions-2; z++ {
		for y := -1; y <= 1; y++ {
			for x := -1; x <= 1; x++ {
				f := functional{x, y, z}
				if z > 0 || y > 0 || y == 0 && x > 0 {
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// A ruler bounds the number of steps between two vertices from below.
type ruler struct {
	functionals []functional
	most        []int // that each can change in a step
}

func newRuler(c *Crystal) *ruler {
	r := &ruler{functionals: functionals(c.Dimensions)}
	for _, f := range r.functionals {
		most := 0
		for _, near := range c.Near {
			for _, d := range near {
				most = max(most, f.of(d.At), -f.of(d.At))
			}
		}
		r.most = append(r.most, most)
	}
	return r
}

// steps returns a lower bound on the number of steps from one vertex to the other.
func (r *ruler) steps(from, to Vertex) int {
	var d [3]int
	for i := range d {
		d[i] = to.At[i] - from.At[i]
	}
	steps := 0
	for i, f := range r.functionals {
		way := f.of(d)
		steps = max(steps, (max(way, -way)+r.most[i]-1)/r.most[i])
	}
	return steps
}
