// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package kernel

import "errors"

// fifo would make a FIFO.
func fifo(string) (string, error) { return "", errors.ErrUnsupported }
