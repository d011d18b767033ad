// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"

	"polka/internal/command"
)

// TestNotebooksAreFormatted holds the notebooks of the course to polka fmt.
func TestNotebooksAreFormatted(t *testing.T) {
	var stdout, stderr strings.Builder
	if status := run([]string{"fmt", "-l", "../../notebooks"}, strings.NewReader(""), &stdout, &stderr); status != command.Done || stdout.Len() > 0 {
		t.Errorf("status %d\n%s%s", status, stdout.String(), stderr.String())
	}
}
