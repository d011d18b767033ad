// SPDX-License-Identifier: BSD-3-Clause

// Package exercises contains the exercises of the course, without the answers. Package exercise
// reads the files.
package exercises

import "embed"

// Files are the exercises, in a file for each lesson.
//
//go:embed *.txtar
var Files embed.FS
