// SPDX-License-Identifier: BSD-3-Clause

package widget

import (
	"encoding/json"
	"math"
	"reflect"
	"runtime"
	"testing"

	comm "polka/kernel/comm/host"
)

// TestControlFor makes controls for parameters of types, and reads the parameters back.
func TestControlFor(t *testing.T) {
	for _, c := range []struct{ value, want any }{
		{nil, 0}, {7, 7}, {uint8(7), 7}, {-7, int8(-7)},
		{nil, uint(0)}, {7, uint16(7)}, {uint64(7), uint64(7)},
		{nil, 0.0}, {7, 7.0}, {uint(7), float32(7)}, {0.5, 0.5},
		{true, true}, {"a", "a"}, {[]string{"a", "b"}, "a"}, {[]int{3, 9}, uint(6)}, {[]int{3, 10}, 6}, {[]int{3, 10, 3}, 6}, {[]int{3, 9, 1, 4}, 4}, {[]int{9, 3}, 9},
	} {
		typ := reflect.TypeOf(c.want)
		w := controlFor(typ, c.value)
		if got, err := argument(typ, w); err != nil || got.Interface() != c.want {
			t.Errorf("%v for %T: %v has %v, %v", c.value, c.want, w, got, err)
		}
	}
	for _, c := range []struct{ value, typ any }{
		{-7, uint(0)}, {uint64(math.MaxUint64), uint64(0)}, {"a", 0}, {0.5, 0}, {[]int{1}, 0}, {nil, []byte{}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("there is a control for %v as a parameter of type %T", c.value, c.typ)
				}
			}()
			controlFor(reflect.TypeOf(c.typ), c.value)
		}()
	}
}

// TestSet sets values beyond the ends of controls, and an option that does not exist.
func TestSet(t *testing.T) {
	if got := IntSlider(1, 5).Set(9).Value(); got != 5 {
		t.Errorf("IntSlider(1, 5).Set(9) shows %d", got)
	}
	if got := IntProgress(5).Set(-1).Value(); got != 0 {
		t.Errorf("IntProgress(5).Set(-1) shows %d", got)
	}
	if got := IntText().Set(-900).Value(); got != -900 {
		t.Errorf("IntText().Set(-900) shows %d", got)
	}
	if got := FloatSlider(-1, 1).Set(-2).Value(); got != -1 {
		t.Errorf("FloatSlider(-1, 1).Set(-2) shows %g", got)
	}
	if got := FloatLogSlider(1, 2).Value(); got != 10 {
		t.Errorf("FloatLogSlider(1, 2) shows %g", got)
	}
	if got := FloatLogSlider(-2, 2).Set(50).Value(); got != 50 {
		t.Errorf("FloatLogSlider(-2, 2).Set(50) shows %g", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("Set of no option does not panic")
		}
	}()
	Dropdown("a", "b").Set("c")
}

// TestChangeAndSet changes a value on the page while a cell sets it: the page and the kernel agree
// which came last.
func TestChangeAndSet(t *testing.T) {
	p := newRecordingPage(t)
	w := IntSlider(0, 12)
	id := w.open(p.host)
	var sent []int // what the page shows
	show := func(m comm.Message) {
		var q struct{ State struct{ Value *int } }
		if json.Unmarshal(m.Data, &q) == nil && q.State.Value != nil {
			sent = append(sent, *q.State.Value)
		}
	}
	set := make(chan struct{})
	p.hub.Receive(comm.Message{Kind: comm.Sent, ID: id, Data: mustJSON(map[string]any{"method": "update", "state": map[string]any{"value": 3}})},
		func(m comm.Message) {
			show(m)
			go func() {
				defer close(set)
				w.Set(9)
			}()
			for range 1000 { // long enough for Set, if nothing holds it up
				runtime.Gosched()
			}
		})
	<-set
	p.host.Flush()
	n := len(p.sent) - 1
	show(p.sent[n])
	if last := sent[len(sent)-1]; last != w.Value() {
		t.Errorf("the page shows %v, and the kernel has %d", sent, w.Value())
	}
}
