// SPDX-License-Identifier: BSD-3-Clause

package cells

import (
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/instance"
)

func TestDominate(t *testing.T) {
	s := &engine.Search{}
	if Solve(instance.Dominate(7, 4), s); s.Count != 86 {
		t.Errorf("%d ways for 4 queens to attack a board of 7 x 7, want 86", s.Count)
	}
	few := &engine.Search{}
	if Solve(instance.Dominate(5, 2), few); few.Count != 0 {
		t.Errorf("%d ways for 2 queens to attack a board of 5 x 5, want 0", few.Count)
	}
}

// TestLimit stops at a limit, by the visitor and by a quota.
func TestLimit(t *testing.T) {
	p := instance.Dominate(7, 4)
	limit := &engine.Search{Question: engine.Question{Limit: 5}}
	if Solve(p, limit); limit.Count != 5 {
		t.Errorf("%d solutions, want 5", limit.Count)
	}
	seen := 0
	visit := new(engine.Search)
	visit.Visit = func(options []int32) bool {
		if len(options) != 4 {
			t.Errorf("%d queens, want 4", len(options))
		}
		seen++
		return seen < 3
	}
	if Solve(p, visit); seen != 3 {
		t.Errorf("%d solutions shown, want 3", seen)
	}
	quota := &engine.Search{Control: engine.Control{Quota: 1000}}
	if Solve(p, quota); quota.Err != engine.ErrQuota {
		t.Errorf("error %v, want %v", quota.Err, engine.ErrQuota)
	}
}
