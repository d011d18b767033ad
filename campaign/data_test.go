// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/dlx"
)

// startFor starts a campaign of a problem for a goal.
func startFor(t *testing.T, goal Goal, text string, plan Plan) *Campaign {
	t.Helper()
	s, err := Parse(coverKind, goal, text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(t.Context(), NewMemory(), "test", s, plan)
	if err != nil {
		t.Fatal(err)
	}
	// As another program would see it.
	if c, err = Open(t.Context(), c.store, "test"); err != nil {
		t.Fatal(err)
	}
	return c
}

// texts returns problems with the lists of their solutions, as package dlx lists them.
func texts(t *testing.T, each func(name, text string, p *dlx.Problem, want []string)) {
	list := slices.Clone(problems)
	six, _ := queens(6)
	list = append(list, struct{ name, text string }{"six queens", six})
	for _, pr := range list {
		p, err := dlx.Parse(pr.text)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		err = p.Each(t.Context(), func(s dlx.Solution) bool {
			want = append(want, strings.TrimSuffix(string(appendSolution(nil, s.Options())), "\n"))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(want)
		each(pr.name, pr.text, p, want)
	}
}

// linesOf returns the solutions of a campaign.
func linesOf(t *testing.T, c *Campaign) (lines []string) {
	t.Helper()
	if err := c.EachSolution(t.Context(), func(data []byte) bool {
		lines = append(lines, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")...)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestAll stores all solutions.
func TestAll(t *testing.T) {
	texts(t, func(name, text string, _ *dlx.Problem, want []string) {
		for _, parts := range []int{1, 10, 1000} {
			c := startFor(t, All, text, Plan{Parts: parts})
			if err := c.Work(t.Context(), quick(2)); err != nil {
				t.Fatal(err)
			}
			got := linesOf(t, c)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d parts: %q, want %q", name, parts, got, want)
			}
			if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
				t.Errorf("%s, %d parts: %+v, error %v", name, parts, v, err)
			}
		}
	})
}

// TestFirst ends with a solution, or the proof that there is none.
func TestFirst(t *testing.T) {
	texts(t, func(name, text string, p *dlx.Problem, want []string) {
		for _, parts := range []int{1, 10, 1000} {
			c := startFor(t, First, text, Plan{Parts: parts})
			if err := c.Work(t.Context(), quick(2)); err != nil {
				t.Fatal(err)
			}
			n, err := c.Result(t.Context())
			if err != nil || n.Int64() != int64(min(1, len(want))) {
				t.Errorf("%s, %d parts: %v, error %v", name, parts, n, err)
			}
			if got := linesOf(t, c); len(got) != min(1, len(want)) || len(got) == 1 && !slices.Contains(want, got[0]) {
				t.Errorf("%s, %d parts: %q is none of %q", name, parts, got, want)
			}
			if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
				t.Errorf("%s, %d parts: %+v, error %v", name, parts, v, err)
			}
		}
	})
}

// TestFirstFound ends the work when there is a first solution whose worker was killed before it
// noted that, or that was imported.
func TestFirstFound(t *testing.T) {
	text, _ := queens(6)
	c := startFor(t, First, text, Plan{Parts: 1})
	other := startFor(t, First, text, Plan{Parts: 1})
	file := workShard(t, shardsOf(t, other, 1)[0], Worker{Threads: 1})
	j := &job{Campaign: c, Worker: quick(1)}
	r, err := c.Search.Solve(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	record := recordOf("", r)
	err = c.saveData(t.Context(), &record, r.Data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.enter(t.Context(), record); err != nil {
		t.Fatal(err)
	}
	if err := j.part(t.Context(), Job{c.key(""), ""}); !errors.Is(err, errDone) {
		t.Errorf("error %v, expected that the work is done", err)
	}
	importFile(t, other, file)
	for _, c := range []*Campaign{c, other} {
		if part, err := c.store.Get(t.Context(), c.Name+foundKind); err != nil || len(part) > 0 {
			t.Errorf("found in part %q, error %v, expected the whole", part, err)
		}
	}
}

// TestFamily merges the families of parts.
func TestFamily(t *testing.T) {
	texts(t, func(name, text string, p *dlx.Problem, want []string) {
		whole, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, parts := range []int{1, 10, 100} {
			c := startFor(t, Family, text, Plan{Parts: parts})
			if err := c.Work(t.Context(), quick(2)); err != nil {
				t.Fatal(err)
			}
			f, err := c.Family(t.Context())
			if err != nil {
				t.Fatalf("%s, %d parts: %v", name, parts, err)
			}
			if f == nil || f.Count().Cmp(whole.Count()) != 0 || !f.Equal(whole) {
				t.Errorf("%s, %d parts: %v, want %v", name, parts, f, whole)
			}
			if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
				t.Errorf("%s, %d parts: %+v, error %v", name, parts, v, err)
			}
		}
	})
}

// TestWrongData changes the data of a result.
func TestWrongData(t *testing.T) {
	text, _ := queens(6)
	for _, goal := range []Goal{All, First} {
		c := startFor(t, goal, text, Plan{Parts: 10})
		if err := c.Work(t.Context(), quick(1)); err != nil {
			t.Fatal(err)
		}
		m := c.store.(*Memory)
		for key := range m.records {
			if strings.HasPrefix(key, c.Name+dataKind) {
				m.records[key][0] ^= 1
				break
			}
		}
		_, one := c.Verify(t.Context(), Verification{Sample: -1})
		two := c.EachSolution(t.Context(), func([]byte) bool { return true })
		if one == nil || two == nil || !strings.Contains(two.Error(), "damaged") {
			t.Errorf("%s: errors %v and %v", goal, one, two)
		}
	}
}

// TestConfirm passes solutions that are wrong.
func TestConfirm(t *testing.T) {
	text, _ := queens(6)
	s, err := Parse(coverKind, All, text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Confirm("", r); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(r.Data), "\n")
	for name, data := range map[string]string{
		"one fewer":       strings.Join(lines[1:], ""),
		"one twice":       lines[0] + lines[0] + strings.Join(lines[2:], ""),
		"another order":   lines[1] + lines[0] + strings.Join(lines[2:], ""),
		"not a solution":  "0 1 2\n" + strings.Join(lines[1:], ""),
		"not numbers":     "a b\n" + strings.Join(lines[1:], ""),
		"no such options": "999\n" + strings.Join(lines[1:], ""),
	} {
		if err := s.Confirm("", Result{r.Count, []byte(data)}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	parts, err := s.Split("")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Confirm(parts[0], r); err == nil {
		t.Error("all solutions pass as those of a part")
	}
}

// TestLarge splits a part whose solutions are too many.
func TestLarge(t *testing.T) {
	text, want := queens(6)
	c := startFor(t, All, text, Plan{Parts: 1})
	w := quick(2)
	w.solve = func(ctx context.Context, part Part) (Result, error) {
		r, err := c.Search.Solve(ctx, part)
		if err == nil && r.Count.Int64() > 1 {
			err = ErrLarge
		}
		return r, err
	}
	if err := c.Work(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	tally, err := c.Audit(t.Context())
	if err != nil || tally.Total.Int64() != want || tally.NumSplits == 0 {
		t.Errorf("%+v, error %v, want %d", tally, err, want)
	}
}

// TestLargeFamily splits parts whose families do not fit in memory.
func TestLargeFamily(t *testing.T) {
	text, want := queens(8)
	c := startFor(t, Family, text, Plan{Parts: 1})
	c.Search.(*cover).memory = 64 << 10
	if _, err := c.Search.Solve(t.Context(), ""); !errors.Is(err, ErrLarge) {
		t.Fatalf("error %v, expected that the family is too large", err)
	}
	if err := c.Work(t.Context(), quick(2)); err != nil {
		t.Fatal(err)
	}
	if f, err := c.Family(t.Context()); err != nil || f.Count().Int64() != want {
		t.Errorf("%v, error %v, want %d", f, err, want)
	}
}

// TestSettle finds out which of two results is right.
func TestSettle(t *testing.T) {
	text, want := queens(6)
	for _, goal := range []Goal{Count, All} {
		for _, wrongFirst := range []bool{false, true} {
			name := fmt.Sprintf("%s, the wrong one first: %v", goal, wrongFirst)
			c := startFor(t, goal, text, Plan{Parts: 20})
			if err := c.Work(t.Context(), quick(2)); err != nil {
				t.Fatal(err)
			}
			var victim Record
			if err := c.Each(t.Context(), func(r Record) bool {
				if r.Count != "" {
					victim = r
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			wrong := Record{Part: victim.Part, Count: "1" + victim.Count, By: "other"}
			key := c.ledger() + c.key(victim.Part)
			if wrongFirst {
				m := c.store.(*Memory)
				right := m.records[key]
				delete(m.records, key)
				if _, err := c.enter(t.Context(), wrong); err != nil {
					t.Fatal(err)
				}
				if err := c.store.Create(t.Context(), key, right); !errors.Is(err, ErrExists) {
					t.Fatal(err)
				}
				wrong = victim
			}
			if _, err := c.enter(t.Context(), wrong); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Result(t.Context()); !errors.Is(err, ErrAlarm) {
				t.Fatalf("%s: a result with an alarm, error %v", name, err)
			}
			list, err := c.Settle(t.Context(), "test")
			if err != nil || len(list) != 1 || list[0].Changed != wrongFirst {
				t.Errorf("%s: %v, error %v", name, list, err)
			}
			if n, err := c.Result(t.Context()); err != nil || n.Int64() != want {
				t.Errorf("%s: %v, error %v, want %d", name, n, err, want)
			}
			if list, err := c.Settle(t.Context(), "test"); err != nil || len(list) != 0 {
				t.Errorf("%s, again: %v, error %v", name, list, err)
			}
			if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
				t.Errorf("%s: %+v, error %v", name, v, err)
			}
		}
	}
}

// TestBatches lets one of the parts of a batch take long: the others go back to the queue.
func TestBatches(t *testing.T) {
	m := NewMemory()
	for i := range 4 {
		if err := m.Push(t.Context(), "test", []Job{{Key: fmt.Sprint(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	claims, err := m.Pull(t.Context(), "test", 4, time.Second)
	if err != nil || len(claims) != 4 {
		t.Fatalf("%d claims, error %v", len(claims), err)
	}
	b := &batch{claims: claims}
	if first := b.next(); first.Job().Key != "0" {
		t.Errorf("the first is %v", first.Job())
	}
	b.release()
	if b.next() != nil {
		t.Error("a claim that was released is worked on")
	}
	if claims, err := m.Pull(t.Context(), "test", 4, time.Second); err != nil || len(claims) != 3 {
		t.Errorf("%d claims, error %v, expected 3", len(claims), err)
	}
}

// A settling store lets another program settle the alarms just before they are read.
type settling struct {
	*Memory
	settle func()
}

func (s *settling) Each(ctx context.Context, prefix string, visit func(key string, record []byte) bool) error {
	if strings.HasSuffix(prefix, alarmKind) && s.settle != nil {
		settle := s.settle
		s.settle = nil
		settle()
	}
	return s.Memory.Each(ctx, prefix, visit)
}

// TestSettleDuringAudit corrects the ledger after an audit has read the wrong record and before it
// reads the alarms. The audit must not find a total.
func TestSettleDuringAudit(t *testing.T) {
	text, want := queens(6)
	c := startFor(t, Count, text, Plan{Parts: 20})
	if err := c.Work(t.Context(), quick(2)); err != nil {
		t.Fatal(err)
	}
	var victim Record
	if err := c.Each(t.Context(), func(r Record) bool {
		if r.Count != "" {
			victim = r
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	memory := c.store.(*Memory)
	memory.delete(c.ledger() + c.key(victim.Part))
	for _, r := range []Record{{Part: victim.Part, Count: "1" + victim.Count, By: "other"}, victim} {
		if _, err := c.enter(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	other := *c
	c.store = &settling{memory, func() {
		if list, err := other.Settle(t.Context(), "test"); err != nil || len(list) != 1 || !list[0].Changed {
			t.Errorf("%v, error %v", list, err)
		}
	}}
	if n, err := c.Result(t.Context()); !errors.Is(err, ErrAlarm) {
		t.Errorf("%v, error %v, expected an alarm", n, err)
	}
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != want {
		t.Errorf("afterwards: %v, error %v, want %d", n, err, want)
	}
}

// delete removes a record.
func (m *Memory) delete(key string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.records, key)
}
