// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "testing"

// TestGraphs checks the numbers of nodes, edges and symmetries, and of Hamiltonian paths, each of
// which counts in both directions.
func TestGraphs(t *testing.T) {
	for _, test := range []struct {
		name                           string
		nodes, edges, symmetries, long int
	}{
		{"path-5", 5, 4, 2, 2},
		{"cycle-6", 6, 6, 12, 12},
		{"complete-5", 5, 10, 120, 120},
		{"hypercube-3", 8, 12, 48, 144},
		{"hypercube-4", 16, 32, 384, -1},
		{"petersen", 10, 15, 120, 240},
	} {
		l, err := LatticeByName(test.name)
		if err != nil {
			t.Fatal(err)
		}
		whole := l.Whole()
		edges := 0
		for _, c := range whole.Cells() {
			edges += len(l.Neighbors(c))
		}
		if whole.Size() != test.nodes || edges != 2*test.edges || len(l.Automorphisms()) != test.symmetries {
			t.Errorf("%s: %d nodes, %d ends of edges, %d symmetries; expected %v", l, whole.Size(), edges, len(l.Automorphisms()), test)
		}
		if test.long < 0 {
			continue
		}
		path, err := NewGraph(Graph{Name: "long", Edges: chain(test.nodes)})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(l.Embeddings(path.Whole(), Free)); n != test.long {
			t.Errorf("%s: %d paths through all nodes, expected %d", l, n, test.long)
		}
	}
}

func chain(n int) (edges [][2]string) {
	for i := 1; i < n; i++ {
		edges = append(edges, [2]string{string(rune('a' + i - 1)), string(rune('a' + i))})
	}
	return edges
}

func TestGraphNodes(t *testing.T) {
	house, err := NewGraph(Graph{
		Name:  "house",
		Edges: [][2]string{{"a", "b"}, {"b", "c"}, {"c", "d"}, {"d", "a"}, {"d", "roof"}, {"roof", "c"}, {"a", "b"}},
		Nodes: []string{"roof"}, Positions: map[string][2]float64{"roof": {0.5, -1}, "d": {0, 0}, "c": {1, 0}, "a": {0, 1}, "b": {1, 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := house.Nodes("roof", "d", "c")
	if err != nil || s.String() != "house [(0,0,0), (0,0,3), (0,0,4)]" || !s.Connected() || house.NodeName(Cell{Z: 0}) != "roof" {
		t.Errorf("the gable is %v, error %v", s, err)
	}
	if n := len(house.Automorphisms()); n != 2 {
		t.Errorf("%d symmetries, expected 2", n)
	}
	if _, err := house.Nodes("cellar"); err == nil {
		t.Error("expected an error for a node that does not exist")
	}
	if _, err := Square.Nodes("a"); err == nil {
		t.Error("expected an error for squares")
	}
	if _, err := house.MarshalText(); err == nil {
		t.Error("expected an error for the text of a graph")
	}
	for _, g := range []Graph{
		{Name: "path-4", Edges: chain(3)},
		{Name: "petersen", Edges: chain(3)},
		{Name: "empty"},
		{Name: "loop", Edges: [][2]string{{"a", "a"}}},
		{Name: "lost", Edges: chain(3), Positions: map[string][2]float64{"z": {}}},
	} {
		if _, err := NewGraph(g); err == nil {
			t.Errorf("%v: expected an error", g)
		}
	}
	again, err := NewGraph(Graph{Name: "house", Edges: chain(3)})
	if err != nil || again == house {
		t.Errorf("another graph with the name is %v, error %v", again, err)
	}
	if n := len(again.Embeddings(Domino(), Free)); n != 4 {
		t.Errorf("a domino lies in %d ways on two edges, expected 4", n)
	}
}
