// SPDX-License-Identifier: BSD-3-Clause

package handin

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"polka/internal/po"
)

// A Class is what students have handed in.
type Class struct {
	words     po.Catalog
	exercises []Exercise // of all records, in their order; only Lesson and Name
	students  map[string]map[string]Exercise
	last      map[string]time.Time
	problems  []string
}

// Speak chooses the language of the page. The zero value is English.
func (c *Class) Speak(words po.Catalog) { c.words = words }

// key names an exercise.
func (x Exercise) key() string { return x.Lesson + "\n" + x.Name }

// Add adds a record. A student who hands in again adds to what was handed in before: an exercise
// that was solved once remains solved.
func (c *Class) Add(r Record) {
	if c.students == nil {
		c.students, c.last = make(map[string]map[string]Exercise), make(map[string]time.Time)
	}
	name := strings.Join(strings.Fields(r.Student), " ")
	if c.students[name] == nil {
		c.students[name] = make(map[string]Exercise)
	}
	if r.Time.After(c.last[name]) {
		c.last[name] = r.Time
	}
	for _, x := range r.Exercises {
		if !slices.ContainsFunc(c.exercises, func(o Exercise) bool { return o.key() == x.key() }) {
			c.exercises = append(c.exercises, Exercise{Lesson: x.Lesson, Name: x.Name})
		}
		old, known := c.students[name][x.key()]
		if known {
			if old.Solved == x.Solved {
				x.Tries = max(x.Tries, old.Tries)
			} else if old.Solved {
				x.Tries = old.Tries
			}
			x.Solved = x.Solved || old.Solved
			if old.Contest != "" && (x.Contest != old.Contest || x.Contest.Better(old.Score, x.Score)) {
				x.Contest, x.Score = old.Contest, old.Score
			}
			for _, m := range old.Mistakes {
				if !slices.Contains(x.Mistakes, m) {
					x.Mistakes = append(slices.Clip(x.Mistakes), m)
				}
			}
		}
		c.students[name][x.key()] = x
	}
}

// Note adds a remark, such as that of a line that cannot be read.
func (c *Class) Note(text string) { c.problems = append(c.problems, text) }

// Students returns the number of students.
func (c *Class) Students() int { return len(c.students) }

// names returns the students in alphabetical order.
func (c *Class) names() (list []string) {
	for name := range c.students {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	})
	return list
}

// A mistake is a message with the number of students who got it.
type mistake struct {
	text     string
	students int
}

// mistakes returns those of an exercise, the most common first.
func (c *Class) mistakes(x Exercise) (list []mistake) {
	for _, name := range c.names() {
		for _, text := range c.students[name][x.key()].Mistakes {
			i := slices.IndexFunc(list, func(m mistake) bool { return m.text == text })
			if i < 0 {
				i = len(list)
				list = append(list, mistake{text: text})
			}
			list[i].students++
		}
	}
	slices.SortStableFunc(list, func(a, b mistake) int { return b.students - a.students })
	return list
}

// most is how many mistakes of an exercise the page lists.
const most = 5

// HTML returns a page: the number of students, and the tables.
func (c *Class) HTML() string {
	return `<!DOCTYPE html>
<html lang="` + cmp.Or(c.words.Language, "en") + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>` + c.words.Text("Class") + `</title><style>` + style + "</style></head><body>\n<h1>" + c.words.Count(len(c.students), "%d student", "%d students") + "</h1>\n" +
		c.Tables() + "</body></html>\n"
}

// Tables returns, as HTML without a page, the contests, and for each lesson a table of students and
// exercises with the common mistakes of each exercise.
func (c *Class) Tables() string {
	lessons := make(map[string][]Exercise)
	var order []string
	for _, x := range c.exercises {
		if lessons[x.Lesson] == nil {
			order = append(order, x.Lesson)
		}
		lessons[x.Lesson] = append(lessons[x.Lesson], x)
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) }) // lesson 9 before 10
	var b strings.Builder
	b.WriteString("<p>" + c.words.Text("✓ solved, with the number of answers · ✗ tried · empty: not tried") + "</p>\n")
	for _, text := range c.problems {
		b.WriteString(`<p class="note">` + html.EscapeString(text) + "</p>\n")
	}
	b.WriteString(c.Contests())
	for _, lesson := range order {
		c.writeLesson(&b, lesson, lessons[lesson])
	}
	return b.String()
}

// writeLesson writes the part of a lesson.
func (c *Class) writeLesson(b *strings.Builder, lesson string, list []Exercise) {
	fmt.Fprintf(b, "<h2>%s</h2>\n<div class=\"scroll\"><table><thead><tr><th>%s</th>", html.EscapeString(lesson), c.words.Text("student"))
	for _, x := range list {
		b.WriteString(`<th scope="col">` + html.EscapeString(x.Name) + "</th>")
	}
	fmt.Fprintf(b, "<th>%s</th><th>%s</th></tr></thead><tbody>\n", c.words.Text("solved"), c.words.Text("handed in"))
	solved := make([]int, len(list))
	for _, name := range c.names() {
		fmt.Fprintf(b, `<tr><th scope="row">%s</th>`, html.EscapeString(name))
		total := 0
		for i, x := range list {
			switch got := c.students[name][x.key()]; {
			case got.Solved:
				fmt.Fprintf(b, `<td class="yes">✓ %d</td>`, got.Tries)
				solved[i]++
				total++
			case got.Tries > 0:
				fmt.Fprintf(b, `<td class="no">✗ %d</td>`, got.Tries)
			default:
				b.WriteString("<td></td>")
			}
		}
		fmt.Fprintf(b, "<td>%d</td><td>%s</td></tr>\n", total, c.last[name].Format("2006-01-02 15:04"))
	}
	b.WriteString(`</tbody><tfoot><tr><th scope="row">` + c.words.Text("solved by") + `</th>`)
	for _, n := range solved {
		fmt.Fprintf(b, "<td>%d</td>", n)
	}
	b.WriteString("<td></td><td></td></tr></tfoot></table></div>\n")
	for _, x := range list {
		m := c.mistakes(x)
		if len(m) == 0 {
			continue
		}
		fmt.Fprintf(b, "<h3>%s</h3>\n<ul>\n", c.words.Sprintf("%s: common mistakes", html.EscapeString(x.Name)))
		for _, m := range m[:min(len(m), most)] {
			fmt.Fprintf(b, "<li>%s: %s</li>\n", c.words.Count(m.students, "%d student", "%d students"), html.EscapeString(m.text))
		}
		b.WriteString("</ul>\n")
	}
}

// style is the style sheet of the page.
const style = `:root{color-scheme:light dark}
body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem auto;max-width:1100px;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin:1rem 0 .2rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{border:1px solid #8886;padding:3px 8px;text-align:center;white-space:nowrap}
th[scope=row]{text-align:left;position:sticky;left:0;background:Canvas}
.yes{background:#009e7333}.no{background:#d55e0033}
.note{border-left:4px solid #d55e00;padding-left:8px}
li{overflow-wrap:anywhere}`
