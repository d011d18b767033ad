// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"polka/internal/command"
)

// A span is the value of a flag that is a positive duration: 90 for 90 seconds, or 10s, 1h30m and
// so on. If it is zero, the flag was not given.
type span time.Duration

// asTime describes the value of such a flag.
const asTime = "`TIME` such as 90, 10s or 1h30m"

// spanVar adds such a flag.
func spanVar(f *pflag.FlagSet, d *time.Duration, name, usage string) { f.Var((*span)(d), name, usage) }

// Set reads a time.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if seconds, number := strconv.ParseFloat(text, 64); number == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf("expected a time such as 90, 10s or 1h30m, got %q", text)
	}
	*s = span(d)
	return nil
}

// String returns the default that the help shows; it shows none that is empty.
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}

// Type is for the help.
func (s *span) Type() string { return "time" }

// wrongFlag makes a UsageError of what is wrong with a flag. The error of a span keeps its own
// words, and one of package strconv says what was expected.
func wrongFlag(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if _, ours := invalid.GetFlag().Value.(*span); ours {
			return command.Wrong(cmd, "--%s: %v", invalid.GetFlag().Name, errors.Unwrap(invalid))
		}
		if _, parsing := errors.AsType[*strconv.NumError](err); parsing {
			return command.Wrong(cmd, "--%s: expected %s, got %q", invalid.GetFlag().Name, valueOf(invalid.GetFlag()), invalid.GetValue())
		}
	}
	return command.Wrong(cmd, "%v", err)
}

// valueOf describes the values of a flag whose values are parsed by package strconv.
func valueOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "float64":
		return "a number"
	}
	return "a whole number"
}
