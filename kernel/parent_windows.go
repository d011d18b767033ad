// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"strconv"
	"syscall"
)

// parentAlive returns a function that reports whether the parent is alive. On Windows the frontend
// passes a handle of its own process that we inherit, in decimal.
func parentAlive(id string) (alive func() bool, release func()) {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil || n == 0 {
		return nil, nil
	}
	h := syscall.Handle(n)
	lives := func() bool {
		event, err := syscall.WaitForSingleObject(h, 0)
		return err == nil && event == syscall.WAIT_TIMEOUT
	}
	if !lives() {
		return nil, nil
	}
	return lives, func() { syscall.CloseHandle(h) }
}
