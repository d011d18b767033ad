// SPDX-License-Identifier: BSD-3-Clause

package replace

import (
	"os"

	"golang.org/x/sys/windows"
)

// onlyWhenClosed reports whether files can be renamed and removed only when they are closed.
const onlyWhenClosed = true

// lockedByte is the offset of the byte that is locked. No process can read a locked byte of a file,
// and the number of the process at its beginning must be readable.
const lockedByte = 1 << 40

// lock locks an open file, and reports false if another process, or this one, has locked it. The
// lock ends when the file is closed. On a file system without locks it reports true.
func lock(f *os.File) bool {
	at := windows.Overlapped{OffsetHigh: lockedByte >> 32}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at) != windows.ERROR_LOCK_VIOLATION
}
