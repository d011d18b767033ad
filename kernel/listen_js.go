// SPDX-License-Identifier: BSD-3-Clause

package kernel

// A ListenFunc opens a socket. A browser has none, and its program does not contain package net.
type ListenFunc struct{}
