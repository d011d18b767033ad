// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package session

import "os"

// newFile is os.NewFile.
func newFile(fd uintptr, name string) *os.File { return os.NewFile(fd, name) }
