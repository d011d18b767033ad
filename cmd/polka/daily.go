// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/daily"
)

func newDaily() *cobra.Command {
	var o daily.Options
	cmd := &cobra.Command{
		Use:   "daily DIR",
		Short: "Write static pages with a puzzle for each date",
		Long: "Daily writes pages for a web server into DIR: a puzzle for each date of a year, the same for everybody. They need\n" +
			"no kernel, no account and, once opened, no network; moves and streaks are kept in the reader's browser. Each weekday\n" +
			"has a lattice, and Sundays take turns among the others. The board of a puzzle has exactly one tiling by its pieces.\n" +
			"Its par is the number of pieces that a careful solver lays until it has found the tiling and proved that there is no\n" +
			"other. The calendar is a second puzzle of each date, to cover all but the month and the day; the number of its\n" +
			"solutions is on the page.\n\n" +
			"index.html has the puzzle of the reader's date, YYYY-MM-DD.html that of another one. A puzzle depends on nothing but\n" +
			"its date. A year takes about 20 seconds, 10 MB, and 8 KB of compressed data. --base adds the tags and the pictures\n" +
			"from which other sites make previews.",
		Example: "  polka daily build/daily\n  polka daily build/daily --year 2026 --year 2027 --base https://example.org/daily/",
		Args:    exactly("a directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("year") {
				o.Years = []int{time.Now().Year()}
			}
			for _, y := range o.Years {
				if y < 1900 || y > 9999 {
					return command.Wrong(cmd, "--year: expected 1900 to 9999, got %d", y)
				}
			}
			o.Base = folderAddress(o.Base)
			ctx, stop := interruptible(cmd)
			defer stop()
			ctx, end := metered(ctx, cmd.ErrOrStderr())
			defer end()
			if err := daily.Write(ctx, args[0], o); err != nil {
				return err
			}
			end()
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: the puzzles of %s\n", args[0], strings.Trim(fmt.Sprint(o.Years), "[]"))
			return err
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&o.Years, "year", nil, "puzzles of the year `YYYY`; may be repeated (default: this year)")
	f.StringVar(&o.Base, "base", "", "`ADDRESS` of the pages, for previews on other sites")
	return cmd
}

// folderAddress returns an address with a slash at its end, unless it is empty.
func folderAddress(address string) string {
	if address == "" || strings.HasSuffix(address, "/") {
		return address
	}
	return address + "/"
}
