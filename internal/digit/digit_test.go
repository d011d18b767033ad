// SPDX-License-Identifier: BSD-3-Clause

package digit

import (
	"slices"
	"testing"
)

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

// TestWrite writes all numbers and reads them again.
func TestWrite(t *testing.T) {
	numbers := make([]int, len(Base36))
	for n := range numbers {
		numbers[n] = n
	}
	text, err := Write(numbers...)
	if err != nil || text != Base36 {
		t.Errorf("%q, %v", text, err)
	}
	if got, err := Read(text); err != nil || !slices.Equal(got, numbers) {
		t.Errorf("%v, %v", got, err)
	}
	for _, n := range []int{-1, 36} {
		if text, err := Write(0, n); err == nil {
			t.Errorf("%d is written as %q", n, text)
		}
	}
	for _, text := range []string{"A", "1.", "é"} {
		if got, err := Read(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
