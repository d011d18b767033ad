// SPDX-License-Identifier: BSD-3-Clause

// Package plural formats numbers with nouns.
package plural

import (
	"fmt"
	"math/big"
	"strings"
)

// Word returns one if n is 1, and many otherwise.
func Word(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count returns n with a noun in the right form, such as "1 entry" or "2 entries".
// The plural of the noun must be regular.
func Count(n int, noun string) string { return fmt.Sprintf("%d %s", n, Word(n, noun, many(noun))) }

// Big is Count for big integers. A nil integer is written as fmt does.
func Big(n *big.Int, noun string) string {
	if n == nil || !n.IsInt64() || n.Int64() != 1 {
		noun = many(noun)
	}
	return fmt.Sprintf("%v %s", n, noun)
}

// CountOrNo is Count, but returns "no entries" instead of "0 entries".
func CountOrNo(n int, noun string) string {
	if n == 0 {
		return "no " + many(noun)
	}
	return Count(n, noun)
}

// many returns the plural of a regular noun.
func many(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies"
	}
	return noun + "s"
}
