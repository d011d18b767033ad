//go:build !amd64 || !(linux || darwin || windows)

// Systems without machine code.

package machine

func translator() bool { return false }
