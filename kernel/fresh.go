// SPDX-License-Identifier: BSD-3-Clause

// Marks beneath the outputs of stale cells.
//
// A frontend names the cell in the metadata of execute_request, as cellId. Only for such cells
// there are marks, so other clients, which run a notebook from the first cell to the last, never
// see one.
//
// A mark is a display with an identifier. It is published with the request that has last run the
// cell as its parent, which brings it beneath the outputs that are there. It changes by
// update_display_data; a mark that is removed becomes an empty text.
// When the cell runs again, the frontend removes it with the other outputs. The metadata of the
// display say that it is a mark, so that commands which read notebook files leave it out.
//
// Cells that run again because of another cell write their output in their own place, after
// clear_output, with their own number. If their frontend gives no cellId, they write beneath the
// cell that has caused it.

package kernel

import (
	"context"
	"fmt"
	"html"
	"sync"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// maxPlaces is how many cells the kernel knows the requests of.
const maxPlaces = 10_000

// places are the last requests that have run each cell.
type places struct {
	mu     sync.Mutex
	byCell map[string]*place
}

// A place is a cell of a page.
type place struct {
	r    *request
	mark bool // a display for the mark was published
}

// cellMetadata is what frontends say about a cell.
type cellMetadata struct {
	ID      string   `json:"cellId"`
	Tags    []string `json:"tags"`
	Deleted []string `json:"deletedCells"`
}

// manualTag is the tag of cells that run only when the user runs them.
const manualTag = "manual"

// set notes that r has run a cell.
func (p *places) set(id string, r *request) {
	if id == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byCell == nil {
		p.byCell = make(map[string]*place)
	}
	if len(p.byCell) < maxPlaces || p.byCell[id] != nil {
		p.byCell[id] = &place{r: r}
	}
}

// own returns the request that has last run a cell, if it is another one than r.
func (p *places) own(id string, r *request) (at *request, own bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl := p.byCell[id]
	if pl == nil || pl.r == r {
		return nil, false
	}
	return pl.r, true
}

// has reports whether r has last run a cell.
func (p *places) has(id string, r *request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl := p.byCell[id]
	return pl != nil && pl.r == r
}

// cleared notes that the outputs of a cell have been removed.
func (p *places) cleared(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pl := p.byCell[id]; pl != nil {
		pl.mark = false
	}
}

// showMarks publishes marks that have changed.
func (k *kernel) showMarks(marks []engine.Mark) {
	k.places.mu.Lock()
	defer k.places.mu.Unlock()
	for _, m := range marks {
		p := k.places.byCell[m.Cell]
		if p == nil || !p.mark && m.Text == "" {
			continue
		}
		typ := "update_display_data"
		if !p.mark {
			typ = "display_data"
		}
		p.mark = true
		k.publish(p.r, typ, markContent(m))
	}
}

// Marks implements [engine.MarkOutput].
func (o *output) Marks(list []engine.Mark, next bool) {
	o.k.showMarks(list)
	if next && o.k.resuming.CompareAndSwap(false, true) {
		go o.k.shell.push(&request{Message: o.r.Message, from: o.r.from, resumes: true}) // the queue may be full
	}
}

// resumeCells runs the cells that run by themselves, in their places. The request r is made from
// that of the last cell, whose client sees that the kernel is busy.
func (k *kernel) resumeCells(ctx context.Context, r *request) {
	k.resuming.Store(false)
	if r.aborted || !k.takeTurn(ctx) {
		return
	}
	defer k.passTurn()
	out := newOutput(ctx, k, r, false)
	defer k.debugs.runs(r)()
	r.shell.begin()
	end := k.interp.Execute(ctx, engine.Resume, out)
	out.end(false)
	k.showMarks(end.Marks)
	k.follow(ctx, r, &executeRequest{}, end)
	r.shell.end()
}

// markContent is the content of the display of a mark.
func markContent(m engine.Mark) map[string]any {
	data := map[string]string{display.TextType: m.Text, display.HTMLType: ""}
	if m.Text != "" {
		data[display.HTMLType] = `<div style="opacity:.75;font-size:85%;border-left:3px solid #d08000;padding-left:6px">` + html.EscapeString(m.Text) + "</div>"
	}
	return map[string]any{
		"data":      data,
		"metadata":  map[string]any{engine.MarkKey: map[string]any{}},
		"transient": map[string]string{"display_id": "stale-" + m.Cell},
	}
}

// follow runs the cells that a reply asks for, in their places. If one fails, its error becomes the
// one of the result, and the cells behind it do not run.
func (k *kernel) follow(ctx context.Context, r *request, q *executeRequest, end engine.Reply) engine.Reply {
	c, err := engine.Follow(ctx, end, func(c engine.Cell) engine.Reply { return k.runAgain(ctx, r, q, c) })
	if err != nil {
		if _, own := k.places.own(c.ID, r); own {
			text := fmt.Sprintf("cell %d has failed: %s", c.Number, err.Message)
			err = &engine.Error{Name: err.Name, Message: text, Trace: []string{text}} // the rest is in its place
		}
	}
	end.Err = err
	return end
}

// runAgain runs a cell that runs because of r.
func (k *kernel) runAgain(ctx context.Context, r *request, q *executeRequest, c engine.Cell) engine.Reply {
	at, own := k.places.own(c.ID, r)
	if !own {
		at = r
	}
	c.Bars, c.Comms = !q.Silent, !q.Silent
	out := newOutput(ctx, k, at, false)
	if own {
		k.places.cleared(c.ID)
		out.Clear(true) // the page keeps its shape until there is something new
	}
	end := k.interp.Execute(ctx, c, out)
	if own && !out.shown.Load() && end.Value == nil && end.Err == nil && !end.Again {
		out.Clear(false)
	}
	out.end(ctx.Err() != nil)
	if end.Value != nil {
		data, metadata := end.Value.Wire()
		content := map[string]any{"data": data, "metadata": metadata}
		if own || c.ID != "" && k.places.has(c.ID, r) {
			content["execution_count"] = c.Number
			k.publish(at, "execute_result", content)
		} else {
			content["transient"] = struct{}{}
			k.publish(at, "display_data", content)
		}
	}
	if end.Err != nil && (own || r.resumes) {
		k.publish(at, "error", failure(end.Err).without("status"))
	}
	k.showMarks(end.Marks)
	return end
}
