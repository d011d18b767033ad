package widget

import (
	"math"
	"reflect"
	"testing"
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
