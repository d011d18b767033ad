// SPDX-License-Identifier: BSD-3-Clause

//go:build race

package worker

// raced says that the race detector watches, parent and child. It takes memory from the system by
// its own means and ends the child by itself where that fails, and it reports a map's misuse before
// the runtime does.
const raced = true
