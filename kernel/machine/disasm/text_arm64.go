// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

// A disassembler for arm64.

package disasm

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/arch/arm64/arm64asm"
)

// Text returns the instructions of code from one offset to another.
func Text(code []byte, from, to int) (list []string) {
	for at := from; at < to; at += 4 {
		inst, err := arm64asm.Decode(code[at:])
		text := fmt.Sprintf("WORD $%#08x", binary.LittleEndian.Uint32(code[at:]))
		if err == nil {
			text = arm64asm.GoSyntax(inst, uint64(at), nil, nil)
		}
		list = append(list, fmt.Sprintf("%04x  %s", at, text))
	}
	return list
}
