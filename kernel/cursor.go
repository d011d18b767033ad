// SPDX-License-Identifier: BSD-3-Clause

package kernel

import "unicode/utf8"

// The protocol counts positions in code by characters (Unicode code points), the engine by bytes.

// byteOffset returns the offset of the byte at which character pos of code begins. A position
// outside the code is moved to the nearer end. Nil, from a client that sends no position, means the
// end.
func byteOffset(code string, pos *int) int {
	if pos == nil {
		return len(code)
	}
	n := *pos
	for i := range code {
		if n <= 0 {
			return i
		}
		n--
	}
	return len(code)
}

// character is the inverse of byteOffset: it counts the characters of code before byte offset.
func character(code string, offset int) int {
	return utf8.RuneCountInString(code[:min(max(offset, 0), len(code))])
}
