package kernel

// A ListenFunc opens a socket. There are none in a browser, whose program does without package net.
type ListenFunc struct{}
