// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"strconv"
	"strings"

	"polka/dlx/internal/links"
)

// A Rule selects the item that a search branches on, among those still to be
// covered. All rules lead to the same solutions, but the work differs: compare
// them with [Problem.Steps]. See Knuth, section 7.2.2.1, exercises 9 and 10.
type Rule string

const (
	// Fewest selects the item with the fewest choices, and the first one if there
	// are several. It is the rule of the solver, and finds dead ends at once.
	Fewest Rule = "fewest"
	// Leftmost selects the first item in the problem's order.
	Leftmost Rule = "leftmost"
	// Rightmost selects the last item in the problem's order.
	Rightmost Rule = "rightmost"
)

// AtRandom returns the rule that selects a random item. The same seed gives the
// same choices.
func AtRandom(seed uint64) Rule { return Rule(fmt.Sprintf("random %d", seed)) }

// links returns the corresponding rule of package links.
func (r Rule) links() (links.Rule, uint64, error) {
	switch r {
	case Fewest:
		return links.Fewest, 0, nil
	case Leftmost:
		return links.First, 0, nil
	case Rightmost:
		return links.Last, 0, nil
	}
	if digits, ok := strings.CutPrefix(string(r), "random "); ok {
		if seed, err := strconv.ParseUint(digits, 10, 64); err == nil {
			return links.Random, seed, nil
		}
	}
	return 0, 0, fmt.Errorf("dlx: unknown rule %q: expected fewest, leftmost, rightmost, or random and a seed", string(r))
}
