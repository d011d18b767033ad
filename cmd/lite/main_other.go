// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "lite: this program is for browsers; see docs/browser.md")
	os.Exit(1)
}
