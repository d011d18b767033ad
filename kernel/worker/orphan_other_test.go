//go:build unix && !linux

package worker

func parent(string) {}
