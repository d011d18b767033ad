package main

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"polka/render"
)

// A lookout shows the moments of a search that is watched. On a terminal each takes the place of
// the one before it; anywhere else only solutions are written, and the last moment, one below the
// other.
type lookout struct {
	w        io.Writer
	terminal bool
	lines    int   // of what is on the terminal
	found    int64 // solutions written
	last     render.Moment
}

// show is for render.Watch.
func (l *lookout) show(m render.Moment) bool {
	fresh := m.Solutions > l.found
	l.last, l.found = m, m.Solutions
	if l.terminal || fresh {
		return l.write(m)
	}
	return true
}

func (l *lookout) write(m render.Moment) bool {
	text := m.String() + "\n"
	if l.terminal && l.lines > 0 {
		text = fmt.Sprintf("\x1b[%dA\x1b[J%s", l.lines, text)
	}
	l.lines = strings.Count(m.String(), "\n") + 1
	_, err := io.WriteString(l.w, text)
	return err == nil
}

// checkWatch refuses flags that change nothing in a search that is watched.
func checkWatch(cmd *cobra.Command) error {
	for _, name := range []string{"engine", "threads", "stats", "memory", "limit"} {
		f := cmd.Flags().Lookup(name)
		if f == nil || !f.Changed || name == "engine" && (f.Value.String() == "links" || f.Value.String() == "auto") {
			continue
		}
		return wrong(cmd, "--watch: expected no --%s beside it, since it shows the search of engine links on one thread", name)
	}
	return nil
}

// watchSearch watches a search, by a function that does, and prints the number of solutions.
func watchSearch(cmd *cobra.Command, search func(show func(render.Moment) bool) (*big.Int, error)) error {
	l := &lookout{w: cmd.OutOrStdout(), terminal: isTerminal(cmd.OutOrStdout())}
	found, err := search(l.show)
	if found == nil {
		return err
	}
	if !l.terminal {
		fmt.Fprintln(l.w, l.last.Line())
	}
	_, writing := fmt.Fprintf(l.w, "solutions: %v\n", found)
	return errors.Join(err, writing)
}
