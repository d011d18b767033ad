// SPDX-License-Identifier: BSD-3-Clause

// Package size reads and writes numbers of bytes as people write them, such as 8MB or 1.5GiB.
package size

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units lists the suffixes; one that ends with another comes before it.
var units = []struct {
	name string
	size float64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3},
	{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10},
	{"B", 1}, {"", 1},
}

// Parse reads a size such as 8MB, 0.5GiB, 2g or 4096. The case of letters does not matter. Units
// with an i and single letters are powers of 1024, the others powers of 1000.
func Parse(s string) (int64, error) {
	text := strings.TrimSpace(s)
	for _, u := range units {
		n := len(text) - len(u.name)
		if n < 0 || !strings.EqualFold(text[n:], u.name) {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(text[:n]), 64)
		if err != nil || !(v >= 0) || v*u.size >= math.MaxInt64 {
			break
		}
		return int64(v * u.size), nil
	}
	return 0, fmt.Errorf("invalid size %q, expected one such as 8MB or 512MiB", s)
}

// String formats a size for Parse, in the largest unit of two or three letters in which it is a
// whole number.
func String(n int64) string {
	text, best := strconv.FormatInt(n, 10)+"B", int64(1)
	for _, u := range units {
		if size := int64(u.size); len(u.name) > 1 && size > best && n >= size && n%size == 0 {
			text, best = strconv.FormatInt(n/size, 10)+u.name, size
		}
	}
	return text
}

// Rounded writes a number of bytes with three digits, in powers of 1000.
func Rounded(n uint64) string {
	x := float64(n)
	for _, unit := range []string{"B", "kB", "MB"} {
		if x < 999.5 {
			return fmt.Sprintf("%.3g %s", x, unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%.3g GB", x)
}
