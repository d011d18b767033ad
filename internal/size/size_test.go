// SPDX-License-Identifier: BSD-3-Clause

package size

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		s    string
		want int64
	}{
		{"0", 0}, {"1", 1}, {"4096", 4096}, {"8MB", 8e6}, {"8MiB", 8 << 20}, {" 1.5 KiB ", 1536}, {"2kb", 2000}, {"7B", 7}, {"1gib", 1 << 30},
		{"512 mib", 512 << 20}, {"1.5g", 3 << 29}, {"2T", 2 << 40}, {"8M", 8 << 20}, {"3k", 3 << 10}, {"2tb", 2e12}, {"1073741824B", 1 << 30},
		{"", -1}, {"MB", -1}, {"-1", -1}, {"lots", -1}, {"1e99", -1}, {"NaN", -1}, {"inf", -1}, {"8 MB of text", -1}, {"2 3", -1},
		{"2GiBs", -1}, {"0x10M", -1}, {"1e30GB", -1},
	} {
		got, err := Parse(c.s)
		if (err != nil) != (c.want < 0) || err == nil && got != c.want {
			t.Errorf("Parse(%q) = %d, %v; want %d", c.s, got, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), "expected one such as 8MB") {
			t.Errorf("Parse(%q): %v does not say what was expected", c.s, err)
		}
	}
}

func TestString(t *testing.T) {
	for _, n := range []int64{0, 1, 1000, 1024, 1500, 8e6, 8 << 20, 80 << 20, 1<<30 - 1, 1 << 40, 1e12} {
		if got, err := Parse(String(n)); err != nil || got != n {
			t.Errorf("Parse(%q) = %d, %v", String(n), got, err)
		}
	}
	if got := String(8 << 20); got != "8MiB" {
		t.Errorf("8 MiB are written %s", got)
	}
}

func TestRounded(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 1499: "1.5 kB", 999_499: "999 kB", 999_500: "1 MB", 12_345_678: "12.3 MB", 5e9: "5 GB", 1.5e13: "1.5e+04 GB"} {
		if got := Rounded(n); got != want {
			t.Errorf("Rounded(%d) = %s, want %s", n, got, want)
		}
	}
}
