// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestParseSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
	}{
		{"512MiB", 512 << 20}, {"512 mib", 512 << 20}, {"2GiB", 2 << 30}, {"1.5g", 3 << 29}, {"2T", 2 << 40},
		{"100MB", 100e6}, {"1073741824", 1 << 30}, {"1073741824B", 1 << 30}, {"off", 0}, {"None", 0}, {"0", 0},
	} {
		if got, err := ParseSize(c.text, 1<<20); err != nil || got != c.want {
			t.Errorf("%s: %d, %v; want %d", c.text, got, err, c.want)
		}
	}
	for _, bad := range []string{"", "much", "MiB", "-1GiB", "1e30GB", "1KiB", "NaN", "inf", "2 3", "2GiBs", "0x10M"} {
		if got, err := ParseSize(bad, 1<<20); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q: %d, %v", bad, got, err)
		}
	}
}

func TestReadLimits(t *testing.T) {
	for _, c := range []struct {
		memory, stack string
		machine       int64
		want          limits
	}{
		{"", "", 0, limits{4 << 30, 256 << 20}},
		{"", "", 64 << 30, limits{4 << 30, 256 << 20}},
		{"", "", 3 << 30, limits{3 << 29, 256 << 20}},
		{"", "", 1 << 20, limits{leastMemory, leastMemory / 4}},
		{"512MiB", "", 64 << 30, limits{512 << 20, 128 << 20}},
		{"8GiB", "1GiB", 4 << 30, limits{8 << 30, 1 << 30}},
		{"1GiB", "1GiB", 4 << 30, limits{1 << 30, 256 << 20}},
		{"off", "", 4 << 30, limits{0, 256 << 20}},
		{"off", "off", 4 << 30, limits{0, 0}},
		{"1GiB", "off", 4 << 30, limits{1 << 30, 256 << 20}},
	} {
		env := map[string]string{envMemory: c.memory, envStack: c.stack}
		got, err := readLimits(func(k string) string { return env[k] }, c.machine)
		if err != nil || got != c.want {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}

func TestProcessorTime(t *testing.T) {
	const enough = 30 * time.Millisecond
	begin := ProcessorTime(os.Getpid())
	if begin < 0 {
		if runtime.GOOS == "linux" {
			t.Fatal("it is not known")
		}
		return
	}
	for wall := time.Now(); ProcessorTime(os.Getpid())-begin < enough; {
		if time.Since(wall) > time.Minute {
			t.Fatal("it does not grow")
		}
	}
	if ProcessorTime(-1) >= 0 {
		t.Error("a process that there is not")
	}
}
