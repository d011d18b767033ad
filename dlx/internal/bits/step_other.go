//go:build !amd64 || purego

package bits

// vectors lists the machines with vectors: none is known for this processor.
func vectors() []machine { return nil }
