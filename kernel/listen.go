//go:build !js

package kernel

import "net"

// A ListenFunc opens a socket, as net.Listen does.
type ListenFunc func(network, address string) (net.Listener, error)
