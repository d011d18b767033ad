// SPDX-License-Identifier: BSD-3-Clause

// Bounds on the distances between the parts of a district: which districts can still become
// connected.

package districts

import "math/bits"

// unreachable is a number of vertices that are not enough.
const unreachable = 1 << 30

// connections computes least. A connection of two districts leaves one of them and enters
// the other through vertices after v, since others that touch them must stay different;
// between, it can pass through other districts.
func (c *Counter) connections(v int, after []int) error {
	if err := c.work(1 + len(after)*len(after)/16); err != nil {
		return err
	}
	c.least = make([][]int, len(after))
	for i, u := range after {
		c.least[i] = make([]int, len(after))
		// A search in breadth. c.steps[w] is 0 if w is not reached.
		queue := c.queue[:0]
		for _, w := range c.near[u] {
			if w > v {
				c.steps[w] = 1
				queue = append(queue, w)
			}
		}
		for at := 0; at < len(queue) && c.steps[queue[at]] < c.q.High; at++ {
			for _, w := range c.near[queue[at]] {
				if c.steps[w] == 0 {
					c.steps[w] = c.steps[queue[at]] + 1
					queue = append(queue, w)
				}
			}
		}
		for j, u := range after {
			c.least[i][j] = unreachable
			for _, w := range c.near[u] {
				if w > v && c.steps[w] > 0 {
					c.least[i][j] = min(c.least[i][j], c.steps[w])
				}
			}
		}
		for _, w := range queue {
			c.steps[w] = 0
		}
		c.queue = queue
		if err := c.work(1 + len(queue)/16); err != nil {
			return err
		}
	}
	return nil
}

// apart returns the least number of vertices that connect one of the places of a set to one of
// another.
func (c *Counter) apart(a, b uint32) int {
	least := unreachable
	for ; a != 0; a &= a - 1 {
		row := c.least[bits.TrailingZeros32(a)]
		for rest := b; rest != 0; rest &= rest - 1 {
			least = min(least, row[bits.TrailingZeros32(rest)])
		}
	}
	return least
}
