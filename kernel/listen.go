// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package kernel

import "net"

// A ListenFunc opens a socket, like net.Listen.
type ListenFunc func(network, address string) (net.Listener, error)
