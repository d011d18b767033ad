// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package session

import "os"

// killTree kills a process.
func killTree(p *os.Process) error { return p.Kill() }
