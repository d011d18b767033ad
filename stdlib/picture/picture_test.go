// SPDX-License-Identifier: BSD-3-Clause

package picture

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"polka/internal/trace"
	"polka/kernel/display"
	"polka/render"
	"polka/shapes"
)

// Pictures are sent in the formats of POLKA_PICTURES. Only what has buttons is HTML.
func TestPictureFormats(t *testing.T) {
	pentominoes := shapes.Pentominoes()
	film := render.Animate([]render.Picture{render.Draw(pentominoes[0]), render.Draw(pentominoes[1])})
	calls := &trace.Record{
		Funcs: []trace.Func{{Name: "f", Lines: []string{"func f() {", "}"}}},
		Calls: []trace.Call{{Parent: -1, To: 1, State: trace.Returned}},
		Steps: []trace.Step{{Line: 1}, {Kind: trace.Leave, Line: 2}},
	}
	for _, c := range []struct {
		list string
		v    any
		want string
	}{
		{"", pentominoes, "[image/png image/svg+xml text/plain]"},
		{"", render.Draw(pentominoes), "[image/png image/svg+xml text/plain]"},
		{"", film, "[image/png image/svg+xml text/html text/plain]"},
		{"svg", film, "[image/svg+xml text/html text/plain]"},
		{"svg", pentominoes, "[image/svg+xml text/html text/plain]"},
		{"png", pentominoes, "[image/png text/plain]"},
		{"svg, png", film, "[image/png image/svg+xml text/plain]"},
		{"html", pentominoes, "[text/plain]"},
		{"none", pentominoes, "[text/plain]"},
		{"", calls, "[image/png image/svg+xml text/html text/plain]"},
		{"png", calls, "[image/png text/plain]"},
		{"", shapes.Fixed, "[text/plain]"},
	} {
		b := display.Renderer{Picture: Drawer(c.list)}.Render(c.v)
		if got := fmt.Sprint(b.Types()); got != c.want {
			t.Errorf("POLKA_PICTURES=%s sends %T as %s, want %s", c.list, c.v, got, c.want)
		}
		if file := b.Data[display.PNGType]; file != nil {
			config, err := png.DecodeConfig(bytes.NewReader(file))
			one := fmt.Sprintf("map[image/png:map[height:%d width:%d]]", config.Height, config.Width)
			two := fmt.Sprintf("map[image/png:map[height:%d width:%d]]", config.Height/2, config.Width/2)
			if got := fmt.Sprint(b.Metadata); err != nil || got != one && got != two {
				t.Errorf("metadata %s, want %s or %s (%v)", got, one, two, err)
			}
		}
		if markup := string(b.Data[display.HTMLType]); markup != "" && !strings.Contains(markup, "<img alt=") {
			t.Errorf("the HTML of %T has no picture for those who run no scripts: %s", c.v, markup)
		}
	}
}

// A prompt shows box drawings, unless they are too wide for a terminal.
func TestTextPictures(t *testing.T) {
	f := shapes.Pentominoes()[0]
	wide := shapes.Rectangle(1, 60)
	for _, c := range []struct {
		list string
		v    shapes.Shape
		want string
	}{{"text", f, render.Draw(f).String()}, {"png,text", f, render.Draw(f).String()}, {"svg", f, f.String()}, {"text", wide, wide.String()}} {
		if got := (display.Renderer{Picture: Drawer(c.list)}).Render(c.v).Plain(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.list, got, c.want)
		}
	}
}

func TestLiveDrawer(t *testing.T) {
	for list, want := range map[string]string{
		"":          "[image/svg+xml text/html text/plain]",
		"png":       "[image/png text/plain]",
		" svg, png": "[image/svg+xml text/html text/plain]",
		"none":      "[text/plain]",
	} {
		b := display.Renderer{Picture: LiveDrawer(list)}.Render(shapes.Pentominoes())
		if got := fmt.Sprint(b.Types()); got != want {
			t.Errorf("POLKA_PICTURES=%q sends pictures in an output widget as %s, want %s", list, got, want)
		}
	}
}
