// SPDX-License-Identifier: BSD-3-Clause

//go:build race

package session_test

// raced says that the race detector watches.
const raced = true
