// SPDX-License-Identifier: BSD-3-Clause

package source

import (
	"os"
	"path/filepath"
	"runtime"
)

// NoToolchain returns a note for messages that advise a command of the Go toolchain, if the
// toolchain is not installed, and otherwise "". It searches the path itself, since this package
// starts no processes and does not depend on os/exec.
func NoToolchain() string {
	name := "go"
	switch runtime.GOOS {
	case "js":
		return ""
	case "windows":
		name = "go.exe"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return ""
		}
	}
	return "; this needs the Go toolchain, which is not installed: the command go was not found; see https://go.dev/doc/install"
}
