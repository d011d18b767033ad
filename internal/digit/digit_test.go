// SPDX-License-Identifier: BSD-3-Clause

package digit

import "testing"

// TestValue checks every byte: the value of a digit is its index, and other bytes have none.
func TestValue(t *testing.T) {
	want := map[byte]int{}
	for n := range 62 {
		switch {
		case n < 10:
			want['0'+byte(n)] = n
		case n < 36:
			want['a'+byte(n-10)] = n
		default:
			want['A'+byte(n-36)] = n
		}
	}
	for c := range 256 {
		n, ok := want[byte(c)]
		if !ok {
			n = -1
		}
		if got := Value(byte(c)); got != n {
			t.Errorf("the value of %q is %d, want %d", byte(c), got, n)
		}
	}
	if len(Base62) != 62 || Base62[:36] != Base36 {
		t.Errorf("%d digits, of which the first are %s", len(Base62), Base62[:36])
	}
}
