//go:build !linux

package worker

import (
	"os"
	"runtime/debug"
	"time"
)

// machineMemory is unknown here.
func machineMemory() int64 { return 0 }

// limitMemory tells the garbage collector that this process should take no more than n bytes.
func limitMemory(n int64) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(n / 10 * 9)
	}
	return nil
}

// processorTime is unknown here.
func processorTime(pid int) time.Duration { return -1 }
