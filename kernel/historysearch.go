// SPDX-License-Identifier: BSD-3-Clause

// Requests for the history, and the patterns in them.

package kernel

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// A historyRequest is the content of history_request. Members that are missing are nil.
type historyRequest struct {
	Output  bool   `json:"output"`
	Access  string `json:"hist_access_type"`
	Session int    `json:"session"`
	Start   *int   `json:"start"`
	Stop    *int   `json:"stop"`
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// recall answers history_request.
func (k *kernel) recall(ctx context.Context, r *request) any {
	q := historyRequest{Access: "tail", Pattern: "*"}
	if err := r.Bind(&q); err != nil {
		content := badRequest(err)
		content["history"] = []any{}
		return content
	}
	lines, err := k.history.find(ctx, &q)
	if err != nil {
		content := badRequest(err)
		content["history"] = []any{}
		return content
	}
	rows := make([][3]any, len(lines))
	for i, l := range lines {
		rows[i] = [3]any{l.session, l.line, l.input}
		if q.Output {
			rows[i][2] = [2]any{l.input, l.output}
		}
	}
	return reply{"status": "ok", "history": rows}
}

// find returns the lines that q asks for, in chronological order.
func (h *history) find(ctx context.Context, q *historyRequest) ([]line, error) {
	h.start()
	select {
	case <-h.ready:
	case <-ctx.Done():
		return nil, errors.New("stopped before the history was read")
	}
	h.mu.Lock()
	lines := [2][]line{h.past, slices.Clone(h.own)} // the last cell of own may get its output now
	h.mu.Unlock()
	var found []line
	switch q.Access {
	case "tail":
		found = last(lines, q.N, func(*line) bool { return true })
	case "range":
		found = h.between(lines, q)
	case "search":
		parts := strings.Split(q.Pattern, "*")
		seen := map[string]bool{}
		found = last(lines, q.N, func(l *line) bool {
			if !glob(parts, l.input) || q.Unique && seen[l.input] {
				return false
			}
			if q.Unique {
				seen[l.input] = true
			}
			return true
		})
	default:
		return nil, errors.New(`hist_access_type is "` + q.Access + `", expected "tail", "range" or "search"`)
	}
	for i := range found {
		if found[i].session == 0 {
			found[i].session = h.session
		}
	}
	return found, nil
}

// last returns the last n lines for which keep reports true; nil keeps all. It calls keep for the
// last line first.
func last(lines [2][]line, n *int, keep func(*line) bool) (found []line) {
	for _, part := range [][]line{lines[1], lines[0]} {
		for i := len(part) - 1; i >= 0 && (n == nil || len(found) < *n); i-- {
			if keep(&part[i]) {
				found = append(found, part[i])
			}
		}
	}
	slices.Reverse(found)
	return found
}

// between returns lines start to stop-1 of a session. Sessions up to 0 and negative lines count
// from the end, as in IPython.
func (h *history) between(lines [2][]line, q *historyRequest) (found []line) {
	session := q.Session
	if session <= 0 {
		session += h.session
	}
	part := lines[0]
	if session == h.session {
		part, session = lines[1], 0 // it has no session yet
	}
	end := 1
	for i := range part {
		if part[i].session == session {
			end = part[i].line + 1
		}
	}
	bound := func(p *int, missing int) int {
		switch {
		case p == nil:
			return missing
		case *p < 0:
			return *p + end
		}
		return *p
	}
	start, stop := bound(q.Start, 0), bound(q.Stop, end)
	for i := range part {
		if l := &part[i]; l.session == session && l.line >= start && l.line < stop {
			found = append(found, *l)
		}
	}
	return found
}

// glob reports whether the whole of s matches a pattern, in which * matches any text and ? any
// character. The pattern is given as the parts between the *. The first match of a part is always
// sufficient, since a later match leaves less text for the other parts.
func glob(parts []string, s string) bool {
	n, ok := fits(parts[0], s)
	if !ok {
		return false
	}
	s = s[n:]
	if len(parts) == 1 {
		return s == ""
	}
	last := parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		n, ok := find(part, s)
		if !ok {
			return false
		}
		s = s[n:]
	}
	at := len(s)
	for range utf8.RuneCountInString(last) {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		if size == 0 {
			return false
		}
		at -= size
	}
	n, ok = fits(last, s[at:])
	return ok && n == len(s)-at
}

// find returns the end of the first match of part in s; ? matches any character.
func find(part, s string) (end int, ok bool) {
	literal, _, questions := strings.Cut(part, "?")
	for at := 0; ; {
		i := strings.Index(s[at:], literal)
		if i < 0 {
			return 0, false
		}
		at += i
		if !questions {
			return at + len(part), true
		}
		if n, ok := fits(part, s[at:]); ok {
			return at + n, true
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		if size == 0 {
			return 0, false
		}
		at += size
	}
}

// fits returns the length of the prefix of s that matches part.
func fits(part, s string) (n int, ok bool) {
	for {
		literal, rest, questions := strings.Cut(part, "?")
		if !strings.HasPrefix(s[n:], literal) {
			return 0, false
		}
		n += len(literal)
		if !questions {
			return n, true
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 {
			return 0, false
		}
		n += size
		part = rest
	}
}
