// SPDX-License-Identifier: BSD-3-Clause

//go:build arm64 && !purego

package bits

// vectors lists the machine with vectors, which every processor has. There is no instruction that
// gathers bits, so that narrowing seldom pays.
func vectors() []machine {
	return []machine{{
		name:     "NEON",
		step:     with(stepNEON),
		multiple: withMultiple(multipleNEON),
		narrow:   true,
		gather:   gatherWords,
		worth:    words.worth,
	}}
}

// stepNEON is a step with NEON.
//
//go:noescape
func stepNEON(live, drop, next *uint64, groups *int32, keys *uint64, n int) uint64

// multipleNEON is a step with NEON, with multiplicities.
//
//go:noescape
func multipleNEON(live, drop, next *uint64, groups *int32, degrees *int64, keys *uint64, n int) uint64
