package kernel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units of sizes, each a thousand or 1024 times the one before.
var units = []struct {
	name string
	size float64
}{
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1},
}

// parseBytes reads a size such as 8MB, 0.5GiB or 4096. It knows the units above in any case of
// letters.
func parseBytes(s string) (int, error) {
	number, scale := strings.TrimSpace(s), 1.0
	for _, u := range units {
		if n := len(number) - len(u.name); n > 0 && strings.EqualFold(number[n:], u.name) {
			number, scale = strings.TrimSpace(number[:n]), u.size
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v >= 0) || v*scale > math.MaxInt32 {
		return 0, fmt.Errorf("%q is not a size below 2GiB, expected one such as 8MB or 512KiB", s)
	}
	return int(v * scale), nil
}

// bytesText writes a size as parseBytes reads it, in the largest unit in which it is a whole
// number.
func bytesText(n int) string {
	for _, u := range units {
		if size := int(u.size); n >= size && n%size == 0 {
			return strconv.Itoa(n/size) + u.name
		}
	}
	return strconv.Itoa(n) + "B"
}
