// Package solutions contains the answers to the exercises of the course, with typical wrong
// answers. Only programs that write them for teachers import it.
package solutions

import "embed"

// Files are the answers, in a file for each lesson. Package exercise reads them.
//
//go:embed *.txtar
var Files embed.FS
