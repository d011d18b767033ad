//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package replace

import "os"

// onlyWhenClosed reports whether files can be renamed and removed only when they are closed, as on
// Windows.
const onlyWhenClosed = true

// lock does nothing. What is open cannot be removed on Windows, so that nothing is taken for left
// that is not.
func lock(*os.File) bool { return true }
