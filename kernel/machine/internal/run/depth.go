// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

// How deep calls and values may be nested.

package run

const (
	maxDepth     = 1 << 20 // calls that are open in one thread
	maxCallbacks = 10_000  // calls from compiled code that are open
	maxNested    = 250_000 // values within each other: slices and maps can contain themselves
)
