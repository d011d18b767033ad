// Package cmp is the twin of Go's package cmp.
package cmp

import "cmp"

// Compare is -1 if x is less than y, +1 if it is greater, and else 0. NaN is less than every
// number.
func Compare[T cmp.Ordered](x, y T) int {
	if x < y {
		return -1
	}
	if x > y {
		return +1
	}
	if x == y {
		return 0
	}
	// At least one is NaN.
	if x == x {
		return +1
	}
	if y == y {
		return -1
	}
	return 0
}

// Less reports whether x is less than y, where NaN is less than every number.
func Less[T cmp.Ordered](x, y T) bool { return x < y || x != x && y == y }

// Or returns the first of the values that is not zero.
func Or[T comparable](vals ...T) T {
	var zero T
	for _, v := range vals {
		if v != zero {
			return v
		}
	}
	return zero
}
