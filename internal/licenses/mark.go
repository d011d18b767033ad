// SPDX-License-Identifier: BSD-3-Clause

// The line in a source file that names its license.

package licenses

import (
	"path/filepath"
	"strings"
)

// Source names the license of Polka's own source files; the file LICENSE has its text. A comment
// with it is the first line of a file, or the second one of a script.
const Source = "SPDX-License-Identifier: BSD-3-Clause"

// Marked returns the text of a source file with the line that names the license, which it adds if
// it is missing. The end of the file's name says what language the text is in; a text in a language
// that is not known is returned unchanged.
func Marked(name, text string) string {
	var comment string
	switch filepath.Ext(name) {
	case ".go", ".s", ".js":
		comment = "//"
	case ".py", ".sh":
		comment = "#"
	default:
		return text
	}
	line := comment + " " + Source + "\n"
	first, rest := "", text
	if strings.HasPrefix(rest, "#!") {
		first, rest, _ = strings.Cut(rest, "\n")
		first += "\n"
	}
	if strings.HasPrefix(rest, line) {
		return text
	}
	if first == "" {
		line += "\n" // or the line would be a part of the documentation of a package
	}
	return first + line + rest
}
