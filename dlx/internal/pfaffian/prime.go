// SPDX-License-Identifier: BSD-3-Clause

package pfaffian

import "math/bits"

// isPrime reports whether n, of at most 62 bits, is prime: whether Fermat's theorem and what
// follows from it about square roots of 1 hold for the first twelve primes, of which at least one
// shows every composite number below 2^64 (J. Sorenson and J. Webster, Strong pseudoprimes to
// twelve prime bases, Mathematics of Computation 86, 2017, DOI 10.1090/mcom/3134). The method of
// package big also makes a generator of random numbers, which takes as long as a small count.
func isPrime(n uint64) bool {
	bases := [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}
	for _, b := range bases {
		if n%b == 0 {
			return n == b
		}
	}
	if n < 2 {
		return false
	}
	times := func(x, y uint64) uint64 {
		hi, lo := bits.Mul64(x, y)
		return bits.Rem64(hi, lo, n)
	}
	twos := bits.TrailingZeros64(n - 1)
	odd := (n - 1) >> twos
next:
	for _, b := range bases {
		x := uint64(1)
		for k := bits.Len64(odd) - 1; k >= 0; k-- {
			if x = times(x, x); odd>>k&1 != 0 {
				x = times(x, b)
			}
		}
		if x == 1 || x == n-1 {
			continue
		}
		for range twos - 1 {
			if x = times(x, x); x == n-1 {
				continue next
			}
		}
		return false
	}
	return true
}
