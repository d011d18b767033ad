// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"math"
	"testing"
)

// TestEstimate compares estimates with what they estimate.
func TestEstimate(t *testing.T) {
	for _, name := range []string{"queens8", "soma", "langford8", "xcc_ws5ok", "mcc_pent5x8"} {
		p := load(t, name)
		e, err := p.Estimate(t.Context(), 1000, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := p.recorded(Options{Engine: "links"})
		n, err := s.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		solutions, _ := n.Float64()
		if nodes := float64(s.Stats().Nodes); math.Abs(e.Nodes-nodes) > 5*e.NodesStdErr {
			t.Errorf("%s: %v, but there are %v nodes", name, e, nodes)
		}
		if math.Abs(e.Solutions-solutions) > 5*e.SolutionsStdErr+1 {
			t.Errorf("%s: %v, but there are %v solutions", name, e, solutions)
		}
		if f, _ := p.Estimate(t.Context(), 1000, 1); f.String() != e.String() {
			t.Errorf("%s: the same seed gives %v and %v", name, e, f)
		}
	}
}

func TestEstimateErrors(t *testing.T) {
	p := New("a").AddOption("a")
	if _, err := p.Estimate(t.Context(), 0, 1); err == nil {
		t.Error("no dives, and no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e, err := p.Estimate(ctx, 1000, 1); err == nil || e.Dives != 0 {
		t.Errorf("Estimate = %v, %v after the end of the context", e, err)
	}
	if e, err := p.Estimate(t.Context(), 10, 1); err != nil || e.Nodes != 2 || e.NodesStdErr != 0 || e.Solutions != 1 {
		t.Errorf("Estimate = %v, %v, want 2 nodes and 1 solution for sure", e, err)
	}
}
