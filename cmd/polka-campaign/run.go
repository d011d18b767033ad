// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"polka/campaign"
	"polka/internal/command"
	"polka/internal/replace"
)

func newRun(where *stored) *cobra.Command {
	var (
		s = &start{}
		w campaign.Worker
	)
	cmd := &cobra.Command{
		Use:   "run FILE|-",
		Short: "Start a campaign, or resume it, and work on it until it is done",
		Long: "Run is polka campaign new, unless the campaign has been started before, then polka campaign work, and then polka\n" +
			"campaign result. It may be interrupted and run again. Other workers may join meanwhile; with --store, a second\n" +
			"run of the same campaign waits until the first one ends.",
		Args: problemFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.Threads < 0 {
				return command.Wrong(cmd, "--threads: expected a positive number, or 0 for one per processor, got %d", w.Threads)
			}
			search, err := s.search(cmd, args[0])
			if err != nil {
				return err
			}
			store, err := where.opened(cmd)
			if err != nil {
				return err
			}
			defer store.Close()
			c, err := campaign.Resume(cmd.Context(), store, s.name, search, s.plan)
			if err != nil {
				return err
			}
			if err := c.Continue(cmd.Context()); err != nil {
				return err
			}
			if where.server.URL == "" {
				unlock, err := alone(cmd, filepath.Join(where.dir, s.name+".run"))
				if err != nil {
					return err
				}
				defer unlock()
			}
			return finish(cmd, c, w)
		},
	}
	s.flags(cmd)
	s.coverFlags(cmd)
	cmd.Flags().IntVar(&w.Threads, "threads", 0, threadsUsage())
	return cmd
}

// alone waits until no other program runs the campaign.
func alone(cmd *cobra.Command, file string) (unlock func(), err error) {
	for waiting := false; ; waiting = true {
		unlock, err := replace.Lock(file)
		if _, used := errors.AsType[*replace.InUseError](err); !used {
			return unlock, err
		}
		if !waiting {
			fmt.Fprintf(cmd.ErrOrStderr(), "polka: waiting, since this campaign is run already: %v\n", err)
		}
		select {
		case <-cmd.Context().Done():
			return nil, context.Cause(cmd.Context())
		case <-time.After(time.Second):
		}
	}
}

// finish works on a campaign and prints the result.
func finish(cmd *cobra.Command, c *campaign.Campaign, w campaign.Worker) error {
	err := work(cmd, c.Name, &w, func(ctx context.Context) error { return c.Work(ctx, w) })
	if err != nil {
		return err
	}
	n, err := c.Result(cmd.Context())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "solutions: %v\n", n)
	return err
}
