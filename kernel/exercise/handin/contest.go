// SPDX-License-Identifier: BSD-3-Clause

package handin

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// Fewest and Most are the first words of what is counted in a contest: they say which results are
// better.
const (
	Fewest = "fewest"
	Most   = "most"
)

// Contest returns an error unless a text says what is counted, as in "fewest nodes".
func Contest(text string) error {
	first, what, _ := strings.Cut(text, " ")
	if first != Fewest && first != Most || strings.TrimSpace(what) == "" || strings.Contains(text, "\n") {
		return fmt.Errorf("expected a line such as %s nodes or %s nodes", Fewest, Most)
	}
	return nil
}

// better reports whether a result of the contest of x is better than another.
func (x Exercise) better(score, than float64) bool {
	if strings.HasPrefix(x.Contest, Most+" ") {
		return score > than
	}
	return score < than
}

// A place is a line of a contest.
type place struct {
	rank    int // students with the same result have the same rank
	student string
	score   float64
}

// places returns the results of a contest, the best first, and what is counted; nil if there are
// none. If students disagree on what is counted, the first in the alphabet is right.
func (c *Class) places(x Exercise) (list []place, contest string) {
	for _, name := range c.names() {
		got := c.students[name][x.key()]
		if contest == "" && Contest(got.Contest) == nil {
			contest = got.Contest
		}
		if contest != "" && got.Contest == contest {
			list = append(list, place{student: name, score: got.Score})
		}
	}
	counted := Exercise{Contest: contest}
	slices.SortStableFunc(list, func(a, b place) int {
		switch {
		case counted.better(a.score, b.score):
			return -1
		case counted.better(b.score, a.score):
			return 1
		}
		return 0
	})
	for i := range list {
		list[i].rank = i + 1
		if i > 0 && list[i].score == list[i-1].score {
			list[i].rank = list[i-1].rank
		}
	}
	return list, contest
}

// writeContest writes the board of a contest, if x has one.
func (c *Class) writeContest(b *strings.Builder, x Exercise) {
	list, contest := c.places(x)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "<h2>Contest %s: %s</h2>\n<div class=\"scroll\"><table><thead><tr><th></th><th>student</th><th>%s</th></tr></thead><tbody>\n",
		html.EscapeString(x.Name), html.EscapeString(contest), html.EscapeString(contest[strings.IndexByte(contest, ' ')+1:]))
	for _, p := range list {
		fmt.Fprintf(b, "<tr><td>%d</td><th scope=\"row\">%s</th><td>%s</td></tr>\n", p.rank, html.EscapeString(p.student), strconv.FormatFloat(p.score, 'f', -1, 64))
	}
	b.WriteString("</tbody></table></div>\n")
}
