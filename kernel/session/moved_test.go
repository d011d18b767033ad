// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"
	"math/rand/v2"
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

// TestSliderSupersedes moves a slider while a cell runs by itself. The cell, which would not end,
// is stopped, and runs with the new value.
func TestSliderSupersedes(t *testing.T) {
	p := newSliderPage(t)
	p.cell("a: n := widget.IntSlider(1, 12)\nn")
	p.cell("b: fmt.Println(\"n is\", n.Value())\nif n.Value() == 5 {\n\tfor {\n\t}\n}\nn.Value()")
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
	p.cell("i: widget.Interact(func(k int) { n = k }, []int{1, 12, 1, 1})")
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

// TestRandomSliders makes notebooks of sliders and cells that add up their values and those of
// other cells, directly, by functions, and through pointers. After each move, a cell that would
// show another number has a mark, and after %rerun all numbers are right.
func TestRandomSliders(t *testing.T) {
	marked, wrong := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 0))
		p := newSliderPage(t)
		sliders, cells := 1+r.IntN(3), 3+r.IntN(6)
		var ids []string // of the models
		value := make([]int, sliders)
		for i := range sliders {
			p.cell(fmt.Sprintf("s%d: n%d := widget.IntSlider(0, 99)\nn%d", i, i, i))
			ids = append(ids, p.model("IntSliderModel"))
		}
		p.cell(fmt.Sprintf("f: func first() int { return n0.Value() }\nlast := &n%d", sliders-1))
		type term struct{ factor, slider, cell int } // cell is -1 for none
		terms := make([][]term, cells)
		for i := range cells {
			var code []string
			for range 1 + r.IntN(3) {
				x := term{1 + r.IntN(9), r.IntN(sliders), r.IntN(i+1) - 1}
				text := fmt.Sprintf("n%d.Value()", x.slider)
				switch {
				case x.cell >= 0 && r.IntN(2) == 0:
					text = fmt.Sprintf("v%d", x.cell)
				case x.slider == 0 && r.IntN(2) == 0:
					x.cell, text = -1, "first()"
				case x.slider == sliders-1 && r.IntN(2) == 0:
					x.cell, text = -1, "(*last).Value()"
				default:
					x.cell = -1
				}
				terms[i] = append(terms[i], x)
				code = append(code, fmt.Sprint(x.factor, "*", text))
			}
			p.cell(fmt.Sprintf("c%d: v%d := %s", i, i, strings.Join(code, " + ")))
		}
		now := func() []int {
			v := make([]int, cells)
			for i, list := range terms {
				for _, x := range list {
					if x.cell >= 0 {
						v[i] += x.factor * v[x.cell]
					} else {
						v[i] += x.factor * value[x.slider]
					}
				}
			}
			return v
		}
		before := now()
		for range 6 {
			k := r.IntN(sliders)
			value[k] = r.IntN(100)
			p.change(p.s, ids[k], fmt.Sprintf(`{"value":%d}`, value[k]))
			p.cell("sync: 1") // the session has seen the move
			if r.IntN(2) == 0 {
				continue // several moves before the next run
			}
			want := now()
			p.mu.Lock()
			for i := range cells {
				has := p.marks[fmt.Sprint("c", i)] != ""
				if want[i] != before[i] {
					wrong++
					if !has {
						t.Errorf("seed %d: cell %d has no mark", seed, i)
					}
				}
				if has {
					marked++
				}
			}
			p.mu.Unlock()
			p.cell("r: %rerun")
			for i := range cells {
				if got := p.value(fmt.Sprint("v", i)); got != fmt.Sprint(want[i]) {
					t.Errorf("seed %d: v%d is %s, want %d", seed, i, got, want[i])
				}
			}
			if len(p.marks) > 0 {
				t.Errorf("seed %d: marks are left: %v", seed, p.marks)
			}
			before = want
		}
	}
	t.Logf("%d marks, of which %d on cells with another value", marked, wrong)
}

// value returns the value of an expression.
func (p *sliderPage) value(code string) string {
	p.t.Helper()
	r := p.s.Execute(p.t.Context(), engine.Cell{Number: 99, Code: "1", Silent: true, Comms: true, Expressions: map[string]string{"x": code}}, p)
	x, ok := r.Expressions["x"]
	if !ok || x.Err != nil {
		p.t.Fatalf("%s: %v %v", code, r.Err, x.Err)
	}
	return x.Value.Plain()
}
