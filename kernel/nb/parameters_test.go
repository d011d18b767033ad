// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"strings"
	"testing"
)

const defaults = `n := 5
var (
	ratio float64 = 2
	name, dry = "tea", false
	small int8 = 1
)
const limit = 10
wait := 2 * time.Second
list := []int{1, 2}
rates := map[string]float64{"a": 1}
anything := map[string]any{}
sep := ','
neg := -1.5
board := cover.Rectangle(6, 10)
n64 := int64(3)
%time n
f := func() {}`

// TestParameterize sets parameters of each kind.
func TestParameterize(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"n", "7", "n = 7"},
		{"n", "-0x10", "n = -0x10"},
		{"n", "7.5", `parameter n: "7.5" is not a valid int; the default is 5`},
		{"n", "seven", `parameter n: "seven" is not a valid int; the default is 5`},
		{"ratio", "3", "ratio = 3.0"},
		{"ratio", "1e-3", "ratio = 1e-3"},
		{"ratio", "inf", "ratio = math.Inf(1)"},
		{"name", `say "ü"`, `name = "say \"ü\""`},
		{"name", "10", `name = "10"`},
		{"name", "", `name = ""`},
		{"dry", "True", "dry = true"},
		{"dry", "yes", `parameter dry: "yes" is not a valid bool; the default is false`},
		{"small", "127", "small = 127"},
		{"small", "128", `parameter small: "128" is not a valid int8; the default is 1`},
		{"limit", "20", "const limit = 20"},
		{"wait", "90s", "wait = 90 * time.Second"},
		{"wait", "1h", "wait = 1 * time.Hour"},
		{"wait", "time.Minute", "wait = time.Minute"},
		{"list", "[3, 4]", "list = []int{3, 4}"},
		{"list", "[]int{9}", "list = []int{9}"},
		{"list", `["x"]`, `parameter list: "[\"x\"]" is not a valid []int; the default is []int{1, 2}`},
		{"rates", `{"b": 2, "a": 0.5}`, `rates = map[string]float64{"a": 0.5, "b": 2.0}`},
		{"anything", `{"b": [1, 2.5], "c": null, "d": {"e": "f"}}`, `anything = map[string]any{"b": []float64{1.0, 2.5}, "c": nil, "d": map[string]string{"e": "f"}}`},
		{"sep", ";", "sep = ';'"},
		{"neg", "-2", "neg = -2.0"},
		{"n64", "4", "n64 = 4"},
		{"board", "cover.Rectangle(5, 12)", "board = cover.Rectangle(5, 12)"},
		{"board", "cover.(", `parameter board: "cover.(" is not a valid Go expression; the default is cover.Rectangle(6, 10)`},
		{"nn", "1", "there is no parameter nn; the cell with the tag parameters sets limit, n, ratio, name, dry, small, wait, list, rates, anything, sep, neg, board, n64, f"},
		{"a b", "1", `parameter "a b": expected the name of a variable`},
	} {
		n := &Notebook{Cells: []*Cell{
			{Type: Code, ID: "first", Source: "1"},
			{Type: Code, ID: "defaults", Source: defaults, Metadata: map[string]any{"tags": []any{"parameters"}}},
			{Type: Code, ID: "last", Source: "2"},
		}}
		err := n.Parameterize([]Parameter{{Name: c.name, Text: c.text}})
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case len(n.Cells) != 4 || !n.Cells[2].Tagged("injected-parameters"):
			t.Fatalf("%s=%s: the cell is not behind the defaults", c.name, c.text)
		default:
			got = strings.TrimPrefix(n.Cells[2].Source, "// Parameters\n")
		}
		if got != c.want {
			t.Errorf("%s=%s:\n%s, want\n%s", c.name, c.text, got, c.want)
		}
	}
}

// TestParameterizeGuess sets parameters without defaults, again and again.
func TestParameterizeGuess(t *testing.T) {
	n := &Notebook{Cells: []*Cell{{Type: Code, ID: "injected-parameters", Source: "1"}}}
	for range 2 {
		if err := n.Parameterize([]Parameter{
			{Name: "a", Text: "0"}, {Name: "a", Text: "7"}, {Name: "b", Text: "0.5"}, {Name: "c", Text: "true"}, {Name: "d", Text: "words"},
			{Name: "e", Text: `["x", "y"]`}, {Name: "f", Text: "[1, 2.5]"}, {Name: "g", Value: Null}, {Name: "h", Text: `[1, "x"]`},
		}); err != nil {
			t.Fatal(err)
		}
		want := "// Parameters\na := 7\nb := 0.5\nc := true\nd := \"words\"\ne := []string{\"x\", \"y\"}\nf := []float64{1.0, 2.5}\ng := any(nil)\nh := []any{1, \"x\"}"
		if len(n.Cells) != 2 || n.Cells[0].Source != want || n.Cells[0].ID != "injected-parameters-2" {
			t.Fatalf("%d cells, the first is %s:\n%s", len(n.Cells), n.Cells[0].ID, n.Cells[0].Source)
		}
	}
}

func TestReadParameters(t *testing.T) {
	list, err := ReadParameters([]byte(`{"z": 1, "a": "x", "none": null}`))
	if err != nil || len(list) != 3 || list[0].Name != "z" || list[2].Value == nil {
		t.Errorf("%v, %v", list, err)
	}
	for _, text := range []string{"", "[]", `{"a": }`, `{"a": 1} 2`, `{"a": 1`} {
		if _, err := ReadParameters([]byte(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}
