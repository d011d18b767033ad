//go:build !unix && !windows

package worker

// holdPrograms does nothing: cells cannot start programs on this system.
func holdPrograms() {}
