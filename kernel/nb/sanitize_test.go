// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	dom "golang.org/x/net/html"
)

func TestClean(t *testing.T) {
	same := func(s string) [2]string { return [2]string{s, s} }
	tests := [][2]string{
		// What is kept.
		same(""), same("text"), same("<b>x</b>"), same("<p>a<br>b</p>"), same("<pre>\n\nx</pre>"), same("&amp;lt; &lt;b&gt;"),
		same(`<svg viewBox="0 0 1 1" role="img" aria-label="t"><title>t</title><path class="a" d="M0 0" stroke-width="2"/></svg>`),
		same(`<svg><defs><clipPath id="c"><rect width="1"/></clipPath></defs><g clip-path="url(#c)"><use href="#p"/></g></svg>`),
		same(`<svg><image href="data:image/png;base64,QQ=="/></svg>`),
		same(`<details open=""><summary>s</summary>t</details>`), same(`<button type="button" data-role="play">p</button>`),
		same(`<input type="range" min="0" value="0"><input type="checkbox" checked="" disabled="">`),
		same(`<select aria-label="r"><option value="1">a</option></select>`), same(`<div hidden="" tabindex="0">x</div>`),
		same(`<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td style="text-align:right" colspan="2">1</td></tr></tbody></table>`),
		same(`<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>`), same(`<img alt="a" src="data:image/png;base64,QQ==">`),
		same(`<a href="https://example.org/?a=b&amp;c">x</a><a href="#y" id="y">y</a><a href="other.ipynb">z</a>`),
		same(`<style>.a{color:red}@media print{.a b{color:#000}}</style><i class="a">x</i>`),
		// What is mended.
		{"<b>x", "<b>x</b>"}, {"x</b></div></main>y", "xy"}, {"a < b", "a &lt; b"}, {"<!-- <b> --><i>x</i>", "<i>x</i>"}, {"<B>x</b>", "<b>x</b>"},
		{"<tr><td>1", "1"}, {`<svg><path d="M0 0"></path>`, `<svg><path d="M0 0"/></svg>`}, {"\x00\x07x", "x"},
		{`<svg><use xlink:href="#a"/></svg>`, `<svg><use href="#a"/></svg>`}, {"<button type=submit>x", `<button type="button">x</button>`},
		// What goes.
		{"a<script>x</script>b", "ab"}, {"<!--><meta http-equiv=refresh content='0;url=x'>y", "y"}, {"<base href=x>", ""}, {"<link rel=stylesheet href=x>", ""},
		{"<form action=x><input name=a><button>b", `<button type="button">b</button>`}, {"<iframe src=x>y</iframe>", ""}, {"<b onclick=x>y</b>", "<b>y</b>"},
		{"<a href='java\nscript:x'>y</a>", "<a>y</a>"}, {`<a href="//host/x">y</a><a href="\\host">z</a>`, "<a>y</a><a>z</a>"}, {"<a href=x ping=y target=_top>z</a>", `<a href="x">z</a>`},
		{"<svg><foreignObject><b>x</b></foreignObject></svg>", "<svg/>"}, {"<svg><animate attributeName=href /></svg>", "<svg/>"},
		{"<svg><use href='x#y'/></svg>", "<svg><use/></svg>"}, {"<svg><title><b>x</b></title></svg>", "<svg><title/></svg>"}, {"<math href=x><mi>y</math>", "<math><mi>y</mi></math>"},
		{"<style>@import 'x'</style>", ""}, {"<style>b{background:ur\\6c(x)}</style>", ""}, {`<p style="color:red;background:url(x);position:fixed">y</p>`, `<p style="color:red">y</p>`},
		{"<template>x</template><noscript>y</noscript><plaintext>z", "z"},
		// Pictures that are elsewhere.
		{"<img src=https://x/y.png alt=z>", `<a class="elsewhere" href="https://x/y.png">picture: z</a>`},
		{"<a href=https://x><img src=https://x/y.png></a>", `<a href="https://x"><span class="elsewhere">picture: y.png</span></a>`},
		{"<img src=there.png alt=x><img src=../there.png alt=y>", `<img src="data:image/png;base64,QQ==" alt="x"><span class="elsewhere">picture: y</span>`},
		{"<img src=file:///x.png>", `<span class="elsewhere">picture: x.png</span>`},
	}
	files := fstest.MapFS{"there.png": {Data: []byte("A")}}
	for _, test := range tests {
		if got := newCleaner(files).clean(test[0], true).html; got != test[1] {
			t.Errorf("%q\n got %s\nwant %s", test[0], got, test[1])
		}
	}
	if got := newCleaner(nil).clean("<style>.a{color:red}</style>x", false).html; got != "x" {
		t.Errorf("a style sheet is left in %s", got)
	}
	if deep := newCleaner(nil).clean(strings.Repeat("<b>", 5000)+"x", true).html; !strings.HasPrefix(deep, "<pre>&lt;b") {
		t.Errorf("what is too deep is %.40s...", deep)
	}
}

func TestConfined(t *testing.T) {
	for css, want := range map[string]bool{
		"":                                    true,
		".a{color:red}":                       true,
		"/* b */ .a b, .e>d{color:red}":       true,
		"@media print{.a:not(.b){color:red}}": true,
		"@keyframes x{from{top:0}to{top:1px}}.a{animation:x 1s}": true,
		"b{color:red}":               false,
		".a,b{color:red}":            false,
		"b:not(.a){color:red}":       false,
		"[x=.a]{color:red}":          false,
		"@media print{b{color:red}}": false,
		".out{color:red}":            false,
		".a{b{color:red}}":           false,
		".a{} } b{color:red}":        false,
		".a{color:red":               false,
		"@layer x;.a{color:red}":     false,
		`.a{content:"}b{"}`:          false,
	} {
		if got := confined(css); got != want {
			t.Errorf("confined(%s) = %v", css, got)
		}
	}
	page := func(html string) string {
		n := notebook("x")
		n.Cells = append(n.Cells, &Cell{Type: Code, Source: "x", Outputs: []*Output{{Type: DisplayOutput, Data: map[string]any{"text/html": html}}}})
		text, err := Export(n, HTML, ExportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if !strings.Contains(page("<style>b{color:red}</style>x"), `<template shadowrootmode="open">`) || strings.Contains(page("<style>.a{color:red}</style>x"), "<template") {
		t.Error("a style sheet is where it should not be")
	}
}

// FuzzClean cleans anything and looks at the result as a tree.
func FuzzClean(f *testing.F) {
	for _, s := range hostile(f) {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, source string) {
		c := newCleaner(nil)
		once := c.clean(source, true)
		if twice := c.clean(once.html, true); twice.html != once.html {
			t.Fatalf("%q\nonce  %q\ntwice %q", source, once.html, twice.html)
		}
		harmless(t, once.html)
	})
}

// harmless looks for what must not be in a page.
func harmless(t *testing.T, page string) {
	t.Helper()
	root, err := dom.Parse(strings.NewReader(page))
	if err != nil {
		return // too deep
	}
	for n := range root.Descendants() {
		if n.Type != dom.ElementNode {
			continue
		}
		switch strings.ToLower(n.Data) {
		case "script", "meta", "base", "link", "iframe", "object", "embed", "form", "textarea", "template", "foreignobject", "set", "animate", "audio", "video":
			t.Errorf("an element %s in %q", n.Data, page)
		}
		for _, a := range n.Attr {
			key, value := strings.ToLower(a.Key), strings.ToLower(a.Val)
			if strings.HasPrefix(key, "on") || key == "srcset" || key == "action" || key == "formaction" || key == "ping" {
				t.Errorf("an attribute %s in %q", key, page)
			}
			if (key == "src" || key == "href" && n.Data != "a") && !strings.HasPrefix(value, "data:image/") && !strings.HasPrefix(value, "#") {
				t.Errorf("%s=%q in %q", key, value, page)
			}
			if key == "href" && strings.HasPrefix(strings.TrimLeft(value, "\x00\t\n\r "), "javascript:") {
				t.Errorf("%s=%q in %q", key, value, page)
			}
		}
	}
}

// A snippet is something hostile, from testdata/hostile.json, which
// kernel/conformance/test_pages.py tries in a browser.
type snippet struct{ name, text string }

// hostile gives the snippets that are text, sorted by name.
func hostile(tb testing.TB) (list []snippet) {
	tb.Helper()
	text, err := os.ReadFile("testdata/hostile.json")
	if err != nil {
		tb.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		tb.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if s, ok := all[name].(string); ok {
			list = append(list, snippet{name, s})
		}
	}
	return list
}
