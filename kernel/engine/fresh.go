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
