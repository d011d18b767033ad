// SPDX-License-Identifier: BSD-3-Clause

package zdd

import (
	"math/big"
	"math/bits"

	"polka/internal/bigint"
)

// numbers are many numbers of the same length in words, lowest word first.
type numbers struct {
	words int
	all   []uint64
}

func newNumbers(n, words int) numbers { return numbers{words, make([]uint64, n*words)} }

// at is number i.
func (n numbers) at(i int32) []uint64 {
	return n.all[int(i)*n.words : (int(i)+1)*n.words]
}

// value is number i as a big.Int.
func (n numbers) value(i int32) *big.Int { return bigint.OfWords(n.at(i)...) }

// add adds a number to another one and returns the carry.
func add(sum, n []uint64) uint64 {
	carry := uint64(0)
	for i := range sum {
		sum[i], carry = bits.Add64(sum[i], n[i], carry)
	}
	return carry
}

// addProduct adds the product of two numbers to another one, which is large enough.
func addProduct(sum, a, b []uint64) {
	for i, x := range a {
		if x == 0 {
			continue
		}
		carry := uint64(0)
		for j, y := range b[:len(sum)-i] {
			high, low := bits.Mul64(x, y)
			c := uint64(0)
			low, c = bits.Add64(low, carry, 0)
			high += c
			sum[i+j], c = bits.Add64(sum[i+j], low, 0)
			carry = high + c
		}
	}
}
