// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Machine code on systems that have it.

package machine

import "polka/kernel/machine/internal/translate"

// translator makes machine code available, and reports whether there is a translator for the
// processor and the system.
func translator() bool {
	translate.Install()
	return true
}

// translatable returns an error that says why this process cannot have machine code, nil if it can.
func translatable() error { return translate.Ready() }
