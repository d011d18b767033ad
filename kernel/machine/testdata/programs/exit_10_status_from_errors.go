// A program that maps its error to an exit status.

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

type exitCoder interface {
	error
	ExitCode() int
}
type usageError string

func (u usageError) Error() string { return "usage: " + string(u) }
func (usageError) ExitCode() int   { return 64 }

func run(args ...string) error {
	set := flag.NewFlagSet("tool", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	n := set.Int("n", 1, "times")
	if err := set.Parse(args); err != nil {
		return fmt.Errorf("parse: %w", usageError(err.Error()))
	}
	for i := range *n {
		fmt.Println("run", i, set.Args())
	}
	return nil
}

func main() {
	code := 0
	defer func() { os.Exit(code) }()
	for _, args := range [][]string{{"-n", "2", "a"}, {"b"}, {"-x"}} {
		if err := run(args...); err != nil {
			var ec exitCoder
			code = 1
			if errors.As(err, &ec) {
				code = ec.ExitCode()
			}
			fmt.Println("error:", err, code)
		}
	}
}
