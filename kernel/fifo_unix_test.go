// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package kernel

import "syscall"

// fifo makes a FIFO.
func fifo(name string) (string, error) { return name, syscall.Mkfifo(name, 0o600) }
