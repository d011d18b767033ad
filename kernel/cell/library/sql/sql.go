// Package sql is the twin of the generic type of Go's package database/sql.
package sql

import (
	"database/sql/driver"

	"polka/kernel/cell/library/foreign"
)

// A Null is a value that may be null.
type Null[T any] struct {
	V     T
	Valid bool
}

// Scan implements sql.Scanner.
func (n *Null[T]) Scan(value any) error {
	if value == nil {
		var zero T
		n.V, n.Valid = zero, false
		return nil
	}
	n.Valid = true
	return foreign.Scan(&n.V, value)
}

// Value implements driver.Valuer.
func (n Null[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return foreign.DriverValue(n.V)
}
