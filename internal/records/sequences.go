// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"math/big"

	"polka/shapes"
)

// A way counts the term n of a sequence.
type way func(ctx context.Context, n int) (*big.Int, error)

// polysticks are the sequences of polysticks. The ways of a sequence share nothing but the list of
// symmetries, and the neighbors of a stick, in the last two lines:
//
//	               fixed ones     symmetric ones
//	all, way 1     strip.go       package shapes
//	all, way 2     published      sticks.go
//	trees, way 1   strip.go       trees.go
//	trees, way 2   points.go      sticks.go
//
// The fixed ones of more sticks than are published are counted by points.go in the second way.
var polysticks = []sequence{
	{name: "A096267", about: "polysticks of n sticks up to translation", known: fixedSticks, ways: []way{
		func(_ context.Context, n int) (*big.Int, error) { return stripCount(n, false), nil },
		func(_ context.Context, n int) (*big.Int, error) { return pointCount(n, false), nil },
	}},
	{name: "A151537", about: "the same up to translation and rotation",
		known: []int64{1, 2, 7, 25, 99, 416, 1854, 8411, 38980, 182829, 867096, 4145168, 19955321, 96619260, 470157772},
		ways:  []way{allByShapes(shapes.OneSided), allBySticks(false)}},
	{name: "A019988", about: "the same up to reflection too",
		known: []int64{1, 2, 5, 16, 55, 222, 950, 4265, 19591, 91678, 434005, 2073783, 9979772, 48315186, 235088794, 1148891118, 5636168859, 27743309673},
		ways:  []way{allByShapes(shapes.Free), allBySticks(true)}},
	{name: "A056841", about: "polysticks without cycles that have n points, up to all symmetries",
		known: []int64{1, 1, 2, 5, 15, 54, 212, 908, 4011, 18260, 84320, 394462, 1860872, 8843896, 42275308, 203113670, 980101070, 4747504560, 23074132601},
		ways: []way{
			func(_ context.Context, n int) (*big.Int, error) { return treesByGrowth(n - 1) },
			func(_ context.Context, n int) (*big.Int, error) { return treesByOrbits(n - 1) },
		}},
	{name: "A348095", about: "polysticks of n sticks with a cycle, up to all symmetries",
		known: []int64{0, 0, 0, 1, 1, 10, 42, 254, 1331, 7358, 39543, 212911, 1135876, 6039878, 31975124, 168790048, 888664299, 4669177072},
		ways: []way{
			difference(allByShapes(shapes.Free), treesByGrowth),
			difference(allBySticks(true), treesByOrbits),
		}},
	{name: "A308409", about: "polysticks of n sticks without cycles, up to translation",
		known: []int64{2, 6, 22, 87, 364, 1574, 6986, 31581, 144880, 672390, 3150362, 14877317, 70726936, 338158676, 1624797422, 7840606590, 37979513054, 184592118338},
		ways: []way{
			func(_ context.Context, n int) (*big.Int, error) { return stripCount(n, true), nil },
			func(_ context.Context, n int) (*big.Int, error) { return pointCount(n, true), nil },
		}},
	{name: "A385120", about: "the same with one of the points as a root",
		known: []int64{4, 18, 88, 435, 2184, 11018, 55888, 284229, 1448800, 7396290, 37804344, 193405121, 990177104, 5072380140}, // 990117104 in the copy of the encyclopedia is not 14 times A308409(13)
		ways: []way{
			func(_ context.Context, n int) (*big.Int, error) { return rooted(stripCount(n, true), n), nil },
			func(_ context.Context, n int) (*big.Int, error) { return rooted(pointCount(n, true), n), nil },
		}},
}

// Counts are remembered: a transfer matrix counts all smaller sizes too.
var (
	strips, points [2][]uint64 // by whether cycles are excluded
	invariants     = map[string]int64{}
)

// stripCount and pointCount return the number of fixed polysticks of n sticks, or of those without
// cycles, by the two transfer matrices.
func stripCount(n int, trees bool) *big.Int { return counted(&strips, stripSticks, n, trees) }
func pointCount(n int, trees bool) *big.Int { return counted(&points, pointSticks, n, trees) }

func counted(known *[2][]uint64, count func(int, bool) []uint64, n int, trees bool) *big.Int {
	list := &known[0]
	if trees {
		list = &known[1]
	}
	if n >= len(*list) {
		*list = count(n, trees)
	}
	return new(big.Int).SetUint64((*list)[n])
}

// remember returns what a function returns, which is called until it has succeeded for the key.
func remember(key string, count func() (int64, error)) (int64, error) {
	if known, ok := invariants[key]; ok {
		return known, nil
	}
	n, err := count()
	if err == nil {
		invariants[key] = n
	}
	return n, err
}

// rooted returns the number of trees of n sticks with a root.
func rooted(trees *big.Int, n int) *big.Int { return trees.Mul(trees, big.NewInt(int64(n+1))) }

// allByShapes counts polysticks up to symmetry by strip.go and package shapes.
func allByShapes(class shapes.Class) way {
	return func(ctx context.Context, n int) (*big.Int, error) {
		sum, all := stripCount(n, false), shapes.Stick.Isometries()
		turns := len(all) / 2 // they come first
		if class == shapes.OneSided {
			all = all[:turns]
		}
		for i, g := range all[1:] {
			count, err := remember(fmt.Sprint("shapes ", n, i), func() (int64, error) {
				c, err := shapes.CountInvariant(ctx, g, n)
				if err != nil {
					return 0, err
				}
				return c.Int64(), nil
			})
			if err != nil {
				return nil, err
			}
			sum.Add(sum, big.NewInt(count))
		}
		return divided(sum, len(all))
	}
}

// allBySticks counts them by the published numbers of fixed ones, and sticks.go.
func allBySticks(free bool) way {
	return func(_ context.Context, n int) (*big.Int, error) {
		if n > len(fixedSticks) {
			return upToSymmetry(pointCount(n, false), n, free, false)
		}
		return upToSymmetry(big.NewInt(fixedSticks[n-1]), n, free, false)
	}
}

// treesByGrowth counts trees of n sticks up to symmetry by strip.go and trees.go.
func treesByGrowth(n int) (*big.Int, error) {
	if n == 0 {
		return big.NewInt(1), nil
	}
	sum := stripCount(n, true)
	for i, s := range symmetries(n) {
		count, _ := remember(fmt.Sprint("growth ", n, i), func() (int64, error) { return symmetricTrees(n, s), nil })
		sum.Add(sum, big.NewInt(s.times*count))
	}
	return divided(sum, 8)
}

// treesByOrbits counts them by points.go and sticks.go.
func treesByOrbits(n int) (*big.Int, error) {
	if n == 0 {
		return big.NewInt(1), nil
	}
	return upToSymmetry(pointCount(n, true), n, true, true)
}

// difference subtracts the trees.
func difference(all way, trees func(int) (*big.Int, error)) way {
	return func(ctx context.Context, n int) (*big.Int, error) {
		a, err := all(ctx, n)
		if err != nil {
			return nil, err
		}
		b, err := trees(n)
		if err != nil {
			return nil, err
		}
		return a.Sub(a, b), nil
	}
}
