// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"html"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExport(t *testing.T) {
	n := read(t, "testdata/page.ipynb")
	for form, name := range map[Form]string{HTML: "page.golden.html", MarkdownForm: "page.golden.md", GoForm: "page.golden.go.txt"} {
		got, err := Export(n, form, ExportOptions{Name: "page"})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, got)
	}
	if _, err := Export(n, "pdf", ExportOptions{}); err == nil {
		t.Error("no error for a form that is none")
	}
	if _, err := ParseForm("pdf"); err == nil {
		t.Error("no error for the name of no form")
	}
}

// TestPageStandsAlone looks for what a page must not have: anything that is fetched or run.
func TestPageStandsAlone(t *testing.T) {
	course, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(course) < 10 {
		t.Fatalf("%d notebooks in the course, error %v", len(course), err)
	}
	for _, file := range append(course, "testdata/page.ipynb") {
		page, err := Export(read(t, file), HTML, ExportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s := string(page)
		if !strings.Contains(s, `<meta http-equiv="Content-Security-Policy" content="default-src 'none';`) || strings.Contains(pagePolicy, "script") {
			t.Errorf("%s: the page's policy allows scripts", file)
		}
		if strings.Index(s, "Content-Security-Policy") > strings.Index(s, "<body") {
			t.Errorf("%s: the policy comes after what it is for", file)
		}
		for _, m := range regexp.MustCompile(`(?:src|url)\s*[=(]\s*["']?([^"')\s>]*)`).FindAllStringSubmatch(s, -1) {
			if !strings.HasPrefix(m[1], "data:") {
				t.Errorf("%s: the page fetches %q", file, m[1])
			}
		}
		if strings.Contains(s, "<link") {
			t.Errorf("%s: the page has links to other files", file)
		}
	}
}

// TestScripts lets one script run, once, and no other.
func TestScripts(t *testing.T) {
	n := notebook("x")
	show := func(html string) {
		n.Cells = append(n.Cells, &Cell{Type: Code, Source: "x", Outputs: []*Output{{Type: DisplayOutput, Data: map[string]any{"text/html": html}}}})
	}
	show(`<div class="a">a<script>known()</script></div>`)
	show(`<div class="b">b<script>known()</script></div>`)
	show(`<p>c</p><script>other()</script>`)
	text, err := Export(n, HTML, ExportOptions{Scripts: []string{"known()", "unused()"}})
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	// printf 'known()' | openssl dgst -sha256 -binary | base64
	if want := "script-src 'sha256-Q/AXd3qmS6Qn7Mz/w8j0s+b3PXaM6t3gNKjFiV7qTXU='\">"; !strings.Contains(s, want) {
		t.Errorf("the policy is %s, want %s", regexp.MustCompile(`content="default[^>]*>`).FindString(s), want)
	}
	if strings.Count(s, "<script>known()</script>") != 1 || strings.Index(s, "known()") < strings.Index(s, "</main>") || !strings.Contains(s, `<div class="a">a</div>`) || strings.Contains(s, "unused") {
		t.Error("the script does not stand once, at the end of the page")
	}
	if !strings.Contains(s, `<p>c</p></div>`) || strings.Contains(s, "other()") {
		t.Error("the script that may not run is still there, or what is around it is not")
	}
}

func TestTitle(t *testing.T) {
	n := notebook("x")
	if got := n.title("name"); got != "name" {
		t.Errorf("title %q without a heading", got)
	}
	n.Cells = append(n.Cells, &Cell{Type: Markdown, Source: "## Small\n# The *big* `one`\ntext"})
	if got := n.title("name"); got != "The big one" {
		t.Errorf("title %q", got)
	}
}

func TestHighlight(t *testing.T) {
	tests := []struct{ code, want string }{
		{"", ""},
		{"x", "x"},
		{"f(1)", `<span class="nf">f</span>(<span class="m">1</span>)`},
		{"f (1)", `f (<span class="m">1</span>)`},
		{"a.Len() < len(b)", `a.<span class="nf">Len</span>() &lt; <span class="nb">len</span>(b)`},
		{"func (int)", `<span class="k">func</span> (<span class="kt">int</span>)`},
		{"nil // c", `<span class="k">nil</span> <span class="c">// c</span>`},
		{"/* a\nb */x", "<span class=\"c\">/* a\nb */</span>x"},
		{"`a\r\nb` + 'c'", "<span class=\"s\">`a\r\nb`</span> + <span class=\"s\">&#39;c&#39;</span>"},
		{"// a\r\nx := \"é\"", "<span class=\"c\">// a\r</span>\nx := <span class=\"s\">&#34;é&#34;</span>"},
		{"\"open\nx", "<span class=\"s\">&#34;open</span>\nx"},
		{"`open", "<span class=\"s\">`open</span>"},
		{"/* open", "<span class=\"c\">/* open</span>"},
		{"§ # ?", "§ # ?"},
	}
	for _, test := range tests {
		if got := highlight(test.code); got != test.want {
			t.Errorf("highlight(%q)\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

func FuzzHighlight(f *testing.F) {
	for _, s := range []string{"x := `a\r\nb`", "// a\r\nf(1)", "\"\\", "/*\r", "'a", "a.b.c(\xff)", "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		tags := regexp.MustCompile(`<span class="[a-z]+">|</span>`)
		if got := html.UnescapeString(tags.ReplaceAllString(highlight(code), "")); got != html.UnescapeString(html.EscapeString(code)) {
			t.Errorf("highlight(%q) says %q", code, got)
		}
	})
}

func TestANSI(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"a<b", []string{"a&lt;b"}},
		{"\x1b[31mred\x1b[0m x", []string{`<span class="f1">red</span> x`}},
		{"\x1b[1;92mx\ny\x1b[m", []string{`<span class="bold f10">x</span>`, `<span class="bold f10">y</span>`}},
		{"\x1b[38;5;9;48;5;232mx", []string{`<span class="f9" style="background:#080808">x</span>`}},
		{"\x1b[38;5;208mx\x1b[39my", []string{`<span style="color:#ff8700">x</span>y`}},
		{"\x1b[38;2;1;2;300mx", []string{`<span style="color:#01022c">x</span>`}},
		{"\x1b[3;4;7;2mx\x1b[22;23;24;27my", []string{`<span class="faint italic under inverse">x</span>y`}},
		{"\x1b[2Kx\x1b[?25ly", []string{"xy"}},
		{"\x1b[44;101mx\x1b[49my", []string{`<span class="b9">x</span>y`}},
		{"\x1b[38mx\x1b[38;5mx", []string{"xx"}},
		{"\x1b[48;2;0;64;0mx\x1b[48;5;226my", []string{`<span style="background:#004000;color:#fff">x</span><span style="background:#ffff00;color:#000">y</span>`}},
	}
	for _, test := range tests {
		if d := cmp.Diff(test.want, ansiLines(test.text)); d != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, d)
		}
	}
}

func TestMarkdown(t *testing.T) {
	tests := []struct{ source, want string }{
		{"# A\n# A", "<h1 id=\"a\">A</h1>\n<h1 id=\"a-1\">A</h1>\n"},
		{"$a_1 * b_2 * c$", "<p><span class=\"math\">$a_1 * b_2 * c$</span></p>\n"},
		{"$5 or $6", "<p>$5 or $6</p>\n"},
		{"a $x$5", "<p>a $x$5</p>\n"},
		{"\\$a_b_\\$", "<p>$a_b_$</p>\n"},
		{"$$\n\\sum_a *b*\n$$", "<p><span class=\"math\">$$\n\\sum_a *b*\n$$</span></p>\n"},
		{"$$ open *b*", "<p>$$ open <em>b</em></p>\n"},
		{"`$a$`", "<p><code>$a$</code></p>\n"},
		{"```go\nvar x\n```", "<pre><code><span class=\"k\">var</span> x\n</code></pre>\n"},
		{"```\n<a>\n```", "<pre><code>&lt;a&gt;\n</code></pre>\n"},
		{"<kbd>Tab</kbd>", "<p><kbd>Tab</kbd></p>\n"},
		{"![p](attachment:p)", "<p><img src=\"data:image/png;base64,QQ==\" alt=\"p\"></p>\n"},
		{"![p](attachment:q)", "<p><img src=\"attachment:q\" alt=\"p\"></p>\n"},
	}
	for _, test := range tests {
		attachments := map[string]any{"p": map[string]any{"image/png": "QQ==\n"}}
		if got := newMarkdown().convert(test.source, attachments); got != test.want {
			t.Errorf("%q\n got %q\nwant %q", test.source, got, test.want)
		}
	}
	m := newMarkdown()
	if a, b := m.convert("# A", nil), m.convert("# A", nil); a == b {
		t.Error("headings of two cells have the same id")
	}
}

func TestReadableInDark(t *testing.T) {
	for svg, want := range map[string]bool{
		`<svg><path fill="none" stroke="#2a8fd0"/></svg>`:                             true,
		`<svg><style>@media(prefers-color-scheme:dark){}</style><text>x</text></svg>`: true,
		`<svg><circle r="3"/></svg>`:                                                  false,
		`<svg><text fill="red">x</text></svg>`:                                        false,
		`<svg><path fill="black"/></svg>`:                                             false,
	} {
		if got := readableInDark(svg); got != want {
			t.Errorf("readableInDark(%s) = %v", svg, got)
		}
	}
}

func TestShow(t *testing.T) {
	tests := []struct{ source, want string }{
		{"x", "display.Show(x)"},
		{"x := 1\nx + 1 // one more", "x := 1\ndisplay.Show(x + 1) // one more"},
		{"a, b", "display.Show(a, b)"},
		{"dlx.New(\"a\").\n\tOption(\"a\").\n\tFirst()", "display.Show(dlx.New(\"a\").\n\tOption(\"a\").\n\tFirst())"},
		{"f(\n\tx,\n\ty)", "display.Show(f(\n\tx,\n\ty))"},
		{"x := 1\n// the value\nx", "x := 1\n// the value\ndisplay.Show(x)"},
		{"func f() int {\n\treturn 1\n}\nf()", "func f() int {\n\treturn 1\n}\ndisplay.Show(f())"},
		{"x :=\n\t5", "x :=\n\t5"},
		{"if x {", "if x {"},
	}
	for _, test := range tests {
		if got := show(test.source); got != test.want {
			t.Errorf("show(%q)\n got %q\nwant %q", test.source, got, test.want)
		}
	}
}

func TestCommands(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b]8;;https://x\x1b\\b\x1b]8;;\x1b\\c": "<pre>abc</pre>",
		"a\x1b]0;title\x07b":                       "<pre>ab</pre>",
		"a\x1bb\x07c":                              "<pre>abc</pre>",
	} {
		if got := foldable(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// TestLanguage: a page says its language, which the options, a cell with %lang or nothing chooses.
func TestLanguage(t *testing.T) {
	chooses := &Cell{Type: Code, Source: "%lang fr"}
	talks := &Cell{Type: Markdown, Source: "%lang de"}
	asks := &Cell{Type: Code, Source: "%lang"}
	for _, test := range []struct {
		option string
		cells  []*Cell
		want   string
	}{
		{"", nil, "en"},
		{"", []*Cell{talks, asks}, "en"},
		{"", []*Cell{talks, asks, chooses}, "fr"},
		{"de", nil, "de"},
		{"de", []*Cell{chooses}, "de"},
	} {
		for _, form := range []Form{HTML, SlidesForm} {
			page, err := Export(&Notebook{Cells: test.cells}, form, ExportOptions{Language: test.option})
			if err != nil || !strings.Contains(string(page), "\n<html lang=\""+test.want+"\">\n") {
				t.Errorf("option %q, %d cells, %s: the page is not in %s (error %v)", test.option, len(test.cells), form, test.want, err)
			}
		}
	}
}
