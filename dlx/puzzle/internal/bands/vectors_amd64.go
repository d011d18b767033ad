// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 && !purego

package bands

import "golang.org/x/sys/cpu"

//go:generate go run polka/dlx/puzzle/internal/bands/kernels -out vectors_amd64.s -stubs stubs_amd64.go -pkg bands
//go:generate go run polka/internal/licenses/mark vectors_amd64.s stubs_amd64.go

// hasVectors reports whether the processor supports settleVectors.
var hasVectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VBMI

// settleVectors removes a digit from some cells of a board and draws all consequences. It returns
// dead, stable or solved. If the board is stable, it computes the arrangements. Both boards may be
// the same.
func settleVectors(to, from *board, w *arrangements, drop *[3]uint32, digit int) int {
	return int(settle512(&to[0][0], &from[0][0], &w[0][0], &drop[0], 1<<digit))
}
