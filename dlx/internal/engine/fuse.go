package engine

import "sync/atomic"

// A Fuse ends a search when it has been looked at a number of times: after about
// so much work, on each machine at the same moment if one thread searches.
type Fuse struct {
	left  atomic.Int64
	burnt error
}

// NewFuse is a fuse that may be looked at so many times; then its error is burnt.
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

// Over is how many times the fuse was looked at after it had burnt, less than 0 if
// it has not.
func (f *Fuse) Over() int64 { return -f.left.Load() }
