// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/campaign"
	"polka/internal/command"
	"polka/internal/plural"
	"polka/internal/printing"
	"polka/internal/table"
)

func newStatus(s *stored) *cobra.Command {
	asJSON, follow := false, false
	cmd := &cobra.Command{
		Use:   "status [NAME]",
		Short: "Show what is done and what is left, of one campaign or all",
		Long: "Status shows how many parts are done, the rate, the time left at this rate, the workers, and the part that took the\n" +
			"longest. The bar shows the parts in the order of the plan. A campaign is done, working, waiting for a worker, stopped, or\n" +
			"has an alarm: two results that differ.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Wrong(cmd, "expected nothing after the NAME of a campaign, got %q", args[1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			store, err := s.open(cmd)
			if err != nil {
				return err
			}
			defer store.Close()
			if len(args) == 0 {
				if args, err = store.Campaigns(cmd.Context()); err != nil {
					return err
				}
			}
			var list []*campaign.Campaign
			for _, name := range args {
				c, err := campaign.Open(cmd.Context(), store, name)
				if err != nil {
					return err
				}
				list = append(list, c)
			}
			return watch(cmd.Context(), cmd.OutOrStdout(), list, asJSON, follow)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one campaign per line")
	cmd.Flags().BoolVar(&follow, "follow", false, "show it again every second, until the campaigns are done")
	return cmd
}

// watch shows the status of campaigns, and follows them until they are done.
func watch(ctx context.Context, out io.Writer, list []*campaign.Campaign, asJSON, follow bool) error {
	terminal := printing.IsTerminal(out)
	lines, last := 0, ""
	for {
		begin := time.Now()
		var text strings.Builder
		open := 0
		for _, c := range list {
			st, err := c.Status(ctx)
			if err != nil {
				return err
			}
			if len(st.Missing) > 0 {
				open++
			}
			if asJSON {
				err = json.NewEncoder(&text).Encode(st.Line())
			} else {
				text.WriteString(statusText(st))
			}
			if err != nil {
				return err
			}
		}
		shown := text.String()
		if follow && terminal && !asJSON && lines > 0 {
			fmt.Fprintf(out, "\x1b[%dA\x1b[J", lines)
		}
		if terminal || asJSON || shown != last { // a log has each change once
			if _, err := io.WriteString(out, shown); err != nil {
				return err
			}
		}
		lines, last = strings.Count(shown, "\n"), shown
		if !follow || open == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(max(time.Second, 10*time.Since(begin))): // a large ledger is read less often
		}
	}
}

// statusText describes the status in lines for a terminal of 80 columns. What it quotes may have
// been written by a worker on another machine.
func statusText(s *campaign.Status) string {
	var b strings.Builder
	parts := s.NumParts()
	fmt.Fprintf(&b, "%s: %s; %d of %s done (%s)", s.Name, s.State(), s.NumResults, plural.Count(parts, "part"), percent(s.NumResults, parts))
	if s.Rate > 0 && len(s.Missing) > 0 {
		fmt.Fprintf(&b, ", %.3g a second, about %v left", s.Rate, clock(s.Left))
	}
	b.WriteString("\n")
	if s.NumResults > 0 && len(s.Missing) > 0 {
		fmt.Fprintf(&b, "  [%s]\n", bar(s.Map(barWidth)))
	}
	solutions := "solutions so far"
	if s.Done() {
		solutions = "solutions"
	}
	fmt.Fprintf(&b, "  %s: %v, in %v of computation\n", solutions, s.Total, clock(s.Elapsed))
	if s.Slowest.Elapsed > 0 {
		fmt.Fprintf(&b, "  slowest part: %v, by %s\n", clock(s.Slowest.Elapsed), printing.OneLine(s.Slowest.By))
	}
	if len(s.Workers) > 0 {
		t := table.Table{Head: []string{"  worker", "threads", "parts", "a second", "time"}, Right: []bool{false, true, true, true, true}}
		for i, w := range s.Workers {
			if i == mostWorkers {
				break
			}
			t.Rows = append(t.Rows, []string{"  " + printing.OneLine(w.Name), fmt.Sprint(w.Threads), fmt.Sprint(w.NumParts), fmt.Sprintf("%.3g", w.Rate), clock(w.At.Sub(w.Began)).String()})
		}
		b.WriteString(t.Text() + "\n")
		if more := len(s.Workers) - mostWorkers; more > 0 {
			fmt.Fprintf(&b, "  and %s\n", plural.Count(more, "other worker"))
		}
	}
	if s.Trouble != "" {
		fmt.Fprintf(&b, "  results cannot be stored: %s\n", printing.OneLine(s.Trouble))
	}
	for i, a := range s.Alarms {
		if i == mostAlarms {
			fmt.Fprintf(&b, "  and %s\n", plural.Count(len(s.Alarms)-i, "other alarm"))
			break
		}
		fmt.Fprintf(&b, "  ALARM: %s\n", printing.OneLine(a.String()))
	}
	if len(s.Missing) == 0 && len(s.Strays) > 0 {
		fmt.Fprintf(&b, "  the ledger has %s that %s to no part\n", plural.Count(len(s.Strays), "record"), plural.Word(len(s.Strays), "belongs", "belong"))
	}
	return b.String()
}

const (
	barWidth    = 60
	mostWorkers = 20
	mostAlarms  = 10
)

// bar draws a map by shades.
func bar(digits string) string {
	var b strings.Builder
	for i := range barWidth {
		if len(digits) == 0 {
			break
		}
		b.WriteString([]string{" ", "░", "▒", "▓", "█"}[(digits[i*len(digits)/barWidth]-'0'+2)*4/11])
	}
	return b.String()
}

// percent writes a share, 100 % only for the whole.
func percent(n, all int) string {
	if n == all {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(n)/float64(all)))
}

// clock rounds a time to what matters.
func clock(d time.Duration) time.Duration {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second)
	case d >= time.Second:
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}

// printLedger prints the records of a campaign.
func printLedger(ctx context.Context, w io.Writer, c *campaign.Campaign) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	var writing error
	err := c.Each(ctx, func(r campaign.Record) bool {
		writing = lines.Encode(r)
		return writing == nil
	})
	if err = cmp.Or(err, writing); err != nil {
		return err
	}
	return out.Flush()
}
