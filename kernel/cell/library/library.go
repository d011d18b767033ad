// SPDX-License-Identifier: BSD-3-Clause

// Package library contains a second version of the generic functions and types of Go's library, as
// source code that the cell compiler instantiates.
//
// A binary has no instance of a compiled generic function for a type that a cell declares. So each
// package of Go's library that declares something generic has a twin here, an ordinary Go package
// with the same generic names. The tests compare the twins with the originals: names, signatures
// and results. What only compiled code can do, or does a hundred times as fast, is in package
// native, which the twins call. The twin of container/heap is here for speed, see Sourced.
//
//	text := library.Text("slices") // "package slices\n..."
package library

import (
	"embed"
	"path"
)

//go:embed */*.go
var texts embed.FS

// Path is the import path of this package; the twins are below it.
const Path = "polka/kernel/cell/library"

// Native and Foreign are the import paths of the compiled functions that the twins call. The first
// mentions no other package in what it exports.
const (
	Native  = Path + "/native"
	Foreign = Path + "/foreign"
)

// Compiled reports whether a package holds compiled functions for twins.
func Compiled(path string) bool { return path == Native || path == Foreign }

// twins maps the import path of the original to the directory of the twin.
var twins = map[string]string{
	"cmp":            "cmp",
	"container/heap": "heap",
	"crypto/hkdf":    "hkdf",
	"crypto/pbkdf2":  "pbkdf2",
	"database/sql":   "sql",
	"errors":         "errors",
	"hash/maphash":   "maphash",
	"iter":           "iter",
	"maps":           "maps",
	"math/rand/v2":   "rand",
	"reflect":        "reflect",
	"runtime":        "runtime",
	"slices":         "slices",
	"sync":           "sync",
	"sync/atomic":    "atomic",
	"unique":         "unique",
	"weak":           "weak",
	Native:           "native",
	Foreign:          "foreign",
}

// Sourced reports whether the functions of a compiled package, which are not generic, are run from
// its twin all the same, where there is machine code, since they do little but call methods of the
// cells.
func Sourced(original string) bool { return original == "container/heap" }

// Text returns the source of the twin of a package, or "" if it has none. Native and Foreign are
// their own.
func Text(original string) string {
	dir := twins[original]
	if dir == "" {
		return ""
	}
	data, err := texts.ReadFile(path.Join(dir, dir+".go"))
	if err != nil {
		panic("library: " + err.Error())
	}
	return string(data)
}

// Twin returns the import path of the twin of a package, or "".
func Twin(original string) string {
	if dir := twins[original]; dir != "" {
		return Path + "/" + dir
	}
	return ""
}

// Originals returns the packages that have twins, in no order.
func Originals() []string {
	var list []string
	for p := range twins {
		if !Compiled(p) {
			list = append(list, p)
		}
	}
	return list
}
