// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Package codetest runs machine code in the tests of the packages that encode it.
package codetest

import (
	"runtime"
	"testing"

	"polka/kernel/machine/internal/code"
)

// A Program is code that computes A from A, B and C of a context, and leaves.
type Program struct {
	c     *code.Context
	block *code.Block
}

// Load maps the code of a program until the end of the test.
func Load(t testing.TB, text []byte) *Program {
	t.Helper()
	b, err := code.Map(text)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Free(); err != nil {
			t.Error(err)
		}
	})
	return &Program{code.NewContext(), b}
}

// Run enters the program and returns A.
func (p *Program) Run(a, b, c uint64) uint64 {
	p.c.A, p.c.B, p.c.C = a, b, c
	p.c.PC = p.block.Addr()
	code.Enter(p.c)
	runtime.KeepAlive(p)
	return p.c.A
}
