// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

// What is particular to the memory of code on arm64.

package code

// fill leaves the rest of a page as it is: a word of zeros traps.
func fill(mem []byte) {}

func flush(p, n uintptr)
