// SPDX-License-Identifier: BSD-3-Clause

package command

import "runtime/debug"

// Version returns the version of this program: the one that the linker has set when a release was
// made, or that of the module, or "devel".
func Version(linked string) string {
	if linked != "" {
		return linked
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
