// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/printing"
	"polka/render"
)

// A lookout shows snapshots of a search. On a terminal each one replaces the one before it;
// elsewhere only solutions and the last snapshot are written, one below the other.
type lookout struct {
	w        io.Writer
	terminal bool
	lines    int   // of what is on the terminal
	found    int64 // solutions written
	last     render.Snapshot
}

// show is for render.Watch.
func (l *lookout) show(m render.Snapshot) bool {
	fresh := m.Solutions > l.found
	l.last, l.found = m, m.Solutions
	if l.terminal || fresh {
		return l.write(m)
	}
	return true
}

func (l *lookout) write(m render.Snapshot) bool {
	text := m.String() + "\n"
	if l.terminal && l.lines > 0 {
		text = fmt.Sprintf("\x1b[%dA\x1b[J%s", l.lines, text)
	}
	l.lines = strings.Count(m.String(), "\n") + 1
	_, err := io.WriteString(l.w, text)
	return err == nil
}

// checkWatch rejects flags that have no effect on a watched search.
func checkWatch(cmd *cobra.Command) error {
	for _, name := range []string{"engine", "threads", "stats", "memory", "limit"} {
		f := cmd.Flags().Lookup(name)
		if f == nil || !f.Changed || name == "engine" && (f.Value.String() == "links" || f.Value.String() == "auto") {
			continue
		}
		return command.Wrong(cmd, "--watch: expected no --%s beside it, since it shows the search of engine links on one thread", name)
	}
	return nil
}

// watchSearch shows the search of a problem or a puzzle, and prints the number of solutions.
func watchSearch(ctx context.Context, cmd *cobra.Command, v any) error {
	l := &lookout{w: cmd.OutOrStdout(), terminal: printing.IsTerminal(cmd.OutOrStdout())}
	found, err := render.Watch(ctx, v, 0, l.show)
	if found == nil {
		return err
	}
	if !l.terminal {
		fmt.Fprintln(l.w, l.last.Line())
	}
	_, writing := fmt.Fprintf(l.w, "solutions: %v\n", found)
	return errors.Join(err, writing)
}
