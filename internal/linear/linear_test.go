// SPDX-License-Identifier: BSD-3-Clause

package linear

import (
	"fmt"
	"math/big"
	"testing"
)

func TestSum(t *testing.T) {
	for _, c := range []struct {
		style   Style
		numbers []int64
		want    string
	}{
		{Style{}, nil, "0"},
		{Style{}, []int64{0, 0}, "0"},
		{Style{}, []int64{-3, 1, 0, -1, 12}, "-3 + x - x^3 + 12x^4"},
		{Style{Times: " "}, []int64{0, -2, 1}, "-2 x + x^2"},
		{Style{Most: 2, More: "..."}, []int64{0, 1, 0, 5}, "x + 5x^3"},
		{Style{Most: 2, More: "..."}, []int64{7, 1, 0, -5, 2}, "7 + x + ..."},
	} {
		var list []*big.Int
		for _, n := range c.numbers {
			list = append(list, big.NewInt(n))
		}
		if got := c.style.Polynomial(list, func(n int) string { return fmt.Sprintf("^%d", n) }); got != c.want {
			t.Errorf("%v in style %+v is %q, expected %q", c.numbers, c.style, got, c.want)
		}
	}
}
