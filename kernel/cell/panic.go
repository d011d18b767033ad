// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"fmt"
	"runtime"
	"strings"
)

// panicText is the message for a panic of the compiler. It must be called by the deferred function
// that recovers, because it looks at the functions that were running.
//
// Go's type checker has faults of its own: it panics for some correct declarations of types that
// mention each other, depending on their order, and the Go compiler does so, too
// (golang.org/issue/80150 is one). The user can declare them in another order, so the message says
// that the checker failed.
func panicText(e any) string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasPrefix(f.Function, "go/types.(*Checker).") {
			return fmt.Sprintf("Go's type checker fails here (panic: %v), as it does when the Go compiler uses it; "+
				"if the cell declares types that mention each other, declare them in another order", e)
		}
	}
	return fmt.Sprintf("internal compiler error: %v", e)
}
