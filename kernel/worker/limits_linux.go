package worker

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// machineMemory is the memory that this process may hope for, in bytes: that of the machine, or of
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

// procField gives a field of a file of /proc that is in kB, in bytes; 0 if it is not there.
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

// limitMemory makes n bytes the most that this process may take from now on.
//
// The limit that counts is RLIMIT_DATA, on private writable memory. Address space that is only
// reserved does not count there, unlike under RLIMIT_AS, and a Go program reserves gigabytes of it;
// a program under the race detector even has terabytes of writable shadow, so the limit is
// added to what is in use already. The garbage collector gets nine tenths as its limit, so that it
// works harder before the memory is exhausted.
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

// processorTime is how long a process has used processors until now, to a hundredth of a second; -1
// if that is unknown.
func processorTime(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return -1
	}
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:])) // behind the name, which can be anything
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
