// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// watchEnd returns a function that waits for the end of a process. It returns false if that takes
// too long.
func watchEnd(t *testing.T, pid int) func() bool {
	handle, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	return func() bool {
		defer unix.Close(handle)
		for end := time.Now().Add(time.Minute); ; {
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(handle), Events: unix.POLLIN}}, max(0, int(time.Until(end).Milliseconds())))
			if err != unix.EINTR { // the runtime sends signals
				return n == 1
			}
		}
	}
}

// suspended reports whether a process is suspended.
func suspended(t *testing.T, pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(state, "T")
}
