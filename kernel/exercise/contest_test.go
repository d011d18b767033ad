// SPDX-License-Identifier: BSD-3-Clause

package exercise_test

import (
	"math"
	"strings"
	"testing"

	"polka/kernel/exercise"
)

// TestContest reads contests, and compares results.
func TestContest(t *testing.T) {
	const whole = "-- a/check --\n// any\n-- a/contest --\nfewest nodes\n-- a/score --\nreturn 1\n"
	list, err := exercise.Read("", []byte(whole))
	if err != nil || list[0].Contest != "fewest nodes" || list[0].Score != "return 1\n" {
		t.Fatal(list, err)
	}
	c := list[0].Contest
	if !c.Better(1, 2) || c.Better(2, 2) || c.Better(3, 2) || c.Counted() != "nodes" {
		t.Error(c)
	}
	if m := exercise.Contest("most pieces"); m.Better(1, 2) || !m.Better(3, 2) || m.Check() != nil {
		t.Error(m)
	}
	for _, bad := range []string{
		strings.Replace(whole, "fewest", "best", 1), strings.Replace(whole, " nodes", "", 1), strings.Replace(whole, "nodes", "nodes\nmore", 1),
		strings.Replace(whole, "-- a/check --\n// any\n", "", 1), strings.Replace(whole, "-- a/score --\n", "", 1), "-- a/check --\n// any\n-- a/score --\nreturn 1\n",
	} {
		if _, err := exercise.Read("", []byte(bad)); err == nil {
			t.Errorf("accepted:\n%s", bad)
		}
	}
	for _, v := range []any{3, int8(3), uint64(3), float32(3), 3.0} {
		if x, err := exercise.Result(v); x != 3 || err != nil {
			t.Errorf("%T: %v, %v", v, x, err)
		}
	}
	for _, v := range []any{nil, "3", true, 3i, math.NaN(), math.Inf(-1), []int{3}} {
		if x, err := exercise.Result(v); err == nil {
			t.Errorf("%T: %v", v, x)
		}
	}
}
