package cells

import (
	"testing"

	"polka/dlx/internal/engine"
)

// dominate is the problem of placing q queens on an n x n board so that they
// attack all squares (Knuth, section 7.2.2.1).
func dominate(n, q int) *engine.Problem {
	p := &engine.Problem{Primary: 1 + n*n, Items: 1 + n*n, First: []int32{0}, Low: []int32{int32(q)}, High: []int32{int32(q)}}
	for s := range n * n {
		p.Low, p.High = append(p.Low, 1), append(p.High, int32(q))
		p.Entries = append(p.Entries, engine.Entry{Item: 0})
		for t := range n * n {
			dx, dy := s/n-t/n, s%n-t%n
			if dx == 0 || dy == 0 || dx == dy || dx == -dy {
				p.Entries = append(p.Entries, engine.Entry{Item: int32(1 + t)})
			}
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

func TestDominate(t *testing.T) {
	s := &engine.Search{}
	if Solve(dominate(7, 4), s); s.Count != 86 {
		t.Errorf("%d ways for 4 queens to attack a board of 7 x 7, want 86", s.Count)
	}
	few := &engine.Search{}
	if Solve(dominate(5, 2), few); few.Count != 0 {
		t.Errorf("%d ways for 2 queens to attack a board of 5 x 5, want 0", few.Count)
	}
}

// TestLimit stops at a limit, by the visitor and by a quota.
func TestLimit(t *testing.T) {
	p := dominate(7, 4)
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
