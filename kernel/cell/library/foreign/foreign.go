// Package foreign holds the compiled functions that the twins of package library call and that
// mention other packages: hashes, keys, databases, clean-ups. See package native for the rest.
package foreign

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"database/sql/driver"
	"errors"
	"hash"
	"hash/maphash"
	"reflect"
	"runtime"
)

// Hash is maphash.Comparable.
func Hash(seed maphash.Seed, v any) uint64 { return maphash.Comparable(seed, v) }

// WriteHash is maphash.WriteComparable.
func WriteHash(h *maphash.Hash, v any) { maphash.WriteComparable(h, v) }

// Extract is hkdf.Extract.
func Extract(h func() hash.Hash, secret, salt []byte) ([]byte, error) {
	return hkdf.Extract(h, secret, salt)
}

// Expand is hkdf.Expand.
func Expand(h func() hash.Hash, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	return hkdf.Expand(h, pseudorandomKey, info, keyLength)
}

// Key is hkdf.Key.
func Key(h func() hash.Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	return hkdf.Key(h, secret, salt, info, keyLength)
}

// PasswordKey is pbkdf2.Key.
func PasswordKey(h func() hash.Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	return pbkdf2.Key(h, password, salt, iter, keyLength)
}

// Cleanup is runtime.AddCleanup for a pointer.
func Cleanup(ptr any, f func()) runtime.Cleanup {
	p := (*byte)(reflect.ValueOf(ptr).UnsafePointer())
	return runtime.AddCleanup(p, func(f func()) { f() }, f)
}

// Scan puts a value that a database has given into what dest points to, converting as sql.Null
// does.
func Scan(dest, value any) error { return scan(dest, value) }

// scan is set where there are databases.
var scan = func(any, any) error { return errors.New("there are no databases in the browser") }

// DriverValue returns the value that a driver gets for v.
func DriverValue(v any) (driver.Value, error) {
	return driver.DefaultParameterConverter.ConvertValue(v)
}
