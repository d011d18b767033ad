// SPDX-License-Identifier: BSD-3-Clause

package run

import (
	"strings"
	"testing"
)

// TestOverflowText: where few calls may be open, a recursion that is too deep may have an end.
func TestOverflowText(t *testing.T) {
	if got := overflowError(1 << 20).Error(); !strings.Contains(got, "has no end") {
		t.Errorf("with the limit %d: %s", 1<<20, got)
	}
	got := overflowError(2048).Error()
	if !strings.Contains(got, "more than 2048 calls are open") || strings.Contains(got, "has no end") {
		t.Errorf("with the limit 2048: %s", got)
	}
}
