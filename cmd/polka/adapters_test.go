// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/worker"
)

// TestAdapters shows values of modules in a program that has them. test_wheel.py does so for one
// value in every test.
func TestAdapters(t *testing.T) {
	if !long() {
		t.Skip("compiles many modules; set POLKA_LONG")
	}
	program := filepath.Join(t.TempDir(), "polka-data")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	b := programBuild{source: filepath.Join("..", ".."), output: program, log: testWriter{t}, modules: []string{
		"gonum.org/v1/gonum/mat@v0.17.0", "gonum.org/v1/gonum/graph/simple@v0.17.0", "gonum.org/v1/plot@v0.17.0",
		"github.com/go-echarts/go-echarts/v2/charts@v2.6.7", "github.com/go-echarts/go-echarts/v2/opts@v2.6.7",
		"github.com/apache/arrow-go/v18/arrow/array@v18.8.0", "github.com/apache/arrow-go/v18/arrow/memory@v18.8.0",
		"github.com/fogleman/gg@v1.3.0", "github.com/skip2/go-qrcode@v0.0.0-20200617195104-da1b6568686e", "github.com/lucasb-eyer/go-colorful@v1.4.1",
		"github.com/wcharczuk/go-chart/v2@v2.1.2", "github.com/paulmach/orb@v0.14.0", "gopkg.in/yaml.v3@v3.0.1",
	}}
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := worker.New(worker.Config{Command: []string{program, workerVerb}})
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const chartTypes = "application/vnd.vegalite.v5+json image/svg+xml text/plain"
	for i, try := range []struct{ code, types, text, part string }{
		{"import \"gonum.org/v1/gonum/mat\"\nmat.NewDense(2, 2, []float64{1, -2.5, 1e-9, 40})", "text/html text/plain",
			"2 × 2\n⎡    1  -2.5⎤\n⎣1e-09    40⎦", `<caption>2 × 2</caption>`},
		{"mat.NewVecDense(3, nil).T()", "text/html text/plain", "1 × 3\n[0  0  0]", "<td>0</td>"},
		{"mat.NewDense(100, 40, nil)", "text/html text/plain", "100 × 40\n⎡0  0  0  0  0  0  ⋯  0  0  0⎤", "<td>⋱</td>"},
		{"type own struct{ mat.Matrix }\nown{mat.NewDiagDense(1, []float64{7})}", "text/html text/plain", "1 × 1\n[7]", "<td>7</td>"},
		{"import (\n\"math\"\n\"gonum.org/v1/plot\"\n\"gonum.org/v1/plot/plotter\"\n)\np := plot.New()\np.Title.Text = \"A sine\"\n" +
			"p.Add(plotter.NewFunction(math.Sin))\np.X.Max, p.Y.Min, p.Y.Max = 7, -1, 1\np",
			"image/svg+xml text/html text/plain", "plot: A sine", ">A sine</text>"},
		{"import \"gonum.org/v1/gonum/graph/simple\"\ng := simple.NewDirectedGraph()\n" +
			"for i := range int64(4) {\n\tg.SetEdge(g.NewEdge(simple.Node(i), simple.Node(i+1)))\n}\ng",
			"image/svg+xml text/html text/plain", "directed graph with 5 nodes and 4 edges", ">4</text>"},
		{"w := simple.NewWeightedUndirectedGraph(0, 0)\nw.SetWeightedEdge(w.NewWeightedEdge(simple.Node(1), simple.Node(2), 2.5))\nw",
			"image/svg+xml text/html text/plain", "graph with 2 nodes and 1 edge", ">2.5</text>"},
		{"import (\n\"github.com/go-echarts/go-echarts/v2/charts\"\n\"github.com/go-echarts/go-echarts/v2/opts\"\n)\nbar := charts.NewBar()\n" +
			"bar.SetGlobalOptions(charts.WithTitleOpts(opts.Title{Title: \"Pieces\"}))\n" +
			"bar.SetXAxis([]string{\"I\", \"O\"}).AddSeries(\"box\", []opts.BarData{{Value: 3}, {Value: 1}})\nbar",
			chartTypes, "bar of 2 rows: x category, y value", ">Pieces</text>"},
		{"gauge := charts.NewGauge()\ngauge.AddSeries(\"g\", []opts.GaugeData{{Name: \"a\", Value: 3}})\ngauge", "application/json text/plain",
			"gauge chart of go-echarts", ""},
		{"import (\n\"github.com/apache/arrow-go/v18/arrow/array\"\n\"github.com/apache/arrow-go/v18/arrow/memory\"\n)\n" +
			"build := array.NewInt64Builder(memory.DefaultAllocator)\nbuild.AppendValues([]int64{3, 1, 2}, nil)\nbuild.NewArray()", "", "", "<td"},
		{"bar.AddSeries(\"board\", []opts.BarData{{Value: 2}, {Value: 7}})\nbar", chartTypes, "bar of 4 rows: x category, y value, color series",
			"<title>category: O, value: 7, series: board</title>"},
		{"import \"github.com/fogleman/gg\"\ndc := gg.NewContext(30, 20)\ndc", "image/png text/plain", "drawing of 30 × 20 pixels", ""},
		{"import \"github.com/skip2/go-qrcode\"\ncode, err := qrcode.New(\"polka\", qrcode.Low)\ncode", "image/svg+xml text/html text/plain",
			"QR code of \"polka\"\n█████████████████████████████", `<rect width="29" height="29" fill="#ffffff"/><path fill="#000000" d="M4,4h7v1h-7z`},
		{"import \"github.com/lucasb-eyer/go-colorful\"\nteal, err := colorful.Hex(\"#00936b\")\nteal", "image/svg+xml text/html text/plain",
			"#00936b", `fill="#00936b"`},
		{"[]colorful.Color{teal, {R: 2}}", "image/svg+xml text/html text/plain", "#00936b #ff0000*", ">#ff0000*</text>"},
		{"import gochart \"github.com/wcharczuk/go-chart/v2\"\n" +
			"line := gochart.Chart{Title: \"Squares\", Series: []gochart.Series{gochart.ContinuousSeries{XValues: []float64{1, 2}, YValues: []float64{1, 4}}}}\nline",
			"image/svg+xml text/html text/plain", "chart: Squares", `aria-label="chart: Squares" width="640" height="320"`},
		{"&gochart.PieChart{Values: []gochart.Value{{Value: 2, Label: \"two\"}, {Value: 3, Label: \"three\"}}}",
			"image/svg+xml text/html text/plain", "pie chart", ">three</text>"},
		{"gochart.BarChart{Title: \"None\"}", "text/html text/plain", "please provide at least one bar", "please provide"},
		{"import \"github.com/paulmach/orb\"\norb.Polygon{{{0, 0}, {2, 0}, {2, 1}, {0, 0}}}", "image/svg+xml text/html text/plain",
			"Polygon of 4 points, from 0,0 to 2,1", `<path class="a" d="M10.0,220.0L430.0,220.0L430.0,10.0L10.0,220.0Z"/>`},
		{"orb.Collection{orb.Point{1, 2}, orb.LineString{{1, 2}, {3, 4}}}", "image/svg+xml text/html text/plain",
			"GeometryCollection of 3 points, from 1,2 to 3,4", `<circle class="d" cx="10.0" cy="310.0"`},
		{"orb.MultiPoint{}", "text/plain", "MultiPoint of 0 points", ""},
		{"import \"gopkg.in/yaml.v3\"\nvar n yaml.Node\nerr = yaml.Unmarshal([]byte(\"# games\\na: &x [1, {b: c}]\\n\\nd: *x\\ne: true\\nf:\\n  - g: 1\\n    h: !own z\\n\"), &n)\n&n",
			"text/html text/plain", "# games\na: &x [1, {b: c}]\n", "<tr><td>4</td><td><b>d</b>: <u>*x</u></td></tr>\n<tr><td>5</td><td><b>e</b>: <i>true</i></td></tr>\n" +
				"<tr><td>6</td><td><b>f</b>:</td></tr>\n<tr><td>7</td><td>  - <b>g</b>: <i>1</i></td></tr>\n<tr><td>8</td><td>    <b>h</b>: <u>!own</u> z</td></tr>"},
	} {
		r := c.Execute(ctx, engine.Cell{Number: i + 1, Code: try.code}, new(trialOutput))
		if r.Err != nil {
			t.Errorf("%s\n%s", try.code, strings.Join(r.Err.Trace, "\n"))
			continue
		}
		kinds := r.Value.Types()
		if try.types != "" && strings.Join(kinds, " ") != try.types || !strings.HasPrefix(r.Value.Plain(), try.text) {
			t.Errorf("%s\nis shown as %v\n%s", try.code, kinds, r.Value.Plain())
		}
		if !slices.ContainsFunc([]string{display.SVGType, display.HTMLType}, func(kind string) bool { return strings.Contains(string(r.Value.Data[kind]), try.part) }) {
			t.Errorf("%s\nis shown without %s: %v", try.code, try.part, kinds)
		}
	}
}

// TestWriteAdapters chooses the adapters of the packages of a program. One that does not compile is
// left out.
func TestWriteAdapters(t *testing.T) {
	source, dir := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	adapters := filepath.Join(source, "cmd", "polka", adapterDir, "example.org")
	write(filepath.Join(adapters, "good", "good.go"), "package good\n")
	write(filepath.Join(adapters, "old", "old.go"), "package old\n\nvar _ = missing\n")
	write(filepath.Join(adapters, "other", "other.go"), "package other\n")
	write(filepath.Join(dir, "go.mod"), "module "+customPath+"\n\ngo 1.26\n")
	var log bytes.Buffer
	b := programBuild{packages: []string{"example.org/good", "example.org/none", "example.org/old"}, log: &log}
	if err := b.writeAdapters(t.Context(), dir, source); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "z_adapters.go"))
	if want := "package main\n\nimport _ \"" + customPath + "/adapters/example.org/good\"\n"; err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	if !strings.HasPrefix(log.String(), "values of example.org/old are shown without a picture: go build:") || strings.Count(log.String(), "values of") != 1 {
		t.Errorf("the log has %q", &log)
	}
}
