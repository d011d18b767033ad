package source

import (
	"os/exec"
	"runtime"
)

// NoToolchain returns a note for messages that advise a command of the Go toolchain, if the
// toolchain is not installed, and otherwise "".
func NoToolchain() string {
	if runtime.GOOS == "js" {
		return ""
	}
	if _, err := exec.LookPath("go"); err == nil {
		return ""
	}
	return "; this needs the Go toolchain, which is not installed: the command go was not found; see https://go.dev/doc/install"
}
