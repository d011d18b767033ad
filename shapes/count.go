// SPDX-License-Identifier: BSD-3-Clause

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

// errNegative is the error for a negative number of cells.
var errNegative = errors.New("shapes: negative number of cells")

// checkCount returns an error if polyforms of n cells cannot be counted.
func checkCount(ctx context.Context, l *Lattice, n int) error {
	switch {
	case n < 0:
		return errNegative
	case known(l) == Square && n > transfer.MaxCells:
		return fmt.Errorf("shapes: cannot count polyominoes of %d cells, at most %d", n, transfer.MaxCells)
	}
	if err := known(l).checkFolded(n); err != nil {
		return err
	}
	return ctx.Err()
}

// Count returns the number of polyforms of n cells of a lattice. These are the sequences of the
// On-Line Encyclopedia of Integer Sequences:
//
//	          free     one-sided  fixed
//	Square    A000105  A000988    A001168
//	Triangle  A000577  A006534    A001420
//	Hexagon   A000228  A006535    A001207
//	King      A030222             A006770
//	Stick     A019988  A151537    A096267
//	Tan       A006074  A151519
//	Kite      A057786
//	Cube      A038119  A000162    A001931
//	tesseract A068870  A255487    A151830
//
// The empty shape counts as one polyform. A negative n is an error.
//
// Fixed polyominoes are counted by the transfer-matrix method (see internal/transfer): 24 cells
// take a quarter of a second, and each further cell multiplies that by 1.6 to 2; more than 39 cells
// are an error. Other fixed polyforms are counted one by one except for the last three cells, at a
// rate of some hundred million to a billion per second, and three million polytans per second. All
// cores share the work.
//
// Free and one-sided polyforms are counted by Burnside's lemma: their number is the average, over
// the operations of the lattice's point group, of the number of fixed polyforms that the operation
// maps to themselves. Most of the time is spent counting all fixed polyforms. Those of "tesseract"
// are listed, a million fixed ones per second.
func Count(ctx context.Context, l *Lattice, n int, class Class) (*big.Int, error) {
	if err := class.check(); err != nil {
		return nil, err
	}
	return known(l).invariants(ctx, n).orbits(class)
}

// CountInvariant returns the number of fixed polyforms of n cells that an isometry of a lattice,
// followed by some translation, maps to themselves. The identity maps all of them to themselves.
//
// By Burnside's lemma, the average of these numbers over [Lattice.Isometries] is the number of free
// polyforms, and the average over those that do not reflect is the number of one-sided ones. If the
// number of fixed polyforms is known already, this takes much less time than [Count]: for a
// rotation or a reflection about the square root, since the orbits of cells are listed.
//
// It is an error if the lattice is "tesseract", or n is negative.
func CountInvariant(ctx context.Context, g Isometry, n int) (*big.Int, error) {
	l := g.Lattice()
	if l.folded {
		return nil, fmt.Errorf("shapes: cannot count invariant polyforms on %v", l)
	}
	return l.invariants(ctx, n).of(g.operation)
}

// countFixed counts the fixed polyforms of n > 0 cells.
func countFixed(ctx context.Context, l *Lattice, n int) (*big.Int, error) {
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
