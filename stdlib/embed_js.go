// SPDX-License-Identifier: BSD-3-Clause

package stdlib

// builtin is empty: a page loads the facts beside the program, and cmd/lite gives them to Add.
var builtin [][]byte
