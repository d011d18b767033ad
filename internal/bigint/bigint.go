// SPDX-License-Identifier: BSD-3-Clause

// Package bigint converts numbers of several machine words to big integers.
package bigint

import "math/big"

// OfWords returns the number with the given words, the lowest first.
func OfWords(words ...uint64) *big.Int {
	n, word := new(big.Int), new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		n.Or(n.Lsh(n, 64), word.SetUint64(words[i]))
	}
	return n
}
