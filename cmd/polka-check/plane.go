// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A cell has two coordinates and its kind.
type cell struct{ x, y, kind int }

func compare(a, b cell) int {
	return slices.Compare([]int{a.x, a.y, a.kind}, []int{b.x, b.y, b.kind})
}

// A lattice has the distance of cells, the multiple of y that a turn adds to x, and a shift after
// it; the corners of a cell at the origin by kind, and the kinds after the exchange of x and y. The
// turn leads from each kind to the next; with the exchange it generates all symmetries.
type lattice struct {
	scale, slant, shift int
	corners             [][][2]int
	kinds               []int
}

var lattices = map[string]lattice{
	"square":   {1, 0, 0, [][][2]int{{{0, 0}, {1, 0}, {0, 1}, {1, 1}}}, []int{0}},
	"hexagon":  {3, 1, 0, [][][2]int{{{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}}}, []int{0}},
	"triangle": {1, 1, 1, [][][2]int{{{0, 0}, {1, 0}, {0, 1}}, {{1, 0}, {0, 1}, {1, 1}}}, []int{0, 1}},
	"tan": {2, 0, 0, [][][2]int{{{0, 0}, {-1, -1}, {1, -1}}, {{0, 0}, {1, -1}, {1, 1}}, {{0, 0}, {1, 1}, {-1, 1}}, {{0, 0}, {-1, 1}, {-1, -1}}},
		[]int{3, 2, 1, 0}},
	"kite": {6, 1, 0, [][][2]int{{{0, 0}, {0, -3}, {2, -4}, {3, -3}}, {{0, 0}, {3, -3}, {4, -2}, {3, 0}}, {{0, 0}, {3, 0}, {2, 2}, {0, 3}},
		{{0, 0}, {0, 3}, {-2, 4}, {-3, 3}}, {{0, 0}, {-3, 3}, {-4, 2}, {-3, 0}}, {{0, 0}, {-3, 0}, {-2, -2}, {0, -3}}}, []int{4, 3, 2, 1, 0, 5}},
}

func (l lattice) mirror(c cell) cell { return cell{c.y, c.x, l.kinds[c.kind]} }

func (l lattice) rotate(c cell) cell {
	return cell{-c.y - l.shift, c.x + l.slant*c.y + l.shift*c.kind, (c.kind + 1) % len(l.corners)}
}

// A copy is an orientation of the shape and a translation.
type placed struct{ form, x, y int }

// A checker checks one certificate.
type checker struct {
	lattice
	name     string
	forms    [][]cell       // the orientations, each with its cells in order, the first one at the origin
	relation map[placed]int // by two orientations and a translation, see relate
	excluded map[placed]int // the number of coronas that a pair cannot have
	lines    []string
	at       int
	copies   []placed // on the way to a node
	level    []int
}

// checkPlane returns the number of coronas that a certificate excludes.
func checkPlane(certificate []byte) (k *checker, coronas int, err error) {
	lines, err := signed(certificate)
	if err != nil {
		return nil, 0, err
	}
	if len(lines) < 4 || lines[0] != "polka plane certificate 1" {
		return nil, 0, errors.New("expected the first line \"polka plane certificate 1\"")
	}
	name, ok := strings.CutPrefix(lines[1], "lattice ")
	k = &checker{lattices[name], name, nil, map[placed]int{}, map[placed]int{}, lines, 2, nil, nil}
	if !ok || k.scale == 0 {
		return nil, 0, fmt.Errorf("line 2: expected a lattice, found %q", lines[1])
	}
	shape, err := k.cells("shape ")
	if err != nil {
		return nil, 0, err
	}
	k.orient(shape)
	for coronas == 0 {
		if coronas, err = k.section(shape); err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", k.at, err)
		}
	}
	if k.at != len(lines) {
		return nil, 0, fmt.Errorf("line %d: expected the digest", k.at+1)
	}
	return k, coronas, nil
}

// cells reads a line of different cells after a prefix.
func (k *checker) cells(prefix string) (list []cell, err error) {
	if k.at == len(k.lines) {
		return nil, errors.New("the certificate ends too soon")
	}
	line, ok := strings.CutPrefix(k.lines[k.at], prefix)
	k.at++
	if !ok {
		return nil, fmt.Errorf("expected %q", prefix)
	}
	var numbers []int
	for word := range strings.SplitSeq(line, " ") {
		n, err := strconv.Atoi(word)
		if err != nil || strconv.Itoa(n) != word || n <= -1e6 || n >= 1e6 {
			return nil, fmt.Errorf("expected a number, found %q", word)
		}
		numbers = append(numbers, n)
	}
	kinds := len(k.corners)
	for each := range slices.Chunk(numbers, min(1+kinds, 3)) {
		each = append(each, 0)
		if len(each) < min(2+kinds, 4) || kinds > 1 && each[2] != (each[2]%kinds+kinds)%kinds || len(list) == 1000 {
			return nil, errors.New("expected at most 1000 cells")
		}
		list = append(list, cell{each[0], each[1], each[2]})
	}
	slices.SortFunc(list, compare)
	if len(slices.Compact(slices.Clone(list))) < len(list) {
		return nil, errors.New("a cell occurs twice")
	}
	return list, nil
}

// orient finds the orientations of the shape.
func (k *checker) orient(shape []cell) {
	for range 2 {
		for range 6 {
			if _, ok := k.place(shape); !ok {
				k.forms = append(k.forms, moved(shape, -shape[0].x, -shape[0].y))
			}
			shape = apply(shape, k.rotate)
		}
		shape = apply(shape, k.mirror)
	}
}

func apply(cells []cell, operation func(cell) cell) []cell {
	image := make([]cell, len(cells))
	for i, c := range cells {
		image[i] = operation(c)
	}
	slices.SortFunc(image, compare)
	return image
}

func moved(cells []cell, x, y int) []cell {
	return apply(cells, func(c cell) cell { return cell{c.x + x, c.y + y, c.kind} })
}

// place returns cells as a copy of the shape, and whether they are one.
func (k *checker) place(cells []cell) (m placed, ok bool) {
	form := moved(cells, -cells[0].x, -cells[0].y)
	i := slices.IndexFunc(k.forms, func(f []cell) bool { return slices.Equal(f, form) })
	return placed{i, cells[0].x, cells[0].y}, i >= 0
}

// pair returns what names the relative position of two copies.
func (k *checker) pair(a, b placed) placed {
	return placed{a.form*len(k.forms) + b.form, b.x - a.x, b.y - a.y}
}

// The relations of two copies.
const apart, touching, overlapping = 1, 2, 3

// relate returns the relation of two copies.
func (k *checker) relate(a, b placed) int {
	key := k.pair(a, b)
	if k.relation[key] == 0 {
		corners := map[[2]int]bool{}
		for _, p := range k.around(k.forms[a.form]...) {
			corners[p] = true
		}
		r := apart
		for _, c := range moved(k.forms[b.form], key.x, key.y) {
			if _, common := slices.BinarySearchFunc(k.forms[a.form], c, compare); common {
				r = overlapping
			} else if slices.ContainsFunc(k.around(c), func(p [2]int) bool { return corners[p] }) {
				r = max(r, touching)
			}
		}
		k.relation[key] = r
	}
	return k.relation[key]
}

// around returns the corners of cells.
func (k *checker) around(cells ...cell) (list [][2]int) {
	for _, c := range cells {
		for _, p := range k.corners[c.kind] {
			list = append(list, [2]int{k.scale*c.x + p[0], k.scale*c.y + p[1]})
		}
	}
	return list
}

// section checks a section. It returns the number of coronas if this is the last one, or else 0.
func (k *checker) section(shape []cell) (coronas int, err error) {
	words := append(strings.SplitN(strings.Join(k.lines[k.at:min(k.at+1, len(k.lines))], ""), " ", 3), "", "")
	depth, err := number(words[1], 1000)
	if err != nil || depth == 0 || words[0] != "coronas" && words[0] != "pair" {
		return 0, errors.New("expected a section")
	}
	first, _ := k.place(shape)
	k.copies, k.level = []placed{first}, []int{0}
	if words[0] == "coronas" {
		if k.at++; k.lines[k.at-1] != fmt.Sprint("coronas ", depth) {
			return 0, errors.New("expected a number of coronas")
		}
		return depth, k.node(depth)
	}
	other, err := k.cells(fmt.Sprint("pair ", depth, " "))
	if err != nil {
		return 0, err
	}
	second, ok := k.place(other)
	if !ok || k.relate(first, second) != touching {
		return 0, errors.New("these cells are no copy that touches the shape")
	}
	k.copies, k.level = append(k.copies, second), append(k.level, 0)
	if err = k.node(depth); err == nil {
		k.exclude(shape, other, depth)
	}
	return 0, err
}

// exclude records all images of a pair that has no so many coronas.
func (k *checker) exclude(a, b []cell, depth int) {
	for range 2 {
		for range 6 {
			p, _ := k.place(a)
			q, _ := k.place(b)
			for _, key := range []placed{k.pair(p, q), k.pair(q, p)} {
				if old := k.excluded[key]; old == 0 || depth < old {
					k.excluded[key] = depth
				}
			}
			a, b = apply(a, k.rotate), apply(b, k.rotate)
		}
		a, b = apply(a, k.mirror), apply(b, k.mirror)
	}
}

// node checks a node and those below it.
func (k *checker) node(coronas int) error {
	list, err := k.cells("")
	if err != nil {
		return err
	}
	c, near := list[0], false
	for i, m := range k.copies {
		for _, d := range moved(k.forms[m.form], m.x, m.y) {
			if c == d {
				return fmt.Errorf("the cell %v is covered already", c)
			}
			near = near || k.level[i] < coronas && slices.ContainsFunc(k.around(d), func(p [2]int) bool { return slices.Contains(k.around(c), p) })
		}
	}
	if len(list) > 1 || !near {
		return fmt.Errorf("it is not known that the cell %v must be covered", c)
	}
	var next []placed
	for i, form := range k.forms {
		for _, d := range form {
			if m := (placed{i, c.x - d.x, c.y - d.y}); d.kind == c.kind && k.fits(m, coronas) >= 0 {
				next = append(next, m)
			}
		}
	}
	slices.SortFunc(next, func(a, b placed) int {
		return slices.CompareFunc(moved(k.forms[a.form], a.x, a.y), moved(k.forms[b.form], b.x, b.y), compare)
	})
	n := len(k.copies)
	for _, m := range next {
		k.copies, k.level = append(k.copies, m), append(k.level, k.fits(m, coronas))
		if err := k.node(coronas); err != nil {
			return err
		}
		k.copies, k.level = k.copies[:n], k.level[:n]
	}
	return nil
}

// fits returns the level of a copy, or -1 if it cannot be added.
func (k *checker) fits(m placed, coronas int) int {
	level := coronas + 1
	for i, n := range k.copies {
		switch k.relate(n, m) {
		case overlapping:
			return -1
		case touching:
			level = min(level, k.level[i]+1)
		}
	}
	for i, n := range k.copies {
		if d := k.excluded[k.pair(n, m)]; d > 0 && max(level, k.level[i])+d <= coronas {
			return -1
		}
	}
	return level
}
