// SPDX-License-Identifier: BSD-3-Clause

// Slow lists the slowest tests. It reads the output of go test -json from standard input:
//
//	go test -json -p 1 -count 1 ./... | go run ./internal/slow
//
// It prints a line "PACKAGE TEST SECONDS" for each test that took at least as long as -least says,
// the slowest first, and the failed tests on standard error. Tests in internal/house/slow.txt,
// which is such a list, must be shorter under go test -short; a test in internal/house looks at
// that.
// Times of tests that run beside others mean little, hence -p 1 on a machine without other work.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// An event is one of go test -json; go doc test2json describes it.
type event struct {
	Action, Package, Test string
	Elapsed               float64 // seconds
}

// A test is one at the top level.
type test struct {
	pkg, name string
	elapsed   time.Duration
}

func main() {
	least := flag.Duration("least", 2*time.Second, "list tests that took at least this `TIME`")
	flag.Parse()
	list, failed, err := read(os.Stdin, *least)
	for _, t := range list {
		fmt.Printf("%s %s %.1f\n", t.pkg, t.name, t.elapsed.Seconds())
	}
	for _, name := range failed {
		fmt.Fprintf(os.Stderr, "slow: failed: %s\n", name)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "slow: %v\n", err)
	}
	if err != nil || len(failed) > 0 {
		os.Exit(1)
	}
}

// read returns the tests that took at least that long, the slowest first, and the names of tests
// and packages that failed.
func read(r io.Reader, least time.Duration) (list []test, failed []string, err error) {
	for d := json.NewDecoder(r); ; {
		var e event
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("expected the output of go test -json: %w", err)
		}
		if e.Action == "fail" {
			failed = append(failed, strings.TrimSpace(e.Package+" "+e.Test))
		}
		elapsed := time.Duration(e.Elapsed * float64(time.Second))
		if (e.Action == "pass" || e.Action == "fail") && e.Test != "" && !strings.Contains(e.Test, "/") && elapsed >= least {
			list = append(list, test{e.Package, e.Test, elapsed})
		}
	}
	slices.SortStableFunc(list, func(a, b test) int { return cmp.Compare(b.elapsed, a.elapsed) })
	return list, failed, nil
}
