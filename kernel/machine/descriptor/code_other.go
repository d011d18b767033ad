// SPDX-License-Identifier: BSD-3-Clause

//go:build !((amd64 || arm64) && (linux || darwin || freebsd || windows))

// Systems on which no thunks are made at run time.

package descriptor

// moreThunks makes no thunks: this system is not asked for executable memory.
func moreThunks() []slot { return nil }
