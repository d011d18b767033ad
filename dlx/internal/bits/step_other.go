// SPDX-License-Identifier: BSD-3-Clause

//go:build (!amd64 && !arm64) || purego

package bits

// vectors lists the machines with vectors: there are none for this processor.
func vectors() []machine { return nil }
