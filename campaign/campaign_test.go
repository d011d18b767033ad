// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"polka/dlx/puzzle"
	"polka/shapes"
)

// queens is the problem of n queens, and the number of its solutions (A000170).
func queens(n int) (text string, solutions int64) {
	numbers := []int64{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724}
	return puzzle.NewQueens(n).Problem().DLX(), numbers[n]
}

// newCampaign starts a campaign in a store.
func newCampaign(t *testing.T, store Store, text string, plan Plan) *Campaign {
	t.Helper()
	s, err := Parse(coverKind, Count, text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(t.Context(), store, "test", s, plan)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// quick is a worker for tests.
func quick(threads int) Worker { return Worker{Threads: threads, Idle: time.Millisecond} }

// TestWork counts with several numbers of parts and threads.
func TestWork(t *testing.T) {
	for _, n := range []int{4, 6, 8} {
		text, want := queens(n)
		for _, parts := range []int{1, 2, 10, 100, 5000} {
			for _, threads := range []int{1, 2, 8} {
				c := newCampaign(t, NewMemory(), text, Plan{Parts: parts})
				if _, err := c.Result(t.Context()); err == nil {
					t.Error("a total before any work")
				}
				if err := c.Work(t.Context(), quick(threads)); err != nil {
					t.Fatal(err)
				}
				if got, err := c.Result(t.Context()); err != nil || got.Int64() != want {
					t.Errorf("%d queens, %d parts, %d threads: %v, error %v, want %d", n, parts, threads, got, err, want)
				}
				v, err := c.Verify(t.Context(), Verification{Sample: -1})
				if err != nil || !v.Done() || v.NumRecounted != v.NumResults || v.NumPartitions != v.NumSplits {
					t.Errorf("%d queens, %d parts: %+v, error %v", n, parts, v, err)
				}
				if parts == 100 && n == 8 && v.NumResults < 100 {
					t.Errorf("%d parts, expected 100", v.NumResults)
				}
			}
		}
	}
}

// TestSmall counts the small problems.
func TestSmall(t *testing.T) {
	for _, p := range problems {
		want := len(solutions(coverOf(t, p.text)))
		for _, parts := range []int{1, 3, 1000} {
			c := newCampaign(t, NewMemory(), p.text, Plan{Parts: parts})
			if err := c.Work(t.Context(), quick(2)); err != nil {
				t.Fatal(err)
			}
			if got, err := c.Result(t.Context()); err != nil || got.Int64() != int64(want) {
				t.Errorf("%s, %d parts: %v, error %v, want %d", p.name, parts, got, err, want)
			}
		}
	}
}

// TestBudget lets every second part take longer than the budget, until it cannot be split.
func TestBudget(t *testing.T) {
	text, want := queens(6)
	c := newCampaign(t, NewMemory(), text, Plan{Parts: 5, Budget: time.Nanosecond})
	if err := c.Work(t.Context(), quick(4)); err != nil {
		t.Fatal(err)
	}
	tally, err := c.Audit(t.Context())
	if err != nil || !tally.Done() || tally.Total.Int64() != want || tally.NumSplits < 20 {
		t.Errorf("%+v, error %v, want %d", tally, err, want)
	}
	if v, err := c.Verify(t.Context(), Verification{Sample: 10, Seed: 1}); err != nil || v.NumRecounted != min(10, v.NumResults) {
		t.Errorf("%+v, error %v", v, err)
	}
}

// TestBudgetOfPolyforms does the same for polyforms, and for all solutions.
func TestBudgetOfPolyforms(t *testing.T) {
	for _, goal := range []Goal{Count, All} {
		s, err := Polyforms(shapes.Triangle, 6, shapes.Free, goal)
		if err != nil {
			t.Fatal(err)
		}
		c, err := New(t.Context(), NewMemory(), "test", s, Plan{Parts: 3, Budget: time.Nanosecond})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Work(t.Context(), quick(4)); err != nil {
			t.Fatal(err)
		}
		tally, err := c.Audit(t.Context())
		if err != nil || !tally.Done() || tally.Total.Int64() != 12 || tally.NumSplits < 20 { // A000577
			t.Errorf("%s: %+v, error %v, want 12", goal, tally, err)
		}
	}
}

// A flaky store fails at random: it loses jobs, hands them out several times, and returns
// errors from calls that have succeeded.
type flaky struct {
	Store
	mutex  sync.Mutex
	random *rand.Rand
	given  []Job
}

var errFlaky = errors.New("flaky")

func (f *flaky) fails(percent int) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.random.IntN(100) < percent
}

func (f *flaky) Create(ctx context.Context, key string, record []byte) error {
	err := f.Store.Create(ctx, key, record)
	if f.fails(5) {
		return errFlaky
	}
	return err
}

func (f *flaky) Push(ctx context.Context, campaign string, jobs []Job) error {
	var kept []Job
	for _, j := range jobs {
		if !f.fails(10) {
			kept = append(kept, j)
		}
	}
	if f.fails(2) {
		return errFlaky
	}
	return f.Store.Push(ctx, campaign, kept)
}

func (f *flaky) Pull(ctx context.Context, campaign string, n int, wait time.Duration) ([]Claim, error) {
	if f.fails(10) {
		if c := f.again(); c != nil {
			return []Claim{c}, nil
		}
	}
	claims, err := f.Store.Pull(ctx, campaign, n, wait)
	f.mutex.Lock()
	for _, c := range claims {
		f.given = append(f.given, c.Job())
	}
	f.mutex.Unlock()
	return claims, err
}

// again returns a job that was handed out before, nil if there is none.
func (f *flaky) again() Claim {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if len(f.given) == 0 {
		return nil
	}
	return &flakyClaim{f.given[f.random.IntN(len(f.given))]}
}

// A flakyClaim is a job that was handed out twice.
type flakyClaim struct{ job Job }

func (c *flakyClaim) Job() Job        { return c.job }
func (c *flakyClaim) Renew() error    { return errFlaky }
func (c *flakyClaim) Complete() error { return errFlaky }
func (c *flakyClaim) Release() error  { return errFlaky }

// TestKills interrupts workers at random moments, over a store that fails at random.
func TestKills(t *testing.T) {
	text, want := queens(7)
	for seed := range uint64(20) {
		store := &flaky{Store: NewMemory(), random: rand.New(rand.NewPCG(seed, 0))}
		s, err := Parse(coverKind, Count, text)
		if err != nil {
			t.Fatal(err)
		}
		var c *Campaign
		for c == nil { // New is interrupted too
			c, err = New(t.Context(), store, "test", s, Plan{Parts: 50, Budget: time.Hour})
			if err != nil {
				c, _ = Open(t.Context(), store, "test")
			}
		}
		for done, kills := false, 0; !done; kills++ {
			ctx, cancel := context.WithCancel(t.Context())
			var group sync.WaitGroup
			for i := range 3 {
				group.Go(func() {
					left := 1 + (int(seed)+kills+i)%7
					w := quick(2)
					w.solve = func(ctx context.Context, part Part) (Result, error) {
						if store.fails(10) {
							cancel() // every worker
							return Result{}, context.Canceled
						}
						return c.Search.Solve(ctx, part)
					}
					w.Progress = func(Record) {
						if left--; left == 0 {
							cancel()
						}
					}
					_ = c.Work(ctx, w)
				})
			}
			group.Wait()
			cancel()
			tally, err := c.Audit(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			done = tally.Done()
			if !done && tally.Total.Int64() > want {
				t.Fatalf("seed %d: %v so far, the total is %d", seed, tally.Total, want)
			}
		}
		if got, err := c.Result(t.Context()); err != nil || got.Int64() != want {
			t.Errorf("seed %d: %v, error %v, want %d", seed, got, err, want)
		}
		if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
			t.Errorf("seed %d: %+v, error %v", seed, v, err)
		}
	}
}

// odd selects some parts.
func odd(part Part) bool { return strings.ContainsAny(string(part[len(part)-1:]), "13579") }

// TestAlarms lets workers find wrong results.
func TestAlarms(t *testing.T) {
	text, _ := queens(6)
	wrong := func(c *Campaign) func(context.Context, Part) (Result, error) {
		return func(ctx context.Context, part Part) (Result, error) {
			r, err := c.Search.Solve(ctx, part)
			if err == nil && odd(part) {
				r.Count.Add(r.Count, big.NewInt(1))
			}
			return r, err
		}
	}
	t.Run("verify", func(t *testing.T) {
		c := newCampaign(t, NewMemory(), text, Plan{Parts: 100})
		w := quick(2)
		w.solve = wrong(c)
		if err := c.Work(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		bad := 0
		if _, err := c.audit(t.Context(), func(r *Record) bool {
			if r.Count != "" && odd(r.Part) {
				bad++
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		v, err := c.Verify(t.Context(), Verification{Sample: -1})
		if err != nil || bad == 0 || len(v.Alarms) != bad {
			t.Errorf("%d alarms, error %v, expected %d", len(v.Alarms), err, bad)
		}
		if _, err := c.Result(t.Context()); !errors.Is(err, ErrAlarm) {
			t.Errorf("a total with alarms: %v", err)
		}
	})
	t.Run("twice", func(t *testing.T) {
		c := newCampaign(t, NewMemory(), text, Plan{Parts: 100})
		if err := c.Work(t.Context(), quick(2)); err != nil {
			t.Fatal(err)
		}
		var some Record
		if _, err := c.audit(t.Context(), func(r *Record) bool {
			if r.Count != "" {
				some = *r
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := c.enter(t.Context(), some); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Result(t.Context()); err != nil {
			t.Errorf("the same result three times: %v", err)
		}
		some.Count += "0"
		some.Count = "1" + some.Count
		if before, err := c.enter(t.Context(), some); err != nil || before == nil || before.Count == some.Count {
			t.Errorf("another result: %+v, error %v", before, err)
		}
		if tally, err := c.Audit(t.Context()); err != nil || len(tally.Alarms) != 1 {
			t.Errorf("%+v, error %v", tally, err)
		}
	})
}

// TestDamage changes records of the ledger, as a mistake of a program could.
func TestDamage(t *testing.T) {
	text, _ := queens(6)
	for _, damage := range []struct {
		name   string
		change func(r *Record) bool
	}{
		{"a part that is left out", func(r *Record) bool {
			if len(r.Split) > 1 && r.Part != "" {
				r.Split = r.Split[1:]
				return true
			}
			return false
		}},
		{"a part that occurs twice", func(r *Record) bool {
			if len(r.Split) > 1 {
				r.Split[0] = r.Split[1]
				return true
			}
			return false
		}},
		{"a result of another part", func(r *Record) bool {
			if r.Count != "" {
				r.Part += " 0:-"
				return true
			}
			return false
		}},
		{"a result that is no number", func(r *Record) bool {
			if r.Count != "" {
				r.Count = "-" + r.Count
				return true
			}
			return false
		}},
		{"no parts", func(r *Record) bool {
			if len(r.Split) > 1 {
				r.Split, r.Empty = nil, true
				return true
			}
			return false
		}},
	} {
		t.Run(damage.name, func(t *testing.T) {
			c := newCampaign(t, NewMemory(), text, Plan{Parts: 100})
			if err := c.Work(t.Context(), quick(2)); err != nil {
				t.Fatal(err)
			}
			var victim *Record
			var key string
			if _, err := c.audit(t.Context(), func(r *Record) bool {
				k := c.key(r.Part)
				if changed := *r; victim == nil {
					changed.Split = append([]string(nil), r.Split...)
					if damage.change(&changed) {
						victim, key = &changed, k
					}
				}
				return true
			}); err != nil || victim == nil {
				t.Fatalf("no record to damage, error %v", err)
			}
			text := fmt.Sprintf(`{"part":%q,"count":%q,"split":%s,"empty":%v}`, victim.Part, victim.Count, list(victim.Split), victim.Empty)
			if err := c.store.Put(t.Context(), c.ledger()+key, []byte(text)); err != nil {
				t.Fatal(err)
			}
			v, err := c.Verify(t.Context(), Verification{})
			if err == nil && v.Done() {
				t.Errorf("%+v, expected an error", v)
			}
			t.Log(err)
		})
	}
}

// list is a list of strings in JSON.
func list(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, fmt.Sprintf("%q", w))
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// TestOpen opens a campaign again, and refuses others.
func TestOpen(t *testing.T) {
	text, want := queens(6)
	store := NewMemory()
	c := newCampaign(t, store, text, Plan{Parts: 20})
	if _, err := New(t.Context(), store, "test", c.Search, Plan{}); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("a second campaign with the name: %v", err)
	}
	other, err := Open(t.Context(), store, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Work(t.Context(), quick(1)); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != want {
		t.Errorf("%v, error %v, want %d", n, err, want)
	}
	for _, name := range []string{"", "a.b", "a*", ">", "a b", "-a", strings.Repeat("x", 65), "none"} {
		if _, err := Open(t.Context(), store, name); err == nil {
			t.Errorf("campaign %q was opened", name)
		}
	}
	info, err := store.Get(t.Context(), "test.info")
	if err != nil {
		t.Fatal(err)
	}
	later := strings.Replace(string(info), fmt.Sprintf(`"polka campaign version":%d`, Version), fmt.Sprintf(`"polka campaign version":%d`, Version+1), 1)
	if err := store.Put(t.Context(), "test.info", []byte(later)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), store, "test"); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("a campaign of another version: %v", err)
	}
	if err := store.Put(t.Context(), "test.info", info); err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), c.pieceKey(0), []byte("a\na\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), store, "test"); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a campaign with another text: %v", err)
	}
}

// TestResume starts a campaign, resumes it, and does not resume that of another problem.
func TestResume(t *testing.T) {
	store := NewMemory()
	resume := func(n int) (*Campaign, error) {
		text, _ := queens(n)
		s, err := Parse(coverKind, Count, text)
		if err != nil {
			t.Fatal(err)
		}
		return Resume(t.Context(), store, "test", s, Plan{Parts: 10 + n})
	}
	first, err := resume(6)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := resume(6); err != nil || again.Info != first.Info {
		t.Errorf("%+v, error %v, want %+v", again, err, first)
	}
	if _, err := resume(5); err == nil || !strings.Contains(err.Error(), "of another problem") {
		t.Errorf("another problem: error %v", err)
	}
	if _, err := Resume(t.Context(), store, "a.b", first.Search, Plan{}); err == nil {
		t.Error("a bad name")
	}
}

// TestStop stops a campaign, and continues it.
func TestStop(t *testing.T) {
	text, want := queens(6)
	c := newCampaign(t, NewMemory(), text, Plan{Parts: 20})
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Work(t.Context(), quick(2)); !errors.Is(err, ErrStopped) {
		t.Errorf("work on a campaign that was stopped: %v", err)
	}
	if err := c.Continue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Work(t.Context(), quick(2)); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != want {
		t.Errorf("%v, error %v, want %d", n, err, want)
	}
	if err := c.Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), c.store, "test"); err == nil {
		t.Error("a campaign that was removed was opened")
	}
}

// TestRemoveDuringPart removes a campaign while a worker works on a part, and starts another one
// with the same name, of the same problem or of another one. The worker ends, and what it has found
// is in neither.
func TestRemoveDuringPart(t *testing.T) {
	for _, n := range []int{6, 5} {
		synctest.Test(t, func(t *testing.T) {
			text, _ := queens(6)
			store := NewMemory()
			c := newCampaign(t, store, text, Plan{Parts: 20, Budget: time.Hour})
			var other *Campaign
			w := quick(1)
			w.solve = func(context.Context, Part) (Result, error) {
				if other == nil {
					if err := c.Remove(t.Context()); err != nil {
						t.Error(err)
					}
					text, _ := queens(n)
					other = newCampaign(t, store, text, Plan{Parts: 1})
				}
				time.Sleep(time.Minute) // of the clock of the test
				return Result{Count: big.NewInt(1)}, nil
			}
			if err := c.Work(t.Context(), w); err == nil || !strings.Contains(err.Error(), "was removed") {
				t.Errorf("%d queens: error %v, expected that the campaign was removed", n, err)
			}
			if _, err := c.Stopped(t.Context()); err == nil {
				t.Errorf("%d queens: the campaign is not removed", n)
			}
			w.solve = func(context.Context, Part) (Result, error) { return Result{Count: big.NewInt(7)}, nil }
			if err := other.Work(t.Context(), w); err != nil {
				t.Fatal(err)
			}
			if got, err := other.Result(t.Context()); err != nil || got.Int64() != 7 {
				t.Errorf("%d queens: %v, error %v, want 7", n, got, err)
			}
		})
	}
}

// TestStopDuringPart stops a campaign while one of two threads works on a part. Its result is
// recorded.
func TestStopDuringPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text, _ := queens(6)
		c := newCampaign(t, NewMemory(), text, Plan{Parts: 20, Budget: time.Hour})
		var begun atomic.Int64
		release, ended := make(chan struct{}), make(chan error)
		w := Worker{Threads: 2}
		w.solve = func(ctx context.Context, part Part) (Result, error) {
			if begun.Add(1) == 1 {
				select {
				case <-release:
				case <-ctx.Done():
					return Result{}, ctx.Err()
				}
			}
			return Result{Count: big.NewInt(1)}, nil
		}
		go func() { ended <- c.Work(t.Context(), w) }()
		time.Sleep(time.Minute) // of the clock of the test
		if err := c.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		close(release)
		if err := <-ended; !errors.Is(err, ErrStopped) {
			t.Errorf("error %v, expected that the campaign was stopped", err)
		}
		if tally, err := c.Audit(t.Context()); err != nil || len(tally.Missing) > 0 {
			t.Errorf("%d parts without a result, error %v", len(tally.Missing), err)
		}
	})
}

// TestPlanError interrupts a plan. The error is reported once, not for each part.
func TestPlanError(t *testing.T) {
	text, _ := queens(8)
	s, err := Parse(coverKind, Count, text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ctx, NewMemory(), "test", s, Plan{}); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
}

// TestBadWorkers gives workers and a verification numbers that are not valid.
func TestBadWorkers(t *testing.T) {
	text, _ := queens(5)
	s, err := Parse(coverKind, Count, text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(t.Context(), NewMemory(), "test", s, Plan{Parts: 4})
	if err != nil {
		t.Fatal(err)
	}
	_, sample := c.Verify(t.Context(), Verification{Sample: -2})
	threads, idle := c.Work(t.Context(), Worker{Threads: -1}), c.Work(t.Context(), Worker{Idle: -1})
	for i, err := range []error{threads, idle, sample} {
		if err == nil {
			t.Errorf("call %d: no error", i)
		}
	}
}

// A watched store notes which records of the ledger are being written, and which have been.
type watched struct {
	Store
	mutex   sync.Mutex
	begun   int
	most    int // that were being written at the same time
	written map[Part]bool
	orphans []Part
}

func (w *watched) Create(ctx context.Context, key string, record []byte) error {
	r, err := parseRecord(record)
	if err != nil || !strings.Contains(key, ledgerKind) {
		return w.Store.Create(ctx, key, record)
	}
	w.mutex.Lock()
	if at := strings.LastIndexByte(string(r.Part), ' '); r.Part != "" && !w.written[r.Part[:max(at, 0)]] {
		w.orphans = append(w.orphans, r.Part)
	}
	w.begun++
	w.most = max(w.most, w.begun)
	w.mutex.Unlock()
	runtime.Gosched() // to others that write
	err = w.Store.Create(ctx, key, record)
	w.mutex.Lock()
	w.begun--
	w.written[r.Part] = true
	w.mutex.Unlock()
	return err
}

// TestOrder writes the records of a plan several at a time, and each after that of the part that
// it belongs to.
func TestOrder(t *testing.T) {
	text, _ := queens(8)
	w := &watched{Store: NewMemory(), written: map[Part]bool{}}
	newCampaign(t, w, text, Plan{Parts: 1000})
	if len(w.orphans) > 0 || len(w.written) < 100 || w.most < 2 {
		t.Errorf("%d records, %d at a time at most; before those of their wholes %q", len(w.written), w.most, w.orphans)
	}
}
