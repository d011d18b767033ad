// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"slices"

	"polka/shapes/internal/invariant"
	"polka/shapes/internal/job"
	"polka/shapes/internal/redelmeier"
)

// CountWithoutHoles returns the number of free polyforms of n cells without holes. On [Square] it
// is A000104, on [Triangle] A070765, on [Hexagon] A018190; other lattices are an error. The empty
// shape counts as one polyform. Holes are defined as in [Shape.Holes]: a hole may touch the outside
// at a corner.
//
// The polyforms are counted by Burnside's lemma, as in [Count], but one by one: a quarter of a
// billion fixed polyforms per second on each processor.
func CountWithoutHoles(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	l = known(l)
	if l != Square && l != Triangle && l != Hexagon {
		return nil, fmt.Errorf("shapes: cannot count polyforms without holes on lattice %s, expected square, triangle or hexagon", l)
	}
	if err := checkCount(ctx, l, n); err != nil {
		return nil, err
	}
	if n == 0 {
		return big.NewInt(1), nil
	}
	crystal := l.crystal()
	crystal.Touch, crystal.Euler = l.touching()
	return newInvariants(l, func(group []int) (*big.Int, error) {
		return l.countInvariantSimple(ctx, crystal, n, group)
	}).orbits(Free)
}

// countInvariantSimple is countInvariant for polyforms without holes, n > 0. The crystal knows what
// touches what.
func (l *Lattice) countInvariantSimple(ctx context.Context, crystal *invariant.Crystal, n int, group []int) (*big.Int, error) {
	count := new(big.Int)
	if len(group) == 1 {
		err := watched(ctx, "all fixed ones", func(j *job.Job) { count = l.countFixedSimple(crystal, n, j) })
		return count, err
	}
	err := watched(ctx, "symmetric ones", func(j *job.Job) {
		counts, _ := invariant.Count(crystal, l.subgroup(group), n, true, runtime.GOMAXPROCS(0), j)
		count.SetUint64(counts[n])
	})
	return count, err
}

// countFixedSimple counts the fixed polyforms without holes.
func (l *Lattice) countFixedSimple(crystal *invariant.Crystal, n int, j *job.Job) *big.Int {
	w := newWindow(l, n)
	touch := redelmeier.NewTouch(w.graph.Size(), crystal.Euler, func(v int) int { return w.cell(v).Z }, func(v int) []int {
		c := w.cell(v)
		numbers := make([]int, len(crystal.Touch[c.Z]))
		for i, d := range crystal.Touch[c.Z] {
			u, ok := w.number(Cell{c.X + d.At[0], c.Y + d.At[1], d.Kind})
			if !ok {
				u = -1
			}
			numbers[i] = u
		}
		return numbers
	})
	sum := new(big.Int)
	w.eachRoot(func(root int) bool {
		count, ok := w.graph.CountSimple(touch, n, root, runtime.GOMAXPROCS(0), j)
		sum.Add(sum, new(big.Int).SetUint64(count))
		return ok
	})
	return sum
}

// touching lists, by kind, the cells that have a corner in common with the cell of the first
// period, and what the Euler characteristic of a set gains when that cell is added: corners less
// sides plus cells that are new, by a mask of those that are there.
func (l *Lattice) touching() (near [][]invariant.Vertex, euler [][]int8) {
	for kind := range l.corners {
		own := Cell{Z: kind}
		corners := l.Corners(own)
		var list []invariant.Vertex
		var common []uint32 // of corners, as a mask
		for y := -2; y <= 2; y++ {
			for x := -2; x <= 2; x++ {
				for z := range l.corners {
					mask := uint32(0)
					for _, p := range l.Corners(Cell{x, y, z}) {
						if i := slices.Index(corners, p); i >= 0 {
							mask |= 1 << i
						}
					}
					if mask != 0 && (Cell{x, y, z}) != own {
						list = append(list, invariant.Vertex{At: [3]int{x, y, 0}, Kind: z})
						common = append(common, mask)
					}
				}
			}
		}
		near, euler = append(near, list), append(euler, eulerGains(len(corners), common))
	}
	return near, euler
}

// eulerGains fills in the table for a cell with that many corners; common lists which of these
// others have, too.
func eulerGains(corners int, common []uint32) []int8 {
	gains := make([]int8, 1<<len(common))
	for there := range gains {
		gain := int8(1)
		for i := range corners {
			corner := uint32(1) << i
			side := corner | 1<<((i+1)%corners)
			newCorner, newSide := true, true
			for j, mask := range common {
				if there>>j&1 == 1 {
					newCorner = newCorner && mask&corner == 0
					newSide = newSide && mask&side != side
				}
			}
			if newCorner {
				gain++
			}
			if newSide {
				gain--
			}
		}
		gains[there] = gain
	}
	return gains
}
