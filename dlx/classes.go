// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"math/big"
)

// A ClassCount is the number of members of a family with the same numbers of options of each class.
type ClassCount struct {
	Has   []int // for each class, how many options of it such a member contains
	Count *big.Int
}

// CountByClass divides the members by how many options of each of several classes they contain, and
// counts each part. It is a projection with multiplicities: if the classes are pieces, it returns
// the number of tilings for each set of pieces. class returns the class of an option, from 0 to
// classes-1, or -1 for an option that does not count. Parts with more options of the first class
// come first, then those with more of the second, and so on.
//
// It is an error if classes is not positive or class returns another number; ErrMemory is as for
// Union.
func (f *Family) CountByClass(ctx context.Context, classes int, class func(option int) int) ([]ClassCount, error) {
	if classes <= 0 {
		return nil, fmt.Errorf("dlx: %d classes: expected a positive number", classes)
	}
	of := make([]int32, len(f.order))
	for v, k := range f.order {
		c := class(int(k))
		if c < -1 || c >= classes {
			return nil, fmt.Errorf("dlx: option %d has class %d: expected a number from -1 to %d", k, c, classes-1)
		}
		of[v] = int32(c)
	}
	s := f.search(ctx)
	parts, err := f.counts.CountByClass(of, classes, s.Room(), s.Work)
	if err != nil {
		return nil, memoryError(err)
	}
	list := make([]ClassCount, len(parts))
	for i, p := range parts {
		has := make([]int, classes)
		for c, n := range p.Has {
			has[c] = int(n)
		}
		list[i] = ClassCount{has, p.Count}
	}
	return list, nil
}
