// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	rendererhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
	"pgregory.net/rapid"
)

// gfmTests have what GitHub adds, and what looks like it.
var gfmTests = []struct{ source, want string }{
	{
		"| a | b |\n|:--|--:|\n| 1 | `x\\|y` |\n| 2 |",
		"<table>\n<thead>\n<tr>\n<th style=\"text-align:left\">a</th>\n<th style=\"text-align:right\">b</th>\n</tr>\n</thead>\n" +
			"<tbody>\n<tr>\n<td style=\"text-align:left\">1</td>\n<td style=\"text-align:right\"><code>x|y</code></td>\n</tr>\n" +
			"<tr>\n<td style=\"text-align:left\">2</td>\n<td></td>\n</tr>\n</tbody>\n</table>\n",
	},
	{"text\na|b\n:-:|-\n", "<p>text</p>\n<table>\n<thead>\n<tr>\n<th style=\"text-align:center\">a</th>\n<th>b</th>\n</tr>\n</thead>\n</table>\n"},
	{"a | b\n--|", "<p>a | b\n--|</p>\n"},
	{"a\n---", "<h2 id=\"a\">a</h2>\n"},
	{"~~a~~ ~b~ ~~~c~~~", "<p><del>a</del> <del>b</del> ~~~c~~~</p>\n"},
	{"- [ ] a\n- [x] b\n- c [x]", "<ul>\n<li><input disabled=\"\" type=\"checkbox\"> a</li>\n<li><input checked=\"\" disabled=\"\" type=\"checkbox\"> b</li>\n<li>c [x]</li>\n</ul>\n"},
	{"see (https://a.org/b_(c)).", "<p>see (<a href=\"https://a.org/b_(c)\">https://a.org/b_(c)</a>).</p>\n"},
	{"www.a.org/?q&amp; x", "<p><a href=\"http://www.a.org/?q\">www.a.org/?q</a>&amp; x</p>\n"},
	{"a@b.org, c@d", "<p><a href=\"mailto:a@b.org\">a@b.org</a>, c@d</p>\n"},
	{"xhttps://a.org https://", "<p>xhttps://a.org https://</p>\n"},
}

func TestGitHub(t *testing.T) {
	for _, test := range gfmTests {
		if got := newMarkdown().convert(test.source, nil); got != test.want {
			t.Errorf("%q\n got %q\nwant %q", test.source, got, test.want)
		}
	}
}

// theirs converts as [markdown.convert] does, with the library's own additions.
func theirs(source string) string {
	engine := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithInlineParsers(util.Prioritized(mathParser{}, 150))),
		goldmark.WithRendererOptions(rendererhtml.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(ownNodes{}, 100))),
	)
	var b bytes.Buffer
	if err := engine.Convert([]byte(source), &b); err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(b.String(), "mailto:http://", "mailto:") // a fault: www.|a@b.c is a mail address
}

// TestGitHubAsLibrary compares our additions to Markdown with those of the library, on every text
// of this repository.
func TestGitHubAsLibrary(t *testing.T) {
	var sources []string
	for _, test := range gfmTests {
		sources = append(sources, test.source)
	}
	for _, glob := range []string{"*.md", "docs/*.md", "notebooks/*.ipynb"} {
		files, err := filepath.Glob(filepath.Join("..", "..", glob))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", glob, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(name) != ".ipynb" {
				sources = append(sources, string(text))
				continue
			}
			n, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range n.Cells {
				if c.Type == Markdown {
					sources = append(sources, c.Source)
				}
			}
		}
	}
	for _, source := range sources {
		if got, want := newMarkdown().convert(source, nil), theirs(source); got != want {
			t.Errorf("%.200q\n got %s\nwant %s", source, got, want)
		}
	}
}

// FuzzGitHub compares them on anything.
func FuzzGitHub(f *testing.F) {
	for _, test := range gfmTests {
		f.Add(test.source)
	}
	for _, s := range []string{"|\n|-|", "a|\n-|\n\\||", "|a\\|\n|-|", "`|`|b\n-|-\n`\\|\\|`", " *www.a.b*", "http://a.b.", "- [x]\n  a", "1. [\t] x", "(ftp://x.y)", "a_b@c.d-e.f."} {
		f.Add(s)
	}
	f.Fuzz(compareGitHub)
}

func compareGitHub(t *testing.T, source string) {
	if len(source) > 400 {
		return
	}
	if got, want := newMarkdown().convert(source, nil), theirs(source); got != want {
		t.Errorf("%q\n got %q\nwant %q", source, got, want)
	}
}

// TestGitHubWords compares them on texts made of the words that matter.
func TestGitHubWords(t *testing.T) {
	words := []string{
		"|", "|", "|", "\\|", "`", "-", ":-", "-:", ":-:", "---", " ", "\n", "\n", "\n", "\n\n", "a", "b c", "~", "~~", "*", "_", "[ ]", "[x] ", "- ", "1. ", "> ",
		"    ", "(", ")", "www.", "a.b", "http://", "https://a.b", "ftp:", "a@b.c", "@", ".", "?", "!", ";", "&amp;", "&", "/", "#", "<b>", "[a](b)", "$", ":80",
	}
	rapid.Check(t, func(r *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 40).Draw(r, "words"), "")
		if got, want := newMarkdown().convert(source, nil), theirs(source); got != want {
			r.Fatalf("%q\n got %q\nwant %q", source, got, want)
		}
	})
}
