package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/session"
)

// A sliderPage is a page with widgets and marks, which runs the cells that the session asks for.
type sliderPage struct {
	*widgetPage
	t     *testing.T
	s     *session.Session
	n     int
	marks map[string]string
	ran   []string // cells that ran by themselves, with their values
	next  int      // how often the session has asked for Resume
}

func newSliderPage(t *testing.T) *sliderPage {
	return &sliderPage{widgetPage: newPage(), t: t, s: newSession(t), marks: map[string]string{}}
}

func (p *sliderPage) Marks(list []engine.Mark, next bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.take(list)
	if next {
		p.next++
	}
	p.grown.Broadcast()
}

func (p *sliderPage) take(list []engine.Mark) {
	for _, m := range list {
		if p.marks[m.Cell] = m.Text; m.Text == "" {
			delete(p.marks, m.Cell)
		}
	}
}

func (p *sliderPage) execute(c engine.Cell) engine.Reply {
	c.Comms = true
	r := p.s.Execute(context.Background(), c, p)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.marks, c.ID)
	p.take(r.Marks)
	if c.Rerun && c.ID != "" {
		text := c.ID
		if r.Value != nil {
			text += " " + r.Value.Plain()
		}
		if r.Again {
			text += " stopped"
		}
		p.ran = append(p.ran, text)
	}
	return r
}

// cell runs a cell, given as "id: code".
func (p *sliderPage) cell(text string) {
	p.t.Helper()
	id, code, _ := strings.Cut(text, ": ")
	p.n++
	r := p.execute(engine.Cell{ID: id, Number: p.n, Code: code})
	if r.Err == nil {
		_, r.Err = engine.Follow(p.t.Context(), r, p.execute)
	}
	if r.Err != nil {
		p.t.Fatalf("%s: %v", text, r.Err)
	}
}

// move changes the last control of a kind, and waits for marks.
func (p *sliderPage) move(model, state string, marks ...string) {
	p.t.Helper()
	p.turn(model, state)
	p.wait(marks...)
}

// turn changes the last control of a kind.
func (p *sliderPage) turn(model, state string) { p.change(p.s, p.model(model), state) }

// wait waits for marks.
func (p *sliderPage) wait(marks ...string) {
	p.await(func() bool {
		var list []string
		for id, text := range p.marks {
			list = append(list, id+": "+text)
		}
		slices.Sort(list)
		return slices.Equal(list, marks)
	})
}

// resume executes Resume once the session has asked for it, and the cells that follow.
func (p *sliderPage) resume() {
	p.await(func() bool { return p.next > 0 })
	p.mu.Lock()
	p.next = 0
	p.ran = nil
	p.mu.Unlock()
	engine.Follow(p.t.Context(), p.execute(engine.Resume), p.execute)
}

// TestSliderMarks moves a slider. Cells that have read its value are stale, and what depends on
// them; those that only show it are not, nor is the one that has made it.
func TestSliderMarks(t *testing.T) {
	p := newSliderPage(t)
	p.cell("a: n := widget.IntSlider(1, 12)\nfmt.Println(n.Value())\nn")
	p.cell("show: widget.VBox(n)")
	p.cell("b: square := n.Value() * n.Value()\nsquare")
	p.cell("c: square + 1")
	p.cell("d: 7")
	p.cell("func: func twice() int { return 2 * n.Value() }")
	p.cell("e: twice()")
	p.cell("alias: m := []*widget.Int{n}")
	p.cell("f: m[0].Value()")
	p.move("IntSliderModel", `{"value":5}`, "b: stale: n was moved", "c: stale: square is stale, cell 3", "e: stale: n was moved", "f: stale: n was moved")
	p.cell("b: square := n.Value() * n.Value()\nsquare")
	p.cell("e: twice()")
	p.cell("f: m[0].Value()")
	p.cell("c: square + 1")
	p.wait()
	p.turn("IntSliderModel", `{"description":"moved?"}`)
	p.move("IntSliderModel", `{"value":6}`, "b: stale: n was moved", "c: stale: square is stale, cell 10", "e: stale: n was moved", "f: stale: n was moved")
	p.ran = nil
	p.cell("r: %rerun")
	p.wait()
	if got := strings.Join(p.ran, ", "); got != "b 36, e 12, f 6, c 37" {
		t.Errorf("%%rerun has run %s", got)
	}
}

// TestSliderReactive moves a slider with %reactive on: the cells run again, the last time with the
// last value.
func TestSliderReactive(t *testing.T) {
	p := newSliderPage(t)
	p.cell("a: n := widget.IntSlider(1, 12)\nn")
	p.cell("b: square := n.Value() * n.Value()\nsquare")
	p.cell("c: square + 1")
	p.cell("on: %reactive on")
	for _, test := range [][2]string{{`{"value":5}`, "b 25, c 26"}, {`{"value":3}`, "b 9, c 10"}, {`{"value":3}`, "b 9, c 10"}} {
		p.turn("IntSliderModel", test[0])
		p.resume()
		p.wait()
		if got := strings.Join(p.ran, ", "); got != test[1] {
			t.Errorf("%s has run %s, want %s", test[0], got, test[1])
		}
	}
	p.cell("off: %reactive off")
	p.move("IntSliderModel", `{"value":5}`, "b: stale: n was moved", "c: stale: square is stale, cell 2")
}

// TestSliderSupersedes moves a slider while a cell runs by itself. The cell is stopped, and runs
// with the new value.
func TestSliderSupersedes(t *testing.T) {
	p := newSliderPage(t)
	p.cell("a: n := widget.IntSlider(1, 12)\nn")
	p.cell("b: fmt.Println(\"n is\", n.Value())\nfor n.Value() == 5 {\n}\nn.Value()")
	p.cell("c: 2 * n.Value()")
	p.cell("on: %reactive on 1h")
	p.turn("IntSliderModel", `{"value":5}`)
	done := make(chan bool)
	go func() {
		defer close(done)
		p.resume()
	}()
	p.await(func() bool { return strings.Contains(p.String(), "n is 5") })
	p.turn("IntSliderModel", `{"value":7}`)
	<-done
	p.wait()
	if got := strings.Join(p.ran, ", "); got != "b stopped, c 14, b 7" {
		t.Errorf("the cells that ran are %s", got)
	}
}

// TestInteractSets has functions of controls set variables.
func TestInteractSets(t *testing.T) {
	p := newSliderPage(t)
	p.cell("a: n, list, other := 1, []int{}, 0")
	p.cell("i: widget.Interact(func(k int) { n = k }, []int{1, 12})")
	p.cell("j: func add(on bool) { list = append(list, n) }\nwidget.Checkbox(\"\").OnChange(add)")
	p.cell("b: n * n")
	p.cell("c: len(list)")
	p.cell("d: other")
	p.move("IntSliderModel", `{"value":5}`, "b: stale: n has changed, cell 2")
	p.cell("b: n * n")
	p.wait()
	p.move("CheckboxModel", `{"value":true}`, "c: stale: list has changed, cell 1")
	p.cell("c: len(list)")
	// The same value again is no change.
	p.turn("IntSliderModel", `{"value":5}`)
	p.move("IntSliderModel", `{"value":6}`, "b: stale: n has changed, cell 2")
	p.cell("on: %reactive on")
	p.turn("IntSliderModel", `{"value":9}`)
	p.resume()
	p.wait()
	if got := strings.Join(p.ran, ", "); got != "b 81" {
		t.Errorf("the cells that ran are %s", got)
	}
}
