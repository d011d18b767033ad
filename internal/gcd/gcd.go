// SPDX-License-Identifier: BSD-3-Clause

// Package gcd has the greatest common divisor.
package gcd

// Of returns the greatest common divisor of two numbers, which is not negative. That of 0 and a
// number is the number without its sign.
func Of[T int | int64 | uint64](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}
