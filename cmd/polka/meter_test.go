// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"regexp"
	"testing"
)

// TestMeter sees the progress of a search on a terminal: the line changes, and disappears at the
// end.
func TestMeter(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c := openConsole(t, t.TempDir(), nil, "tile", "--board", "10x20", "--pieces", "any*pentominoes", "--engine", "links", "--count")
	first := regexp.MustCompile(`(?m)^\d+ s`).FindString(c.await(`^\d+ s, .+`))
	for {
		now := regexp.MustCompile(`(?m)^\d+ s`).FindString(c.await(`^\d+ s`))
		if now != first {
			break
		}
		<-c.news
	}
	c.types(ctrlC)
	if status := c.status(); status != 130 {
		t.Errorf("status %d, want 130", status)
	}
	c.await(`^polka: interrupted`)
	if s := c.screen(); regexp.MustCompile(`(?m)^\d+ s`).MatchString(s) {
		t.Errorf("the line of the progress is still there:\n%s", s)
	}
}
