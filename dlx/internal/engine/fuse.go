// SPDX-License-Identifier: BSD-3-Clause

package engine

import "sync/atomic"

// A Fuse ends a search at its n-th check of the control: after about the same
// amount of work on each machine, and at the same moment if there is one
// thread.
type Fuse struct {
	left  atomic.Int64
	burnt error
}

// NewFuse returns a fuse for the given number of checks; after them its error is burnt.
func NewFuse(looks int64, burnt error) *Fuse {
	f := &Fuse{burnt: burnt}
	f.left.Store(looks)
	return f
}

// Look is a Control.Check.
func (f *Fuse) Look() error {
	if f.left.Add(-1) < 0 {
		return f.burnt
	}
	return nil
}

// Over returns the number of checks after the fuse has burnt, negative if it has not.
func (f *Fuse) Over() int64 { return -f.left.Load() }
