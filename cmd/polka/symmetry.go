// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"io"

	"polka/cover"
	"polka/dlx"
)

// symmetryCount is the JSON of the numbers for one class of groups of symmetries.
type symmetryCount struct {
	Group     string `json:"group"`
	Order     int    `json:"order"`
	Groups    int    `json:"groups"`
	Unchanged string `json:"unchanged"`
	Exactly   string `json:"exactly"`
	Distinct  string `json:"distinct"`
}

// printSymmetry prints how many tilings have which symmetry, a line for each class of groups; in
// text only those with tilings.
func (t *tiling) printSymmetry(ctx context.Context, out io.Writer, s *cover.Solver) (dlx.Result, error) {
	list, r, err := s.CountBySymmetry(ctx)
	if err != nil {
		return r, err
	}
	none := true
	for _, c := range list {
		if t.json {
			err = writeJSON(out, symmetryCount{c.Group(), c.Order, c.NumGroups, c.Unchanged.String(), c.Exactly.String(), c.Distinct.String()})
		} else if c.Exactly.Sign() > 0 {
			none = false
			_, err = fmt.Fprintln(out, c)
		}
		if err != nil {
			return r, err
		}
	}
	if none && !t.json {
		_, err = fmt.Fprintln(out, "there is no tiling")
	}
	return r, err
}
