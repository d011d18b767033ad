// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"testing"
	"time"
)

// TestSpan reads durations, and checks that invalid ones leave the value unchanged.
func TestSpan(t *testing.T) {
	for _, c := range []struct {
		text string
		want time.Duration // 0 if it is not a duration
	}{
		{"90", 90 * time.Second}, {"0.25", 250 * time.Millisecond}, {"1e3", 1000 * time.Second}, {"999999999", 999999999 * time.Second},
		{"10s", 10 * time.Second}, {"1h30m", 90 * time.Minute}, {"50ms", 50 * time.Millisecond},
		{"", 0}, {"soon", 0}, {"0", 0}, {"0s", 0}, {"-1", 0}, {"-1s", 0}, {"1e-12", 0}, {"1e9", 0}, {"1e999", 0}, {"Inf", 0}, {"NaN", 0}, {"10 s", 0}, {"9999999h", 0},
	} {
		const before = 7 * time.Second
		s := span(before)
		err := s.Set(c.text)
		switch {
		case c.want == 0 && (err == nil || time.Duration(s) != before):
			t.Errorf("%q is read as %v, want an error", c.text, time.Duration(s))
		case c.want != 0 && (err != nil || time.Duration(s) != c.want):
			t.Errorf("%q is read as %v, %v, want %v", c.text, time.Duration(s), err, c.want)
		}
	}
	if text := new(span).String(); text != "" {
		t.Errorf("no time is written %q", text)
	}
}
