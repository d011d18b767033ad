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

// A Notice is what an interpreter says about the cells of a page between the runs of cells.
type Notice struct {
	Marks []Mark `json:"marks,omitempty"`
	// Next is a cell that is to be run again, as Reply.Next. A later notice that has one replaces
	// it, even while it runs.
	Next *Cell `json:"next,omitempty"`
}

// Noticing is implemented by an Interpreter that has notices. Notices makes take receive them. It
// is called before the first cell; take returns soon.
type Noticing interface {
	Notices(take func(Notice))
}

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
