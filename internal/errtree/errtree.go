// Package errtree walks the trees of errors that errors.Is and errors.As search. It serves
// implementations of these functions for errors that an interpreter has wrapped.
package errtree

// Any reports whether found returns true for err or for an error that err wraps. It visits the tree
// depth first, in the order of package errors.
func Any(err error, found func(error) bool) bool {
	for err != nil {
		if found(err) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if Any(e, found) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
