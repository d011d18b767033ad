// SPDX-License-Identifier: BSD-3-Clause

// Package translations contains the course in other languages: a folder of PO files for each
// language, one file for each lesson, and messages.po for the checks, widgets and pages that belong
// to none. The command internal/translate below notebooks keeps them in step with the English.
package translations

import "embed"

// Files has the folders.
//
//go:embed fr
var Files embed.FS
