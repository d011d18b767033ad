// SPDX-License-Identifier: BSD-3-Clause

// Whether native code can be used.

package code

import (
	"errors"
	"os"
	"sync"
)

// Enabled reports whether the program may make and run native code: the processor and the system
// are among those that this package knows, the system allows executable memory, Go's runtime is as
// expected, and the environment variable POLKA_NATIVE is not 0. The first call takes some
// microseconds, with a release of Go that this package does not know some milliseconds.
func Enabled() bool { return why() == nil }

// Why says why Enabled returns false; it is empty if Enabled returns true.
func Why() string {
	if err := why(); err != nil {
		return err.Error()
	}
	return ""
}

var why = sync.OnceValue(func() error {
	if os.Getenv("POLKA_NATIVE") == "0" {
		return errors.New("switched off by POLKA_NATIVE=0")
	}
	return check()
})
