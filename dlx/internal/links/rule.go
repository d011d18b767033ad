// SPDX-License-Identifier: BSD-3-Clause

package links

import "math/rand/v2"

// A Rule is a way to choose the item to branch on. The tree depends on it,
// the solutions do not.
type Rule int

const (
	Fewest Rule = iota // the item with the fewest choices: Knuth's MRV
	First              // the first active item
	Last               // the last active item
	Random             // any active item, with equal chances
)

// by sets the rule; the default is Fewest.
func (d *dance) by(rule Rule, seed uint64) {
	switch rule {
	case First:
		d.rule = func() int32 { return d.next[0] }
	case Last:
		d.rule = func() int32 { return d.prev[0] }
	case Random:
		random := rand.New(rand.NewPCG(seed, 0))
		d.rule = func() int32 {
			best, n := int32(0), int32(0)
			for i := d.next[0]; i != 0; i = d.next[i] {
				if n++; random.Int32N(n) == 0 {
					best = i
				}
			}
			return best
		}
	}
}
