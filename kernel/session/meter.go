// SPDX-License-Identifier: BSD-3-Clause

// Progress bars.
//
// Compiled code that takes long reports its progress through the context of the cell (package
// progress). After the first second of a cell the newest report is shown, at most four times a
// second, in a display that is changed in place and cleared when the work has ended. Cells show
// bars only if Cell.Bars is set; it is not set where only the outputs matter, as in the notebook
// runner.

package session

import (
	"fmt"
	"html"
	"strings"
	"sync"
	"time"

	"polka/internal/progress"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// When bars are shown.
const (
	barPatience = time.Second
	barPause    = 250 * time.Millisecond
)

// A meter shows the reports of one cell.
type meter struct {
	out   engine.Output
	id    string
	began time.Time

	mu      sync.Mutex
	shown   time.Time // when the bar was last changed; zero if there is none
	visible bool
}

// report shows a report, if it is time.
func (m *meter) report(r progress.Report) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	switch {
	case r.Done >= 1:
		if m.visible {
			m.visible = false
			m.show(display.Bundle{Data: map[string][]byte{display.TextType: nil, display.HTMLType: nil}})
		}
		return
	case now.Sub(m.began) < barPatience || now.Sub(m.shown) < barPause:
		return
	}
	m.visible = true
	m.show(bar(r))
	m.shown = now
}

// show shows a bundle in the display of the bar, which it creates if necessary.
func (m *meter) show(b display.Bundle) {
	m.out.Display(display.Event{Bundle: b, ID: m.id, Update: !m.shown.IsZero()})
}

// bar draws a report.
func bar(r progress.Report) display.Bundle {
	const width = 30
	text, element := r.Text, `<progress style="width:16em;vertical-align:middle"></progress>`
	if r.Done >= 0 {
		full := int(r.Done * width)
		text = "[" + strings.Repeat("█", full) + strings.Repeat("·", width-full) + "] " + r.Text
		element = fmt.Sprintf(`<progress style="width:16em;vertical-align:middle" max="1" value="%.4f"></progress>`, r.Done)
	}
	return display.Bundle{Data: map[string][]byte{
		display.TextType: []byte(text),
		display.HTMLType: []byte(`<div role="status">` + element + ` <span>` + html.EscapeString(r.Text) + `</span></div>`),
	}}
}
