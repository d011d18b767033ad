// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"polka/dlx"
)

// dataKey returns the key of a piece of the data of a result.
func (c *Campaign) dataKey(r *Record, piece int) string {
	return fmt.Sprintf("%s%s%s.%s.%s.%d", c.Name, dataKind, c.digest[:8], c.key(r.Part), r.Sum, piece)
}

// recordOf returns the record of a result, whose data are stored beside it.
func recordOf(part Part, result Result) Record {
	r := Record{Part: part, Count: result.Count.String(), Bytes: len(result.Data)}
	if r.Bytes > 0 {
		r.Sum = digest(string(result.Data))
	}
	return r
}

// saveData writes the data of a record.
func (c *Campaign) saveData(ctx context.Context, r *Record, data []byte) error {
	for i := 0; i*pieceBytes < len(data); i++ {
		piece := data[i*pieceBytes : min((i+1)*pieceBytes, len(data))]
		if err := c.store.Put(ctx, c.dataKey(r, i), piece); err != nil {
			return err
		}
	}
	return nil
}

// loadData reads the data of a result.
func (c *Campaign) loadData(ctx context.Context, r *Record) ([]byte, error) {
	data := make([]byte, 0, min(max(r.Bytes, 0), maxData))
	for i := 0; len(data) < r.Bytes; i++ {
		piece, err := c.store.Get(ctx, c.dataKey(r, i))
		if err != nil {
			return nil, fmt.Errorf("campaign: the data of part %q: %w", r.Part, err)
		}
		if len(piece) == 0 {
			break
		}
		data = append(data, piece...)
	}
	if r.Bytes > 0 && digest(string(data)) != r.Sum {
		return nil, fmt.Errorf("campaign: the data of part %q are damaged", r.Part)
	}
	return data, nil
}

// EachSolution calls visit with the data of the results, in the order of the parts, until visit
// returns false. For First this is one solution, or none; for All there is a
// line for each solution. It is an error if the campaign has no result yet.
func (c *Campaign) EachSolution(ctx context.Context, visit func(data []byte) bool) error {
	if c.Search.Goal() == Count {
		return errors.New("campaign: this campaign only counts; there are no solutions")
	}
	if _, err := c.Result(ctx); err != nil {
		return err
	}
	var loading error
	_, err := c.audit(ctx, func(r *Record) bool {
		if r.Bytes == 0 {
			return true
		}
		var data []byte
		if data, loading = c.loadData(ctx, r); loading != nil {
			return false
		}
		return visit(data) && c.Search.Goal() != First
	})
	return cmp.Or(err, loading)
}

// Family returns the family of all solutions, for a campaign with this goal: the union of those of
// the parts. It must fit in memory.
func (c *Campaign) Family(ctx context.Context) (*dlx.Family, error) {
	s, ok := c.Search.(*cover)
	if !ok || s.goal != Family {
		return nil, errors.New("campaign: this campaign does not search for a family")
	}
	var all *dlx.Family
	var joining error
	err := c.EachSolution(ctx, func(data []byte) bool {
		var f *dlx.Family
		if f, joining = s.problem.ReadFamily(bytes.NewReader(data)); joining == nil && all != nil {
			f, joining = all.Union(ctx, f)
		}
		if joining == nil {
			all = f
		}
		return joining == nil
	})
	if err = cmp.Or(err, joining); err == nil && all == nil { // the whole was split into no parts
		return s.problem.Without(s.options()...).Family(ctx)
	}
	return all, err
}
