// SPDX-License-Identifier: BSD-3-Clause

package frontier

import (
	"errors"
	"math/rand/v2"
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/pfaffian"
	"polka/internal/bigint"
)

// errBurnt is the error of a fuse that has burnt.
var errBurnt = errors.New("the fuse has burnt")

// TestState stops counts, along lanes and without, narrow and wide, and resumes
// them: every state is visited once, and the count is the same.
func TestState(t *testing.T) {
	tall, long := board(24, 10, nil, dominoes...), board(60, 8, nil, dominoes...)
	wide := spaced(long, 10)
	for _, c := range []struct {
		name   string
		p      *engine.Problem
		direct bool
		same   *engine.Problem // with the same count, for another engine
	}{
		{"lanes", tall, false, tall},
		{"tables", tall, true, tall},
		{"wide lanes", wide, false, long},
		{"wide tables", wide, true, long},
		{"pairs", pairs(18), false, nil},
	} {
		other := &engine.Search{}
		if c.same == nil {
			other.Count = 3 * 5 * 7 * 9 * 11 * 13 * 15 * 17
		} else if plan, ok := pfaffian.NewPlan(c.same, &engine.Search{}); ok {
			plan.Count(other)
		}
		plan := newPlan(c.p, &engine.Search{}, given(c.p))
		whole := plan.begin(&engine.Search{}, 1<<62)
		whole.direct = c.direct
		if !whole.run() || bigint.OfWords(whole.done...).Cmp(other.Total()) != 0 {
			t.Errorf("%s: %v, %v, want %v", c.name, bigint.OfWords(whole.done...), whole.s.Err, other.Total())
		}
		s := &engine.Search{}
		stops, fraction := 0, 0.0
		for {
			s.Err, s.Check = nil, engine.NewFuse(int64(stops%3), errBurnt).Look
			var state []byte
			w := plan.begin(s, 1<<62)
			if stops > 0 {
				state = s.Rest[0].State
				var ok bool
				if w, ok = plan.resume(s, state); !ok {
					t.Fatalf("%s: the state after stop %d is not taken", c.name, stops)
				}
			}
			w.direct = c.direct
			if w.run() {
				if bigint.OfWords(w.done...).Cmp(bigint.OfWords(whole.done...)) != 0 || s.Nodes != whole.s.Nodes {
					t.Errorf("%s, stopped %d times: %v and %d states, want %v and %d", c.name, stops, bigint.OfWords(w.done...), s.Nodes, bigint.OfWords(whole.done...), whole.s.Nodes)
				}
				break
			}
			if s.Err != errBurnt {
				t.Fatalf("%s: %v", c.name, s.Err)
			}
			s.Rest = w.open()
			if now := 1 - s.Rest[0].Weight; now < fraction || now > 1 {
				t.Errorf("%s: progress went from %v to %v", c.name, fraction, now)
			} else {
				fraction = now
			}
			stops++
		}
		if stops < 3 {
			t.Errorf("%s: stopped only %d times", c.name, stops)
		}
	}
}

// TestDamage changes bytes of a state, and truncates it.
func TestDamage(t *testing.T) {
	p := board(12, 8, nil, dominoes...)
	plan := newPlan(p, &engine.Search{}, given(p))
	s := &engine.Search{Control: engine.Control{Check: engine.NewFuse(0, errBurnt).Look}}
	if plan.Count(s, 1<<62); s.Err != errBurnt || len(s.Rest) != 1 {
		t.Fatal(s.Err)
	}
	state := s.Rest[0].Kept()
	random := rand.New(rand.NewPCG(1, 2))
	other := newPlan(board(13, 8, nil, dominoes...), &engine.Search{}, given(board(13, 8, nil, dominoes...)))
	for i := range 200 {
		bad := append([]byte(nil), state...)
		if i%2 == 0 {
			bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		} else {
			bad = bad[:random.IntN(len(bad))]
		}
		s := &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{{Weight: 1, State: bad}}}}
		if plan.Count(s, 1<<62); s.Err != engine.ErrState || s.Total().Sign() != 0 {
			t.Fatalf("a damaged state gives %v, %v", s.Total(), s.Err)
		}
	}
	s = &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{{Weight: 1, State: state}}}}
	if other.Count(s, 1<<62); s.Err != engine.ErrState {
		t.Errorf("the state of another problem gives %v, %v", s.Total(), s.Err)
	}
	s = &engine.Search{Remainder: engine.Remainder{Rest: []engine.Part{{Weight: 1, State: state}}}}
	if plan.Count(s, 0); s.Err != nil || s.Total().String() != "82741005829" { // A028470
		t.Errorf("the state gives %v, %v", s.Total(), s.Err)
	}
}
