// Package charts shows charts of go-echarts.
//
// The pages of go-echarts load a script from elsewhere, which neither an exported page nor a page
// without a network has. So the bars, lines and points of a chart, and the sectors of a pie, as
// bars, are drawn by package chart, from the options that go-echarts would send to that script; of
// other charts these options are shown.
package charts

import (
	"encoding/json"
	"fmt"

	"github.com/go-echarts/go-echarts/v2/charts"

	"polka/chart"
	"polka/kernel/display"
)

// A charter is a chart of go-echarts.
type charter interface {
	Type() string
	Validate()
	JSON() map[string]interface{}
}

var _ charter = (*charts.Bar)(nil)

func init() {
	display.Register(func(c charter) any {
		c.Validate() // which completes the options
		text, err := json.Marshal(c.JSON())
		if err != nil {
			return err
		}
		var o options
		if json.Unmarshal(text, &o) == nil {
			if drawn := o.chart(); drawn.Err() == nil {
				return drawn
			}
		}
		return display.Bundle{Data: map[string][]byte{display.JSONType: text, display.TextType: fmt.Appendf(nil, "%s chart of go-echarts", c.Type())}}
	})
}

// options are those of ECharts that are drawn.
type options struct {
	Title  json.RawMessage
	XAxis  []axis
	YAxis  []axis
	Series []struct {
		Name, Type string
		Stack      string // bars with the same name are on top of each other, others side by side
		Data       []json.RawMessage
	}
}

type axis struct {
	Name string
	Type string
	Data []any
}

// A row is one mark.
type row struct {
	x any
	y float64
}

// names returns the names of the axes.
func (o options) names() (x, y string) {
	x, y = "category", "value"
	if len(o.XAxis) > 0 && o.XAxis[0].Name != "" {
		x = o.XAxis[0].Name
	}
	if len(o.YAxis) > 0 && o.YAxis[0].Name != "" && o.YAxis[0].Name != x {
		y = o.YAxis[0].Name
	}
	return x, y
}

// marks are the marks for the types of series.
var marks = map[string]string{"bar": "bar", "line": "line", "scatter": "point", "effectScatter": "point", "pie": "bar"}

// chart returns the chart, which has an error if it cannot be drawn.
func (o options) chart() chart.Chart {
	layers := make(map[string][]map[string]any)
	x, y := o.names()
	const series = "series"
	var order []string
	stacked := false
	for _, s := range o.Series {
		mark := marks[s.Type]
		if mark == "" {
			return chart.Chart{}
		}
		stacked = stacked || s.Stack != ""
		if layers[mark] == nil {
			order = append(order, mark)
		}
		for i, data := range s.Data {
			if r, ok := o.row(i, data); ok {
				layers[mark] = append(layers[mark], map[string]any{x: r.x, y: r.y, series: s.Name})
			}
		}
	}
	var all chart.Chart
	for i, mark := range order {
		c := chart.Of(layers[mark]).Mark(mark).X(x).Y(y)
		if len(o.Series) > 1 {
			c = c.Color(series)
			if !stacked {
				c = c.Beside()
			}
		}
		if i == 0 {
			all = c
		} else {
			all = all.Layer(c)
		}
	}
	return all.Title(o.title())
}

// row reads an element of a series: a number, a pair, or an object with one of these as its value.
func (o options) row(i int, data json.RawMessage) (r row, ok bool) {
	var object struct {
		Name  string
		Value any
	}
	if json.Unmarshal(data, &object.Value) != nil {
		return r, false
	}
	if m, isObject := object.Value.(map[string]any); isObject {
		object.Name, _ = m["name"].(string)
		object.Value = m["value"]
	}
	r.x = float64(i)
	if len(o.XAxis) > 0 && i < len(o.XAxis[0].Data) {
		r.x = o.XAxis[0].Data[i]
	} else if object.Name != "" {
		r.x = object.Name
	}
	if pair, isPair := object.Value.([]any); isPair && len(pair) >= 2 {
		r.x, object.Value = pair[0], pair[1]
	}
	r.y, ok = object.Value.(float64)
	return r, ok
}

// title returns the first title. There may be one or a list.
func (o options) title() string {
	type title struct{ Text string }
	var one title
	if json.Unmarshal(o.Title, &one) == nil {
		return one.Text
	}
	var list []title
	if json.Unmarshal(o.Title, &list) == nil && len(list) > 0 {
		return list[0].Text
	}
	return ""
}
