// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"
	"time"
)

// TestWaitsForRoom opens a store on a disk that is full at first, as workers do, and one that
// cannot be opened for another reason.
func TestWaitsForRoom(t *testing.T) {
	full := fmt.Errorf("campaign: %w", &fs.PathError{Op: "write", Path: "store", Err: syscall.ENOSPC})
	var said []string
	tries := 0
	open := func() (int, error) {
		if tries++; tries < 4 {
			return 0, full
		}
		return 7, nil
	}
	if got, err := waiting(t.Context(), func(s string) { said = append(said, s) }, time.Microsecond, open); got != 7 || err != nil || tries != 4 {
		t.Errorf("%d, %v after %d tries", got, err, tries)
	}
	if want := "campaign: write store: no space left on device; trying again"; len(said) != 1 || said[0] != want {
		t.Errorf("notices %q, want %q once", said, want)
	}
	denied := fmt.Errorf("campaign: %w", fs.ErrPermission)
	tries = 0
	if _, err := waiting(t.Context(), nil, time.Microsecond, func() (int, error) { tries++; return 0, denied }); !errors.Is(err, denied) || tries != 1 {
		t.Errorf("%v after %d tries, want %v after one", err, tries, denied)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := waiting(ctx, func(string) {}, time.Hour, func() (int, error) { return 0, full }); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v of a worker that is stopped, want that of the disk", err)
	}
}
