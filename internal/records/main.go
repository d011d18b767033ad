// SPDX-License-Identifier: BSD-3-Clause

// Records counts terms of integer sequences that the On-Line Encyclopedia of Integer Sequences did
// not have, for docs/records.md. Its arguments are a sequence and n:
//
//	go run ./internal/records -engine bits A360498 10
//
// It prints the term, the engine, the nodes and the elapsed time. With another engine, the term is
// counted by another method.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"polka/dlx"
)

// A sequence is a way to count terms.
type sequence struct {
	name, about string
	known       []int64 // terms from n = 1
	problem     func(n int) *dlx.Problem
	other       func(n int) (*big.Int, error) // counts without package dlx
}

func main() {
	engine := flag.String("engine", "", "the engine of package dlx; auto if empty")
	known := flag.Bool("known", false, "count the terms that are known, and compare them")
	threads := flag.Int("threads", 1, "the number of threads")
	flag.Parse()
	if err := run(*engine, *threads, *known, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "records:", err)
		os.Exit(1)
	}
}

// run counts a term, or those that are known.
func run(engine string, threads int, known bool, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("expected a sequence and n; the sequences are %s", strings.Join(names(), ", "))
	}
	at := slices.IndexFunc(sequences, func(s sequence) bool { return s.name == args[0] })
	n, err := strconv.Atoi(args[1])
	if at < 0 || err != nil || n < 1 {
		return fmt.Errorf("expected a sequence of %s, and n from 1, got %q", strings.Join(names(), ", "), args)
	}
	s := sequences[at]
	first := n
	if known {
		first = 1
	}
	for ; first <= n; first++ {
		count, result, err := s.count(context.Background(), first, dlx.Options{Engine: engine, Threads: threads, Memory: 8 << 30})
		if err != nil {
			return err
		}
		fmt.Printf("%s(%d) = %v  engine %s, %d nodes, %.1f s\n", s.name, first, count, result.Engine, result.Nodes, result.Elapsed.Round(time.Millisecond).Seconds())
		if known && first <= len(s.known) && count.Cmp(big.NewInt(s.known[first-1])) != 0 {
			return fmt.Errorf("the known term is %d", s.known[first-1])
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

// count counts a term.
func (s sequence) count(ctx context.Context, n int, o dlx.Options) (*big.Int, dlx.Result, error) {
	if s.other != nil {
		start := time.Now()
		count, err := s.other(n)
		return count, dlx.Result{Stats: dlx.Stats{Engine: "of its own", Elapsed: time.Since(start)}}, err
	}
	p := s.problem(n)
	if err := p.Err(); err != nil {
		return nil, dlx.Result{}, err
	}
	r, err := p.Solver(o).Count(ctx)
	return r.Solutions, r, err
}
