// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/base64"
	"fmt"
	"slices"

	"polka/dlx"
	"polka/internal/plural"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/render"
)

// Limits of a Cover.
const (
	mostOptions = 200
	mostItems   = 60
)

// A Cover is a widget with an exact cover problem to be solved by hand: a table with a row for each
// option. The user chooses rows; the rows and columns that a choice removes are struck out, dead
// ends are announced, and each choice is compared with that of Algorithm X, which branches on the
// item with the fewest options left. An option with a color has it in its column, and an item to
// which a chosen option gives a color shows that color.
type Cover struct {
	*widget.Module
	problem *dlx.Problem
	state   map[string]any
}

// NewCover returns a widget for a problem. More than 200 options or 60 items are errors.
func NewCover(p *dlx.Problem) (*Cover, error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	items := p.Items()
	if len(items) > mostItems || p.NumOptions() > mostOptions {
		return nil, fmt.Errorf("play: a problem of %s and %s; by hand it has at most %d options and %d items",
			plural.Count(p.NumOptions(), "option"), plural.Count(len(items), "item"), mostOptions, mostItems)
	}
	c := &Cover{problem: p}
	names, low, high, options, colors := []string{}, []int{}, []int{}, [][]int{}, [][]string{}
	colored := false
	for _, it := range items {
		names, low, high = append(names, it.Name), append(low, it.Low), append(high, it.High)
	}
	for k := range p.NumOptions() {
		list, given := []int{}, []string{}
		for _, e := range p.Entries(k) {
			list, given = append(list, e.Item), append(given, e.Color)
		}
		options, colors = append(options, list), append(colors, given)
		colored = colored || slices.ContainsFunc(given, func(c string) bool { return c != "" })
	}
	data := map[string]any{"items": names, "low": low, "high": high, "options": options}
	if colored {
		data["colors"] = colors
	}
	c.state = map[string]any{"data": data, "chosen": []any{}}
	c.Module = module("cover", coverScript, host.Module{State: c.state, Text: c.String, Page: c.page, Picture: c.SVG, PNG: png(c.picture)})
	return c, nil
}

// Chosen returns the numbers of the chosen options, from 0, in the order in which they were chosen.
func (c *Cover) Chosen() []int {
	list := []int{}
	values, _ := c.Get("chosen").([]any)
	for _, v := range values {
		if x, ok := v.(float64); ok && x >= 0 && x < float64(c.problem.NumOptions()) {
			list = append(list, int(x))
		}
	}
	return list
}

// Solved reports whether the chosen options are a solution.
func (c *Cover) Solved() bool { return c.problem.Check(c.Chosen()...) == nil }

// OnChoose registers a function that is called when the user chooses options or takes them back.
func (c *Cover) OnChoose(f func(chosen []int)) *Cover {
	c.OnChange(func(name string) {
		if name == "chosen" {
			f(c.Chosen())
		}
	})
	return c
}

// String describes the problem and the choices.
func (c *Cover) String() string {
	return fmt.Sprintf("exact cover by hand: %v; chosen options %v", c.problem, c.Chosen())
}

// SVG draws the matrix of the problem.
func (c *Cover) SVG() string { return c.picture().SVG() }

func (c *Cover) picture() render.Picture { return render.Draw(c.problem) }

func (c *Cover) page() string {
	still := fmt.Sprintf(`<img alt="a matrix" src="data:image/svg+xml;base64,%s">`, base64.StdEncoding.EncodeToString([]byte(c.SVG())))
	return fragment("cover", coverScript, map[string]any{"data": c.state["data"], "chosen": c.Chosen()}, still)
}
