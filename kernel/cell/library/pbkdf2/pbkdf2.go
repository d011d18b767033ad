// Package pbkdf2 is the twin of Go's package crypto/pbkdf2.
package pbkdf2

import (
	"hash"

	"polka/kernel/cell/library/foreign"
)

// Key derives a key from a password.
func Key[Hash hash.Hash](h func() Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	return foreign.PasswordKey(func() hash.Hash { return h() }, password, salt, iter, keyLength)
}
