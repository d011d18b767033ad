// SPDX-License-Identifier: BSD-3-Clause

// How many calls may be open in a browser.

package run

// JavaScript's stack is small.
const (
	maxDepth     = 1 << 11 // calls that are open in one thread
	maxCallbacks = 100     // calls from compiled code that are open
	maxNested    = 500     // values within each other: slices and maps can contain themselves
)
