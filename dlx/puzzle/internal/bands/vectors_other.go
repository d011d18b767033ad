// SPDX-License-Identifier: BSD-3-Clause

//go:build !amd64 || purego

package bands

// hasVectors is false: there are no vectors for this processor.
const hasVectors = false

func settleVectors(_, _ *board, _ *arrangements, _ *[3]uint32, _ int) int { panic("bands: no vectors") }
