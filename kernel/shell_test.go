// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// gated is an interpreter whose cells wait for the test: a cell ends when its code comes from turn,
// with an error if it begins with "fail". Each prints its code.
func gated() *interpreter {
	i := &interpreter{complete: func(string, int) engine.Completion { return engine.Completion{} }}
	i.execute = func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
		out.Write(engine.Stdout, []byte(c.Code))
		select {
		case code := <-i.turn:
			if code != c.Code {
				panic("ran " + c.Code + " and not " + code)
			}
		case <-ctx.Done():
			return endless(ctx)
		}
		if strings.HasPrefix(c.Code, "fail") {
			return fails(engine.Panic, "boom")
		}
		return engine.Reply{}
	}
	return i
}

// summary tells type and status of each reply.
func summary(list []got) (s []string) {
	for _, g := range list {
		status, _ := g.data["status"].(string)
		s = append(s, strings.TrimSuffix(g.Header.Type, "_reply")+" "+status)
	}
	return s
}

// After an error, the cells that were in the queue are aborted and other requests are not; cells
// that come later run.
func TestAbort(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		f.execute("fail")
		aborted := f.execute("a")
		f.send(f.shell, "kernel_info_request", nil)
		f.send(f.shell, "complete_request", map[string]any{"code": ""})
		f.execute("", "silent", true)
		f.execute("b", "stop_on_error", false)
		f.settle()
		f.published()
		i.turn <- "fail"
		all := f.replies()
		want := []string{"execute error", "execute aborted", "kernel_info ok", "complete ok", "execute aborted", "execute aborted"}
		if got := summary(all); !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
		if all[1].data["execution_count"] != 1.0 || !strings.Contains(string(all[1].Metadata), "aborted") {
			t.Errorf("reply to the aborted cell: %v %s", all[1].data, all[1].Metadata)
		}
		if got, want := lines(of(f.published(), aborted)), []string{"busy", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published for the aborted cell: %q, want %q", got, want)
		}
		f.execute("c")
		f.settle()
		i.turn <- "c"
		if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
		if got, want := i.codes(), []string{"fail", "c"}; !slices.Equal(got, want) {
			t.Errorf("ran %q, want %q", got, want)
		}
	})
}

// sendAt sends a cell whose header has the given date.
func (f *frontend) sendAt(code, date string) {
	f.t.Helper()
	m := f.message("execute_request", map[string]any{"code": code})
	m.Header.Date = date
	f.shell.in.put(f.codec.Encode(m))
	f.settle()
}

// Of a client without dates, or with whole seconds, the cells that are on their way when a cell
// fails, or is stopped, are aborted. The error is published when none has come for a while.
func TestAbortWithoutDates(t *testing.T) {
	for _, date := range []string{"", "2026-11-24T12:00:00Z"} {
		for _, stop := range []bool{false, true} {
			i := gated()
			in(t, i, Config{}, func(f *frontend) {
				f.sendAt("fail", date)
				f.sendAt("a", date)
				if stop {
					f.send(f.control, "interrupt_request", nil)
				} else {
					i.turn <- "fail"
				}
				f.settle()
				for range 10 { // one by one, as through a server
					time.Sleep(abortQuiet / 2)
					if all := append(f.replies(), kind(f.published(), "error")...); len(all) > 0 {
						t.Fatalf("published before the last cell came: %q", lines(all))
					}
					f.sendAt("b", date)
					f.send(f.shell, "kernel_info_request", nil)
					f.settle()
				}
				time.Sleep(abortQuiet)
				count := map[string]int{}
				for _, s := range summary(f.replies()) {
					count[s]++
				}
				if count["execute error"] != 1 || count["execute aborted"] != 11 || count["kernel_info ok"] != 10 {
					t.Errorf("replies: %v", count)
				}
				f.sendAt("c", date)
				i.turn <- "c"
				if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
					t.Errorf("after the error: replies %q, want %q", got, want)
				}
				if got, want := i.codes(), []string{"fail", "c"}; !slices.Equal(got, want) {
					t.Errorf("ran %q, want %q", got, want)
				}
			})
		}
	}
}

// The error of a client without dates is not held back forever.
func TestAbortEnds(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		f.sendAt("fail", "")
		i.turn <- "fail"
		for n := 0; len(f.replies()) == 0; n++ {
			if n > int(abortMost/abortQuiet)*2 {
				t.Fatal("no reply")
			}
			f.sendAt("a", "")
			time.Sleep(abortQuiet / 2)
		}
	})
}

// The errors of clients with dates, and Stop, are answered at once, before the clock moves.
func TestErrorsAreNotDelayed(t *testing.T) {
	for _, stop := range []bool{false, true} {
		i := gated()
		in(t, i, Config{}, func(f *frontend) {
			f.execute("fail")
			f.execute("a")
			f.settle()
			begin := time.Now()
			if stop {
				f.send(f.control, "interrupt_request", nil)
			} else {
				i.turn <- "fail"
			}
			want := []string{"execute error", "execute aborted"}
			if got := summary(f.replies()); !slices.Equal(got, want) || len(kind(f.published(), "error")) != 1 {
				t.Errorf("stop %v: replies %q, want %q", stop, got, want)
			}
			if d := time.Since(begin); d != 0 {
				t.Errorf("stop %v: answered after %v", stop, d)
			}
		})
	}
}

// A cell that a client sends because it has seen the error runs, however soon it comes.
func TestNoAbortAfterError(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		f.execute("fail")
		f.settle()
		f.gate <- struct{}{} // the kernel waits with the reply, the error being on its way
		i.turn <- "fail"
		f.settle()
		f.execute("a")
		f.settle()
		<-f.gate
		f.settle()
		i.turn <- "a"
		if got, want := summary(f.replies()), []string{"execute error", "execute ok"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
	})
}

// failsAfter is an interpreter whose cell "fail" fails after d.
func failsAfter(d time.Duration) *interpreter {
	return byCode(map[string]func(context.Context, engine.Cell, engine.Output) engine.Reply{
		"fail": func(ctx context.Context, _ engine.Cell, _ engine.Output) engine.Reply {
			select {
			case <-time.After(d):
				return engine.Reply{Err: &engine.Error{Name: "E"}}
			case <-ctx.Done():
				return endless(ctx)
			}
		},
	})
}

const pageDate = "2006-01-02T15:04:05.000Z" // as in JavaScript

// A cell that arrives after the error is aborted if its header was written before the error was
// published, by the clock of the client, and run if that is not so or cannot be known.
func TestLateCells(t *testing.T) {
	for _, skew := range []time.Duration{0, -time.Hour, 24 * time.Hour} {
		for _, late := range []time.Duration{0, 5 * time.Second, 10 * time.Minute} {
			for _, c := range []struct {
				name   string
				at     time.Duration
				change func(*wire.Header)
				want   string
			}{
				{"at once", time.Millisecond, nil, "execute aborted"},
				{"with the same date", 0, nil, "execute aborted"},
				{"just before the error", time.Second - time.Millisecond, nil, "execute aborted"},
				{"when the error was published", time.Second, nil, "execute ok"},
				{"just after the error", time.Second + time.Millisecond, nil, "execute ok"},
				{"without a zone", time.Millisecond, func(h *wire.Header) { h.Date = strings.TrimSuffix(h.Date, "Z") }, "execute aborted"},
				{"in another session", time.Millisecond, func(h *wire.Header) { h.Session = "other" }, "execute ok"},
				{"without a date", time.Millisecond, func(h *wire.Header) { h.Date = "" }, "execute ok"},
			} {
				i := failsAfter(time.Second)
				in(t, i, Config{}, func(f *frontend) {
					begin := time.Now().Add(skew)
					send := func(code string, at time.Duration, change func(*wire.Header)) {
						m := f.message("execute_request", map[string]any{"code": code})
						m.Header.Date = begin.Add(at).UTC().Format("2006-01-02T15:04:05.000000Z")
						if change != nil {
							change(&m.Header)
						}
						f.shell.in.put(f.codec.Encode(m))
						f.settle()
					}
					send("fail", 0, nil)
					time.Sleep(2*time.Second + late)
					f.replies()
					send("x", c.at, c.change)
					if got := summary(f.replies()); len(got) != 1 || got[0] != c.want {
						t.Errorf("clock %v ahead, sent %s, %v late: %q, want %s", skew, c.name, late, got, c.want)
					}
				})
			}
		}
	}
}

// The cell that failed may have been late itself; then an earlier request shows the difference of
// the clocks, or a later one.
func TestLateFailure(t *testing.T) {
	for _, earlier := range []bool{true, false} {
		i := failsAfter(time.Second)
		in(t, i, Config{}, func(f *frontend) {
			date := func(d time.Duration) string {
				return time.Now().Add(d).UTC().Format("2006-01-02T15:04:05.000000Z")
			}
			if earlier {
				f.sendAt("", date(0))
				time.Sleep(20 * time.Second)
				f.replies()
			}
			f.sendAt("fail", date(-10*time.Second))
			time.Sleep(time.Second)
			f.settle()
			f.replies()
			if !earlier {
				f.sendAt("", date(0))
				f.replies()
			}
			f.sendAt("x", date(-500*time.Millisecond))
			if got, want := summary(f.replies()), []string{"execute aborted"}; !slices.Equal(got, want) {
				t.Errorf("an earlier request is %v: replies %q, want %q", earlier, got, want)
			}
			f.sendAt("x", date(0))
			if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
				t.Errorf("an earlier request is %v: replies %q to a cell after the error, want %q", earlier, got, want)
			}
		})
	}
}

// When the clock of a client is set back, its cells run.
func TestClockSetBack(t *testing.T) {
	i := failsAfter(time.Second)
	in(t, i, Config{}, func(f *frontend) {
		f.sendAt("fail", time.Now().UTC().Format(time.RFC3339Nano[:19]+".000000Z"))
		time.Sleep(10 * time.Second)
		f.replies()
		for range 2 {
			f.sendAt("x", time.Now().Add(-time.Hour).UTC().Format("2006-01-02T15:04:05.000000Z"))
			if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
				t.Errorf("replies %q, want %q", got, want)
			}
			time.Sleep(time.Second)
		}
	})
}

// A page that answers no marks makes the cells of Run All one after the other, with short pauses,
// and reads about the error only then. Requests arrive in order, some of them late. None of the
// cells runs; a cell that is made 100 ms after the page has read the error does.
func TestRunAllOfPage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		skew := time.Duration(random.Int64N(int64(2*time.Hour))) - time.Hour
		slowest := time.Duration(random.Int64N(int64(2*time.Second)) + 1)
		date := func(t time.Time) string { return t.Add(skew).UTC().Format(pageDate) }
		i := failsAfter(time.Duration(random.Int64N(int64(20 * time.Millisecond))))
		in(t, i, Config{}, func(f *frontend) {
			made := time.Now()
			arrives := made
			type cell struct{ made, arrives time.Time }
			var cells []cell
			for range 21 {
				made = made.Add(time.Duration(random.Int64N(int64(seriesGap - time.Millisecond))))
				if at := made.Add(time.Duration(random.Int64N(int64(slowest)))); at.After(arrives) {
					arrives = at
				}
				cells = append(cells, cell{made, arrives})
			}
			for n, c := range cells {
				time.Sleep(time.Until(c.arrives))
				code := "fail"
				if n > 0 {
					code = "x"
				}
				f.sendAt(code, date(c.made))
			}
			time.Sleep(time.Second) // the last cell may be the only one that has arrived
			if got := i.codes(); len(got) != 1 {
				t.Errorf("round %d: %d cells ran behind the error", round, len(got)-1)
			}
			f.replies()
			f.sendAt("x", date(time.Now()))
			if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
				t.Errorf("round %d: replies %q to a cell after the error, want %q", round, got, want)
			}
		})
	}
}

// A cell that a user runs 100 ms after the error runs, also if the page makes it before the last
// cells of Run All have arrived.
func TestUserAfterError(t *testing.T) {
	for _, d := range []time.Duration{0, time.Second} {
		i := failsAfter(d)
		in(t, i, Config{}, func(f *frontend) {
			date := func(t time.Time) string { return t.UTC().Format(pageDate) }
			begin := time.Now()
			f.sendAt("fail", date(begin))
			time.Sleep(d + 100*time.Millisecond)
			run := time.Now()
			time.Sleep(time.Second)
			f.sendAt("late", date(begin.Add(time.Millisecond)))
			f.sendAt("x", date(run))
			f.sendAt("y", date(run.Add(time.Millisecond)))
			if got, want := i.codes(), []string{"fail", "x", "y"}; !slices.Equal(got, want) {
				t.Errorf("ran %q, want %q", got, want)
			}
		})
	}
}

// Silent cells, and those sent with stop_on_error false, abort nothing.
func TestErrorsThatDoNotAbort(t *testing.T) {
	for _, members := range [][]any{{"silent", true}, {"stop_on_error", false}} {
		i := gated()
		in(t, i, Config{}, func(f *frontend) {
			f.execute("fail", members...)
			f.execute("a")
			f.settle()
			i.turn <- "fail"
			i.turn <- "a"
			if got, want := summary(f.replies()), []string{"execute error", "execute ok"}; !slices.Equal(got, want) {
				t.Errorf("%v: replies %q, want %q", members, got, want)
			}
		})
	}
}

// Stop ends the cell that runs, and aborts those that wait, also where they would go on after an
// error.
func TestInterruptAbortsQueue(t *testing.T) {
	for _, stop := range []bool{true, false} {
		i := gated()
		in(t, i, Config{}, func(f *frontend) {
			f.execute("a", "stop_on_error", stop)
			f.execute("b")
			f.settle()
			m := f.send(f.control, "interrupt_request", nil)
			r := f.reply(f.control, m, "interrupt_reply")
			if len(r.data) != 1 || r.data["status"] != "ok" {
				t.Errorf("interrupt_reply is %s, want {status: ok}", r.Content)
			}
			all := f.replies()
			if got, want := summary(all), []string{"execute error", "execute aborted"}; !slices.Equal(got, want) {
				t.Errorf("replies %q, want %q", got, want)
			}
			if all[0].data["ename"] != engine.Interrupted {
				t.Errorf("the cell ended with %v", all[0].data["ename"])
			}
			f.execute("c")
			f.settle()
			i.turn <- "c"
			if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
				t.Errorf("after Stop: replies %q, want %q", got, want)
			}
		})
	}
}

// Stop aborts what waits even if the cell that ran came to its end all the same.
func TestInterruptOfCellThatEnds(t *testing.T) {
	i := byCode(map[string]func(context.Context, engine.Cell, engine.Output) engine.Reply{
		"a": func(ctx context.Context, _ engine.Cell, _ engine.Output) engine.Reply {
			<-ctx.Done()
			return value("done")
		},
	})
	in(t, i, Config{}, func(f *frontend) {
		f.execute("a")
		f.execute("b")
		f.settle()
		f.send(f.control, "interrupt_request", nil)
		if got, want := summary(f.replies()), []string{"execute ok", "execute aborted"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
	})
}

// Stop between two cells, while the kernel is busy with the first one's output, aborts the second.
func TestInterruptBetweenCells(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		f.execute("a")
		f.execute("b")
		f.settle()
		f.gate <- struct{}{}
		i.turn <- "a"
		f.settle()
		f.send(f.control, "interrupt_request", nil)
		f.settle()
		<-f.gate
		if got, want := summary(f.replies()), []string{"execute ok", "execute aborted"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
	})
}

// Stop while nothing runs is felt by no later cell.
func TestInterruptWhileIdle(t *testing.T) {
	i := gated()
	in(t, i, Config{}, func(f *frontend) {
		for range 3 {
			m := f.send(f.control, "interrupt_request", nil)
			f.reply(f.control, m, "interrupt_reply")
			f.kernel.shell.interrupt() // as SIGINT does
			f.execute("a")
			f.settle()
			i.turn <- "a"
			if got, want := summary(f.replies()), []string{"execute ok"}; !slices.Equal(got, want) {
				t.Errorf("replies %q, want %q", got, want)
			}
		}
	})
}

// When the queue is full, push waits for room, or for the end.
func TestQueueLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShell(t.Context(), new(pages))
		r := &request{Message: new(wire.Message)}
		for range queueLimit {
			s.push(r)
		}
		pushed := make(chan bool, 2)
		go func() { pushed <- s.push(r) }()
		synctest.Wait()
		if len(pushed) > 0 {
			t.Fatal("push did not wait for room")
		}
		s.next()
		s.done()
		if !<-pushed {
			t.Error("push failed though there was room")
		}
		go func() { pushed <- s.push(r) }()
		synctest.Wait()
		s.close()
		if <-pushed || s.push(r) {
			t.Error("push after close")
		}
		for n := range queueLimit {
			if _, r := s.next(); r == nil {
				t.Fatalf("after close %d requests were given out, want all", n)
			}
			s.done()
		}
		if _, r := s.next(); r != nil {
			t.Error("more requests were given out than came")
		}
	})
}
