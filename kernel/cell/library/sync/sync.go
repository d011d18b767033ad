// Package sync is the twin of the generic functions of Go's package sync.
package sync

import "sync"

// OnceValue gives a function that calls f once and returns its value each time.
func OnceValue[T any](f func() T) func() T {
	var result T
	once := sync.OnceFunc(func() { result = f() })
	return func() T {
		once()
		return result
	}
}

// OnceValues gives a function that calls f once and returns its values each time.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var first T1
	var second T2
	once := sync.OnceFunc(func() { first, second = f() })
	return func() (T1, T2) {
		once()
		return first, second
	}
}
