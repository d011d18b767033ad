// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"

	"polka/internal/command"
)

// An endless is an input without an end.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// TestEndless gives commands an endless input: they report an error before they exhaust the memory.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("reads as much as the limits allow")
	}
	for _, args := range []string{
		"solve", "tile --dlx -", "tile --xmpuzzle -", "seed decode", "seed random 6x10 -", "polyominoes", "polyiamonds", "polyomino-dlx",
		"puzzle latin 9 -", "puzzle jigsaw -", "render board", "run -",
	} {
		var stdout, stderr strings.Builder
		code := run(strings.Fields(args), endless("####\n"), &stdout, &stderr)
		if want := "polka: standard input: too long: the limit is "; code != command.Failed || stdout.String() != "" || !strings.HasPrefix(stderr.String(), want) {
			t.Errorf("%s: exit status %d, output %.100q, error %.200q, want %q", args, code, &stdout, stderr.String(), want)
		}
	}
}
