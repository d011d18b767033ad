// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"polka/cover/internal/districts"
	"polka/dlx"
	"polka/shapes"
)

// Districts says how a board is divided.
type Districts struct {
	Low, High int // the least and the greatest number of cells of a district, from 1
	Number    int // how many districts there are; 0 means any number
}

// mostShapes is the greatest number of shapes of the districts that are counted up to symmetry.
const mostShapes = 1 << 17

// CountDistricts counts the ways to divide the cells of a board into connected districts. Cells are
// connected as on the board's lattice: on [shapes.Square] by edges, as rooks move, and on
// [shapes.King] also by corners. Unlike [Dissect], CountDistricts uses no list of pieces, and does
// not visit the divisions. For n rows and columns and districts of n cells on the square lattice
// the numbers are (OEIS A172477)
//
//	n = 1 to 8: 1, 2, 10, 117, 4006, 451206, 158753814, 187497290034
//
// Each takes about thirty times as long as the one before, and the last a quarter of a minute. It
// is an error if the board has optional cells or marks, or is so wide that the states of the count
// do not fit in 2 GiB of memory, as for n = 9. A [DistrictCount] can use more memory, and can be
// stopped and continued.
func CountDistricts(ctx context.Context, b Board, d Districts) (*big.Int, error) {
	c, err := NewDistrictCount(b, d, DistrictOptions{})
	if err != nil {
		return nil, err
	}
	return c.Run(ctx)
}

// CountsOfDistricts counts the ways to divide the cells of a board into connected districts,
// all of them and up to the symmetry of the board. It is an error if the Number of districts is
// given, unless they all have one size. For n rows and columns and districts of n cells on the
// square lattice the numbers up to symmetry are (OEIS A328020)
//
//	n = 1 to 8: 1, 1, 2, 22, 515, 56734, 19846102, 23437350133
//
// By the orbit-counting lemma they follow from [CountDistricts] and the numbers of divisions that
// each symmetry leaves unchanged. These are found by searching, which takes seconds for n = 7. The
// districts must have at most 131072 different shapes, as polyominoes of up to 12 cells do.
func CountsOfDistricts(ctx context.Context, b Board, d Districts) (Counts, error) {
	c := Counts{new(big.Int), new(big.Int), 1}
	if d.Number != 0 && d.Low != d.High {
		return c, errors.New("cover: a number of districts of several sizes: their classes cannot be counted")
	}
	total, err := CountDistricts(ctx, b, d)
	if err != nil {
		return c, err
	}
	c.Total = total
	if c.Total.Sign() == 0 {
		return c, nil
	}
	var free []shapes.Shape
	for n := d.Low; n <= min(d.High, b.region.Size()); n++ {
		err := shapes.Each(ctx, b.region.Lattice(), n, shapes.Free, func(s shapes.Shape) bool {
			free = append(free, s)
			return len(free) <= mostShapes
		})
		if err != nil {
			return c, err
		}
		if len(free) > mostShapes {
			return c, fmt.Errorf("cover: districts of up to %d cells have too many shapes: their classes cannot be counted", n)
		}
	}
	slices.SortFunc(free, shapes.Shape.Compare)
	p := New(b).With(Pieces(free...).Any())
	p.symmetric()
	c.NumSymmetries = len(p.group) + 1
	sum := new(big.Int).Set(total)
	for _, class := range p.conjugates() {
		n, err := p.countFixed(p.group[class.member].powers(), func(problem *dlx.Problem) (*big.Int, error) { return problem.Count(ctx) })
		if err != nil {
			return c, err
		}
		sum.Add(sum, n.Mul(n, big.NewInt(class.size)))
	}
	c.Distinct = sum.Quo(sum, big.NewInt(int64(c.NumSymmetries)))
	return c, nil
}

// graphOf returns the graph of the cells of a region, ordered along its longest side.
func graphOf(region shapes.Shape) districts.Graph {
	cells := region.Cells()
	if region.Width() > region.Height() {
		slices.SortStableFunc(cells, func(a, b shapes.Cell) int { return cmp.Compare(a.X, b.X) })
	}
	if region.Lattice().Spatial() && region.Depth() > max(region.Width(), region.Height()) {
		slices.SortStableFunc(cells, func(a, b shapes.Cell) int { return cmp.Compare(a.Z, b.Z) })
	}
	number := map[shapes.Cell]int{}
	for v, c := range cells {
		number[c] = v
	}
	g := districts.Graph{Earlier: make([][]int, len(cells))}
	for v, c := range cells {
		for _, near := range region.Lattice().Neighbors(c) {
			if u, ok := number[near]; ok && u < v {
				g.Earlier[v] = append(g.Earlier[v], u)
			}
		}
		slices.Sort(g.Earlier[v])
		g.Earlier[v] = slices.Compact(g.Earlier[v])
	}
	return g
}
