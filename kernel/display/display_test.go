package display

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

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
		{"function", Renderer{}, strings.ToUpper, parts{"text/plain": "func(string) string"}},
		{"methods", Renderer{}, drawn{"F"}, parts{"text/plain": "F", "image/svg+xml": "<svg>F</svg>"}},
		{"error", Renderer{}, errors.New("bad"), parts{"text/plain": "bad"}},
		{"nil pointer", Renderer{}, (*drawn)(nil), parts{"text/plain": "<nil>"}},
		{"bundle first", Renderer{}, rich{}, parts{
			"text/plain": "an error", "text/html": "<b>own</b>", "application/json": `{"n":3}`, "image/png": "\x01\x02"}},
		{"panic", Renderer{}, broken{}, parts{"text/plain": "HTML panicked: no html", "text/markdown": "*fine*"}},
		{"picture", pictured, bare{1, "W"}, parts{"text/plain": "W", "image/svg+xml": "<svg>W</svg>"}},
		{"picture unknown", pictured, 7, parts{"text/plain": "7"}},
		{"gallery", Renderer{}, []drawn{{"F"}, {"I"}}, parts{"text/plain": "F\nI",
			"text/html": `<div style="display:flex;flex-wrap:wrap;gap:12px;align-items:flex-end"><div><svg>F</svg></div><div><svg>I</svg></div></div>`}},
		{"numbers are no gallery", Renderer{}, []int{1, 2}, parts{"text/plain": "[1 2]"}},
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
	if got := c.Input("name? "); got != "Ada" {
		t.Errorf("Input gave %q", got)
	}
	want := []string{"show  1", `show  "two"`, "show id 3", "update id 4", "show " + h.ID() + " 5", "update " + h.ID() + " 6",
		"clear", "clear later", "page help", "next x := 1"}
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
