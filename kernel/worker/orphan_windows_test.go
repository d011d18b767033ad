// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"testing"

	"golang.org/x/sys/windows"
)

// watchEnd returns a function that waits for the end of a process. It returns false if that takes
// too long.
func watchEnd(t *testing.T, pid int) func() bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		t.Fatal(err)
	}
	return func() bool {
		defer windows.CloseHandle(h)
		event, err := windows.WaitForSingleObject(h, 10_000)
		return err == nil && event == windows.WAIT_OBJECT_0
	}
}

// suspended returns true: the system does not report it.
func suspended(*testing.T, int) bool { return true }
