// SPDX-License-Identifier: BSD-3-Clause

package engine

// golden is 2^64 divided by the golden ratio, as an odd number: to multiply by it
// spreads what differs in few bits.
const golden = 0x9e3779b97f4a7c15

// Digest returns a hash of an entry. The sum of those of an option is a number that options with
// the same entries share, in any order.
func (e Entry) Digest() uint64 {
	x := (uint64(uint32(e.Item))<<32 | uint64(uint32(e.Color))) + 1
	x *= golden
	x ^= x >> 29
	return x * x
}

// Fingerprint adds words to a fingerprint of those before them.
func Fingerprint(sofar uint64, words ...uint64) uint64 {
	for _, w := range words {
		sofar = (sofar ^ w) * golden
		sofar ^= sofar >> 29
	}
	return sofar
}
