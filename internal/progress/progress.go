// Package progress carries word of long work from where it is done to where it is shown, by way of
// a context.
//
// The mathematics does not know who calls it, and nobody who calls it wants one more parameter for
// a bar that may never be seen. So whoever can show progress puts a listener into the context, and
// work that can take more than a second asks the context for it:
//
//	if tell := progress.Listener(ctx); tell != nil {
//		defer tell(progress.Report{Done: 1})
//		// ... a few times a second:
//		tell(progress.Report{Done: 0.25, Text: "25 %, 1204 solutions"})
//	}
//
// The package shows nothing itself.
package progress

import "context"

// A Report tells how far some work is.
type Report struct {
	Done float64 // from 0 to 1, where 1 means that the work has ended; less than 0 if nobody knows
	Text string  // on one line: what is done, how fast, how long it may take
}

type key struct{}

// With gives a context whose work reports to listen, from several goroutines perhaps.
func With(ctx context.Context, listen func(Report)) context.Context {
	return context.WithValue(ctx, key{}, listen)
}

// Listener is the function to report to, or nil if nobody listens.
func Listener(ctx context.Context) func(Report) {
	if ctx == nil {
		return nil
	}
	listen, _ := ctx.Value(key{}).(func(Report))
	return listen
}
