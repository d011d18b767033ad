// Package maphash is the twin of the generic functions of Go's package hash/maphash.
package maphash

import (
	"hash/maphash"

	"polka/kernel/cell/library/foreign"
)

// Comparable returns the hash of v.
func Comparable[T comparable](seed maphash.Seed, v T) uint64 { return foreign.Hash(seed, v) }

// WriteComparable adds x to the data hashed by h.
func WriteComparable[T comparable](h *maphash.Hash, x T) { foreign.WriteHash(h, x) }
