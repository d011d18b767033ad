package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"polka/internal/command"
)

// checkCheapest refuses flags that do not go with --cheapest.
func (s *solving) checkCheapest(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("cheapest"); f == nil || !f.Changed {
		return nil
	}
	if s.cheapest <= 0 {
		return command.Wrong(cmd, "--cheapest: expected a positive number, got %d", s.cheapest)
	}
	for _, name := range []string{"count", "first", "all", "watch", "limit", "engine", "threads", "memory", "stats", "save", "resume"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return command.Wrong(cmd, "--cheapest: expected no --%s beside it", name)
		}
	}
	return nil
}

// printCheapest prints the solutions of least cost, each after its cost. If the time is over, it
// prints the cheapest ones found.
func (s *solving) printCheapest(ctx context.Context, out io.Writer) error {
	list, err := s.problem.Cheapest(ctx, s.cheapest)
	if err != nil && !ended(err) {
		return err
	}
	if len(list) == 0 && err == nil && !s.json {
		_, err = fmt.Fprintln(out, "no solution")
	}
	for _, found := range list {
		if !s.json {
			if _, writing := fmt.Fprintf(out, "%d: ", found.Cost()); writing != nil {
				return writing
			}
		}
		if writing := s.print(out, found); writing != nil {
			return errors.Join(err, writing)
		}
	}
	return err
}
