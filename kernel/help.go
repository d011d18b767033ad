// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"

	"polka/kernel/engine"
)

// complete answers complete_request. JupyterLab and VS Code read the metadata member to show the
// kinds and signatures of completions; its member documentation is an addition of Polka.
func (k *kernel) complete(ctx context.Context, r *request) any {
	var q struct {
		Code string `json:"code"`
		Pos  *int   `json:"cursor_pos"`
	}
	if err := r.Bind(&q); err != nil {
		return badRequest(err)
	}
	pos := byteOffset(q.Code, q.Pos)
	c := k.interp.Complete(ctx, q.Code, pos)
	if len(c.Matches) == 0 {
		c.Start, c.End = pos, pos
	}
	start, end := character(q.Code, c.Start), character(q.Code, c.End)
	matches := make([]string, len(c.Matches))
	types := make([]map[string]any, len(c.Matches))
	for i, m := range c.Matches {
		matches[i] = m.Text
		types[i] = map[string]any{"text": m.Text, "type": m.Kind, "signature": m.Signature, "documentation": m.Doc, "start": start, "end": end}
	}
	return reply{
		"status":       "ok",
		"matches":      matches,
		"cursor_start": start,
		"cursor_end":   end,
		"metadata":     map[string]any{"_jupyter_types_experimental": types},
	}
}

// inspect answers inspect_request.
func (k *kernel) inspect(ctx context.Context, r *request) any {
	var q struct {
		Code   string `json:"code"`
		Pos    *int   `json:"cursor_pos"`
		Detail int    `json:"detail_level"`
	}
	if err := r.Bind(&q); err != nil {
		return badRequest(err)
	}
	data, metadata := map[string]any{}, map[string]any{}
	in := k.interp.Inspect(ctx, q.Code, byteOffset(q.Code, q.Pos), min(max(q.Detail, 0), 1))
	if in.Found {
		data, metadata = in.Bundle.Wire()
	}
	return reply{"status": "ok", "found": in.Found, "data": data, "metadata": metadata}
}

// isComplete answers is_complete_request.
func (k *kernel) isComplete(_ context.Context, r *request) any {
	var q struct {
		Code string `json:"code"`
	}
	if err := r.Bind(&q); err != nil {
		return reply{"status": engine.Unknown}
	}
	switch c := k.interp.IsComplete(q.Code); c.Status {
	case engine.Incomplete:
		return reply{"status": c.Status, "indent": c.Indent}
	case engine.Complete, engine.Invalid:
		return reply{"status": c.Status}
	}
	return reply{"status": engine.Unknown}
}
