// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/kernel/worker"
)

// bounds are the flags that the commands with long searches have in common: --limit, --timeout and
// --threads. In each of them zero stands for no limit, or one thread per processor.
type bounds struct {
	limit   int
	timeout time.Duration
	threads int
}

// limitVar adds the flag for the largest number of results.
func limitVar(cmd *cobra.Command, n *int, usage string) { cmd.Flags().IntVar(n, "limit", 0, usage) }

// threadsVar adds the flag for the number of threads.
func threadsVar(cmd *cobra.Command, n *int) {
	cmd.Flags().IntVar(n, "threads", 0, "use `N` threads; 0 for one per processor")
}

// memoryVar adds the flag for the memory of a search.
func memoryVar(cmd *cobra.Command, size *string) {
	cmd.Flags().StringVar(size, "memory", "512MiB", "memory limit, a `SIZE` such as 512MiB or 2GiB, or off")
}

// flags adds all of them; results names what is limited, and with says beside which flag.
func (b *bounds) flags(cmd *cobra.Command, with, results string) {
	limitVar(cmd, &b.limit, with+"stop after `N` "+results+"; 0 for no limit")
	spanVar(cmd.Flags(), &b.timeout, "timeout", "stop after a "+asTime)
	threadsVar(cmd, &b.threads)
}

// checkBounds refuses negative numbers.
func checkBounds(cmd *cobra.Command, limit, threads int) error {
	switch {
	case limit < 0:
		return command.Wrong(cmd, "--limit: expected 0 or more, got %d", limit)
	case threads < 0:
		return command.Wrong(cmd, "--threads: expected 0 or more, got %d", threads)
	}
	return nil
}

// parseMemory returns the bytes that --memory allows.
func parseMemory(cmd *cobra.Command, text string) (int64, error) {
	size, err := worker.ParseSize(text, leastMemory)
	if err != nil {
		return 0, command.Wrong(cmd, "--memory: %v", err)
	}
	if size == 0 {
		size = math.MaxInt64 / 2
	}
	return size, nil
}

// start applies the limits of time and threads.
func (b *bounds) start(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.threads > 0 {
		runtime.GOMAXPROCS(b.threads)
	}
	if b.timeout > 0 {
		return context.WithTimeout(ctx, b.timeout)
	}
	return ctx, func() {}
}
