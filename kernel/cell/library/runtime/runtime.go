// Package runtime is the twin of the generic function of Go's package runtime.
package runtime

import (
	"runtime"

	"polka/kernel/cell/library/foreign"
)

// AddCleanup calls cleanup(arg) some time after what ptr points to is no longer reachable.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) runtime.Cleanup {
	return foreign.Cleanup(ptr, func() { cleanup(arg) })
}
