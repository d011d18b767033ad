// SPDX-License-Identifier: BSD-3-Clause

// Package solutions contains the answers to the exercises of the course with typical wrong answers,
// and notes for teachers. Only programs that write them for teachers import it.
package solutions

import "embed"

// Files are the answers, in a file NN.txtar for each lesson, which package exercise reads, and the
// notes for teachers in NN.md. The file contest.txtar has answers to the contest.
//
//go:embed *.txtar *.md
var Files embed.FS
