// SPDX-License-Identifier: BSD-3-Clause

// Counting fixed polyominoes by transfer matrices.
//
// Source: Andrew R. Conway, Enumerating 2D percolation series by the finite-lattice method, J.
// Phys. A 28 (1995) 335-349, doi 10.1088/0305-4470/28/2/011, and Iwan Jensen, Enumerations of
// lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881, doi 10.1023/A:1004855020556. Ours
// are the bound, which considers nested components, and the generating functions of variable
// length.
//
// The problem: how many sets of n squares, connected by their sides, are there up to translation?
// Visiting them one by one takes time that grows by a factor of 4 with n. But many of them can be
// treated alike: if the plane is cut, only the frontier of the left part and its connections matter
// to the rest.
//
// So polyominoes are counted by their bounding boxes. Let a box have w rows and at least as many
// columns; boxes with more columns than rows count twice, once for their images in the other
// orientation. Boxes are filled cell by cell, each column from the top. The state of the cells so
// far is a signature: for each row, whether the last cell in it is occupied; how these cells are
// connected with each other on the left; and whether the upper and the lower edge of the box were
// reached. Connections cannot cross each other, so that one of five codes for each row is enough:
//
//	empty                 alone in its component
//	first, middle, last   of the cells of its component, from the top
//
// For each signature there is a generating function: the number of partial polyominoes that have
// it, by their numbers of cells. Adding the next cell, empty or occupied, changes the signature in
// a way that depends on nothing else. A component must not lose its last cell on the frontier,
// since it could then never be connected. At the end of a column, signatures with a single
// component and both edges reached are complete polyominoes. Since there are as many upside down, a
// signature and its mirror image can be merged there.
//
// A signature needs more cells to connect its components, to reach the edges, and to fill a cell in
// each missing column. A lower bound on their number (see bound.go) serves two purposes: it
// discards signatures that cannot be completed with n cells in all, which are by far the most, and
// it limits the length of the generating functions.
//
// Invariants: generating functions have the numbers of cells from low, the least with a nonzero
// coefficient at the first insertion or later, to top = n - bound. Coefficients are 64-bit words,
// and the bitwise or of all of them is kept. As long as its highest bit is 0, no sum has
// overflowed, and only the totals need more bits. Otherwise a second run, modulo a prime, and the
// Chinese remainder theorem double the number of digits. The greatest coefficient has six bits less
// than the count itself, 37 for 24 cells, so one run is enough up to 36 cells.
//
// Example: n = 3. For w = 1 there is the row of three (times 2 for its image); for w = 2 the 2 x 2
// box contains the four corners: 6. Cost: time and memory grow by 1.65 to 2 with each cell; all
// counts up to 30 take five seconds and 20 MB.

// Package transfer counts fixed polyominoes by the transfer-matrix method. It is independent of
// shapes and other lattices. This program counts the polyominoes of up to 30 cells:
//
//	counts, _ := transfer.Counts(30, 1, nil) // counts[n] is the number for n cells, n from 0 to 30
package transfer

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"polka/internal/bigint"
	"polka/shapes/internal/job"
)

// MaxCells is the maximum number of cells for Counts. Signatures of more rows do not fit into 64
// bits.
const MaxCells = 39

// Counts returns the numbers of fixed polyominoes of 0, 1, ..., n cells, where the empty one counts
// as one. The given number of goroutines share the work. The job, which may be nil, can stop the
// count within milliseconds; Counts then returns false. It panics if n is negative or greater than
// MaxCells.
func Counts(n, goroutines int, job *job.Job) ([]*big.Int, bool) {
	if n < 0 || n > MaxCells {
		panic("transfer: number of cells out of range")
	}
	low, high, exact := run(n, goroutines, 0, job)
	counts := make([]*big.Int, n+1)
	for i := range counts {
		counts[i] = bigint.OfWords(low[i], high[i])
	}
	if !exact && !job.Stopped() {
		residues, _, _ := run(n, goroutines, prime, job)
		for i := range counts {
			counts[i] = combine(low[i], residues[i])
		}
	}
	counts[0].SetUint64(1)
	return counts, !job.Stopped()
}

const prime = 1<<61 - 1 // sums of two residues do not overflow

// combine returns the number below 2^64 * prime that is a modulo 2^64 and b modulo prime.
func combine(a, b uint64) *big.Int {
	p := new(big.Int).SetUint64(prime)
	power := new(big.Int).Lsh(big.NewInt(1), 64)
	x := new(big.Int).SetUint64(a)
	d := new(big.Int).Sub(new(big.Int).SetUint64(b), x)
	d.Mul(d, new(big.Int).ModInverse(power, p)).Mod(d, p)
	return x.Add(x, d.Mul(d, power))
}

// run counts modulo the given number, or modulo 2^64 if it is 0; then high are the carries, and
// exact reports whether none can have been lost. Boxes of different widths are counted on their
// own.
func run(n, goroutines int, modulus uint64, job *job.Job) (low, high []uint64, exact bool) {
	sum := totals{make([]uint64, n+1), make([]uint64, n+1), modulus}
	exact = true
	widest := (n + 1) / 2
	order := byEffort(widest)
	for _, w := range order {
		job.Plan(effort(w, widest))
	}
	var mutex sync.Mutex
	share(widest, goroutines, func() func(int) {
		b := &boxes{layers: newLayers(1, n, job)}
		b.modulus, b.mirror, b.least = modulus, true, b.bound
		return func(i int) {
			b.w = order[i]
			counts := b.count(widest)
			mutex.Lock()
			defer mutex.Unlock()
			for size, c := range counts.low {
				sum.add(size, c)
				sum.high[size] += counts.high[size]
			}
			exact = exact && b.high>>63 == 0
		}
	})
	return sum.low, sum.high, exact
}

// share calls work for 0, 1, ..., tasks-1 in the given number of goroutines. Each of them gets its
// own function.
func share(tasks, goroutines int, worker func() (work func(int))) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(goroutines, 1) {
		group.Go(func() {
			work := worker()
			for i := int(next.Add(1)) - 1; i < tasks; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}

// shareSum is share for tasks that count by size, each separately, and adds up the counts.
func shareSum(counts []uint64, tasks, goroutines int, count func(task int, counts []uint64)) {
	var mutex sync.Mutex
	share(tasks, goroutines, func() func(int) {
		return func(task int) {
			own := make([]uint64, len(counts))
			count(task, own)
			mutex.Lock()
			defer mutex.Unlock()
			for size, c := range own {
				counts[size] += c
			}
		}
	})
}

// effort returns an estimate of the work for boxes of w rows. In the count for 26 cells, those of
// 10, 11 and 12 rows, of 13, take 18, 35 and 30 percent.
func effort(w, widest int) int64 {
	x := (float64(w)/float64(widest) - 0.87) / 0.1
	return 1 + int64(1e6*math.Exp(-x*x))
}

// byEffort returns the widths in decreasing order of effort, so that no thread starts a long task
// at the end.
func byEffort(widest int) []int {
	widths := make([]int, widest)
	for i := range widths {
		widths[i] = i + 1
	}
	slices.SortFunc(widths, func(v, w int) int { return cmp.Compare(effort(w, widest), effort(v, widest)) })
	return widths
}

// totals are numbers by size, of 128 bits if modulus is 0.
type totals struct {
	low, high []uint64
	modulus   uint64
}

func (t *totals) add(size int, c uint64) {
	if t.modulus != 0 {
		t.low[size] = add(t.low[size], c, t.modulus)
		return
	}
	var carry uint64
	t.low[size], carry = bits.Add64(t.low[size], c, 0)
	t.high[size] += carry
}

// boxes counts the polyominoes in boxes of w rows.
type boxes struct {
	*layers
	missing int // columns that must follow this one
}

func (b *boxes) bound(s signature, kink, room int) int { return s.bound(b.w, kink, b.missing, room) }

// count processes the columns until no signature can be completed.
func (b *boxes) count(widest int) totals {
	rest := effort(b.w, widest) // of the work planned for these boxes
	part := rest / int64(b.w)
	defer func() { b.job.Did(rest) }()
	sum := totals{make([]uint64, b.limit+1), make([]uint64, b.limit+1), b.modulus}
	b.begin(b.w)
	for column := 1; len(b.now.entries) > 0; column++ {
		b.missing = max(b.w-column, 0)
		for row := range b.w {
			if !b.cell(row, false) {
				return sum
			}
		}
		if column < b.w {
			b.job.Did(part)
			rest -= part
		}
		if b.missing == 0 {
			b.collect(&sum, column > b.w)
		}
	}
	return sum
}

// collect adds complete polyominoes to the totals, twice if the box is not a square.
func (b *boxes) collect(sum *totals, twice bool) {
	b.each(func(s signature, series []uint64, low int) {
		if !s.complete() {
			return
		}
		for i, c := range series {
			sum.add(low+i, c)
			if twice {
				sum.add(low+i, c)
			}
		}
	})
}
