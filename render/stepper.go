// SPDX-License-Identifier: BSD-3-Clause

// A recording with buttons.
//
// The page contains the problem and the list of steps. stepper.js computes the frame after any
// step, so it can go forward and back, play, and jump to the next solution, under each of the
// recorded rules. In print, and without scripts, a strip of frames is shown instead.
//
// The script draws the same frames as Recording.At, from the same parts; a browser test compares
// the two.

package render

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/dlx"
)

//go:embed stepper.js
var stepperScript string

// stepperKinds are the kinds of steps, in the order of the table in the script.
var stepperKinds = []dlx.Kind{dlx.Choose, dlx.Try, dlx.Null, dlx.Back, dlx.Solved}

// stepperData is the input of the script.
type stepperData struct {
	Begin   string                `json:"begin"`
	Primary int                   `json:"primary"`
	High    []int                 `json:"high"`    // of each item
	Options [][][2]any            `json:"options"` // item and color of each entry
	Places  map[int]*stepperPlace `json:"places"`  // of the options that are tried
	Words   []string              `json:"words"`   // the sentences
	Rules   []stepperRule         `json:"rules"`
}

type stepperRule struct {
	Name  string `json:"name"`
	Whole bool   `json:"whole"`
	Steps []int  `json:"steps"` // kind, level, item, option and sentence of each step
}

type stepperPlace struct {
	Path   string  `json:"path"`
	Border float64 `json:"border"` // pixels
	Label  string  `json:"label,omitempty"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Size   float64 `json:"size"`
	Color  int     `json:"color"`
}

// HTML returns the recording as an HTML fragment with buttons: forward, back, play, next solution,
// and a choice between the recorded rules. It works offline, and the keyboard can be used instead
// of the buttons (arrow keys, Home, End, n for the next solution, p to play). In print, and without
// scripts, it is a strip of frames.
func (s Recording) HTML() string {
	if len(s.rules) == 0 {
		return ""
	}
	data, err := json.Marshal(s.stepper())
	if err != nil {
		panic("render: " + err.Error()) // the data consists of strings and numbers
	}
	var w svgWriter
	w.playerStyles(true)
	w.text(fmt.Sprintf(`<div class="plk-story" tabindex="0" role="group" aria-label="%s" data-story="%s">`+"\n", escape(s.summary()), escape(string(data))))
	w.buttons(true)
	if len(s.rules) > 1 {
		w.text(`<select data-role="rule" aria-label="rule for choosing items">`)
		for i, r := range s.rules {
			w.text(fmt.Sprintf(`<option value="%d">%s</option>`, i, escape(ruleName(string(r.rule)))))
		}
		w.text(`</select>`)
	}
	w.text("</div>\n" + `<p class="plk-words" data-role="words" aria-live="polite"></p><p class="plk-place" data-role="place"></p>` + "\n" + `<div class="plk-scenes">`)
	draw := func(class string, p Picture) {
		w.text(`<div class="` + class + `">` + p.element(p.layout(), false) + "</div>\n")
	}
	empty := s.frame(0)
	if s.stage != nil {
		draw("plk-board", diagramOf(func() diagram { return s.stage.draw(empty.chosen) }, nil))
	}
	if s.small() {
		draw("plk-matrix", diagramOf(func() diagram { return s.matrix(empty, true) }, nil))
	}
	w.text("</div></div>\n")
	w.still(s.Strip(stripFrames))
	w.text("<script>" + played(stepperScript) + "</script>\n</div>\n")
	return w.String()
}

// ruleName returns the name of a rule in the list of rules.
func ruleName(rule string) string {
	switch rule {
	case "fewest":
		return "item with the fewest choices"
	case "leftmost":
		return "first item"
	case "rightmost":
		return "last item"
	}
	return "item at " + rule
}

// small reports whether the matrix is drawn: it is not too large, and if there is a board, which
// shows the same, its letters are not too small to be read on a projector.
func (s *Recording) small() bool {
	_, _, letter := s.matrixSizes()
	return len(s.options) <= matrixRows && len(s.items) <= matrixColumns && (s.stage == nil || letter >= leastReadable)
}

func (s *Recording) summary() string {
	return fmt.Sprintf("search in %d steps, %d options and %d items", s.Len(), len(s.options), len(s.items))
}

// stepper collects the data of the script.
func (s *Recording) stepper() stepperData {
	d := stepperData{Begin: s.frame(0).words, Primary: s.primaries(), Options: [][][2]any{}, Places: map[int]*stepperPlace{}}
	for _, i := range s.items {
		d.High = append(d.High, i.High)
	}
	for _, o := range s.options {
		if !s.small() {
			break // no matrix is drawn
		}
		var entries [][2]any
		for _, e := range o.entries {
			entries = append(entries, [2]any{e.Item, e.Color})
		}
		d.Options = append(d.Options, entries)
	}
	sentence := map[string]int{}
	for _, r := range s.rules {
		one := stepperRule{Name: string(r.rule), Whole: r.whole}
		for _, e := range r.steps {
			words := strings.TrimSpace(e.String())
			if _, ok := sentence[words]; !ok {
				sentence[words] = len(d.Words)
				d.Words = append(d.Words, words)
			}
			one.Steps = append(one.Steps, slices.Index(stepperKinds, e.Kind), e.Level, e.Item, e.Option, sentence[words])
			if s.stage != nil && e.Kind == dlx.Try && d.Places[e.Option] == nil {
				d.Places[e.Option] = s.stage.place(e.Option)
			}
		}
		d.Rules = append(d.Rules, one)
	}
	return d
}

// place returns what the script draws for a chosen option, or nil if the option is not on the
// board.
func (g *stage) place(option int) *stepperPlace {
	if option >= len(g.places) || g.places[option].cells.Empty() {
		return nil
	}
	box := extent(g.board)
	b := g.lay(g.places[option], box, g.side(box))
	var w svgWriter
	w.loops(b.areas[0].loops)
	one := &stepperPlace{Path: w.String(), Border: b.borderWidth(), Color: b.areas[0].color}
	if len(b.labels) > 0 {
		l := b.labels[0]
		one.Label, one.X, one.Y, one.Size = l.text, round(l.at.x), round(l.at.y), l.size
	}
	return one
}

const (
	stripFrames = 12 // frames of a strip that stands for a recording
	stripLines  = 3  // lines below a frame, approximately
)

// Strip draws at most n frames side by side. If the recording has more, it selects solutions, dead
// ends, and frames at equal distances. It panics if n is not positive.
func (s Recording) Strip(n int) Picture {
	if n <= 0 {
		panic("render: a strip has at least one frame")
	}
	if len(s.rules) == 0 {
		return Picture{}
	}
	frames := s.selectFrames(n)
	return Picture{composed: &composition{scenes: func() []scene {
		var list []scene
		for _, i := range frames {
			f := s.frame(i)
			var d diagram
			if s.stage != nil {
				d = s.stage.draw(f.chosen)
			} else {
				d = s.matrix(f, false)
			}
			letters := d.letters()
			for _, line := range inLines(fmt.Sprintf("%d. %s", i, shorten(f.words, stripLines*letters)), letters) {
				d.caption(line)
			}
			list = append(list, d.scene())
		}
		return list
	}, words: func() string {
		var b strings.Builder
		for _, i := range frames {
			f := s.frame(i)
			if s.stage != nil {
				fmt.Fprintf(&b, "%s\n%d. %s\n\n", s.stage.text(f.chosen), i, f.words)
			} else {
				fmt.Fprintf(&b, "%s\n\n", s.text(f))
			}
		}
		return strings.TrimRight(b.String(), "\n")
	}}}
}

// selectFrames selects the frames of a strip.
func (s *Recording) selectFrames(n int) []int {
	var list []int
	if s.Len() < n {
		for i := range s.Len() + 1 {
			list = append(list, i)
		}
		return list
	}
	take := func(i int) {
		if len(list) < n && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	take(0)
	for i, e := range s.rules[0].steps {
		if e.Kind == dlx.Solved && len(list) < (n+1)/2 {
			take(i + 1)
		}
	}
	for i, e := range s.rules[0].steps {
		if e.Kind == dlx.Choose && e.Size == 0 && len(list) < (3*n+3)/4 {
			take(i + 1)
		}
	}
	for i := 1; i <= n && len(list) < n; i++ {
		take(i * s.Len() / n)
	}
	slices.Sort(list)
	return list
}

// inLines breaks text into lines of about n characters.
func inLines(words string, n int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(words) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > n {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	return append(lines, line)
}

// move shifts everything in a diagram, not its size.
func (d *diagram) move(dx, dy float64) {
	marks := make([]mark, len(d.marks))
	for i, m := range d.marks {
		lines := make([]loop, len(m.lines))
		for j, one := range m.lines {
			for _, p := range one {
				lines[j] = append(lines[j], point{p.x + dx, p.y + dy})
			}
		}
		m.lines = lines
		marks[i] = m
	}
	d.marks = marks
	texts := slices.Clone(d.texts)
	for i := range texts {
		texts[i].at = point{texts[i].at.x + dx, texts[i].at.y + dy}
	}
	d.texts = texts
}

// String describes the first 200 steps in sentences, indented by level.
func (s Recording) String() string {
	if len(s.rules) == 0 {
		return "empty recording"
	}
	var b strings.Builder
	for i, e := range s.rules[0].steps {
		if i == 200 {
			fmt.Fprintf(&b, "... and %d more steps\n", s.Len()-i)
			break
		}
		b.WriteString(e.String() + "\n")
	}
	return plain(strings.TrimRight(b.String(), "\n"))
}
