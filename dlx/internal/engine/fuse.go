package engine

import (
	"context"
	"sync/atomic"
)

// A Fuse is a context that also ends when it has been asked for its error a
// number of times. So a search can be ended after about so much work, by each
// machine at the same moment, if one thread searches.
type Fuse struct {
	context.Context
	left  atomic.Int64
	burnt error
}

// NewFuse is a context that may be asked so many times; then its error is burnt.
// Outer may be nil.
func NewFuse(outer context.Context, looks int64, burnt error) *Fuse {
	if outer == nil {
		outer = context.Background()
	}
	f := &Fuse{Context: outer, burnt: burnt}
	f.left.Store(looks)
	return f
}

// Err is the error of the outer context, if that has ended.
func (f *Fuse) Err() error {
	if err := f.Context.Err(); err != nil {
		return err
	}
	if f.left.Add(-1) < 0 {
		return f.burnt
	}
	return nil
}

// Over is how many times the fuse was asked after it had burnt, less than 0 if it
// has not.
func (f *Fuse) Over() int64 { return -f.left.Load() }
