// SPDX-License-Identifier: BSD-3-Clause

package replace

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// mostTries is the number of times that a lock is tried while others remove it.
const mostTries = 100

// An InUseError says that another process has claimed a file.
type InUseError struct{ name, by string }

func (e *InUseError) Error() string { return fmt.Sprintf("%s is in use by %s", e.name, e.by) }

// Lock claims a file, which need not exist, for this process, until the process releases it or
// ends. If another process has claimed the file, the error is an InUseError. Lock also refuses
// files that Save would refuse. On systems without locks it does nothing else.
//
// The claim is a lock of another file in the same folder, with a dot before the name and .lock
// after it, since every Save replaces the file itself.
func Lock(name string) (unlock func(), err error) {
	target, err := follow(name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(target); err == nil {
		if _, err := writable(target); err != nil {
			return nil, err
		}
	}
	for range mostTries {
		f, err := os.OpenFile(beside(target)+"lock", os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, titled(name, err)
		}
		if !lock(f) {
			holder, _ := io.ReadAll(io.LimitReader(f, 100))
			f.Close()
			who := strings.TrimSpace(string(holder))
			if who == "" || strings.Trim(who, "0123456789") != "" {
				return nil, &InUseError{name, "another process"}
			}
			return nil, &InUseError{name, "process " + who}
		}
		if !same(f) { // its owner has just removed it
			f.Close()
			continue
		}
		err = f.Truncate(0)
		if err == nil {
			_, err = fmt.Fprintln(f, os.Getpid())
		}
		unlock = func() {
			if onlyWhenClosed {
				f.Close()
			}
			os.Remove(f.Name())
			f.Close()
		}
		if err != nil {
			unlock()
			return nil, fmt.Errorf("%s cannot be locked: %w", name, err)
		}
		return unlock, nil
	}
	return nil, fmt.Errorf("%s cannot be locked: %slock is not a file", name, beside(target))
}

// Locked reports whether a process, possibly this one, has claimed a file with Lock. It does not
// write. If a process with the claim was killed, Locked has it for a moment, so that a Lock at the
// same time can fail.
func Locked(name string) bool {
	target, err := follow(name)
	if err != nil {
		return false
	}
	f, err := os.OpenFile(beside(target)+"lock", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	return !lock(f)
}
