package worker

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The environment variables that set the limits. The package comment says what they mean.
const (
	envMemory = "POLKA_MEMORY"
	envStack  = "POLKA_STACK"
)

const (
	defaultMemory = 4 << 30
	defaultStack  = 256 << 20
	leastMemory   = 64 << 20 // less than that and the interpreter itself does not fit
	leastStack    = 1 << 20
)

// limits are what a child may take, in bytes; 0 means no limit.
type limits struct{ memory, stack int64 }

// readLimits gives the limits for an environment and for a machine with so much memory (0 if
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
	// A stack is copied into one of twice its size when it grows, so more than a quarter of the
	// memory would never be reached: endless recursion would be called lack of memory.
	if l.memory > 0 && (l.stack == 0 || l.stack > l.memory/4) {
		l.stack = l.memory / 4
	}
	return l, nil
}

// units, longest first.
var units = []struct {
	name string
	size float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

// ParseSize reads a size such as 512MiB, 1.5GB, 2g or 1073741824, or "off" for none.
func ParseSize(s string, least int64) (int64, error) {
	text := strings.ToLower(strings.TrimSpace(s))
	if text == "off" || text == "none" || text == "0" {
		return 0, nil
	}
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || math.IsNaN(n) || n < 0 || n*u.size >= math.MaxInt64 {
			break
		}
		if size := int64(n * u.size); size >= least {
			return size, nil
		}
		return 0, fmt.Errorf("%q is too small, expected at least %s", s, formatSize(least))
	}
	return 0, fmt.Errorf("invalid size %q, expected one such as 512MiB, 2GiB or off", s)
}

// formatSize writes a size for people, in units that ParseSize reads.
func formatSize(n int64) string {
	if mib := float64(n) / (1 << 20); mib >= 1 {
		return strconv.FormatFloat(math.Round(mib), 'f', -1, 64) + " MiB"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}
