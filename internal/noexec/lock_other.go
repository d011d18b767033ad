//go:build !linux

package noexec

func lock() error { return ErrUnsupported }
