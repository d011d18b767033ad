//go:build !unix && !windows

package kernel

// parentAlive knows no parents here.
func parentAlive(string) (alive func() bool, release func()) { return nil, nil }
