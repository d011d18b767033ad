// SPDX-License-Identifier: BSD-3-Clause

// Package yield lets long computations give way to others where nothing interrupts them.
//
// In a browser a Go program has one thread, and Go does not preempt goroutines there: while one
// computes, the page can deliver no message, so that Stop would have to wait until the end. Code
// that looks at a stop flag from time to time therefore calls Point before it does.
//
// On other systems Point does nothing, and Check lets goroutines run that wait for a processor.
// They would get one after 10 ms without it, and a kernel has to answer sooner while a search uses
// all processors.
//
//	for i := range work {
//		yield.Point()
//		if stopped.Load() {
//			return
//		}
//	}
package yield
