// SPDX-License-Identifier: BSD-3-Clause

// The calls of an endless recursion, shown once.
//
// A trace has the innermost and the outermost calls of a deep recursion, and the number of those
// between. They are the same few calls again and again, so the trace shows one round of them and
// how often it is repeated:
//
//	cell 2, line 1, in even
//	cell 2, line 2, in odd
//	  ... these 2 calls 4998 more times ...
//	cell 3, line 1

package session

import "fmt"

// A frame is a call of a trace.
type frame struct {
	key   string   // equal for calls at the same place
	lines []string // that show it
}

// Rounds of more than maxRound calls are not looked for, and fewer than minRepeated calls are all
// shown.
const (
	maxRound    = 8
	minRepeated = 6
)

// shownCalls returns the lines of a trace. Before calls[elide], elided calls are missing.
func shownCalls(calls []frame, elide, elided int) (lines []string) {
	for i := 0; i < len(calls); {
		if elided > 0 && i == elide {
			lines = append(lines, fmt.Sprintf("  ... %d more ...", elided))
			elided = 0
		}
		size, end, missing := repeated(calls, i, elide, elided)
		total := end - i + missing
		if total < minRepeated {
			lines = append(lines, calls[i].lines...)
			i++
			continue
		}
		for _, c := range calls[i : i+size] {
			lines = append(lines, c.lines...)
		}
		what := "this call"
		if size > 1 {
			what = fmt.Sprintf("these %d calls", size)
		}
		times := "once more"
		if n := total/size - 1; n > 1 {
			times = fmt.Sprintf("%d more times", n)
		}
		lines = append(lines, fmt.Sprintf("  ... %s %s ...", what, times))
		i = end - total%size // what is left of the last round is shown
		if missing > 0 {
			elided = 0
		}
	}
	return lines
}

// repeated returns the size of the round of calls that begins at calls[from] and is repeated most,
// the end of its repetitions, and how many of them are among the missing calls. Missing calls are
// taken for repetitions if they fit between the calls before and after them.
func repeated(calls []frame, from, elide, elided int) (size, end, missing int) {
	for n := 1; n <= maxRound && from+n <= len(calls); n++ {
		if elided > 0 && from < elide && elide < from+n {
			break
		}
		to, gap := from+n, 0
		for ; to < len(calls); to++ {
			if elided > 0 && to == elide {
				gap = elided
			}
			if calls[to].key != calls[from+(to-from+gap)%n].key {
				break
			}
		}
		if gap > 0 && (to-elide < n || to-from < minRepeated) {
			to, gap = elide, 0
		}
		if to-from >= 2*n && to-from+gap > end-from+missing {
			size, end, missing = n, to, gap
		}
	}
	return size, end, missing
}
