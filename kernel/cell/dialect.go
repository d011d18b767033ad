// SPDX-License-Identifier: BSD-3-Clause

package cell

import _ "embed"

//go:embed dialect.md
var dialect string

// Dialect returns a page of Markdown that says how the Go of cells and of `polka run` differs from
// Go.
func Dialect() string { return dialect }
