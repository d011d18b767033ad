// SPDX-License-Identifier: BSD-3-Clause

package invariant

import (
	"fmt"
	"slices"
	"testing"

	"polka/shapes/internal/job"
)

var one = [3][3]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// squares is the square lattice with its eight isometries.
var squares = &Crystal{Dimensions: 2, Near: [][]Vertex{{
	{At: [3]int{0, -1}}, {At: [3]int{-1, 0}}, {At: [3]int{1, 0}}, {At: [3]int{0, 1}},
}}}

func squareGroup() Group {
	turn, flip := [3][3]int{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, [3][3]int{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	return generated([][3][3]int{turn, flip}, func([3][3]int) []Vertex { return []Vertex{{}} })
}

// triangles is the lattice of triangles (kind 0 points down, 1 up) with its twelve isometries.
var triangles = &Crystal{Dimensions: 2, Near: [][]Vertex{
	{{At: [3]int{0, -1}, Kind: 1}, {At: [3]int{-1, 0}, Kind: 1}, {Kind: 1}},
	{{Kind: 0}, {At: [3]int{1, 0}}, {At: [3]int{0, 1}}},
}}

func triangleGroup() Group {
	turn, flip := [3][3]int{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}, [3][3]int{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}
	return generated([][3][3]int{turn, flip}, func(m [3][3]int) []Vertex {
		images := make([]Vertex, 2)
		for kind := range images {
			// The corners of the triangles of the first period tell where they go: by their sum, in
			// thirds.
			sum := times(&m, [3]int{1 + kind, 1 + kind, 0})
			for k := range 2 {
				x, y := sum[0]-1-k, sum[1]-1-k
				if x%3 == 0 && y%3 == 0 {
					images[kind] = Vertex{[3]int{x / 3, y / 3, 0}, k}
				}
			}
		}
		return images
	})
}

func generated(generators [][3][3]int, images func([3][3]int) []Vertex) Group {
	matrices := [][3][3]int{one}
	for i := 0; i < len(matrices); i++ {
		for _, g := range generators {
			if p := composed(&g, &matrices[i]); !slices.Contains(matrices, p) {
				matrices = append(matrices, p)
			}
		}
	}
	var group Group
	for _, m := range matrices {
		group = append(group, Isometry{Matrix: m, Images: images(m)})
	}
	return group
}

// subgroups lists the subgroups that two elements generate, but the trivial one. In the groups here
// these are all.
func subgroups(group Group) []Group {
	t := newTable(group)
	seen := map[uint8]bool{0: true}
	var list []Group
	for a := range group {
		for b := range group {
			s := t.join(t.join(0, uint8(a)), uint8(b))
			if seen[s] {
				continue
			}
			seen[s] = true
			var subgroup Group
			for i := range group {
				if t.subgroups[s]>>i&1 == 1 {
					subgroup = append(subgroup, group[i])
				}
			}
			list = append(list, subgroup)
		}
	}
	return list
}

// normal moves a set to the corner, in order.
func normal(set []Vertex) []Vertex {
	x, y := 1<<30, 1<<30
	for _, v := range set {
		x, y = min(x, v.At[0]), min(y, v.At[1])
	}
	moved := make([]Vertex, len(set))
	for i, v := range set {
		moved[i] = Vertex{[3]int{v.At[0] - x, v.At[1] - y, 0}, v.Kind}
	}
	slices.SortFunc(moved, func(a, b Vertex) int {
		return (a.At[1]-b.At[1])*1000000 + (a.At[0]-b.At[0])*1000 + a.Kind - b.Kind
	})
	return moved
}

// grow finds the connected sets with one vertex more.
func grow(c *Crystal, sets map[string][]Vertex) map[string][]Vertex {
	larger := map[string][]Vertex{}
	for _, set := range sets {
		for _, v := range set {
			c.neighbors(v, func(w Vertex) {
				if !slices.Contains(set, w) {
					grown := normal(append(slices.Clone(set), w))
					larger[fmt.Sprint(grown)] = grown
				}
			})
		}
	}
	return larger
}

func TestAgainstAllSets(t *testing.T) {
	for name, test := range map[string]struct {
		crystal *Crystal
		group   Group
		most    int
	}{"squares": {squares, squareGroup(), 8}, "triangles": {triangles, triangleGroup(), 9}} {
		sets := map[string][]Vertex{}
		for kind := range test.crystal.kinds() {
			sets[fmt.Sprint(kind)] = []Vertex{{Kind: kind}}
		}
		groups := subgroups(test.group)
		if want := map[string]int{"squares": 9, "triangles": 15}[name]; len(groups) != want {
			t.Errorf("%s: %d subgroups, want %d", name, len(groups), want)
		}
		counts := make([][]uint64, len(groups))
		for i, group := range groups {
			var ok bool
			if counts[i], ok = Count(test.crystal, group, test.most, false, 1+i%3, nil); !ok {
				t.Fatal("stopped")
			}
		}
		for n := 1; n <= test.most; n++ {
			for i, group := range groups {
				want := uint64(0)
				for _, set := range sets {
					invariant := true
					for g := range group {
						image := make([]Vertex, len(set))
						for j, v := range set {
							image[j] = group[g].apply(v, [3]int{})
						}
						invariant = invariant && slices.Equal(normal(image), normal(set))
					}
					if invariant {
						want++
					}
				}
				if counts[i][n] != want {
					t.Errorf("%s, size %d: %d sets are invariant under group %d of order %d, want %d", name, n, counts[i][n], i, len(group), want)
				}
			}
			sets = grow(test.crystal, sets)
		}
	}
}

func TestCountStops(t *testing.T) {
	var stopped job.Job
	stopped.Stop()
	if _, ok := Count(squares, squareGroup(), 60, false, 2, &stopped); ok {
		t.Error("a stopped count came to its end")
	}
}

func ExampleCount() {
	half := Isometry{Matrix: [3][3]int{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, Images: []Vertex{{}}}
	counts, _ := Count(squares, Group{{Matrix: one, Images: []Vertex{{}}}, half}, 6, false, 1, nil)
	fmt.Println(counts[1:])
	// Output: [1 2 2 7 7 24]
}
