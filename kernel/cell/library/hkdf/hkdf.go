// Package hkdf is the twin of Go's package crypto/hkdf.
package hkdf

import (
	"hash"

	"polka/kernel/cell/library/foreign"
)

// Extract makes a pseudorandom key.
func Extract[H hash.Hash](h func() H, secret, salt []byte) ([]byte, error) {
	return foreign.Extract(func() hash.Hash { return h() }, secret, salt)
}

// Expand derives a key from a pseudorandom one.
func Expand[H hash.Hash](h func() H, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	return foreign.Expand(func() hash.Hash { return h() }, pseudorandomKey, info, keyLength)
}

// Key derives a key.
func Key[Hash hash.Hash](h func() Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	return foreign.Key(func() hash.Hash { return h() }, secret, salt, info, keyLength)
}
