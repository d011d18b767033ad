// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io"
	"os"

	"polka/internal/printing"
)

// colors reports whether ANSI colors make sense on w: on a terminal, unless the user wants none
// (https://no-color.org).
func colors(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && printing.IsTerminal(w) }
