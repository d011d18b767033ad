// SPDX-License-Identifier: BSD-3-Clause

//go:build unix && !linux

package worker

import (
	"os"
	"runtime/debug"
	"time"
)

// machineMemory returns 0: the memory is unknown on this system.
func machineMemory() int64 { return 0 }

// limitMemory makes n bytes the limit of the garbage collector.
func limitMemory(n int64) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(n / 10 * 9)
	}
	return nil
}

// ProcessorTime returns -1: the processor time is unknown on this system.
func ProcessorTime(pid int) time.Duration { return -1 }

// residentMemory returns -1: the memory of a process is unknown on this system.
func residentMemory(pid int) int64 { return -1 }

// largestMemory returns -1: it is not asked for on this system.
func largestMemory(*os.ProcessState) int64 { return -1 }
