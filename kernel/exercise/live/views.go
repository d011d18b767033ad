// SPDX-License-Identifier: BSD-3-Clause

package live

import (
	"fmt"
	"math"
	"net/http"
	"net/url"

	"polka/internal/po"
)

// A ballot is a vote as a student sees it.
type ballot struct {
	Name    string
	Text    string
	Code    string
	Choices []choice
	Chosen  int // -1 if nothing was chosen in this round
	Round   int
}

// A studentView is the page of a student.
type studentView struct {
	Ballots []ballot
	Handed  string // who has just handed in
}

// studentPage returns the votes that are open, with what the voter has chosen.
func (c *Class) studentPage(voter string, q url.Values) (data studentView) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.votes {
		if !v.open {
			continue
		}
		b := ballot{v.Name, v.Text, v.Code, v.Choices, -1, len(v.rounds)}
		if i, ok := v.rounds[len(v.rounds)-1].choice[voter]; ok {
			b.Chosen = i
		}
		data.Ballots = append(data.Ballots, b)
	}
	if data.Handed = q.Get("handed"); len(data.Handed) > mostName {
		data.Handed = ""
	}
	return data
}

// A listed is a vote in the list of the teacher.
type listed struct {
	Name, Text, State string
	Open              bool
	Query             string
}

// list returns the list of votes.
func (c *Class) list() (list []listed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.votes {
		l := listed{v.Name, v.Text, v.state(c.words), v.open, "vote?name=" + url.QueryEscape(v.Name)}
		list = append(list, l)
	}
	return list
}

// state says which round there is.
func (v *vote) state(words po.Catalog) string {
	n := len(v.rounds)
	if n == 0 {
		return words.Text("not opened yet")
	}
	count := words.Count(len(v.rounds[n-1].choice), "%d vote", "%d votes")
	if v.open {
		return words.Sprintf("round %d is open: %s", n, count)
	}
	return words.Sprintf("round %d is closed: %s", n, count)
}

// A bar is what a choice got in a round.
type bar struct {
	Round, Count int
	Width        float64 // percent of the longest
	Words        string
	Before       bool // a later round is shown
}

// A row is a choice with its bars.
type row struct {
	choice
	Bars []bar
}

// A histogram is a vote as the teacher sees it.
type histogram struct {
	listed
	Code    string
	Rows    []row
	Begun   bool // there is a round
	Shown   bool // the bars are
	HasWhy  bool // there is an answer to show
	Answer  bool // it is shown
	Show    string
	Hide    string
	Reveal  string
	Rounds  []int // which are shown
	Latest  int
	Choices int
}

// shownRounds is how many rounds a histogram shows side by side: the last ones.
const shownRounds = 2

// histogram returns the last two rounds of a vote. While the last one is open its bars are hidden,
// unless the query has show, so that nobody follows the others.
func (c *Class) histogram(name string, q url.Values) (h histogram, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.find(name)
	if v == nil {
		return h, refuse(http.StatusNotFound, "there is no vote %s", name)
	}
	query := "vote?name=" + url.QueryEscape(name)
	h = histogram{listed: listed{v.Name, v.Text, v.state(c.words), v.open, query}, Code: v.Code,
		Begun: len(v.rounds) > 0, Shown: !v.open || q.Has("show"), Answer: q.Has("answer"), Latest: len(v.rounds)}
	h.Show, h.Hide, h.Reveal = query+"&show", query, query+"&answer"
	first := max(0, len(v.rounds)-shownRounds)
	counts := make([][]int, len(v.rounds))
	most := 1
	for n := first; n < len(v.rounds); n++ {
		counts[n] = make([]int, len(v.Choices))
		for _, i := range v.rounds[n].choice {
			counts[n][i]++
			most = max(most, counts[n][i])
		}
		h.Rounds = append(h.Rounds, n+1)
	}
	for i, a := range v.Choices {
		h.HasWhy = h.HasWhy || a.Right
		r := row{choice: a}
		for n := first; n < len(v.rounds); n++ {
			k, total := counts[n][i], len(v.rounds[n].choice)
			words := fmt.Sprint(k)
			if total > 0 {
				words += fmt.Sprintf(" (%.0f %%)", math.Round(100*float64(k)/float64(total)))
			}
			r.Bars = append(r.Bars, bar{n + 1, k, 100 * float64(k) / float64(most), words, n < len(v.rounds)-1})
		}
		h.Rows = append(h.Rows, r)
	}
	return h, nil
}
