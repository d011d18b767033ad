// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"polka/campaign"
	"polka/internal/command"
	"polka/internal/plural"
	"polka/internal/replace"
)

func newWork(s *stored) *cobra.Command {
	w := campaign.Worker{}
	var shard, results string
	cmd := &cobra.Command{
		Use:   "work NAME | --shard FILE",
		Short: "Work on a campaign until it is done",
		Long: "Work takes parts of a campaign and writes their results, until every part has one. Any number of workers may work\n" +
			"on a campaign, on any machines that reach its store. A worker may be interrupted or killed at any time; its parts\n" +
			"go to others, or to the next worker.\n\n" +
			"With --shard it works on a file made by polka campaign export --shards, and needs no store. It appends results to\n" +
			"a file beside it, and resumes where that file ends if it is started again.",
		Example: "  polka campaign work big\n" +
			"  polka campaign work --shard big-3.shard",
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case shard == "" && results != "":
				return command.Wrong(cmd, "--results: expected --shard beside it")
			case shard == "":
				return named(cmd, args)
			case len(args) > 0:
				return command.Wrong(cmd, "expected nothing but flags beside --shard, got %q", args[0])
			case w.Linger:
				return command.Wrong(cmd, "choose one of --shard and --linger")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.Threads < 0 {
				return command.Wrong(cmd, "--threads: expected a positive number, or 0 for one per processor, got %d", w.Threads)
			}
			if shard != "" {
				if results == "" {
					results = strings.TrimSuffix(shard, shardSuffix) + resultsSuffix
				}
				return work(cmd, results, &w, func(ctx context.Context) error { return workShard(ctx, shard, results, w) })
			}
			store, err := s.opened(cmd)
			if err != nil {
				return err
			}
			return inStore(cmd, store, args[0], func(ctx context.Context, c *campaign.Campaign) error {
				return work(cmd, c.Name, &w, func(ctx context.Context) error { return c.Work(ctx, w) })
			})
		},
	}
	cmd.Flags().IntVar(&w.Threads, "threads", 0, threadsUsage())
	cmd.Flags().BoolVar(&w.Linger, "linger", false, "keep waiting when the campaign is done")
	cmd.Flags().StringVar(&shard, "shard", "", "work on the parts in `FILE`, without a store")
	cmd.Flags().StringVar(&results, "results", "", "append the results of the shard to `FILE`; by default, its name with the ending "+resultsSuffix)
	return cmd
}

// threadsUsage describes the flag --threads.
func threadsUsage() string {
	return fmt.Sprintf("work on `N` parts at a time; 0 for one per processor (%d)", runtime.GOMAXPROCS(0))
}

// workerName names this program in records and in the status.
func workerName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// work runs a worker and prints on how many parts it has worked.
func work(cmd *cobra.Command, title string, w *campaign.Worker, do func(ctx context.Context) error) error {
	w.Name = workerName()
	parts := 0
	w.Progress = func(campaign.Record) { parts++ } // one call at a time
	err := do(cmd.Context())
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", title, plural.Count(parts, "part"))
	return err
}

// The endings of the names of files.
const (
	shardSuffix   = ".shard"
	resultsSuffix = ".results"
)

// workShard works on a shard, and appends to its results.
func workShard(ctx context.Context, name, results string, w campaign.Worker) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	shard, err := campaign.ReadShard(in)
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	unlock, err := replace.Lock(results)
	if err != nil {
		return fmt.Errorf("another worker works on this shard: %w", err)
	}
	defer unlock()
	out, err := os.OpenFile(results, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	earlier, err := campaign.ReadResults(out)
	if err != nil {
		out.Close()
		return fmt.Errorf("%s:%w", results, err)
	}
	end := int64(0) // without a line that was cut off
	if earlier != nil {
		end = earlier.Size
	}
	if err := out.Truncate(end); err != nil {
		out.Close()
		return err
	}
	if _, err := out.Seek(end, io.SeekStart); err != nil {
		out.Close()
		return err
	}
	return errors.Join(shard.Work(ctx, earlier, out, w), out.Sync(), out.Close())
}

func newExport(s *stored) *cobra.Command {
	shards, dir := 0, ""
	cmd := &cobra.Command{
		Use:   "export NAME",
		Short: "Write files of parts for a batch system, or print the ledger",
		Long: "Export distributes the parts without a result over the files NAME-0.shard, NAME-1.shard and so on, as many as\n" +
			"--shards says. A batch system works on them with polka campaign work --shard FILE, without a network, and polka campaign import\n" +
			"adds the results to the campaign. Others may continue to work on the campaign meanwhile.\n\n" +
			"Without --shards, export prints the ledger as JSON, one record per line.",
		Example: "  polka campaign export big --shards 100 --output shards\n" +
			"  polka campaign import shards/*.results",
		Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("shards") {
				if dir != "" {
					return command.Wrong(cmd, "--output: expected --shards beside it")
				}
				return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error {
					return printLedger(ctx, cmd.OutOrStdout(), c)
				})
			}
			if shards < 1 || shards > campaign.MaxShards {
				return command.Wrong(cmd, "--shards: expected a number from 1 to %d, got %d", campaign.MaxShards, shards)
			}
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error {
				list, err := c.Shards(ctx, shards)
				if err != nil {
					return err
				}
				if err := os.MkdirAll(filepath.Clean(dir), 0o777); err != nil {
					return err
				}
				parts := 0
				for _, shard := range list {
					var text bytes.Buffer
					if _, err := shard.WriteTo(&text); err != nil {
						return err
					}
					name := filepath.Join(dir, fmt.Sprintf("%s-%d%s", c.Name, shard.Number, shardSuffix))
					if err := replace.File(name, text.Bytes(), 0o644); err != nil {
						return err
					}
					parts += len(shard.Parts)
				}
				first := filepath.Join(dir, c.Name+"-0"+shardSuffix)
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s in %s\nnext: polka campaign work --shard %s\n", c.Name, plural.Count(parts, "part"), plural.Count(shards, "file"), first)
				return nil
			})
		},
	}
	cmd.Flags().IntVar(&shards, "shards", 0, "write `N` files")
	cmd.Flags().StringVar(&dir, "output", "", "write the files to the directory `DIR`")
	return cmd
}

func newImport(s *stored) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE...",
		Short: "Add results of shards to their campaigns",
		Long: "Import adds the results that polka campaign work --shard has written. It refuses results of another problem or\n" +
			"version, and damaged ones. A file may be imported several times, and while its worker still works: each part is\n" +
			"counted once. A result that differs from an earlier one becomes an alarm.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Wrong(cmd, "expected FILEs of results")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			store, err := s.open(cmd)
			if err != nil {
				return err
			}
			defer store.Close()
			campaigns := map[string]*campaign.Importer{}
			for _, name := range args {
				if err := importFile(cmd, store, campaigns, name); err != nil {
					return err
				}
			}
			for _, c := range campaigns {
				t, err := c.Audit(cmd.Context())
				switch {
				case err != nil:
					return err
				case len(t.Alarms) > 0:
					return fmt.Errorf("%w: %v", campaign.ErrAlarm, t.Alarms[0])
				case t.Done():
					fmt.Fprintf(cmd.OutOrStdout(), "%s: done\nnext: polka campaign result %[1]s\n", c.Name)
				default:
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %s without a result\n", c.Name, plural.Count(len(t.Missing), "part"))
				}
			}
			return nil
		},
	}
}

// importFile imports a file. Campaigns holds those that have been opened.
func importFile(cmd *cobra.Command, store campaign.Store, campaigns map[string]*campaign.Importer, name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	results, err := campaign.ReadResults(in)
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	if results == nil {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: no results yet\n", name)
		return nil
	}
	c := campaigns[results.Campaign]
	if c == nil {
		opened, err := campaign.Open(cmd.Context(), store, results.Campaign)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c = opened.Importer()
		campaigns[results.Campaign] = c
	}
	done, err := c.Import(cmd.Context(), results)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %d new\n", name, plural.Count(len(results.Records), "record"), done.New)
	return nil
}
