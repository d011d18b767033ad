// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/wire"
)

// A page is a client as JupyterLab's library is: it makes requests, and reads iopub, but not while
// it makes the cells of Run All. What it sends arrives in order.
type page struct {
	*frontend
	session string
	mute    bool // it answers no marks
}

// make makes a request with today's date.
func (p *page) make(typ string, content any) *wire.Message {
	m := p.message(typ, content)
	m.Header.Session, m.Header.Date = p.session, time.Now().UTC().Format(pageDate)
	return m
}

// arrive lets a request arrive.
func (p *page) arrive(m *wire.Message) *wire.Message {
	p.shell.in.put(p.codec.Encode(m))
	p.settle()
	return m
}

func (p *page) run(code string) *wire.Message {
	return p.arrive(p.make("execute_request", map[string]any{"code": code}))
}

// connects is what a page sends that can show widgets: ipywidgets 8 opens a comm, and where nobody
// answers, or in older versions, asks for the open ones. It reads what comes.
func (p *page) connects() {
	p.arrive(p.make("kernel_info_request", nil))
	if len(p.session)%2 == 0 {
		p.arrive(p.make("comm_open", map[string]any{"comm_id": p.session, "target_name": "jupyter.widget.control"}))
	} else {
		p.arrive(p.make("comm_info_request", map[string]any{"target_name": "jupyter.widget"}))
	}
	p.replies()
	p.reads()
}

// answers makes the page's answers to the marks in what it has read.
func (p *page) answers(list []got) (made []*wire.Message) {
	for _, g := range kind(list, "comm_open") {
		if !p.mute {
			made = append(made, p.make("comm_close", map[string]any{"comm_id": g.data["comm_id"], "data": struct{}{}}))
		}
	}
	return made
}

// reads lets the page read what came, and its answers arrive.
func (p *page) reads() (read []got) {
	p.t.Helper()
	read = p.published()
	for _, m := range p.answers(read) {
		p.arrive(m)
	}
	return read
}

func pageOf(f *frontend, session string) *page { return &page{frontend: f, session: session} }

// However long a page pauses between the cells of Run All, and however late they arrive, none
// behind the error runs. A cell that is made when the error is read does, at once.
func TestMarks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 200 {
		i := failsAfter(time.Duration(random.Int64N(int64(20 * time.Millisecond))))
		in(t, i, Config{}, func(f *frontend) {
			p := pageOf(f, "page")
			p.connects()
			var cells []*wire.Message
			for n := range 21 {
				code := "x"
				if n == 0 {
					code = "fail"
				}
				cells = append(cells, p.make("execute_request", map[string]any{"code": code}))
				if random.IntN(4) == 0 {
					time.Sleep(time.Duration(random.Int64N(int64(markPatience - 100*time.Millisecond))))
				}
			}
			p.arrive(cells[0])
			early := 1 + random.IntN(len(cells))
			for _, m := range cells[1:early] {
				p.arrive(m)
			}
			time.Sleep(20 * time.Millisecond) // the cell fails, and the page reads the error
			made := p.answers(p.published())
			user := p.make("execute_request", map[string]any{"code": "user"})
			for _, m := range append(append(cells[early:], made...), user) {
				time.Sleep(time.Duration(random.Int64N(int64(time.Second))))
				p.arrive(m)
			}
			if got, want := i.codes(), []string{"fail", "user"}; !slices.Equal(got, want) {
				t.Errorf("round %d: ran %q, want %q", round, got, want)
			}
		})
	}
}

// The mark comes before the error, and its answer gets no answer but busy and idle.
func TestMarkBeforeError(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		p := pageOf(f, "page")
		p.connects()
		p.reads()
		failing := p.run("fail")
		list := of(p.published(), failing)
		want := []string{"busy", "In[1] fail", "comm_open", "error E: ", "idle"}
		if got := lines(list); !slices.Equal(got, want) {
			t.Fatalf("published %q, want %q", got, want)
		}
		answer := p.arrive(p.answers(list)[0])
		if got, want := lines(of(p.published(), answer)), []string{"busy", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published because of the answer %q, want %q", got, want)
		}
		if got := summary(f.replies()); !slices.Equal(got, []string{"execute error"}) {
			t.Errorf("replies %q", got)
		}
		p.run("a")
		if got := kind(p.published(), "comm_open"); len(got) > 0 {
			t.Error("a mark without an error")
		}
	})
}

// Programs get no marks, and neither do pages whose silent cells fail.
func TestNoMarks(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		f.execute("fail") // with a date as Go writes it
		f.sendAt("fail", "")
		f.sendAt("fail", "2026-11-24T12:00:00.123456Z")
		f.sendAt("fail", "2026-11-24T12:00:00.123456+00:00")
		time.Sleep(time.Second)
		if got := kind(f.published(), "comm_open"); len(got) > 0 {
			t.Errorf("%d marks for programs, want none", len(got))
		}
		p := pageOf(f, "page")
		p.connects()
		p.reads()
		for _, member := range []string{"silent", "stop_on_error"} {
			p.arrive(p.make("execute_request", map[string]any{"code": "fail", member: member == "silent"}))
		}
		if got := kind(f.published(), "comm_open"); len(got) > 0 {
			t.Errorf("%d marks, want none", len(got))
		}
	})
}

// A page that is not known to handle comms gets a mark with its first cell, and another one with
// its first error. Until it has answered one, dates decide.
func TestPageWithoutComms(t *testing.T) {
	for _, mute := range []bool{false, true} {
		i := failsAfter(0)
		in(t, i, Config{}, func(f *frontend) {
			p := pageOf(f, "page")
			p.mute = mute
			p.run("fail")
			p.run("x")
			time.Sleep(seriesGap)
			p.run("1")
			if got := len(kind(p.reads(), "comm_open")); got != 2 {
				t.Errorf("%d marks by the first error, want 2", got)
			}
			time.Sleep(markPatience)
			p.run("fail")
			time.Sleep(seriesGap)
			p.run("2")
			marks := kind(p.reads(), "comm_open")
			p.run("3")
			want := []string{"fail", "1", "fail", "3"}
			if mute {
				want = []string{"fail", "1", "fail", "2", "3"}
			}
			if got := i.codes(); !slices.Equal(got, want) || (len(marks) > 0) == mute {
				t.Errorf("mute %v: ran %q, want %q, with %d marks", mute, got, want, len(marks))
			}
		})
	}
}

// A page that has comms but does not answer marks, as the classic notebook with widgets, loses no
// cells if the first error comes markPatience after it has connected. It gets one mark.
func TestMutePage(t *testing.T) {
	for _, comms := range []bool{false, true} {
		i := failsAfter(0)
		in(t, i, Config{}, func(f *frontend) {
			p := pageOf(f, "page")
			p.mute = true
			marks := 1
			if comms {
				p.connects()
				marks = 0 // it got the mark when it connected
			}
			p.run("a")
			time.Sleep(markPatience)
			p.run("fail")
			p.run("x")
			time.Sleep(seriesGap)
			p.run("b")
			if got := len(kind(p.reads(), "comm_open")); got != marks {
				t.Errorf("comms %v: %d marks with the cells, want %d", comms, got, marks)
			}
			if got, want := i.codes(), []string{"a", "fail", "b"}; !slices.Equal(got, want) {
				t.Errorf("comms %v: ran %q, want %q", comms, got, want)
			}
		})
	}
}

// A page without comms that answers the mark of its first cell is trusted at its first error.
func TestFirstCell(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		p := pageOf(f, "page")
		first := p.run("a")
		list := of(p.reads(), first)
		if got, want := lines(list), []string{"busy", "comm_open", "In[1] a", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
		p.run("fail")
		time.Sleep(time.Second)
		p.run("x")
		p.reads()
		p.run("b")
		if got, want := i.codes(), []string{"a", "fail", "b"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
	})
}

// A page that has comms but leaves a mark unanswered loses no more than the cells of two seconds,
// and gets no more marks until it answers after all.
func TestLostMark(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		p := pageOf(f, "page")
		p.mute = true
		p.connects()
		p.run("fail")
		lost := p.reads()
		time.Sleep(markPatience - time.Millisecond)
		p.run("x")
		time.Sleep(markPatience)
		p.run("1")
		p.run("2")
		p.run("fail")
		time.Sleep(seriesGap)
		p.run("3")
		if got := len(kind(p.reads(), "comm_open")); got > 0 {
			t.Errorf("%d marks after one without an answer", got)
		}
		p.mute = false
		for _, m := range p.answers(lost) {
			p.arrive(m)
		}
		p.run("fail")
		time.Sleep(time.Second)
		p.run("x")
		p.reads()
		p.run("4")
		if got, want := i.codes(), []string{"fail", "1", "2", "fail", "3", "fail", "4"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
	})
}

// Of a page that has connected again since the mark was sent, dates decide: what it made before
// the error, and sends now, is aborted; what it makes now runs, whether the mark was lost or not.
func TestMarkAndReconnection(t *testing.T) {
	for _, lost := range []bool{false, true} {
		i := failsAfter(0)
		in(t, i, Config{}, func(f *frontend) {
			p := pageOf(f, "page")
			p.connects()
			pending := p.make("execute_request", map[string]any{"code": "x"})
			time.Sleep(time.Millisecond)
			p.run("fail")
			list := p.published()
			time.Sleep(500 * time.Millisecond)
			p.connects()
			p.arrive(pending)
			p.run("1")
			if !lost {
				p.arrive(p.answers(list)[0])
			}
			p.run("2")
			time.Sleep(time.Second)
			p.run("fail") // the page is still known to answer
			time.Sleep(time.Second)
			p.run("x")
			p.reads()
			p.run("3")
			if got, want := i.codes(), []string{"fail", "1", "2", "fail", "3"}; !slices.Equal(got, want) {
				t.Errorf("mark lost is %v: ran %q, want %q", lost, got, want)
			}
		})
	}
}

// Cells of other pages and of programs run while a mark is on its way, a page that was loaded
// again among them, and the answers of others do not count.
func TestMarkAndOthers(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		p, other := pageOf(f, "page"), pageOf(f, "other")
		p.connects()
		other.connects()
		p.run("fail")
		list := p.published()
		other.run("1")
		f.execute("2")
		other.arrive(other.answers(list)[0])
		p.run("x")
		reloaded := pageOf(f, "reloaded")
		reloaded.connects()
		reloaded.run("3")
		p.run("x")
		p.arrive(p.answers(list)[0])
		p.run("4")
		if got, want := i.codes(), []string{"fail", "1", "2", "3", "4"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
	})
}

// An answer to the mark of an earlier error does not end the series of a later one.
func TestOldMark(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		p := pageOf(f, "page")
		p.connects()
		p.run("fail")
		first := p.answers(p.published())[0]
		p.arrive(first)
		p.run("fail")
		second := p.answers(p.published())[0]
		p.arrive(first)
		time.Sleep(time.Second)
		p.run("x")
		p.arrive(second)
		p.run("1")
		if got, want := i.codes(), []string{"fail", "fail", "1"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
	})
}

// Stop is marked as an error is, also if it comes between two cells.
func TestMarkOfStop(t *testing.T) {
	for _, between := range []bool{false, true} {
		i := gated()
		in(t, i, Config{}, func(f *frontend) {
			p := pageOf(f, "page")
			p.connects()
			p.run("a")
			if between {
				p.run("x")
				f.gate <- struct{}{}
				i.turn <- "a"
				f.settle()
			}
			f.send(f.control, "interrupt_request", nil)
			f.settle()
			if between {
				<-f.gate
			}
			list := p.published()
			if got := len(kind(list, "comm_open")); got != 1 {
				t.Fatalf("between cells is %v: %d marks, want 1", between, got)
			}
			time.Sleep(time.Second)
			p.run("x")
			p.arrive(p.answers(list)[0])
			p.run("b")
			i.turn <- "b"
			if got, want := i.codes(), []string{"a", "b"}; !slices.Equal(got, want) {
				t.Errorf("between cells is %v: ran %q, want %q", between, got, want)
			}
		})
	}
}

// Each subshell has marks of its own. The page may answer in any queue.
func TestMarkInSubshell(t *testing.T) {
	i := failsAfter(0)
	in(t, i, Config{}, func(f *frontend) {
		m := f.send(f.control, "create_subshell_request", nil)
		id := f.reply(f.control, m, "create_subshell_reply").data["subshell_id"].(string)
		p := pageOf(f, "page")
		p.connects()
		inside := func(code string) {
			m := p.make("execute_request", map[string]any{"code": code})
			m.Header.Subshell = id
			p.arrive(m)
		}
		inside("fail")
		time.Sleep(time.Second)
		inside("x")
		p.run("1")
		p.reads()
		inside("2")
		if got, want := i.codes(), []string{"fail", "1", "2"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
	})
}

// However many pages have come, the number that is remembered has a limit.
func TestManyPages(t *testing.T) {
	var p pages
	for n := range 3 * mostPages {
		p.answered(strings.Repeat("x", n))
		if len(p.page) > mostPages {
			t.Fatalf("%d pages are remembered, want at most %d", len(p.page), mostPages)
		}
	}
	if mark, certain := p.ask(strings.Repeat("x", 3*mostPages-1)); !mark || !certain {
		t.Error("the last page is not remembered")
	}
}
