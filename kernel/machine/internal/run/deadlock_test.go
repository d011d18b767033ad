package run

import "testing"

// TestTwoLooks checks that one look at waiting threads is not enough: a timer that is due may not
// have fired yet.
func TestTwoLooks(t *testing.T) {
	r := &Run{m: NewWorld(nil)}
	failed := make(chan any, 1)
	r.Failed = func(v any) { failed <- v }
	r.alive.Store(1)
	r.waiting.Store(1)
	r.lookDead(0)
	select {
	case <-failed:
		t.Fatal("the first look ended the run")
	default:
	}
	if v := <-failed; v.(*Panic).Value != ErrDeadlock {
		t.Errorf("got %v, want %v", v, ErrDeadlock)
	}
}
