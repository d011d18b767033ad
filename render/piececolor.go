// SPDX-License-Identifier: BSD-3-Clause

// Colors of pieces.
//
// A piece has the same color in every picture, so that a piece of a gallery can be found in a
// tiling and in a recorded search. The color depends only on the shape, up to rotation and
// reflection: the pieces of known sets, such as the twelve pentominoes, have the twelve fills in
// order, and other shapes a fill that is a hash of their canonical form. In a set with more pieces
// than fills the fills are repeated.
//
// In a tiling, two pieces that touch must differ. So a piece keeps its own color unless a neighbor
// has it already. Pieces of which a tiling has many copies, such as dominoes, do not keep theirs.
// The remaining pieces are colored by their neighbors (fourcolor.go).

package render

import (
	"hash/fnv"
	"slices"
	"strconv"
	"sync"

	"polka/shapes"
)

const (
	mostCopies = 2  // of a piece that keeps its color in a tiling
	mostCells  = 64 // of a shape that is brought into canonical form to find its color
)

// pieceSets returns the known sets. A mirror image that has a name of its own, such as the
// one-sided tetromino J, also has a color of its own.
func pieceSets() [][]shapes.Shape {
	list := [][]shapes.Shape{slices.Concat(shapes.MustSetByName("monomino"), shapes.MustSetByName("domino"), shapes.MustSetByName("trominoes"))}
	for _, name := range []string{
		"tetrominoes", "one-sided tetrominoes", "pentominoes", "one-sided pentominoes", "hexominoes", "hexiamonds", "heptiamonds", "tetrahexes",
		"pentahexes", "tetrasticks", "tetrakings", "tangram", "soma", "tetracubes", "bedlam", "solid pentominoes",
	} {
		list = append(list, shapes.MustSetByName(name))
	}
	return list
}

// known has the keys of the known pieces, as they lie in their sets and without their names, and a
// fill for each key. In each set a new piece has the first of the fills that the set uses least.
var known = sync.OnceValues(func() (keys map[shapes.Shape]string, colors map[string]int) {
	keys, colors = map[shapes.Shape]string{}, map[string]int{}
	names := map[string]string{}
	for _, set := range pieceSets() {
		var used [len(hues)]int
		var added []string
		for _, s := range set {
			key := shapeKey(s)
			keys[s.Named("")] = key
			if name, ok := names[key]; ok && name != s.Name() {
				key = namedKey(key, s)
			}
			if c, ok := colors[key]; ok {
				used[c]++
			} else if !slices.Contains(added, key) {
				added = append(added, key)
				names[key] = s.Name()
			}
		}
		for _, key := range added {
			best := 0
			for c := range used {
				if used[c] < used[best] {
					best = c
				}
			}
			colors[key] = best
			used[best]++
		}
	}
	return keys, colors
})

// shapeKey is equal for shapes that are equal up to isometry. Very large shapes are compared by
// their size only.
func shapeKey(s shapes.Shape) string {
	if s.Size() > mostCells {
		return s.Lattice().String() + " " + strconv.Itoa(s.Size())
	}
	return s.Canonical(shapes.Free).Named("").String()
}

func namedKey(key string, s shapes.Shape) string { return key + "\n" + s.Name() }

// pieceKey returns the shape key, or the named key of a known mirror image.
func pieceKey(s shapes.Shape) string {
	keys, colors := known()
	key, ok := keys[s.Named("")]
	if !ok {
		key = shapeKey(s)
	}
	if named := namedKey(key, s); s.Name() != "" {
		if _, ok := colors[named]; ok {
			return named
		}
	}
	return key
}

// colorOf returns the fill of the piece with a key.
func colorOf(key string) int {
	_, colors := known()
	if c, ok := colors[key]; ok {
		return c
	}
	h := fnv.New32a()
	h.Write([]byte(key))
	return int(h.Sum32() % uint32(len(hues)))
}

// pieceColors returns a fill for each piece of a tiling: its own, where possible.
func pieceColors(pieces, lying []shapes.Shape) []int {
	keys := make([]string, len(pieces))
	copies := map[string]int{}
	for i, s := range pieces {
		if i > 0 && s.Equal(pieces[i-1]) && s.Name() == pieces[i-1].Name() {
			keys[i] = keys[i-1]
		} else {
			keys[i] = pieceKey(s)
		}
		copies[keys[i]]++
	}
	own := make([]int, len(pieces))
	near := adjacency(lying)
	for i, key := range keys {
		own[i] = -1
		if copies[key] > mostCopies {
			continue
		}
		own[i] = colorOf(key)
		for _, j := range near[i] {
			if j < i && own[j] == own[i] {
				own[i] = -1
				break
			}
		}
	}
	return complete(near, own)
}
