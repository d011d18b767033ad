// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type drawn struct{ name string }

func (d drawn) SVG() string    { return "<svg>" + d.name + "</svg>" }
func (d drawn) String() string { return d.name }

type rich struct{}

func (rich) MIMEBundle() map[string]any {
	return map[string]any{"text/html": "<b>own</b>", "application/json": map[string]int{"n": 3}, "image/png": []byte{1, 2}}
}
func (rich) HTML() string  { return "not asked for" }
func (rich) Error() string { return "an error" }

type broken struct{}

func (broken) HTML() string     { panic("no html") }
func (broken) Markdown() string { return "*fine*" }

type bare struct {
	A int
	B string
}

func TestRender(t *testing.T) {
	type parts = map[string]string
	pictured := Renderer{Picture: func(v any) any {
		if b, ok := v.(bare); ok {
			return drawn{b.B}
		}
		return nil
	}}
	for _, c := range []struct {
		name string
		r    Renderer
		v    any
		want parts
	}{
		{"number", Renderer{}, 42, parts{"text/plain": "42"}},
		{"nil", Renderer{}, nil, parts{"text/plain": "nil"}},
		{"string", Renderer{}, "a\tb", parts{"text/plain": `"a\tb"`}},
		{"lines", Renderer{}, "a\nb", parts{"text/plain": "a\nb"}},
		{"struct", Renderer{}, bare{1, "x"}, parts{"text/plain": "{A:1 B:x}"}},
		{"function", Renderer{}, strings.ToUpper, parts{"text/plain": "func strings.ToUpper(string) string"}},
		{"methods", Renderer{}, drawn{"F"}, parts{"text/plain": "F", "image/svg+xml": "<svg>F</svg>"}},
		{"error", Renderer{}, errors.New("bad"), parts{"text/plain": "bad",
			"text/html": `<div><span style="color:#e03131;white-space:pre-wrap">bad</span></div>`}},
		{"nil pointer", Renderer{}, (*drawn)(nil), parts{"text/plain": "<nil>"}},
		{"bundle first", Renderer{}, rich{}, parts{
			"text/plain": "an error", "text/html": "<b>own</b>", "application/json": `{"n":3}`, "image/png": "\x01\x02"}},
		{"panic", Renderer{}, broken{}, parts{"text/plain": "HTML panicked: no html", "text/markdown": "*fine*"}},
		{"picture", pictured, bare{1, "W"}, parts{"text/plain": "W", "image/svg+xml": "<svg>W</svg>"}},
		{"picture unknown", pictured, 7, parts{"text/plain": "7"}},
		{"gallery", Renderer{}, []drawn{{"F"}, {"I"}}, parts{"text/plain": "F\nI",
			"text/html": `<div style="display:flex;flex-wrap:wrap;gap:12px;align-items:flex-end"><div><svg>F</svg></div><div><svg>I</svg></div></div>`}},
		{"numbers are no gallery", Renderer{}, []int{1, 2}, parts{"text/plain": "[1 2]"}},
		{"map", Renderer{}, map[bool]int{true: 1, false: 2}, parts{"text/plain": "map[false:2 true:1]"}},
		{"image", Renderer{}, image.NewGray(image.Rect(0, 0, 0, 5)), parts{"text/plain": "*image.Gray, 0 × 5 pixels"}},
		{"channel", Renderer{}, make(chan int, 2), parts{"text/plain": "chan int, length 0, capacity 2"}},
		{"text", Renderer{}, []byte("a\n"), parts{"text/plain": `[]byte("a\n")`}},
		{"binary", Renderer{}, []byte{0, 255}, parts{"text/plain": "[]byte of length 2: 00 ff"}},
		{"hidden fields", Renderer{}, []struct{ a int }{{1}}, parts{"text/plain": "[{a:1}]"}},
		{"text methods", Renderer{}, []time.Month{1}, parts{"text/plain": "[January]"}},
		{"kinds", Renderer{}, HTML("<i>x</i>"), parts{"text/plain": "<i>x</i>", "text/html": "<i>x</i>"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := parts{}
			for k, v := range c.r.Render(c.v).Data {
				got[k] = string(v)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("parts (-want +got):\n%s", d)
			}
		})
	}
}

func TestRenderMethodsComeFirst(t *testing.T) {
	b := Renderer{}.RenderMethods(bare{1, "x"},
		Method{"String", func() string { return "given" }},
		Method{"SVG", func() string { return "<svg/>" }},
		Method{"PNG", func() []byte { return []byte("p") }})
	if b.Plain() != "given" || string(b.Data[SVGType]) != "<svg/>" || string(b.Data[PNGType]) != "p" {
		t.Errorf("got %q", b.Data)
	}
}

func TestLongValuesAreClipped(t *testing.T) {
	s := Renderer{}.Render(strings.Repeat("é", maxPlain)).Plain()
	if !strings.HasSuffix(s, "bytes in all)") || len(s) > maxPlain+64 || strings.ContainsRune(s, '\uFFFD') {
		t.Errorf("%d bytes, ending in %q", len(s), s[len(s)-40:])
	}
	g := Renderer{}.Render(make([]drawn, maxGallery+1)).Plain()
	if !strings.HasSuffix(g, "60 of 61") {
		t.Errorf("a long gallery ends in %q", g[len(g)-20:])
	}
}

type wideRow struct{ A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T int }

// TestDescriptions looks at tables and grids, and at what is cut off.
func TestDescriptions(t *testing.T) {
	many := make([]bare, maxRows+5)
	for i := range many {
		many[i] = bare{i, "<x>"}
	}
	wide := [][]int{make([]int, maxColumns+2)}
	for _, c := range []struct {
		name                string
		v                   any
		rows, columns       int
		textEnds, htmlHolds string
	}{
		{"structs", []bare{{1, "a"}, {2, "b"}}, 3, 2, "{A:2 B:b}]", "<th"},
		{"pointers", []*bare{{1, "a"}, nil}, 3, 2, "[&{A:1 B:a} <nil>]", "<th"},
		{"maps", []map[string]int{{"b": 1}, {"a": 2}}, 3, 2, "[map[b:1] map[a:2]]", ">a</th><th scope=\"col\" style=\"text-align:right\">b<"},
		{"many", many, maxRows + 6, 2, "59  <x>\n… 5 more, 65 rows in all", scrolling},
		{"long", make([]bare, maxScrolled+5), maxScrolled + 1, 2, "… 445 more, 505 rows in all", "… 5 more, 505 rows in all"},
		{"fields", make([][40]int, maxScrolled), maxRows, 40, "… 440 more, 500 rows in all", "… 440 more, 500 rows in all"},
		{"wide and long", make([]wideRow, maxScrolled), maxFields/20 + 1, 20, "… 440 more, 500 rows in all", "… 200 more, 500 rows in all"},
		{"escaped", many[:1], 2, 2, "B:<x>}]", "&lt;x&gt;"},
		{"matrix", [][]float64{{1.0 / 3}, {1, 2}}, 2, 2, "[[0.3333333333333333] [1 2]]", ">0.333333<"},
		{"wide", wide, 1, maxColumns + 1, "… 2 more", "… 2 more"},
		{"array", [2][2]bool{}, 2, 2, "[[false false] [false false]]", "false"},
	} {
		b := Renderer{}.Render(c.v)
		page := string(b.Data[HTMLType])
		rows := strings.Count(page, "<tr>")
		columns := strings.Count(page, "<td ") + strings.Count(page, "<th ")
		if rows != c.rows || columns != rows*c.columns || !strings.Contains(page, c.htmlHolds) {
			t.Errorf("%s: %d rows, %d fields\n%s", c.name, rows, columns, page)
		}
		if !strings.HasSuffix(b.Plain(), c.textEnds) {
			t.Errorf("%s: text\n%s", c.name, b.Plain())
		}
	}
	for _, v := range []any{[][]byte{{1}}, [][]any{{1, bare{}}}, []any{bare{}, 1}, []big.Int{{}}, [][][]int{{{1}}}, [][]int{}, []bare(nil)} {
		if page := (Renderer{}).Render(v).Data[HTMLType]; page != nil {
			t.Errorf("%T has a table: %s", v, page)
		}
	}
	list := Renderer{}.Render(make([]int, 1000)).Plain()
	if !strings.HasSuffix(list, " 0 … 900 more, 1000 in all]") || strings.Count(list, "0 ") != 100+2 {
		t.Errorf("a long list: %s", list)
	}
	entries := make(map[int]int)
	for i := range 1000 {
		entries[i] = i
	}
	if s := (Renderer{}).Render(entries).Plain(); !strings.HasPrefix(s, "key  value\n───  ─────\n  0      0\n  1      1\n") {
		t.Errorf("a long map: %s", s)
	}
}

func TestImage(t *testing.T) {
	b := Renderer{}.Render([]image.Image{image.NewRGBA(image.Rect(0, 0, 3, 2)), image.NewGray(image.Rect(1, 1, 2, 2))})
	if types := fmt.Sprint(b.Types()); types != "[image/png image/svg+xml text/plain]" {
		t.Errorf("two images are %s", types)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(b.Data[PNGType])); err != nil || c.Width != 3+rowGap+1 || c.Height != 2 {
		t.Errorf("%v, %v", c, err)
	}
	if b.Plain() != "*image.RGBA, 3 × 2 pixels\n*image.Gray, 1 × 1 pixels" {
		t.Errorf("text: %s", b.Plain())
	}
}

// TestErrorChain shows all errors of a tree, and stops where an error wraps itself.
func TestErrorChain(t *testing.T) {
	err := fmt.Errorf("1: %w", errors.Join(io.EOF, &fs.PathError{Op: "open", Path: "<p>", Err: fs.ErrNotExist}))
	page := string(Renderer{}.Render(err).Data[HTMLType])
	for _, part := range []string{">EOF</span></li>", "open &lt;p&gt;: file does not exist", "*fs.PathError", "<li><span style=\"color:#e03131;white-space:pre-wrap\">file does not exist"} {
		if !strings.Contains(page, part) {
			t.Errorf("%s is missing in\n%s", part, page)
		}
	}
	if page := string(Renderer{}.Render(looped{}).Data[HTMLType]); strings.Count(page, "again") != maxErrors {
		t.Errorf("an error that wraps itself: %s", page)
	}
}

type looped struct{}

func (looped) Error() string   { return "again" }
func (l looped) Unwrap() error { return l }

func TestWire(t *testing.T) {
	data, meta := Bundle{Data: map[string][]byte{
		TextType: []byte("a\xffb"), PNGType: []byte("\x89PNG"), JSONType: []byte(`{"a":1}`), SVGType: []byte("<svg/>"),
		"application/vnd.x+json": []byte("not json"),
	}}.Wire()
	got, err := json.Marshal(map[string]any{"data": data, "metadata": meta})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"data":{"application/json":{"a":1},"application/vnd.x+json":"bm90IGpzb24=","image/png":"iVBORw==",` +
		`"image/svg+xml":"\u003csvg/\u003e","text/plain":"a` + "\uFFFD" + `b"},"metadata":{}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// recorder is a Screen that writes down what happens to it.
type recorder struct {
	log   []string
	input []string
}

func (r *recorder) Display(e Event) {
	kind := "show"
	if e.Update {
		kind = "update"
	}
	r.log = append(r.log, kind+" "+e.ID+" "+e.Bundle.Plain())
}
func (r *recorder) Clear(wait bool) {
	if wait {
		r.log = append(r.log, "clear later")
	} else {
		r.log = append(r.log, "clear")
	}
}
func (r *recorder) Input(prompt string, secret bool) (string, error) {
	if len(r.input) == 0 {
		return "", io.EOF
	}
	s := r.input[0]
	r.input = r.input[1:]
	return s, nil
}
func (r *recorder) Page(b Bundle)                    { r.log = append(r.log, "page "+b.Plain()) }
func (r *recorder) SetNextInput(s string, repl bool) { r.log = append(r.log, "next "+s) }
func (r *recorder) Progress(done float64, text string) {
	text, _, _ = strings.Cut(text, ",")
	r.log = append(r.log, fmt.Sprintf("%.2f %s", done, text))
}

func TestCommands(t *testing.T) {
	r := &recorder{input: []string{"Ada"}}
	c := For(r, Renderer{})
	c.Show(1, "two")
	c.ShowAs("id", 3)
	c.UpdateAs("id", 4)
	h := c.Live(5)
	h.Update(6)
	c.Clear()
	c.ClearLater()
	c.Page(drawn{"help"})
	c.SetNextInput("x := 1")
	track := c.Track(4)
	for range 6 {
		track.Step()
	}
	if track.String() != "4 of 4" {
		t.Errorf("the tracker is at %v", track)
	}
	if got := c.Input("name? "); got != "Ada" {
		t.Errorf("Input gave %q", got)
	}
	want := []string{"show  1", `show  "two"`, "show id 3", "update id 4", "show " + h.ID() + " 5", "update " + h.ID() + " 6",
		"clear", "clear later", "page help", "next x := 1",
		"0.25 1 of 4", "0.50 2 of 4", "0.75 3 of 4", "1.00 4 of 4"}
	if d := cmp.Diff(want, r.log); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	defer func() {
		if e, ok := recover().(InputError); !ok || !errors.Is(e, io.EOF) {
			t.Errorf("Password without input panicked with %v", e)
		}
	}()
	c.Password("secret? ")
}

func TestConsole(t *testing.T) {
	var out bytes.Buffer
	c := For(&console{out: &out, in: bufio.NewReader(strings.NewReader("7\r\nlast"))}, Renderer{})
	c.Show(drawn{"T"})
	if a, b := c.Input("n? "), c.Input("m? "); a != "7" || b != "last" {
		t.Errorf("read %q and %q", a, b)
	}
	if out.String() != "T\nn? m? " {
		t.Errorf("printed %q", out.String())
	}
}
