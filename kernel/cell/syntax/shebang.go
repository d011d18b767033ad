// SPDX-License-Identifier: BSD-3-Clause

package syntax

import "strings"

// CommentShebang makes a comment of the first line of a script if it begins with #!, which names
// the program that runs it. The other lines keep their numbers.
func CommentShebang(text string) string {
	if rest, ok := strings.CutPrefix(text, "#!"); ok {
		return "//" + rest
	}
	return text
}

// CutShebang cuts a first line that begins with #!, with its end, from the rest of a script.
func CutShebang(text string) (line, rest string) {
	if !strings.HasPrefix(text, "#!") {
		return "", text
	}
	line, rest, _ = strings.Cut(text, "\n")
	return line + "\n", rest
}
