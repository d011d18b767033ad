// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package machine_test

import (
	"testing"

	"polka/kernel/machine/internal/gosmith"
)

// TestSmithOrder is TestSmith for programs about the order of evaluation alone.
func TestSmithOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	compare(t, gosmith.OrderProgram, 30, 5000)
}
