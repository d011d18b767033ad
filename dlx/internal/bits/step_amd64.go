// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 && !purego

package bits

import "golang.org/x/sys/cpu"

//go:generate go run polka/dlx/internal/bits/kernels -out step_amd64.s -stubs stubs_amd64.go -pkg bits
//go:generate go run polka/internal/licenses/mark step_amd64.s stubs_amd64.go

// vectors lists the machines with vectors that this processor supports.
func vectors() []machine {
	x := &cpu.X86
	if !x.HasAVX2 || !x.HasBMI2 || !x.HasPOPCNT {
		return nil
	}
	list := []machine{{
		name:     "AVX2",
		step:     with(step256),
		multiple: withMultiple(multiple256),
		narrow:   true,
		gather:   gatherVectors,
		worth:    8,
	}}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VPOPCNTDQ {
		list = append(list, machine{
			name:     "AVX-512",
			step:     with(step512),
			multiple: withMultiple(multiple512),
			narrow:   true,
			gather:   gatherVectors,
			worth:    8,
		})
	}
	return list
}

func gatherVectors(to, from []uint64, moves []move) {
	if len(moves) > 0 {
		gatherBMI(&to[0], &from[0], &moves[0].from, len(moves))
	}
}
