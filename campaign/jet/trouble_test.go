// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin

package jet

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"polka/campaign"
	"polka/dlx/puzzle"
)

// TestTrouble runs a campaign whose files may not grow for a while.
func TestTrouble(t *testing.T) {
	t.Parallel()
	cmd := role{Kind: roomRole, Folder: filepath.Join(t.TempDir(), "store")}.command(t.Context(), t)
	if out, err := cmd.Output(); err != nil || strings.TrimSpace(string(out)) != "92" {
		t.Errorf("the process prints %q, error %v, want 92", out, err)
	}
}

// roomRole works on a campaign while the files of the process are limited, and prints the result.
const roomRole = "room"

func init() { roles[roomRole] = role.room }

func (r role) room() error {
	signal.Ignore(syscall.SIGXFSZ) // a write to a file that is too large is an error then
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	notices := make(chan string, 100)
	s, err := Open(ctx, r.Folder, func(sentence string) { notices <- sentence })
	if err != nil {
		return err
	}
	defer s.Close()
	search, err := campaign.Cover(puzzle.NewQueens(8).Problem(), campaign.Count)
	if err != nil {
		return err
	}
	c, err := campaign.New(ctx, s, "queens", search, campaign.Plan{Parts: 200})
	if err != nil {
		return err
	}
	other, err := Open(ctx, r.Folder, nil) // as another program that shows the status
	if err != nil {
		return err
	}
	defer other.Close()
	shown, err := campaign.Open(ctx, other, "queens")
	if err != nil {
		return err
	}
	largest := int64(0)
	err = filepath.WalkDir(r.Folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := d.Info(); err == nil {
			largest = max(largest, info.Size())
		}
		return nil
	})
	if err != nil {
		return err
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	free := limit.Cur
	limit.Cur = uint64(largest + 4<<10) // less than the results need
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- c.Work(ctx, campaign.Worker{Threads: 2}) }()
	var said string
	select {
	case said = <-notices:
	case err := <-done:
		return fmt.Errorf("nothing is said; error %v", err)
	case <-ctx.Done():
		return fmt.Errorf("nothing is said")
	}
	if !strings.Contains(said, r.Folder) || !strings.Contains(said, syscall.EFBIG.Error()) {
		return fmt.Errorf("the sentence is %q", said)
	}
	for {
		status, err := shown.Status(ctx)
		if err != nil {
			return err
		}
		if status.Trouble != "" {
			if !strings.Contains(said, status.Trouble) {
				return fmt.Errorf("the status says %q", status.Trouble)
			}
			break
		}
	}
	limit.Cur = free
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if err := <-done; err != nil {
		return err
	}
	select {
	case again := <-notices:
		return fmt.Errorf("it is said again: %q", again)
	default:
	}
	n, err := c.Result(ctx)
	fmt.Fprintln(os.Stdout, n)
	return err
}
