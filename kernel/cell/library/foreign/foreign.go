// Package foreign holds the compiled functions that the twins of package library call and that
// mention other packages: hashes, keys, databases, clean-ups. See package native for the rest.
package foreign

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"hash"
	"hash/maphash"
	"reflect"
	"runtime"
	"time"
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
func Scan(dest, value any) error {
	if s, ok := dest.(sql.Scanner); ok {
		return s.Scan(value)
	}
	d := reflect.ValueOf(dest).Elem()
	v := reflect.ValueOf(value)
	if d.Kind() == reflect.Interface {
		d.Set(v)
		return nil
	}
	var err error
	switch d.Kind() {
	case reflect.String:
		var n sql.Null[string]
		if err = n.Scan(value); err == nil {
			d.SetString(n.V)
		}
	case reflect.Bool:
		var n sql.Null[bool]
		if err = n.Scan(value); err == nil {
			d.SetBool(n.V)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n sql.Null[int64]
		if err = n.Scan(value); err == nil {
			if d.OverflowInt(n.V) {
				return outOfRange(value, d.Kind())
			}
			d.SetInt(n.V)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		var n sql.Null[uint64]
		if err = n.Scan(value); err == nil {
			if d.OverflowUint(n.V) {
				return outOfRange(value, d.Kind())
			}
			d.SetUint(n.V)
		}
	case reflect.Float32, reflect.Float64:
		var n sql.Null[float64]
		if err = n.Scan(value); err == nil {
			d.SetFloat(n.V)
		}
	default:
		switch {
		case v.Type() == reflect.TypeFor[time.Time]() && d.Type() == v.Type(), v.Type().AssignableTo(d.Type()):
			d.Set(v)
		case v.CanConvert(d.Type()) && v.Kind() == d.Kind():
			d.Set(v.Convert(d.Type()))
		default:
			return fmt.Errorf("unsupported Scan, storing driver.Value type %T into type %s", value, d.Type())
		}
	}
	return err
}

// outOfRange is the error of a number that a type has no room for.
func outOfRange(value any, to reflect.Kind) error {
	return fmt.Errorf("converting driver.Value type %T (%q) to a %s: value out of range", value, fmt.Sprint(value), to)
}

// DriverValue is the value that a driver gets for v.
func DriverValue(v any) (driver.Value, error) {
	return driver.DefaultParameterConverter.ConvertValue(v)
}
