// SPDX-License-Identifier: BSD-3-Clause

// The options of sessions.

package session

import (
	"context"
	"go/types"
	"io/fs"
	"os"
	"reflect"
	"time"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/source"
	"polka/kernel/display"
)

// Symbols are compiled packages as yaegi extracts them: by import path and package name joined by a
// slash, as in "math/rand/rand", the values of the exported names.
type Symbols = map[string]map[string]reflect.Value

// Options control a Session and what its cells can use.
type Options struct {
	// Symbols are the packages that cells can import. Later tables win. Sessions only read them.
	Symbols []Symbols
	// Tables are more such packages, by the same keys: the functions return the values of the
	// exported names, and are called when something needs the package. Symbols win over them.
	Tables map[string]func() map[string]reflect.Value
	// Facts has the types of the same packages.
	Facts types.Importer
	// Compiled returns the compiled type of this process for a type that Facts mentions and Symbols
	// lacks, nil for none. It may be nil.
	Compiled func(*types.TypeName) reflect.Type
	// Packages are the packages that cells can mention without an import: name to import path.
	Packages map[string]string
	// Immutable are the import paths of packages whose values do not change. Cells are warned where
	// they drop what the methods of such values return.
	Immutable []string
	// Prelude are the names of Packages that are imported without a note. For the others there is
	// one note.
	Prelude []string
	// Sources finds packages that cells import as source code, such as directories beside the
	// notebook. Nil finds none.
	Sources *source.Finder
	// Download puts a module and the modules that it needs into the module cache, where Sources
	// finds them. It is named as in %require, by PATH or PATH@VERSION, and PATH may be that of a
	// package. It reports its progress to the listener of ctx. Nil downloads nothing.
	Download func(ctx context.Context, module string) (Downloaded, error)
	// SQLNames returns the tables of the database that %sql has opened, with their columns, for
	// completion. It may be nil.
	SQLNames func() map[string][]string
	// Renderer draws values. The zero Renderer knows the optional methods of package display.
	Renderer display.Renderer
	// Doc returns the declaration and the documentation of a package's name, of "Type.Method" or
	// "Type.Field", of the package itself for the empty name, and of Go's own names in package
	// "builtin". It may be nil.
	Doc func(path, name string) (decl, comment string, ok bool)
	// Stdin is the standard input of the cells, if it is the process's own. With nil the user is
	// asked for each line.
	Stdin *os.File
	// Redirect sends what cells write to os.Stdout and os.Stderr to their output. Otherwise it goes
	// to the streams of the process.
	Redirect bool
	// Args are os.Args of the cells; the first is the program's name.
	Args []string
	// Env is the environment that cells see, as in os.Environ. With nil they see that of the
	// process and can change it.
	Env []string
	// Grace is how long Execute waits, after it has stopped a cell, for the cell's goroutines to
	// end. Zero is one second.
	Grace time.Duration
	// Backend is what runs the cells: Machine, the default, or Yaegi.
	Backend string
	// Commands allows cells to run programs: with !, %sh and package os/exec.
	Commands bool
	// Warned is called with each warning about a script, before the script runs, or the step of it.
	// Cells show their warnings themselves. It may be nil.
	Warned func(explain.Diagnostic)
	// Program is set if the session executes a program, and the process ends with it. The process
	// must end when Execute returns: what is still running is not stopped.
	Program bool
	// Starting is called before a cell starts a program. It may be nil.
	Starting func()
	// OnSignals is called when a cell handles interrupts itself, with package os/signal. It may be
	// nil.
	OnSignals func()
	// Requires is set if the caller of Execute handles Reply.Require, so that cells can require
	// modules.
	Requires bool
	// Exercises are those that %check and %hint find besides the files in the current directory, as
	// package exercise reads them. It may be nil.
	Exercises fs.FS
	// Languages has a folder of PO files for each language, such as fr, in which %check, %hint and
	// %exercise can speak besides English. It may be nil.
	Languages fs.FS
	// CheckTime is how long %check runs an answer. Zero is 20 seconds. Where Processor is known, an
	// answer that does not get a processor all the time has up to five times as long.
	CheckTime time.Duration
	// Processor returns the processor time of the process so far, or less than zero if it is
	// unknown. It may be nil.
	Processor func() time.Duration
	// CheckMemory is by how much memory may grow while %check runs an answer, in bytes. Zero is 256
	// MiB, or a quarter of the memory limit of the process if that is less.
	CheckMemory int64
	// Log receives messages that are not for the user, one line each. It may be nil.
	Log func(format string, args ...any)
}

// The backends.
const (
	Machine = "machine"
	Yaegi   = "yaegi"
)
