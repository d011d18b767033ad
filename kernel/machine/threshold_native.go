//go:build amd64 && (linux || darwin || windows)

// Machine code on systems that have it.

package machine

import (
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/translate"
)

// translator makes machine code available, and reports whether there is any.
func translator() bool { return code.Enabled() && translate.Install() == nil }
