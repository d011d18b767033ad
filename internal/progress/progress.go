// SPDX-License-Identifier: BSD-3-Clause

// Package progress passes progress reports through a context, from long computations to the code
// that shows them.
//
// The mathematics does not know its callers, and callers should not need another parameter for a
// progress bar. So code that can show progress adds a listener to the context, and work that can
// take more than a second asks the context for it:
//
//	if tell := progress.Listener(ctx); tell != nil {
//		defer tell(progress.Report{Done: 1})
//		// ... a few times a second:
//		tell(progress.Report{Done: 0.25, Text: "25 %, 1204 solutions"})
//	}
//
// The package itself shows nothing.
package progress

import "context"

// A Report describes the progress of some work.
type Report struct {
	Done float64 // from 0 to 1, where 1 means that the work has ended; negative if unknown
	Text string  // a line such as what is done, how fast, and how long it may take
}

type key struct{}

// With returns a context whose work reports to listen, possibly from several goroutines.
func With(ctx context.Context, listen func(Report)) context.Context {
	return context.WithValue(ctx, key{}, listen)
}

// Listener returns the function to report to, or nil if there is none.
func Listener(ctx context.Context) func(Report) {
	if ctx == nil {
		return nil
	}
	listen, _ := ctx.Value(key{}).(func(Report))
	return listen
}
