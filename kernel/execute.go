// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// An executeRequest is the content of execute_request.
type executeRequest struct {
	Code         string            `json:"code"`
	Silent       bool              `json:"silent"`
	StoreHistory *bool             `json:"store_history"`
	Expressions  map[string]string `json:"user_expressions"`
	AllowStdin   bool              `json:"allow_stdin"`
	StopOnError  bool              `json:"stop_on_error"`
}

// counted reports whether the cell gets its own number and a place in the history, that is, whether
// a user typed it. An empty cell is not counted.
func (q *executeRequest) counted() bool {
	return !q.Silent && (q.StoreHistory == nil || *q.StoreHistory) && strings.TrimSpace(q.Code) != ""
}

// execute answers execute_request.
func (k *kernel) execute(ctx context.Context, r *request) any {
	q := executeRequest{StopOnError: true}
	if err := r.Bind(&q); err != nil {
		content := badRequest(err)
		content["execution_count"] = k.count.Load()
		return content
	}
	if !k.takeTurn(ctx) {
		err := &engine.Error{Name: engine.Interrupted, Message: "the cell was stopped before it began"}
		content := failure(err)
		k.publish(r, "error", failure(err).without("status"))
		content["execution_count"] = k.count.Load()
		return content
	}
	defer k.passTurn()
	count := int(k.count.Load())
	if q.counted() {
		count++
		k.count.Store(int64(count))
		k.history.input(count, q.Code)
	}
	if !q.Silent {
		k.publish(r, "execute_input", map[string]any{"code": q.Code, "execution_count": count})
	}
	r.metadata = map[string]any{"started": time.Now().UTC().Format(time.RFC3339Nano)}

	end := k.interpret(ctx, r, &q)
	k.result(r, &q, count, end)
	if text := k.history.remark(); text != "" && !q.Silent {
		data := map[string]string{"text/plain": text}
		k.publish(r, "display_data", map[string]any{"data": data, "metadata": struct{}{}, "transient": struct{}{}})
	}
	content := reply{"status": "ok"}
	if mark := r.shell.publishing(); mark != "" {
		k.sendMark(r, mark)
	}
	if end.Err != nil {
		content = failure(end.Err)
		k.publish(r, "error", failure(end.Err).without("status"))
	}
	k.showMarks(end.Marks) // one may be the cell's own, which belongs beneath its value or error
	content["execution_count"] = count
	content["payload"] = payloads(end.Payloads)
	content["user_expressions"] = expressions(&q, end)
	r.metadata["status"] = content["status"]
	k.iopub.flush(k.ctx)
	return content
}

// result shows the value of a cell.
func (k *kernel) result(r *request, q *executeRequest, count int, end engine.Reply) {
	if end.Value == nil || q.Silent {
		return
	}
	data, metadata := end.Value.Wire()
	k.publish(r, "execute_result", map[string]any{"execution_count": count, "data": data, "metadata": metadata})
	if q.counted() {
		k.history.output(count, end.Value.Plain())
	}
}

// interpret passes the cell of a request to the interpreter and sends all of its output. If the
// cell fails or is stopped, the cells after it, both those that wait and those that arrive, are not
// run.
func (k *kernel) interpret(ctx context.Context, r *request, q *executeRequest) (end engine.Reply) {
	if strings.TrimSpace(q.Code) == "" && len(q.Expressions) == 0 {
		return engine.Reply{} // asks only for the counter; answered even if the interpreter is not ready
	}
	out := newOutput(ctx, k, r, q.AllowStdin)
	defer k.debugs.runs(r)()
	r.shell.begin()
	defer func() {
		if v := recover(); v != nil {
			end = engine.Reply{Err: k.mistake(r, v)}
		}
		failed := end.Err != nil && q.StopOnError && !q.Silent
		stopped := r.shell.end()
		out.end(stopped)
		if failed || stopped {
			r.shell.abort(r)
		}
	}()
	var cell cellMetadata
	if len(r.Metadata) > 0 && json.Unmarshal(r.Metadata, &cell) != nil {
		cell = cellMetadata{} // not what we know
	}
	k.places.set(cell.ID, r)
	count := int(k.count.Load())
	end = k.interp.Execute(ctx, engine.Cell{
		Code:        q.Code,
		Number:      count,
		ID:          cell.ID,
		Manual:      slices.Contains(cell.Tags, manualTag),
		Deleted:     cell.Deleted,
		Silent:      q.Silent,
		AllowInput:  q.AllowStdin,
		Bars:        !q.Silent,
		Comms:       !q.Silent,
		Expressions: q.Expressions,
	}, out)
	if end.Next != nil {
		out.end(false)
		k.result(r, q, count, end)
		k.showMarks(end.Marks)
		end = k.follow(ctx, r, q, end)
		end.Value, end.Marks = nil, nil // they have been shown
	}
	return end
}

// failure returns the content of error and, with more members, of a reply to what failed.
func failure(err *engine.Error) reply {
	return reply{"status": "error", "ename": err.Name, "evalue": err.Message, "traceback": err.Lines()}
}

// payloads returns the payload member of execute_reply, which is never null.
func payloads(ps []engine.Payload) []any {
	list := []any{}
	for _, p := range ps {
		switch {
		case p.Page != nil:
			data, _ := p.Page.Wire()
			list = append(list, map[string]any{"source": "page", "data": data, "start": 0})
		case p.SetNextInput != nil:
			list = append(list, map[string]any{"source": "set_next_input", "text": p.SetNextInput.Text, "replace": p.SetNextInput.Replace})
		}
	}
	return list
}

// expressions returns the user_expressions member of execute_reply: an entry for each requested
// expression, if the cell succeeded.
func expressions(q *executeRequest, end engine.Reply) map[string]any {
	values := map[string]any{}
	if end.Err != nil {
		return values
	}
	for name := range q.Expressions {
		e, ok := end.Expressions[name]
		switch {
		case !ok:
			values[name] = failure(&engine.Error{Name: "NotEvaluated", Message: "the interpreter gave no value for the expression"})
		case e.Err != nil:
			values[name] = failure(e.Err)
		default:
			values[name] = bundle(e.Value)
		}
	}
	return values
}

func bundle(b display.Bundle) reply {
	data, metadata := b.Wire()
	return reply{"status": "ok", "data": data, "metadata": metadata}
}
