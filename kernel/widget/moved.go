// SPDX-License-Identifier: BSD-3-Clause

// What cells have read of widgets, and what has changed since.
//
// A cell that calls Value depends on the widget, and is out of date when the user moves it. Package
// effect cannot see this in the text of the cell, which may also only show the widget. So a widget
// notes when it was read, by a clock that advances with each cell, and the session finds the cell.

package widget

import (
	"cmp"

	"polka/kernel/widget/host"
)

// value is get for cells: the session gets to know of a change of what they have read.
func (w *core) value(name string) any {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := host.Now(); len(w.read) == 0 || w.read[len(w.read)-1] != now {
		w.read = append(w.read, now)
	}
	return w.state[name]
}

// moved returns a function that tells the session of a change; w.mu is held.
func (w *core) moved(user bool) (tell func()) {
	if w.host == nil || len(w.read) == 0 {
		return func() {}
	}
	label, _ := w.state["description"].(string)
	m := host.Move{Widget: w, Label: cmp.Or(label, w.name), Born: w.born, Read: w.read, User: user}
	w.read = nil
	return func() { w.host.env.Moved(m) }
}
