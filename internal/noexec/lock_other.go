// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package noexec

func lock() error { return ErrUnsupported }
