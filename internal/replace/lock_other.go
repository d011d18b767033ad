// SPDX-License-Identifier: BSD-3-Clause

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package replace

import "os"

// onlyWhenClosed reports whether files can be renamed and removed only when they are closed.
const onlyWhenClosed = true

// lock does nothing: the standard library has no locks for these systems.
func lock(*os.File) bool { return true }
