// SPDX-License-Identifier: BSD-3-Clause

// Counting polyforms up to symmetry by counting symmetric ones.
//
// Source: the lemma of Cauchy and Frobenius, known as Burnside's (Theory of Groups of Finite Order,
// 1897). The operations of a lattice's point group permute the fixed polyforms of n cells. The free
// polyforms are the orbits. Their number is the average, over the operations, of the number of
// fixed polyforms that an operation leaves invariant. For one-sided polyforms it is the average
// over the rotations. Conjugate operations leave the same number invariant.
//
// The same numbers for all subgroups count the free polyforms by their symmetry. Let f(H) be the
// number of fixed polyforms that are invariant under H, and e(H) the number of those whose symmetry
// group is exactly H. So f(H) is the sum of e(K) over the subgroups K that contain H, and e follows
// from f, from the large subgroups down to the trivial one. A free polyform with an orientation
// whose symmetry group is H has |G|/|H| orientations, and their symmetry groups are the conjugates
// of H. So c*e(H)*|H|/|G| free polyforms have symmetries of the class of H, where c is the number
// of subgroups in the class.
//
// The numbers f come from three methods: countFixed for the trivial group; transfer matrices for
// groups of order 2 on the square lattice, under which the most polyominoes are invariant (see
// internal/transfer); and a search through the sets of orbits for all others (see
// internal/invariant).
//
// Example: of the 19 fixed tetrominoes, 5 are symmetric about a vertical axis, 5 about a horizontal
// one and 1 about each diagonal; 7 are invariant under the half turn and 1 under each quarter turn:
// (19 + 2*5 + 2*1 + 7 + 2*1)/8 = 5 free tetrominoes. Cost: for polyominoes of 24 and of 30 cells a
// fifth of the time for the fixed ones.

package shapes

import (
	"cmp"
	"context"
	"math/big"
	"math/bits"
	"runtime"
	"slices"

	"polka/shapes/internal/invariant"
	"polka/shapes/internal/job"
	"polka/shapes/internal/transfer"
)

// invariants are the numbers of fixed polyforms of one size, or of one kind, that operations leave
// invariant. Each is computed when it is first needed.
type invariants struct {
	lattice *Lattice
	count   func(group []int) (*big.Int, error) // computes the number for the powers of an operation, by index
	found   map[int]*big.Int                    // by class of operations
	list    func(class Class) (*big.Int, error) // counts by listing, for lattices without Burnside's lemma; nil for others
}

func newInvariants(l *Lattice, count func(group []int) (*big.Int, error)) *invariants {
	return &invariants{lattice: l, count: count, found: map[int]*big.Int{}}
}

// invariants returns those of all polyforms of n cells.
func (l *Lattice) invariants(ctx context.Context, n int) *invariants {
	v := newInvariants(l, func(group []int) (*big.Int, error) { return countInvariant(ctx, l, n, group) })
	if l.folded {
		v.list = func(class Class) (*big.Int, error) { return countListed(ctx, l, n, class) }
	}
	return v
}

// of returns the number for an operation, given by its index.
func (v *invariants) of(i int) (*big.Int, error) {
	class := v.lattice.group().class[i]
	if v.found[class] == nil {
		count, err := v.count(v.lattice.powers(i))
		if err != nil {
			return nil, err
		}
		v.found[class] = count
	}
	return v.found[class], nil
}

// orbits counts the polyforms of a class.
func (v *invariants) orbits(class Class) (*big.Int, error) {
	if v.list != nil && class != Fixed {
		return v.list(class)
	}
	sum, order := new(big.Int), int64(0)
	for i := range v.lattice.facts().operations {
		if !class.has(&v.lattice.facts().operations[i]) {
			continue
		}
		count, err := v.of(i)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, count)
		order++
	}
	return quotientOf(sum, order), nil
}

// quotientOf divides a sum by the order of a group.
func quotientOf(sum *big.Int, order int64) *big.Int {
	quotient, rest := new(big.Int).DivMod(sum, big.NewInt(order), new(big.Int))
	if rest.Sign() != 0 {
		panic("shapes: the numbers of symmetric polyforms contradict each other")
	}
	return quotient
}

// powers returns the powers of an operation, by index, the identity first.
func (l *Lattice) powers(i int) []int {
	powers := []int{0}
	for p := i; p != 0; p = l.group().product[p][i] {
		powers = append(powers, p)
	}
	return powers
}

// countInvariant counts the fixed polyforms of n cells that are invariant under a group of
// operations, given by their indices, the identity first.
func countInvariant(ctx context.Context, l *Lattice, n int, group []int) (*big.Int, error) {
	if err := checkCount(ctx, l, n); err != nil {
		return nil, err
	}
	switch {
	case n == 0:
		return big.NewInt(1), nil
	case len(group) == 1:
		return countFixed(ctx, l, n)
	}
	var counts []uint64
	err := watched(ctx, "symmetric ones", func(j *job.Job) {
		if l == Square && len(group) == 2 {
			counts, _ = involutionOf(&l.facts().operations[group[1]])(n, runtime.GOMAXPROCS(0), j)
		} else {
			counts, _ = invariant.Count(l.crystal(), l.subgroup(group), n, false, runtime.GOMAXPROCS(0), j)
		}
	})
	if err != nil {
		return nil, err
	}
	return new(big.Int).SetUint64(counts[n]), nil
}

// involutionOf returns the function that counts polyominoes invariant under an operation of order
// 2.
func involutionOf(op *operation) func(int, int, *job.Job) ([]uint64, bool) {
	switch {
	case !op.mirror:
		return transfer.HalfTurns
	case op.matrix[0][0] == 0:
		return transfer.Diagonals
	}
	return transfer.Axes
}

// A subgroupClass is a class of conjugate subgroups of a lattice's point group.
type subgroupClass struct {
	operations []int    // of one of them, by index
	conjugates []uint64 // all of them, as sets of indices, that one first
}

// subgroupClasses returns the classes of subgroups, the largest first.
func (l *Lattice) subgroupClasses() []subgroupClass {
	found := []uint64{1}
	for i := 0; i < len(found); i++ {
		for g := range l.facts().operations {
			if found[i]>>g&1 == 1 {
				continue
			}
			if next := l.generated(found[i] | 1<<g); !slices.Contains(found, next) {
				found = append(found, next)
			}
		}
	}
	slices.SortFunc(found, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(bits.OnesCount64(b), bits.OnesCount64(a)), cmp.Compare(a, b))
	})
	var classes []subgroupClass
	for _, subgroup := range found {
		if slices.ContainsFunc(classes, func(c subgroupClass) bool { return slices.Contains(c.conjugates, subgroup) }) {
			continue
		}
		c := subgroupClass{operations: elements(subgroup)}
		for g := range l.facts().operations {
			if conjugate := l.conjugate(subgroup, g); !slices.Contains(c.conjugates, conjugate) {
				c.conjugates = append(c.conjugates, conjugate)
			}
		}
		classes = append(classes, c)
	}
	return classes
}

// elements returns the elements of a set.
func elements(set uint64) []int {
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}

// generated returns the least subgroup that contains a set of operations.
func (l *Lattice) generated(set uint64) uint64 {
	product := l.group().product
	for {
		grown := set
		for a := set; a != 0; a &= a - 1 {
			row := product[bits.TrailingZeros64(a)]
			for b := set; b != 0; b &= b - 1 {
				grown |= 1 << row[bits.TrailingZeros64(b)]
			}
		}
		if grown == set {
			return set
		}
		set = grown
	}
}

// conjugate returns the subgroup of the products of g, i and the inverse of g for all i of a
// subgroup.
func (l *Lattice) conjugate(subgroup uint64, g int) uint64 {
	set := uint64(0)
	for _, i := range elements(subgroup) {
		set |= 1 << l.group().product[l.group().product[g][i]][l.group().inverse[g]]
	}
	return set
}
