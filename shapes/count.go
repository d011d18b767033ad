package shapes

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"

	"polka/shapes/internal/job"
	"polka/shapes/internal/redelmeier"
	"polka/shapes/internal/transfer"
)

// transferCells is the number of cells from which the transfer matrix is faster than Redelmeier's
// algorithm.
const transferCells = 12

// errNegative is what counts of shapes with fewer than no cells give.
var errNegative = errors.New("shapes: the number of cells is negative")

// checkCount says why polyforms of n cells cannot be counted, or nil.
func checkCount(ctx context.Context, l *Lattice, n int) error {
	switch {
	case n < 0:
		return errNegative
	case known(l) == Square && n > transfer.MaxCells:
		return fmt.Errorf("shapes: the number of polyominoes of %d cells is out of reach; it can be counted up to %d", n, transfer.MaxCells)
	}
	return ctx.Err()
}

// CountFixed gives the number of fixed polyforms of n cells of a lattice. On [Square] it is
// A001168, on [Triangle] A001420, on [Hexagon] A001207, on [King] A006770, on [Stick] A096267, on
// [Cube] A001931. The empty shape counts as one polyform.
//
// Polyominoes are counted by the transfer-matrix method (see internal/transfer): 24 cells take a
// quarter of a second, each further cell 1.6 to 2 times as long; more than 39 give an error. Other
// polyforms are counted one by one, but for the last three cells: some hundred million to a billion
// in a second, and three million polytans. All cores share the work.
func CountFixed(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	l = known(l)
	if err := checkCount(ctx, l, n); err != nil {
		return nil, err
	}
	if n == 0 {
		return big.NewInt(1), nil
	}
	if l == Tan {
		return countPolytans(ctx, n)
	}
	total := new(big.Int)
	err := watched(ctx, "all fixed ones", func(j *job.Job) {
		switch {
		case l == Square && n >= transferCells:
			counts, _ := transfer.Counts(n, runtime.GOMAXPROCS(0), j)
			total = counts[n]
		case l == Square:
			count, _ := redelmeier.CountPolyominoes(n, runtime.GOMAXPROCS(0), j)
			total.SetUint64(count)
		default:
			w := newWindow(l, n)
			w.eachRoot(func(root int) bool {
				count, ok := w.graph.Count(n, root, runtime.GOMAXPROCS(0), j)
				total.Add(total, new(big.Int).SetUint64(count))
				return ok
			})
		}
	})
	if err != nil {
		return nil, err
	}
	return total, nil
}

// CountOneSided gives the number of one-sided polyforms of n cells of a lattice. On [Square] it is
// A000988, on [Triangle] A006534, on [Hexagon] A006535, on [Stick] A151537, on [Tan] A151519, on
// [Cube] A000162. The empty shape counts as one polyform.
//
// The cost is that of [CountFree].
func CountOneSided(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	return known(l).invariants(ctx, n).orbits(isTurn)
}

// CountFree gives the number of free polyforms of n cells of a lattice. On [Square] it is A000105,
// on [Triangle] A000577, on [Hexagon] A000228, on [King] A030222, on [Stick] A019988, on [Tan]
// A006074, on [Cube] A038119. The empty shape counts as one polyform.
//
// They are counted by Burnside's lemma: their number is the average, over the operations of the
// lattice's group, of the numbers of fixed polyforms that each operation maps onto themselves. Most
// of the time goes into counting all fixed ones, as [CountFixed] does.
func CountFree(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
	return known(l).invariants(ctx, n).orbits(isAny)
}
