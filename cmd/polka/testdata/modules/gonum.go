package main

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"
)

type diagonal []float64

func (d diagonal) Dims() (int, int) { return len(d), len(d) }

func (d diagonal) At(i, j int) float64 {
	if i == j {
		return d[i]
	}
	return 0
}

func (d diagonal) T() mat.Matrix { return d }

type road struct {
	from, to graph.Node
	km       float64
}

func (r road) From() graph.Node         { return r.from }
func (r road) To() graph.Node           { return r.to }
func (r road) ReversedEdge() graph.Edge { return road{r.to, r.from, r.km} }
func (r road) Weight() float64          { return r.km }

type city int64

func (c city) ID() int64 { return int64(c) }

func main() {
	d := diagonal{1, 2, 4}
	var m mat.Dense
	m.Mul(d, mat.NewDense(3, 1, []float64{1, 1, 1}))
	fmt.Println(mat.Formatted(&m))
	fmt.Println(mat.Det(d), mat.Trace(d), mat.Sum(d))
	g := simple.NewWeightedDirectedGraph(0, 100)
	for _, r := range []road{{city(1), city(2), 5}, {city(2), city(3), 1}, {city(1), city(3), 9}} {
		g.SetWeightedEdge(r)
	}
	nodes, weight := path.DijkstraFrom(city(1), g).To(3)
	fmt.Println(nodes, weight)
	fmt.Printf("%T\n", g.Edge(1, 2))
	mean, sd := stat.MeanStdDev([]float64{1, 2, 3, 4}, nil)
	fmt.Printf("%.4f %.4f %v\n", mean, sd, floats.Sum([]float64{1, 2}))
	res, err := optimize.Minimize(optimize.Problem{Func: func(x []float64) float64 { return (x[0] - 3) * (x[0] - 3) }}, []float64{0}, nil, &optimize.NelderMead{})
	fmt.Printf("%.3f %v\n", res.X[0], err)
	var inv mat.Dense
	fmt.Println(inv.Inverse(diagonal{0, 1}))
	defer func() { fmt.Println(recover()) }()
	m.Mul(d, diagonal{1})
}
