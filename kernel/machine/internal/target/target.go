// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Package target is the processor for which package translate makes machine code.
//
// Translate speaks of one kind of machine: its instructions have two operands, of which the first
// is the destination, and which may be in memory; a comparison sets flags, and conditions look at
// them. On amd64 these are the instructions of the processor, on arm64 one to four that do the
// same. So there is one translator, and what has been shown of its code on one processor says
// something of the other. The registers that the translator uses have the names that they have on
// amd64.
//
// Flags are valid after Op, OpImm, OpLoad and OpStoreImm with Cmp, after Test and Dec, until one of
// these or an operation that changes a number. Loads, stores, moves, Lea, Set, Cmov and jumps leave
// them as they are.
//
// Some operations differ too much for that, and are methods here: leaving for Go, division, counts
// of zeros, jumps by comparisons of floats, and conversions between floats and integers.
package target

import "go/token"

// A FloatCond is a comparison of floats: one of token.LSS, LEQ, GTR, GEQ, EQL and NEQ. All but NEQ
// are false if one of them is not a number.
type FloatCond = token.Token
