// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"strings"
	"testing"
)

// TestCheckCourse tries all answers and all mutants of the exercises of the course: no wrong one
// passes. The script check.txtar does so for a part.
func TestCheckCourse(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("set POLKA_LONG to try all mutants, which takes about ten minutes")
	}
	var out, errs strings.Builder
	if status := run([]string{"check", "--mutants"}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Errorf("status %d: %s\n%s", status, errs.String(), out.String())
	}
	t.Log(out.String())
}
