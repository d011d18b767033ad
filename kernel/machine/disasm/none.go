// SPDX-License-Identifier: BSD-3-Clause

//go:build !(amd64 || arm64) || !(linux || darwin || windows)

// Systems without machine code have nothing to disassemble.

package disasm

// Text returns nothing.
func Text([]byte, int, int) []string { return nil }
