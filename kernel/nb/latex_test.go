// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// latexOf exports cells to LaTeX, and returns the body and the pictures.
func latexOf(t *testing.T, cells ...*Cell) (body string, pictures [][]byte) {
	t.Helper()
	keep := func(extension string, data []byte) string {
		pictures = append(pictures, data)
		return fmt.Sprintf("pictures/%d.%s", len(pictures), extension)
	}
	text, err := Export(&Notebook{Cells: cells}, LaTeXForm, ExportOptions{Name: "100%", Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	if err := wellFormed(string(text)); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	_, body, _ = strings.Cut(string(text), "\\begin{document}\n")
	return strings.TrimSuffix(body, "\\end{document}\n"), pictures
}

func TestLaTeXMarkdown(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"# A & *b* $x_1^2$", "\\section{A \\& \\emph{b} $x_1^2$}\n\n"},
		{"#### Deep", "\\subsubsection{Deep}\n\n"},
		{"50% of {a_b} \\*c\\* &lt;x&gt; \\&amp;\n~ ^ # $", "50\\% of \\{a\\_b\\} *c* \\textless{}x\\textgreater{} \\&amp;\n\\textasciitilde{} \\textasciicircum{} \\# \\$\n\n"},
		{"`a--b {c}  d`", "\\texttt{a-{}-{}b \\{c\\}  d}\n\n"},
		{"[a b](https://example.org/a_b%20c#d~e) [n](x.ipynb)", "\\href{https://example.org/a\\_b\\%20c\\#d\\string~e}{a b} n\n\n"},
		{"- [x] one\n- two", "\\begin{itemize}\n\\item {[}x{]} one\n\n\\item two\n\n\\end{itemize}\n\n"},
		{"3. [a]\n4. b", "\\begin{enumerate}\n\\setcounter{enumi}{2}\n\\item {[}a{]}\n\n\\item b\n\n\\end{enumerate}\n\n"},
		{"|a|b|\n|-|-:|\n|1 & 2|`x\\|y`|", "\\begin{longtable}[l]{lr}\na & b \\\\\n\\hline\n\\endhead\n1 \\& 2 & \\texttt{x\\textbar{}y} \\\\\n\\end{longtable}\n\n"},
		{"$$\nx\n$$", "\\[x\\]\n\n"},
		{"$$\\begin{align}a &= b\\end{align}$$", "\\begin{align}a &= b\\end{align}\n\n"},
		{"<div>one <b>two</b> &amp; three</div>", "one two \\& three\n\n"},
		{"![p](https://example.org/p.png)", "{[}p{]}\n\n"},
	} {
		if got, _ := latexOf(t, &Cell{Type: Markdown, Source: c.source}); got != c.want {
			t.Errorf("%q:\n%q, want\n%q", c.source, got, c.want)
		}
	}
}

func TestLaTeXCode(t *testing.T) {
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	got, pictures := latexOf(t, &Cell{Type: Code, Count: 1, Source: "if x-- < 1 { // é\n\ts = `a\n}`", Outputs: []*Output{
		{Type: StreamOutput, Name: "stdout", Text: "\x1b[31m┌%\x1b[0m\n\n  b\a\n"},
		{Type: ErrorOutput, ErrorName: "E", ErrorValue: "{v}"},
		{Type: DisplayOutput, Data: map[string]any{"image/png": png, "image/svg+xml": "<svg/>", "text/plain": "no"},
			Metadata: map[string]any{"image/png": map[string]any{"width": 100.0}}},
		{Type: DisplayOutput, Data: map[string]any{"image/png": "AAAA", "text/plain": "damaged"}, Metadata: map[string]any{}},
		{Type: DisplayOutput, Data: map[string]any{"text/latex": "$x$", "text/plain": "no"}, Metadata: map[string]any{}},
		{Type: DisplayOutput, Data: map[string]any{"text/html": "<p>"}, Metadata: map[string]any{}},
	}})
	want := `\begin{cellsource}
\codeline{\kw{if}\ x-{}-{}\ \textless{}\ 1\ \{\ \rem{//\ é}}
\codeline{\ \ \ \ s\ =\ \str{\textasciigrave{}a}}
\codeline{\str{\}\textasciigrave{}}}
\end{cellsource}

\begin{cellresult}
\codeline{┌\%}
\codeline{}
\codeline{\ \ b}
\end{cellresult}

\begin{cellerror}
\codeline{E:\ \{v\}}
\end{cellerror}

\picture{width=60.0bp}{pictures/1.png}

\begin{cellresult}
\codeline{damaged}
\end{cellresult}

$x$

`
	if got != want || len(pictures) != 1 {
		t.Errorf("%d pictures,\n%s", len(pictures), got)
	}
}

func TestLaTeXCharacters(t *testing.T) {
	text, err := Export(&Notebook{Cells: []*Cell{{Type: Raw, Source: "a ├ ≤ 日"}}}, LaTeXForm, ExportOptions{})
	want := "\\unknown{≤}{2264}{\\ensuremath{\\leq}}\n\\unknown{├}{251C}{\\boxlines0111}\n\\unknown{日}{65E5}{[U+65E5]}\n"
	if err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestLaTeXCourse checks that the notebooks of the course become well-formed files.
func TestLaTeXCourse(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "notebooks", "*.ipynb"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no notebooks", err)
	}
	for _, f := range files {
		n, err := ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text, err := Export(n, LaTeXForm, ExportOptions{Files: os.DirFS(filepath.Dir(f)), Keep: func(string, []byte) string { return "p.png" }})
		if err == nil {
			err = wellFormed(string(text))
		}
		if err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// wellFormed checks what TeX checks first: braces and environments are closed in order, and
// characters with a meaning are where they have it.
func wellFormed(text string) error {
	var open []string
	environment := regexp.MustCompile(`^\\(begin|end)\{(\w+\*?)\}`)
	_, body, _ := strings.Cut(text, "\\begin{document}\n")
	math := false
	for i := 0; i < len(body); i++ {
		near := func(what string) error {
			return fmt.Errorf("%s near %q", what, body[max(0, i-30):min(len(body), i+30)])
		}
		switch c := body[i]; c {
		case '\\':
			if m := environment.FindStringSubmatch(body[i:]); m != nil {
				switch last := len(open) - 1; {
				case m[1] == "begin":
					open = append(open, m[2])
				case m[2] == "document":
				case last < 0 || open[last] != m[2]:
					return near("an environment is not open")
				default:
					open = open[:last]
				}
				i += len(m[0]) - 1
			} else {
				i++
			}
		case '{':
			open = append(open, "{")
		case '}':
			last := len(open) - 1
			if last < 0 || open[last] != "{" {
				return near("a brace is not open")
			}
			open = open[:last]
		case '$':
			math = !math
		case '#', '%':
			return near("a special character")
		case '_', '^':
			if display := strings.LastIndex(body[:i], "\\[") > strings.LastIndex(body[:i], "\\]"); !math && !display {
				return near("a special character")
			}
		}
	}
	if len(open) > 0 || math {
		return fmt.Errorf("not closed: %q, formula %v", open, math)
	}
	return nil
}
