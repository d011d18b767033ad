// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"

	"polka/campaign"
	"polka/shapes"
)

// ledgerPlan is the plan of the campaign that counted the fixed polysticks of 17 sticks, in shards.
var ledgerPlan = campaign.Plan{Parts: 400}

// auditLedger reads the results of all shards of a campaign of fixed polysticks, and starts the
// same campaign again with them: it checks that they belong to it, that each part has one result
// and none is missing, and that the splits are partitions. A random sample of the results is
// computed again by another method. It returns the number of fixed polysticks, and of their
// sticks.
func auditLedger(ctx context.Context, out io.Writer, files []string, sample int, seed uint64) (total *big.Int, sticks int, err error) {
	var all []*campaign.Results
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, 0, err
		}
		r, err := campaign.ReadResults(file)
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		if r == nil {
			return nil, 0, fmt.Errorf("%s is empty", name)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, 0, errors.New("expected the files of a ledger")
	}
	sticks, err = strconv.Atoi(strings.TrimPrefix(all[0].Campaign, "sticks-"))
	if err != nil {
		return nil, 0, fmt.Errorf("expected a campaign such as sticks-17, got %s", all[0].Campaign)
	}
	search, err := campaign.Polyforms(shapes.Stick, sticks, shapes.Fixed, campaign.Count)
	if err != nil {
		return nil, 0, err
	}
	c, err := campaign.New(ctx, campaign.NewMemory(), all[0].Campaign, search, ledgerPlan)
	if err != nil {
		return nil, 0, err
	}
	workers := map[string]bool{}
	for _, r := range all {
		if _, err := c.Import(ctx, r); err != nil {
			return nil, 0, err
		}
		for _, record := range r.Records {
			workers[record.By] = true
		}
	}
	verified, err := c.Verify(ctx, campaign.Verification{Sample: sample, Seed: seed, By: "records"})
	if err != nil {
		return nil, 0, err
	}
	if total, err = c.Result(ctx); err != nil {
		return nil, 0, err
	}
	fmt.Fprintf(out, "%d results of %d workers, %d splits are partitions, %d results computed again\n", verified.NumResults, len(workers), verified.NumPartitions, verified.NumRecounted)
	fmt.Fprintf(out, "A096267(%d) = %v\n", sticks, total)
	return total, sticks, nil
}

// oneSidedOfLedger prints the term that follows from the fixed polysticks of a ledger.
func oneSidedOfLedger(ctx context.Context, files []string, sample int) error {
	total, n, err := auditLedger(ctx, os.Stdout, files, sample, 1)
	if err != nil {
		return err
	}
	term, err := upToSymmetry(total, n, false, false)
	if err == nil {
		fmt.Printf("A151537(%d) = %v\n", n, term)
	}
	return err
}
