// SPDX-License-Identifier: BSD-3-Clause

package handin

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/exercise"
)

// A place is a line of a contest.
type place struct {
	rank    int // students with the same result have the same rank
	student string
	score   float64
}

// places returns the results of a contest, the best first, and what is counted; nil if there are
// none. If students disagree on what is counted, the first in the alphabet is right.
func (c *Class) places(x Exercise) (list []place, contest exercise.Contest) {
	for _, name := range c.names() {
		got := c.students[name][x.key()]
		if contest == "" && got.Contest.Check() == nil {
			contest = got.Contest
		}
		if contest != "" && got.Contest == contest {
			list = append(list, place{student: name, score: got.Score})
		}
	}
	slices.SortStableFunc(list, func(a, b place) int {
		switch {
		case contest.Better(a.score, b.score):
			return -1
		case contest.Better(b.score, a.score):
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

// Contests returns the boards of all contests, as HTML without a page. It is "" if there are no
// results.
func (c *Class) Contests() string {
	var b strings.Builder
	for _, x := range c.exercises {
		c.writeContest(&b, x)
	}
	return b.String()
}

// writeContest writes the board of a contest, if x has one.
func (c *Class) writeContest(b *strings.Builder, x Exercise) {
	list, contest := c.places(x)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "<h2>%s</h2>\n<div class=\"scroll\"><table><thead><tr><th></th><th>%s</th><th>%s</th></tr></thead><tbody>\n",
		html.EscapeString(c.words.Sprintf("Contest %s: %s", x.Name, string(contest))), c.words.Text("student"), html.EscapeString(contest.Counted()))
	for _, p := range list {
		fmt.Fprintf(b, "<tr><td>%d</td><th scope=\"row\">%s</th><td>%s</td></tr>\n", p.rank, html.EscapeString(p.student), strconv.FormatFloat(p.score, 'f', -1, 64))
	}
	b.WriteString("</tbody></table></div>\n")
}
