// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"polka/internal/size"
)

// The environment variables that set the limits, described in the package comment.
const (
	envMemory = "POLKA_MEMORY"
	envStack  = "POLKA_STACK"
)

const (
	defaultMemory = 4 << 30
	defaultStack  = 256 << 20
	leastMemory   = 64 << 20 // the interpreter itself needs nearly as much
	leastStack    = 1 << 20
)

// limits are the limits of a child, in bytes; 0 means no limit.
type limits struct{ memory, stack int64 }

// readLimits returns the limits for an environment and for a machine with the given memory (0 if
// unknown).
func readLimits(getenv func(string) string, machine int64) (l limits, err error) {
	l.memory = defaultMemory
	if machine > 0 {
		l.memory = max(leastMemory, min(l.memory, machine/2))
	}
	if s := getenv(envMemory); s != "" {
		if l.memory, err = ParseSize(s, leastMemory); err != nil {
			return l, fmt.Errorf("%s: %w", envMemory, err)
		}
	}
	l.stack = defaultStack
	if s := getenv(envStack); s != "" {
		if l.stack, err = ParseSize(s, leastStack); err != nil {
			return l, fmt.Errorf("%s: %w", envStack, err)
		}
	}
	// A stack is copied into one of twice its size when it grows, so a limit above a quarter of the
	// memory would never be reached: infinite recursion would be reported as lack of memory.
	if l.memory > 0 && (l.stack == 0 || l.stack > l.memory/4) {
		l.stack = l.memory / 4
	}
	return l, nil
}

// ParseSize reads a size such as 512MiB, 1.5GB, 2g or 1073741824, or "off" for none.
func ParseSize(s string, least int64) (int64, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "off", "none", "0":
		return 0, nil
	}
	n, err := size.Parse(s)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w, or off", err)
	case n < least:
		return 0, fmt.Errorf("%q is too small, expected at least %s", s, formatSize(least))
	}
	return n, nil
}

// formatSize returns a size as text, rounded to MiB.
func formatSize(n int64) string {
	if mib := float64(n) / (1 << 20); mib >= 1 {
		return strconv.FormatFloat(math.Round(mib), 'f', -1, 64) + " MiB"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}
