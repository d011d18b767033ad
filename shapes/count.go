package shapes

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"sync/atomic"

	"polka/shapes/internal/invariant"
	"polka/shapes/internal/transfer"
)

// transferCells is the number of cells from which the transfer matrix is faster than Redelmeier's algorithm.
const transferCells = 12

// errNegative is what counts of shapes with fewer than no cells give.
var errNegative = errors.New("shapes: the number of cells is negative")

// CountFixed gives the number of fixed polyforms of n cells of a lattice. On [Square] it is A001168, on [Triangle] A001420,
// on [Hexagon] A001207, on [King] A006770, on [Stick] A096267, on [Cube] A001931. The empty shape counts as one polyform.
//
// Polyominoes are counted by the transfer-matrix method (see internal/transfer): 24 cells take half a second, each further
// cell 1.6 to 2 times as long; more than 39 give an error. Other polyforms are counted one by one, some hundred million in
// a second. Both use all cores.
func CountFixed(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	switch {
	case n < 0:
		return nil, errNegative
	case n == 0:
		return big.NewInt(1), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if l == Tan {
		return countPolytans(ctx, n)
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if l = known(l); l == Square && n >= transferCells {
		if n > transfer.MaxCells {
			return nil, fmt.Errorf("shapes: the number of polyominoes of %d cells is out of reach; it can be counted up to %d", n, transfer.MaxCells)
		}
		counts, ok := transfer.Counts(n, runtime.GOMAXPROCS(0), &stop)
		if !ok {
			return nil, ctx.Err()
		}
		return counts[n], nil
	}
	w := newWindow(l, n)
	total := new(big.Int)
	complete := w.eachRoot(func(root int) bool {
		count, ok := w.graph.Count(n, root, runtime.GOMAXPROCS(0), &stop)
		total.Add(total, new(big.Int).SetUint64(count))
		return ok
	})
	if !complete {
		return nil, ctx.Err()
	}
	return total, nil
}

// CountOneSided gives the number of one-sided polyforms of n cells of a lattice. On [Square] it is A000988, on [Triangle]
// A006534, on [Hexagon] A006535, on [Stick] A151537, on [Tan] A151519, on [Cube] A000162. The empty shape counts as one polyform.
//
// The cost is that of [CountFree].
func CountOneSided(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	if known(l) == Square && n >= burnsideCells {
		fixed, symmetric, err := countSymmetric(ctx, n)
		if err != nil {
			return nil, err
		}
		return average(fixed, 4, 1, symmetric.Half, 2, symmetric.Quarter), nil
	}
	return countLeast(ctx, l, n, func(op *operation) bool { return !op.mirror })
}

// CountFree gives the number of free polyforms of n cells of a lattice. On [Square] it is A000105, on [Triangle] A000577,
// on [Hexagon] A000228, on [King] A030222, on [Stick] A019988, on [Tan] A006074, on [Cube] A038119. The empty shape counts as one polyform.
//
// Polyominoes are counted by Burnside's lemma: their number is the average, over the operations of the square's group, of
// the numbers of fixed polyominoes that each operation maps onto themselves (see internal/invariant). 24 cells take about a
// second, two further ones four times as long. Other polyforms are looked at one by one, a million in a second.
func CountFree(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	if known(l) == Square && n >= burnsideCells {
		fixed, symmetric, err := countSymmetric(ctx, n)
		if err != nil {
			return nil, err
		}
		return average(fixed, 8, 2, symmetric.Axis, 2, symmetric.Diagonal, 1, symmetric.Half, 2, symmetric.Quarter), nil
	}
	return countLeast(ctx, l, n, func(*operation) bool { return true })
}

// burnsideCells is the number of cells from which Burnside's lemma is faster than a look at each polyomino.
const burnsideCells = 8

// countSymmetric counts all fixed polyominoes and those with symmetries.
func countSymmetric(ctx context.Context, n int) (*big.Int, invariant.Counts, error) {
	fixed, err := CountFixed(ctx, Square, n)
	if err != nil {
		return nil, invariant.Counts{}, err
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	symmetric, ok := invariant.Count(n, runtime.GOMAXPROCS(0), &stop)
	if !ok {
		return nil, invariant.Counts{}, ctx.Err()
	}
	return fixed, symmetric, nil
}

// average adds multiples of numbers, given as factor and number in turn, to the number of shapes that the identity maps
// onto themselves, and divides by the order of the group.
func average(identity *big.Int, order int64, terms ...uint64) *big.Int {
	sum := new(big.Int).Set(identity)
	for i := 0; i < len(terms); i += 2 {
		term := new(big.Int).SetUint64(terms[i+1])
		sum.Add(sum, term.Mul(term, new(big.Int).SetUint64(terms[i])))
	}
	sum, rest := sum.DivMod(sum, big.NewInt(order), new(big.Int))
	if rest.Sign() != 0 {
		panic("shapes: the numbers of symmetric polyominoes contradict each other")
	}
	return sum
}

func countLeast(ctx context.Context, l *Lattice, n int, under func(*operation) bool) (*big.Int, error) {
	switch {
	case n < 0:
		return nil, errNegative
	case n == 0:
		return big.NewInt(1), nil
	}
	var count int64
	err := eachSet(ctx, l, n, under, func([]Cell) bool {
		count++
		return true
	})
	if err != nil {
		return nil, err
	}
	return big.NewInt(count), nil
}
