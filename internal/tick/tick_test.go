// SPDX-License-Identifier: BSD-3-Clause

package tick

import (
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	labels := func(list []string) string { return strings.Join(list, " ") }
	var got []string
	for _, x := range Nice(0, 1_250_000) {
		got = append(got, x.Label)
	}
	if want := "0 200 k 400 k 600 k 800 k 1 M 1.2 M"; labels(got) != want {
		t.Errorf("got %s, want %s", labels(got), want)
	}
	got = nil
	for _, x := range Powers(1, 1e6) {
		got = append(got, x.Label)
	}
	if want := "1 10 100 1000 10⁴ 10⁵ 10⁶"; labels(got) != want {
		t.Errorf("got %s, want %s", labels(got), want)
	}
	if power(-12) != "10⁻¹²" {
		t.Errorf("10 to the power of -12 is written %s", power(-12))
	}
}
