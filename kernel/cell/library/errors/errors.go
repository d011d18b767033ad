// Package errors is the twin of the generic function of Go's package errors.
package errors

import "errors"

// AsType finds the first error in err's tree that is an E.
func AsType[E error](err error) (E, bool) {
	var e E
	ok := errors.As(err, &e)
	return e, ok
}
