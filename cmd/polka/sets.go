// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"polka/cover"
	"polka/dlx"
)

// setCount is the JSON of the number of tilings with a set of pieces.
type setCount struct {
	Tilings string     `json:"tilings"`
	Pieces  []setPiece `json:"pieces"`
}

// setPiece is a piece with its number of copies.
type setPiece struct {
	Name   string `json:"name"`
	Copies int    `json:"copies"`
}

// printSets prints how many tilings there are with each set of pieces, a line for each set.
func (t *tiling) printSets(ctx context.Context, out io.Writer, s *cover.Solver) (dlx.Result, error) {
	f, r, err := s.Family(ctx)
	if err != nil {
		return r, err
	}
	list, err := f.CountBySet(ctx)
	if err != nil {
		return r, err
	}
	for _, c := range list {
		if t.json {
			line := setCount{Tilings: c.Count.String()}
			for i, n := range c.Copies {
				if n > 0 {
					line.Pieces = append(line.Pieces, setPiece{cmp.Or(c.Set[i].Shape().Name(), fmt.Sprintf("#%d", i+1)), n})
				}
			}
			err = writeJSON(out, line)
		} else {
			_, err = fmt.Fprintln(out, c)
		}
		if err != nil {
			return r, err
		}
	}
	if len(list) == 0 && !t.json {
		_, err = fmt.Fprintln(out, "there is no tiling")
	}
	return r, err
}
