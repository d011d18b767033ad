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
		{true, true}, {"a", "a"}, {[]string{"a", "b"}, "a"}, {[]int{3, 9}, uint(3)},
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
