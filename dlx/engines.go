// SPDX-License-Identifier: BSD-3-Clause

package dlx

// Engines returns the valid values of Options.Engine: auto, which selects an engine,
// and the names of the engines.
func Engines() []string {
	return []string{"auto", "links", "cells", "bits", "memo", "frontier", "pfaffian"}
}
