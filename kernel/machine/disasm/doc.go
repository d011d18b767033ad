// SPDX-License-Identifier: BSD-3-Clause

// Package disasm writes machine code as Go's assembler does, for people who look at what the
// machine has made.
package disasm
