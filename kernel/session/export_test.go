// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"strings"

	"polka/kernel/fresh"
)

// AlterEffects has f change what the session finds out about each cell.
func (s *Session) AlterEffects(f func(fresh.Effects) fresh.Effects) { s.fresh.alter = f }

// ShownCalls is shownCalls for calls that are letters. What the trace says of repetitions is in
// parentheses.
func ShownCalls(calls string, elide, elided int) string {
	var frames []frame
	for _, c := range calls {
		frames = append(frames, frame{key: string(c), lines: []string{string(c)}})
	}
	lines := shownCalls(frames, elide, elided)
	for i, l := range lines {
		if l, ok := strings.CutPrefix(l, "  ... "); ok {
			lines[i] = "(" + strings.TrimSuffix(l, " ...") + ")"
		}
	}
	return strings.Join(lines, " ")
}
