// SPDX-License-Identifier: BSD-3-Clause

// Package noexec forbids cells to run programs, if the environment says so.
//
// The setting belongs to the process. It is read when the process starts, so that nothing that a
// cell does to the environment changes it. What reads it refuses to run a program; in addition,
// [Lock] makes the operating system refuse, where it can.
package noexec

import (
	"errors"
	"os"
)

// Env names the variable that, if it is 0, forbids cells to run programs.
const Env = "POLKA_EXEC"

var forbidden = os.Getenv(Env) == "0"

// Forbidden reports whether cells of this process must not run programs.
func Forbidden() bool { return forbidden }

// ErrUnsupported is the error of Lock on systems where a process cannot give up the right to run
// programs.
var ErrUnsupported = errors.New("the operating system cannot prevent a process from running programs")

// Lock makes every attempt of this process to run a program fail from now on, also in code that
// calls the operating system directly. It cannot be undone. Lock does nothing if Forbidden is
// false.
func Lock() error {
	if !forbidden {
		return nil
	}
	return lock()
}
