// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// machineMemory returns the memory available to this process, in bytes: that of the machine, or of
// the container if that is less.
func machineMemory() int64 {
	n := procField("/proc/meminfo", "MemTotal:")
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if b, err := os.ReadFile(file); err == nil {
			if c, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64); err == nil && (n == 0 || c < n) {
				n = c
			}
		}
	}
	return n
}

// procField returns in bytes a field of a file of /proc that is given in kB, or 0 if there is no
// such field.
func procField(file, name string) int64 {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		if f := strings.Fields(lines.Text()); len(f) >= 2 && f[0] == name {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n << 10
		}
	}
	return 0
}

// limitMemory limits the memory of this process to n bytes from now on.
//
// The limit is set with RLIMIT_DATA, for private writable memory. Unlike RLIMIT_AS, it does not
// include address space that is only reserved, of which a Go program has gigabytes. A program under
// the race detector has terabytes of writable shadow memory, so the limit is added to the memory
// already in use. The garbage collector gets nine tenths as its limit, so that it runs more often
// before the memory is exhausted.
func limitMemory(n int64) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(n / 10 * 9)
	}
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &l); err != nil {
		return fmt.Errorf("limiting memory: %w", err)
	}
	l.Cur = min(l.Max, uint64(procField("/proc/self/status", "VmData:")+n))
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &l); err != nil {
		return fmt.Errorf("limiting memory: %w", err)
	}
	return nil
}

// ProcessorTime returns the processor time of a process so far, to a hundredth of a second, or -1
// if it is unknown.
func ProcessorTime(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return -1
	}
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:])) // after the name, which may contain any characters
	if len(f) < 13 {
		return -1
	}
	user, err1 := strconv.ParseInt(f[11], 10, 64)
	system, err2 := strconv.ParseInt(f[12], 10, 64)
	if err1 != nil || err2 != nil {
		return -1
	}
	return time.Duration(user+system) * time.Second / 100
}

// residentMemory returns the memory that a process occupies, in bytes, or -1 if it is unknown.
func residentMemory(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return -1
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(b), &size, &resident); err != nil {
		return -1
	}
	return resident * int64(os.Getpagesize())
}

// largestMemory returns the most memory that an ended process has occupied, in bytes, or -1 if it
// is unknown.
func largestMemory(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return -1
}
