// SPDX-License-Identifier: BSD-3-Clause

// Records counts terms of integer sequences that the On-Line Encyclopedia of Integer Sequences did
// not have, for docs/records.md. Its arguments are a sequence and n:
//
//	go run ./internal/records A151537 20
//	go run ./internal/records -engine bits A360498 10
//
// It prints the term by each way to count it, with the elapsed time and the memory taken so far,
// and fails if they differ. With -way it counts in one of them. For tilings there is one way beside
// the engines of package dlx, of which -engine names one. Terms that were known are compared. Both
// arguments may be several, which takes less time, since parts of the terms are counted once:
//
//	go run ./internal/records A151537,A019988 17-22
//
// The parts that two ways have in common are listed with the sequences of polysticks.
//
// With -ledger it audits the results of a campaign, and prints the term that follows from them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"polka/dlx"
)

// A sequence is a list of ways to count terms.
type sequence struct {
	name, about string
	known       []int64 // terms from n = 1
	ways        []way
	problem     func(n int) *dlx.Problem // the last way, by an engine of package dlx; may be nil
}

// sequences are all sequences.
var sequences = slices.Concat(tilings, polysticks)

func main() {
	engine := flag.String("engine", "", "the engine of package dlx; auto if empty")
	only := flag.Int("way", 0, "count in this way only")
	ledger := flag.Bool("ledger", false, "audit a campaign's results, whose files are the arguments")
	sample := flag.Int("sample", 0, "with -ledger, compute that many results again")
	flag.Parse()
	var err error
	if *ledger {
		err = oneSidedOfLedger(context.Background(), flag.Args(), *sample)
	} else {
		err = run(context.Background(), *engine, *only, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "records:", err)
		os.Exit(1)
	}
}

// run counts terms.
func run(ctx context.Context, engine string, only int, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("expected a sequence and n; the sequences are %s", strings.Join(names(), ", "))
	}
	from, to, ok := strings.Cut(args[1], "-")
	if !ok {
		to = from
	}
	first, err := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if errors.Join(err, err2) != nil || first < 1 || last < first || last > maxSticks {
		return fmt.Errorf("expected n from 1 to %d, or first and last as in 15-20, got %q", maxSticks, args[1])
	}
	for name := range strings.SplitSeq(args[0], ",") {
		at := slices.IndexFunc(sequences, func(s sequence) bool { return s.name == name })
		if at < 0 {
			return fmt.Errorf("expected a sequence of %s, got %q", strings.Join(names(), ", "), name)
		}
		ways := sequences[at].all(engine)
		if only < 0 || only > len(ways) {
			return fmt.Errorf("expected a way from 1 to %d, got %d", len(ways), only)
		}
		for n := last; n >= first; n-- {
			if err := sequences[at].count(ctx, n, ways, only); err != nil {
				return err
			}
		}
	}
	return nil
}

// count prints a term, in each way or in one.
func (s sequence) count(ctx context.Context, n int, ways []way, only int) error {
	var term *big.Int
	for i, w := range ways {
		if only > 0 && i != only-1 {
			continue
		}
		start := time.Now()
		count, err := w(ctx, n)
		if err != nil {
			return err
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Printf("%s(%d) = %v  way %d, %.1f s, %d MB so far\n", s.name, n, count, i+1, time.Since(start).Seconds(), m.Sys>>20)
		if term != nil && term.Cmp(count) != 0 {
			return errors.New("the ways differ")
		}
		if term = count; n <= len(s.known) && term.Cmp(big.NewInt(s.known[n-1])) != 0 {
			return fmt.Errorf("the known term is %d", s.known[n-1])
		}
	}
	return nil
}

// names lists the sequences.
func names() (list []string) {
	for _, s := range sequences {
		list = append(list, s.name)
	}
	return list
}

// all returns the ways to count terms, that of an engine last.
func (s sequence) all(engine string) []way {
	if s.problem == nil {
		return s.ways
	}
	return append(slices.Clone(s.ways), func(ctx context.Context, n int) (*big.Int, error) {
		p := s.problem(n)
		if err := p.Err(); err != nil {
			return nil, err
		}
		r, err := p.Solver(dlx.Options{Engine: engine, Threads: 1, Memory: 8 << 30}).Count(ctx)
		return r.Solutions, err
	})
}
