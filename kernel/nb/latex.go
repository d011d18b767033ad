// SPDX-License-Identifier: BSD-3-Clause

// LaTeX.
//
// The file needs only packages of a small installation of LaTeX, and can be compiled with pdfLaTeX,
// XeLaTeX and LuaLaTeX. Formulas of Markdown cells and text/latex outputs are copied, everything
// else is escaped. Code is set line by line, so that long lines are broken; colors are those of
// tokens, as in pages. Pictures are files next to it: PNG or JPEG, since LaTeX includes no SVG.
//
// pdfLaTeX knows few characters outside Latin scripts. So the preamble declares those that occur in
// this file: lines of text drawings as rules, mathematical symbols, and others by their numbers.

package nb

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"image/png"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extensions "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	nethtml "golang.org/x/net/html"

	"polka/internal/limit"
)

//go:embed preamble.tex
var latexPreamble string

// A latexWriter writes the body of a LaTeX file.
type latexWriter struct {
	strings.Builder
	markdown    *markdown
	options     ExportOptions
	attachments map[string]any // of the cell
	lists       int            // numbered lists around the current node
}

// latexFile exports to LaTeX.
func latexFile(n *Notebook, o ExportOptions) []byte {
	w := &latexWriter{markdown: newMarkdown(), options: o}
	for _, c := range n.Cells {
		switch c.Type {
		case Markdown:
			w.attachments, _ = c.extra["attachments"].(map[string]any)
			w.text(c.Source)
		case Raw:
			w.raw(c)
		case Code:
			w.code(c)
		}
	}
	body := w.String()
	return []byte(latexPreamble + texDeclarations(body) + fmt.Sprintf("\\hypersetup{pdftitle={%s}}\n", texEscape(n.title(o.Name))) +
		"\\begin{document}\n" + body + "\\end{document}\n")
}

func (w *latexWriter) put(texts ...string) {
	for _, t := range texts {
		w.WriteString(t)
	}
}

// raw copies a raw cell for LaTeX, and shows one of plain text.
func (w *latexWriter) raw(c *Cell) {
	format, _ := c.Metadata["raw_mimetype"].(string)
	if format == "" {
		format, _ = c.Metadata["format"].(string)
	}
	switch format {
	case "text/latex":
		w.put(c.Source, "\n\n")
	case "", "text/plain":
		w.lines("cellresult", c.Source)
	}
}

// code shows the source of a code cell and its outputs, unless they are hidden.
func (w *latexWriter) code(c *Cell) {
	jupyter, _ := c.Metadata["jupyter"].(map[string]any)
	if jupyter["source_hidden"] != true {
		w.source(strings.TrimRight(c.Source, "\n"))
	}
	if jupyter["outputs_hidden"] == true {
		return
	}
	for _, o := range merge(c.Outputs) {
		switch o.Type {
		case StreamOutput:
			w.lines("cellresult", o.Text)
		case ErrorOutput:
			trace := strings.Join(o.Traceback, "\n")
			if trace == "" {
				trace = o.ErrorName + ": " + o.ErrorValue
			}
			w.lines("cellerror", trace)
		default:
			w.bundle(o)
		}
	}
}

// source writes Go code in color.
func (w *latexWriter) source(code string) {
	if strings.TrimSpace(code) == "" {
		return
	}
	var b strings.Builder
	tokens(code, func(class, text string) {
		command := map[string]string{"k": "kw", "kt": "kw", "nb": "kw", "s": "str", "c": "rem"}[class]
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				b.WriteString("\n")
			}
			if line = texCode(line); command != "" && line != "" {
				line = "\\" + command + "{" + line + "}"
			}
			b.WriteString(line)
		}
	})
	w.environment("cellsource", b.String())
}

// lines writes text that may have colors of a terminal, without them.
func (w *latexWriter) lines(environment, text string) {
	text = strings.Map(printable, ansi.ReplaceAllString(command.ReplaceAllString(text, ""), ""))
	if text = strings.TrimRight(text, "\n "); text != "" {
		w.environment(environment, texCode(text))
	}
}

// environment writes lines of escaped text.
func (w *latexWriter) environment(name, text string) {
	w.put("\\begin{", name, "}\n")
	for _, line := range strings.Split(text, "\n") {
		w.put("\\codeline{", line, "}\n")
	}
	w.put("\\end{", name, "}\n\n")
}

// bundle writes the richest part of a bundle that LaTeX can show.
func (w *latexWriter) bundle(o *Output) {
	if s, ok := o.Data["text/latex"].(string); ok {
		w.put(s, "\n\n")
		return
	}
	if s, ok := o.Data["text/markdown"].(string); ok {
		w.attachments = nil
		w.text(s)
		return
	}
	for _, t := range []string{"image/png", "image/jpeg"} {
		s, ok := o.Data[t].(string)
		if !ok {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
		if err != nil {
			continue
		}
		size, _ := o.Metadata[t].(map[string]any)
		width, _ := size["width"].(float64)
		if w.picture(t, data, width) {
			w.put("\n\n")
			return
		}
	}
	if s, ok := o.Data["text/plain"].(string); ok {
		w.lines("cellresult", s)
	}
}

// picture includes a picture of a width in pixels of a page, or of its own width if that is 0. It
// reports false if there is nowhere to keep the picture, or if it is damaged.
func (w *latexWriter) picture(mediaType string, data []byte, width float64) bool {
	if mediaType == "image/png" {
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return false
		}
		if width <= 0 {
			width = float64(config.Width)
		}
	}
	if w.options.Keep == nil || mediaType != "image/png" && mediaType != "image/jpeg" {
		return false
	}
	size := ""
	if width > 0 {
		size = fmt.Sprintf("width=%.1fbp", 0.6*width) // somewhat smaller than on a screen
	}
	w.put("\\picture{", size, "}{", w.options.Keep(pictureExtensions[mediaType], data), "}")
	return true
}

// text writes Markdown.
func (w *latexWriter) text(source string) {
	if work(source) > mostWork {
		w.lines("cellresult", source)
		return
	}
	reader := text.NewReader([]byte(source))
	doc := w.markdown.parser.Parse(reader, parser.WithContext(parser.NewContext(parser.WithIDs(w.markdown.ids))))
	w.blocks(doc, []byte(source))
}

// blocks writes the children of a block.
func (w *latexWriter) blocks(parent ast.Node, source []byte) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.block(n, source)
	}
}

func (w *latexWriter) block(n ast.Node, source []byte) {
	around := func(begin, end string) {
		w.put(begin)
		w.blocks(n, source)
		w.put(end)
	}
	switch n := n.(type) {
	case *ast.Heading:
		names := []string{"section", "subsection", "subsubsection"}
		w.put("\\", names[min(n.Level, len(names))-1], "{")
		w.inlines(n, source)
		w.put("}\n\n")
	case *ast.Paragraph, *ast.TextBlock:
		w.inlines(n, source)
		w.put("\n\n")
	case *ast.Blockquote:
		around("\\begin{quote}\n", "\\end{quote}\n\n")
	case *ast.List:
		if !n.IsOrdered() {
			around("\\begin{itemize}\n", "\\end{itemize}\n\n")
			return
		}
		w.lists++
		begin := "\\begin{enumerate}\n"
		if n.Start != 1 && w.lists <= 4 {
			begin += fmt.Sprintf("\\setcounter{enum%s}{%d}\n", []string{"i", "ii", "iii", "iv"}[w.lists-1], n.Start-1)
		}
		around(begin, "\\end{enumerate}\n\n")
		w.lists--
	case *ast.ListItem:
		around("\\item ", "")
	case *ast.ThematicBreak:
		w.put("\\thematicbreak\n\n")
	case *ast.FencedCodeBlock:
		code := linesOf(n, source)
		if string(n.Language(source)) == "go" {
			w.source(code)
		} else {
			w.lines("cellsource", code)
		}
	case *ast.CodeBlock:
		w.lines("cellsource", linesOf(n, source))
	case *ast.HTMLBlock:
		if s := strings.TrimSpace(htmlText(linesOf(n, source))); s != "" {
			w.put(texEscape(s), "\n\n")
		}
	case *extensions.Table:
		w.table(n, source)
	default:
		w.blocks(n, source)
	}
}

// table writes a table, whose columns share the width of the page if they are wide.
func (w *latexWriter) table(n *extensions.Table, source []byte) {
	widest := make([]int, len(n.Alignments))
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		i := 0
		for cell := row.FirstChild(); cell != nil && i < len(widest); cell = cell.NextSibling() {
			length := 0
			for at := range cell.Lines().Len() {
				s := cell.Lines().At(at)
				length += s.Len()
			}
			widest[i] = max(widest[i], length)
			i++
		}
	}
	total := 0
	for _, l := range widest {
		total += l
	}
	const fits = 75 // characters in a line of the page
	columns := ""
	for i, a := range n.Alignments {
		switch {
		case total > fits:
			columns += fmt.Sprintf(">{\\raggedright\\arraybackslash}p{%.2f\\linewidth}", 0.9*float64(max(widest[i], 8))/float64(max(total, 8*len(widest))))
		case a == extensions.AlignRight:
			columns += "r"
		case a == extensions.AlignCenter:
			columns += "c"
		default:
			columns += "l"
		}
	}
	w.put("\\begin{longtable}[l]{", columns, "}\n")
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if cell != row.FirstChild() {
				w.put(" & ")
			}
			w.inlines(cell, source)
		}
		w.put(" \\\\\n")
		if row.Kind() == extensions.KindTableHeader {
			w.put("\\hline\n\\endhead\n")
		}
	}
	w.put("\\end{longtable}\n\n")
}

// inlines writes the text of a block.
func (w *latexWriter) inlines(parent ast.Node, source []byte) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.inline(n, source)
	}
}

func (w *latexWriter) inline(n ast.Node, source []byte) {
	around := func(begin, end string) {
		w.put(begin)
		w.inlines(n, source)
		w.put(end)
	}
	switch n := n.(type) {
	case *ast.Text:
		w.put(texEscape(plainText(n.Value(source))))
		switch {
		case n.HardLineBreak():
			w.put("\\newline\n")
		case n.SoftLineBreak():
			w.put("\n")
		}
	case *ast.String:
		w.put(texEscape(string(n.Value)))
	case *mathNode:
		w.put(texMath(string(n.text)))
	case *ast.CodeSpan:
		var code strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				code.Write(t.Segment.Value(source))
			}
		}
		w.put("\\texttt{", strings.ReplaceAll(texCode(strings.ReplaceAll(code.String(), "\n", " ")), "\\ ", " "), "}")
	case *ast.Emphasis:
		if n.Level == 1 {
			around("\\emph{", "}")
		} else {
			around("\\textbf{", "}")
		}
	case *ast.Link:
		if to := string(n.Destination); strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "mailto:") {
			around("\\href{"+texAddress(to)+"}{", "}")
		} else {
			w.inlines(n, source) // to another notebook
		}
	case *ast.AutoLink:
		w.put("\\href{", texAddress(string(n.URL(source))), "}{\\texttt{", texCode(string(n.Label(source))), "}}")
	case *ast.Image:
		if !w.file(string(n.Destination)) {
			around("{[}", "{]}")
		}
	case *ast.RawHTML: // the text between elements is kept
	case *extensions.TaskCheckBox:
		if n.IsChecked {
			w.put("{[}x{]} ")
		} else {
			w.put("{[}\\ {]} ")
		}
	default:
		w.inlines(n, source)
	}
}

// file includes an attachment or a file to which Markdown refers.
func (w *latexWriter) file(destination string) bool {
	if mediaType, content := attached(destination, w.attachments); mediaType != "" {
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(content), ""))
		return err == nil && w.picture(mediaType, data, 0)
	}
	if w.options.Files == nil || !fs.ValidPath(destination) {
		return false
	}
	for _, t := range []string{"image/png", "image/jpeg"} {
		extension := strings.TrimPrefix(path.Ext(destination), ".")
		if extension != pictureExtensions[t] && (t != "image/jpeg" || extension != "jpeg") {
			continue
		}
		data, err := limit.ReadFileFS(w.options.Files, destination, largestPicture)
		return err == nil && w.picture(t, data, 0)
	}
	return false
}

// linesOf returns the text of a block of code or HTML.
func linesOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(source))
	}
	return b.String()
}

// htmlText returns the text in HTML.
func htmlText(s string) string {
	var b strings.Builder
	for z := nethtml.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case nethtml.ErrorToken:
			return b.String()
		case nethtml.TextToken:
			b.WriteString(nethtml.UnescapeString(string(z.Text())))
		}
	}
}

// plainText returns the text that Markdown means: without backslashes before punctuation, and with
// characters for entities.
func plainText(s []byte) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] < 0x80 && (unicode.IsPunct(rune(s[i+1])) || unicode.IsSymbol(rune(s[i+1]))) {
			i++
			if s[i] == '&' {
				b.WriteString("&amp;") // no entity
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return nethtml.UnescapeString(b.String())
}

// texMath returns a formula between dollar signs for LaTeX.
func texMath(s string) string {
	inner, display := strings.CutPrefix(s, "$$")
	if !display {
		return s
	}
	inner = strings.TrimSpace(strings.TrimSuffix(inner, "$$"))
	for _, own := range []string{"align", "equation", "gather", "multline", "alignat", "flalign", "eqnarray"} {
		if strings.HasPrefix(inner, "\\begin{"+own+"}") || strings.HasPrefix(inner, "\\begin{"+own+"*}") {
			return inner // an environment that begins its own formula
		}
	}
	return "\\[" + inner + "\\]"
}

// These are made when they are first used: not every program exports LaTeX.
var (
	texSpecial = sync.OnceValue(func() *strings.Replacer {
		return strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`, `_`, `\_`,
			`^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`, `"`, `\textquotedbl{}`,
			"\u00a0", "~", "[", "{[}", "]", "{]}")
	})
	texCodeSpecial = sync.OnceValue(func() *strings.Replacer {
		return strings.NewReplacer(" ", `\ `, "\t", `\ \ \ \ `, "-", "-{}", ",", ",{}", "'", `\textquotesingle{}`, "`", `\textasciigrave{}`)
	})
)

// texEscape returns text for LaTeX.
func texEscape(s string) string { return texSpecial().Replace(strings.Map(printable, s)) }

// texCode returns code for LaTeX, with all its spaces and without ligatures.
func texCode(s string) string { return texCodeSpecial().Replace(texEscape(s)) }

// texAddress returns an address for the first argument of \href.
func texAddress(s string) string {
	return strings.NewReplacer(`\`, `\%5C`, "{", `\%7B`, "}", `\%7D`, "^", `\%5E`, " ", `\%20`, "\n", "",
		"~", `\string~`, "%", `\%`, "#", `\#`, "&", `\&`, "$", `\$`, "_", `\_`).Replace(s)
}

// texDeclarations declares for pdfLaTeX the characters of a text that it may not know.
func texDeclarations(body string) string {
	found := map[rune]bool{}
	for _, r := range body {
		if r >= 0x80 {
			found[r] = true
		}
	}
	if len(found) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\\ifPDFTeX\n")
	for _, r := range slices.Sorted(maps.Keys(found)) {
		meaning := fmt.Sprintf("[U+%04X]", r)
		if s, ok := texSymbols()[r]; ok {
			meaning = "\\ensuremath{" + s + "}"
		} else if s := arms(r); s != "" {
			meaning = "\\boxlines" + s
		}
		fmt.Fprintf(&b, "\\unknown{%c}{%04X}{%s}\n", r, r, meaning)
	}
	b.WriteString("\\fi\n")
	return b.String()
}

// arms returns the arguments of \boxlines for a character that draws lines: whether it has a line
// to the left, right, top and bottom.
func arms(r rune) string {
	for _, list := range []struct {
		characters string
		arms       string
	}{
		{"─━═╌┄┈", "1100"}, {"│┃║╎┆┊", "0011"}, {"┌┏╔╭", "0101"}, {"┐┓╗╮", "1001"}, {"└┗╚╰", "0110"}, {"┘┛╝╯", "1010"},
		{"├┣╠", "0111"}, {"┤┫╣", "1011"}, {"┬┳╦", "1101"}, {"┴┻╩", "1110"}, {"┼╋╬", "1111"}, {"╴╸", "1000"}, {"╶╺", "0100"}, {"╵╹", "0010"}, {"╷╻", "0001"},
	} {
		if strings.ContainsRune(list.characters, r) {
			return list.arms
		}
	}
	return ""
}

// texSymbols are symbols with their commands in formulas.
var texSymbols = sync.OnceValue(func() map[rune]string {
	return map[rune]string{
		'α': `\alpha`, 'β': `\beta`, 'γ': `\gamma`, 'δ': `\delta`, 'ε': `\varepsilon`, 'θ': `\theta`, 'λ': `\lambda`, 'μ': `\mu`, 'π': `\pi`,
		'ρ': `\rho`, 'σ': `\sigma`, 'τ': `\tau`, 'φ': `\varphi`, 'ω': `\omega`, 'Γ': `\Gamma`, 'Δ': `\Delta`, 'Σ': `\Sigma`, 'Π': `\Pi`, 'Φ': `\Phi`,
		'Ω': `\Omega`, '≤': `\leq`, '≥': `\geq`, '≠': `\neq`, '≈': `\approx`, '≡': `\equiv`, '∈': `\in`, '∉': `\notin`, '∅': `\emptyset`, '∞': `\infty`,
		'∑': `\sum`, '∏': `\prod`, '√': `\surd`, '∪': `\cup`, '∩': `\cap`, '⊂': `\subset`, '⊆': `\subseteq`, '∀': `\forall`, '∃': `\exists`,
		'−': `-`, '⋅': `\cdot`, '∘': `\circ`, '←': `\leftarrow`, '→': `\rightarrow`, '↑': `\uparrow`, '↓': `\downarrow`, '↔': `\leftrightarrow`,
		'⇒': `\Rightarrow`, '⇔': `\Leftrightarrow`, '■': `\blacksquare`, '□': `\square`, '▶': `\blacktriangleright`, '◀': `\blacktriangleleft`,
		'✓': `\checkmark`, '★': `\bigstar`, '…': `\ldots`, '⌊': `\lfloor`, '⌋': `\rfloor`, '⌈': `\lceil`, '⌉': `\rceil`, '²': `^2`, '³': `^3`,
		'♛': `\mathbf{Q}`, '●': `\bullet`, '○': `\circ`, '▪': `\centerdot`, '△': `\triangle`, '▲': `\blacktriangle`,
	}
})
