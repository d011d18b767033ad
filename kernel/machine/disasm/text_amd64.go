// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

// A disassembler for amd64.

package disasm

import (
	"fmt"

	"golang.org/x/arch/x86/x86asm"
)

// Text returns the instructions of code from one offset to another.
func Text(code []byte, from, to int) (list []string) {
	for at := from; at < to; {
		inst, err := x86asm.Decode(code[at:], 64)
		if err != nil || inst.Len == 0 {
			list = append(list, fmt.Sprintf("BYTE $%#x", code[at]))
			at++
			continue
		}
		list = append(list, fmt.Sprintf("%04x  %s", at, x86asm.GoSyntax(inst, uint64(at), nil)))
		at += inst.Len
	}
	return list
}
