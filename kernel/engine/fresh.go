// SPDX-License-Identifier: BSD-3-Clause

package engine

import "context"

// A Mark says that the outputs of a cell are stale, beneath them, or no longer so.
type Mark struct {
	Cell string `json:"cell"`           // the ID of the cell
	Text string `json:"text,omitempty"` // one line, as in "stale: x has changed, cell 3"; empty to remove it
}

// MarkKey is in the metadata of the display of a mark, so that those who read notebook files can
// leave it out.
const MarkKey = "polka_stale"

// A MarkOutput takes what happens to marks between cells. An Output may be one.
type MarkOutput interface {
	// Marks takes the marks that have changed because the user has moved a control. If next is
	// true, cells are to run because of that: the caller of Execute is asked to execute Resume and
	// to Follow its reply. It returns soon.
	Marks(list []Mark, next bool)
}

// Resume is a cell without code, whose reply names the first of the cells that run by themselves.
var Resume = Cell{Silent: true, Rerun: true, Comms: true}

// Resumes reports whether c is Resume.
func (c *Cell) Resumes() bool { return c.Silent && c.Rerun }

// Follow runs the cells that a reply asks for, one after the other, with run, until one fails or
// ctx ends. It returns the cell that has failed and its error, nil if none has.
func Follow(ctx context.Context, r Reply, run func(Cell) Reply) (*Cell, *Error) {
	for next := r.Next; next != nil && ctx.Err() == nil; next = r.Next {
		if r = run(*next); r.Err != nil {
			return next, r.Err
		}
	}
	return nil, nil
}
