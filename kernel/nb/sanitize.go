// SPDX-License-Identifier: BSD-3-Clause

// Sanitizing HTML.
//
// A notebook can contain HTML from untrusted sources: in Markdown, in outputs, in raw cells. An
// exported page must show it and do nothing else: run no script, send no request to another
// machine, not redirect, and have no form that sends input. This file ensures that; the policy in
// page.go is a second defense that also stops scripts, forms and requests. A test opens some
// hundred hostile snippets in a browser (kernel/conformance/test_pages.py).
//
// HTML is parsed as browsers parse it, and the elements and attributes on the lists below are
// written again. Other elements are replaced by their content, and other attributes are dropped.
// Since the result is a serialized tree, nothing in it can end the element around it. A browser may
// parse the result as a different tree; many attacks on sanitizers rely on that. So the result is
// parsed and cleaned again and must not change; if it does, the source is shown as text.
//
// Nothing is drawn outside of its output or cell, whatever its style: CSS has more ways to do this
// than can be listed (positions that are variables, animations, outlines, huge margins, drawings
// that overflow). So each output is a box with the containments layout and paint, which clips what
// is in it and to which fixed positions refer. A cell of Markdown is one only if it contains
// attributes that can have such effects, since the margins of boxes do not collapse. A test tries
// to cover a page (kernel/conformance/test_boxes.py).
//
// Style sheets are kept, since most drawings have one. A style sheet that loads anything is dropped
// completely. One that affects more than its own classes is put with its output into a shadow tree,
// where it affects nothing else.
//
// Alternatives: bluemonday allows neither SVG nor style sheets, since it works on tags and not on
// trees, and adds 2.4 ms to every start of the program (golang.org/x/net/html: 0.15 ms). A
// sandboxed frame for each output cannot have the height of its content without a script, and is
// cut off in print. Drawings that are separate files (image/svg+xml) are not changed: they are
// shown in img elements, where browsers run and load nothing.

package nb

import (
	"encoding/base64"
	"html"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"polka/internal/limit"
	"polka/internal/pattern"
)

// names returns the set of the words in some lists.
func names(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for n := range strings.FieldsSeq(list) {
			set[n] = true
		}
	}
	return set
}

// A dialect is one of the three languages of a page: its allowed elements and attributes.
type dialect struct{ elements, attributes map[string]bool }

// A cleaner cleans HTML. It must not be used by several goroutines at once.
type cleaner struct {
	files    fs.FS // where pictures with relative names are; may be nil
	dialects map[string]dialect
	dropped  map[string]bool // elements of HTML that are dropped with their content
	schemes  map[string]bool // of links
}

func newCleaner(files fs.FS) *cleaner {
	const svgPaint = `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
		stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask filter marker-start marker-mid marker-end
		display visibility overflow paint-order pointer-events shape-rendering text-rendering image-rendering vector-effect
		stop-color stop-opacity flood-color flood-opacity lighting-color color-interpolation color-interpolation-filters
		font-family font-size font-style font-weight font-stretch font-variant text-anchor text-decoration letter-spacing
		word-spacing dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi mix-blend-mode`
	const svgPlace = `x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points transform viewBox preserveAspectRatio
		version pathLength rotate textLength lengthAdjust startOffset offset gradientUnits gradientTransform spreadMethod
		patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
		markerHeight refX refY orient filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 stdDeviation values
		type tableValues slope intercept amplitude exponent radius order kernelMatrix edgeMode scale xChannelSelector
		yChannelSelector surfaceScale specularConstant specularExponent diffuseConstant azimuth elevation baseFrequency
		numOctaves seed stitchTiles systemLanguage`
	return &cleaner{
		files: files,
		dialects: map[string]dialect{
			"": {
				elements: names(`a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup
					data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i
					img input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q
					rp rt ruby s samp section select small span strike strong style sub summary sup svg table tbody td tfoot th
					thead time tr tt u ul var wbr math`),
				attributes: names(`abbr align alt aria axis bgcolor border cellpadding cellspacing char checked cite class color cols
					colspan datetime dir disabled face headers height hidden high id label lang low max min nowrap open optimum
					reversed role rowspan scope selected size span start step style summary tabindex title translate type valign
					value width for`),
			},
			"svg": {
				elements: names(`svg g defs desc title symbol use path rect circle ellipse line polyline polygon text tspan textPath image
					a switch marker pattern mask clipPath linearGradient radialGradient stop style filter feBlend feColorMatrix
					feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
					feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset
					fePointLight feSpecularLighting feSpotLight feTile feTurbulence view`),
				attributes: names(svgPaint, svgPlace, `class id style lang role tabindex`),
			},
			"math": {
				elements: names(`math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle
					msub msubsup msup mtable mtd mtext mtr munder munderover none semantics menclose mfenced mlabeledtr`),
				attributes: names(`accent accentunder align close columnalign columnlines columnspacing columnspan depth dir display
					displaystyle fence form frame height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant
					maxsize minsize movablelimits notation open rowalign rowlines rowspacing rowspan rspace scriptlevel separator
					separators stretchy symmetric voffset width class id style`),
			},
		},
		dropped: names(`applet base bgsound embed frame frameset iframe link meta noembed noframes noscript object param portal script
			template title fencedframe`),
		schemes: names("http https mailto"),
	}
}

// markup is the result of clean.
type markup struct {
	html    string
	boxed   bool // something in it could be drawn outside of its place
	shadow  bool // a style sheet in it affects more than its own classes
	visible bool // something in it is visible
}

// clean returns harmless HTML. Style sheets are kept if styles is true.
func (c *cleaner) clean(source string, styles bool) markup {
	before := source
	for range 4 {
		m, ok := c.once(before, styles)
		if !ok {
			break
		}
		if m.html == before {
			return m
		}
		before = m.html
	}
	return markup{html: "<pre>" + html.EscapeString(strings.Map(printable, source)) + "</pre>\n", visible: true}
}

// once cleans without checking the result. It fails if elements are nested hundreds deep.
func (c *cleaner) once(source string, styles bool) (markup, bool) {
	around := &dom.Node{Type: dom.ElementNode, Data: "div", DataAtom: atom.Div}
	list, err := dom.ParseFragmentWithOptions(strings.NewReader(source), around, dom.ParseOptionEnableScripting(false))
	if err != nil {
		return markup{}, false
	}
	w := &htmlWriter{cleaner: c, styles: styles}
	for _, n := range list {
		w.node(n, "")
	}
	return markup{w.String(), w.boxed, w.shadow, w.visible}, true
}

// An htmlWriter writes trees.
type htmlWriter struct {
	strings.Builder
	*cleaner
	styles  bool
	links   int // enclosing a elements
	boxed   bool
	shadow  bool
	visible bool
}

func (w *htmlWriter) put(texts ...string) {
	for _, t := range texts {
		w.WriteString(t)
	}
}

var (
	textEscaper  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")
	valueEscaper = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;", "\u00a0", "&nbsp;")
)

var (
	void   = strings.Fields("br col hr img input wbr")                     // elements without an end tag
	seen   = strings.Fields("hr img input meter progress select svg math") // elements that are visible without text
	inputs = strings.Fields("checkbox radio range")                        // allowed types of input
)

// node writes a node whose parent belongs to the language within.
func (w *htmlWriter) node(n *dom.Node, within string) {
	switch {
	case n.Type == dom.TextNode:
		w.visible = w.visible || strings.TrimSpace(n.Data) != ""
		w.put(textEscaper.Replace(strings.Map(printable, n.Data)))
	case n.Type != dom.ElementNode || n.Namespace == "" && w.dropped[n.Data]:
	case !w.dialects[n.Namespace].elements[n.Data]:
		if n.Namespace == "" {
			w.children(n, within)
		}
	case within != "" && n.Namespace != within:
		// HTML inside drawings and formulas is a common means of attacks that browsers parse
		// differently.
	case n.Data == "style":
		w.style(n)
	case n.Namespace == "" && n.Data == "input" && !slices.Contains(inputs, strings.ToLower(attribute(n, "type"))):
	case n.Namespace == "" && n.Data == "img" || n.Namespace == "svg" && n.Data == "image":
		w.picture(n)
	default:
		w.element(n)
	}
}

func (w *htmlWriter) children(n *dom.Node, within string) {
	for child := range n.ChildNodes() {
		w.node(child, within)
	}
}

func (w *htmlWriter) element(n *dom.Node) {
	w.begin(n)
	switch {
	case n.Namespace != "" && n.FirstChild == nil:
		w.put("/>")
		return
	case n.Namespace == "" && slices.Contains(void, n.Data):
		w.put(">")
		return
	}
	w.put(">")
	if n.Data == "pre" && n.FirstChild != nil && n.FirstChild.Type == dom.TextNode && strings.HasPrefix(n.FirstChild.Data, "\n") {
		w.put("\n") // parsers drop the first
	}
	if n.Data == "a" {
		w.links++
		defer func() { w.links-- }()
	}
	w.children(n, n.Namespace)
	w.put("</", n.Data, ">")
}

// begin writes the name of an element and its allowed attributes.
func (w *htmlWriter) begin(n *dom.Node) {
	w.visible = w.visible || slices.Contains(seen, n.Data)
	w.put("<", n.Data)
	if n.Data == "button" {
		w.put(` type="button"`) // not one that submits
	}
	w.boxed = w.boxed || n.Namespace != ""
	written := map[string]bool{}
	for _, a := range n.Attr {
		first := !written[a.Key]
		written[a.Key] = true
		if value, ok := w.attribute(n, a); ok && first {
			w.boxed = w.boxed || !stayer(a.Key, value)
			w.put(" ", a.Key, `="`, valueEscaper.Replace(value), `"`)
		}
	}
}

// stayer reports whether an attribute leaves its element in its place. Those of Markdown do.
func stayer(key, value string) bool {
	switch key {
	case "style":
		return aligned.MatchString(value)
	case "class":
		return slices.Contains(quietClasses, value)
	}
	return key != "align" && key != "height" && key != "width"
}

var (
	aligned      = pattern.New(`^text-align:(?:left|center|right)$`)
	quietClasses = strings.Fields("math elsewhere k kt nf nb s m c")
)

// attribute returns the value of an attribute as it is written, and whether it is allowed.
func (w *htmlWriter) attribute(n *dom.Node, a dom.Attribute) (string, bool) {
	if strings.HasPrefix(a.Key, "data-") || strings.HasPrefix(a.Key, "aria-") {
		return a.Val, plainName.MatchString(a.Key)
	}
	switch key := a.Key; {
	case key == "href" && (a.Namespace == "" || a.Namespace == "xlink"):
		if n.Data == "a" {
			return a.Val, w.link(a.Val)
		}
		return a.Val, n.Namespace == "svg" && (strings.HasPrefix(a.Val, "#") || n.Data == "image" && dataPicture.MatchString(a.Val))
	case a.Namespace != "":
		return "", false
	case key == "src":
		return a.Val, n.Data == "img" && dataPicture.MatchString(a.Val)
	case key == "name":
		return a.Val, n.Data == "a" || n.Data == "details"
	case key == "target":
		return a.Val, n.Data == "a" && n.Namespace == "" && a.Val == "_blank" // which has no reference to this page
	case key == "type" && n.Data == "button":
		return "", false // see begin
	case key == "style":
		value := declarations(a.Val)
		return value, value != ""
	}
	return a.Val, w.dialects[n.Namespace].attributes[a.Key] && (n.Namespace != "svg" || loadsNothing(a.Val))
}

var plainName = pattern.New(`^[a-z][a-z0-9_.-]*$`)

func attribute(n *dom.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Characters that browsers ignore in an address and at its ends.
var newlines = strings.NewReplacer("\t", "", "\n", "", "\r", "")

const blanks = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// link reports whether a link is allowed: to a place in the page, to a file beside it, or to the
// web.
func (c *cleaner) link(address string) bool {
	s := strings.Trim(newlines.Replace(address), blanks)
	if i := strings.IndexAny(s, ":/?#\\"); i >= 0 && s[i] == ':' {
		return c.schemes[strings.ToLower(s[:i])]
	}
	// Two slashes begin the name of a host; from a page on disk, a file would be requested from it.
	return len(s) < 2 || !strings.ContainsRune(`/\`, rune(s[0])) || !strings.ContainsRune(`/\`, rune(s[1]))
}

var dataPicture = pattern.New(`(?i)^data:image/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]`)

// picture writes a picture that is part of the page, or a link to one that is not.
func (w *htmlWriter) picture(n *dom.Node) {
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Key != "src" && a.Key != "href" {
			continue
		}
		a.Val = strings.Trim(newlines.Replace(a.Val), blanks)
		if data := w.file(a.Val); data != "" {
			a.Val = data
		}
		if _, ok := w.attribute(n, *a); ok {
			w.begin(n)
			w.put(map[string]string{"": ">", "svg": "/>"}[n.Namespace])
			return
		}
	}
	source := attribute(n, "src")
	if source == "" {
		return
	}
	words := attribute(n, "alt")
	if strings.TrimSpace(words) == "" {
		words = briefly(path.Base(source))
	}
	w.visible = true
	words = textEscaper.Replace(strings.Map(printable, "picture: "+words))
	if lower := strings.ToLower(source); w.links == 0 && (strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")) {
		w.put(`<a class="elsewhere" href="`, valueEscaper.Replace(source), `">`, words, "</a>")
		return
	}
	w.put(`<span class="elsewhere">`, words, "</span>")
}

func briefly(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// The types of pictures by extension, and the maximum size of a picture that is put into a page.
var pictureFiles = map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
	".webp": "image/webp", ".svg": "image/svg+xml"}

const largestPicture = 16 << 20 // bytes

// file returns the data URI of a picture in the directory of the notebook, or "".
func (c *cleaner) file(name string) string {
	kind := pictureFiles[strings.ToLower(path.Ext(name))]
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	name = strings.TrimPrefix(name, "./")
	if c.files == nil || kind == "" || !fs.ValidPath(name) {
		return ""
	}
	data, err := limit.ReadFileFS(c.files, name, largestPicture)
	if err != nil {
		return ""
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// style writes a style sheet if it loads nothing.
func (w *htmlWriter) style(n *dom.Node) {
	var sheet strings.Builder
	for child := range n.ChildNodes() {
		if child.Type == dom.TextNode {
			sheet.WriteString(child.Data)
		}
	}
	css := strings.Map(printable, sheet.String())
	if !w.styles || strings.TrimSpace(css) == "" || !loadsNothing(css) || n.Namespace == "" && strings.Contains(css, "<") {
		return
	}
	w.shadow = w.shadow || !confined(css) || !stays(css)
	if n.Namespace != "" {
		css = textEscaper.Replace(css)
	}
	w.put("<style>", css, "</style>")
}

var (
	cssComment = pattern.New(`(?s)/\*.*?(?:\*/|$)`)
	cssEscape  = pattern.New(`\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|(.))`)
	cssLoads   = pattern.New(`(?i)@import|@namespace|image-set\s*\(|\bimage\s*\(|\bsrc\s*\(|cross-fade\s*\(|expression\s*\(|-moz-binding|(?:^|[^\w-])behavior\s*:`)
	cssURL     = pattern.New(`(?i)\burl(?:-prefix)?\s*\(\s*["']?\s*([^"')]*)`)
	dataFont   = pattern.New(`(?i)^data:(?:font/|application/(?:x-)?font)`)
)

func withoutComments(css string) string { return cssComment.ReplaceAllString(css, "") }

// unescaped returns a style sheet with its escapes replaced by characters.
func unescaped(css string) string {
	return cssEscape.Regexp().ReplaceAllStringFunc(css, func(s string) string {
		if n, err := strconv.ParseUint(strings.TrimSpace(s[1:]), 16, 32); err == nil {
			return string(rune(n))
		}
		return s[1:]
	})
}

// loadsNothing reports whether a style sheet, or a value in one, loads nothing. Since the text is
// not parsed into comments and strings, it is checked with and without comments, and with and
// without escapes.
func loadsNothing(css string) bool {
	if !strings.ContainsAny(css, `(@:\`) {
		return true
	}
	for _, text := range []string{css, withoutComments(css), unescaped(css), unescaped(withoutComments(css))} {
		if cssLoads.MatchString(text) {
			return false
		}
		for _, m := range cssURL.FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(m[1], "#") && !dataPicture.MatchString(m[1]) && !dataFont.MatchString(m[1]) {
				return false
			}
		}
	}
	return true
}

var fixed = pattern.New(`(?i)position\s*:\s*(?:fixed|sticky|-webkit-sticky)`)

// stays reports whether an element with this declaration scrolls with the page.
func stays(css string) bool { return !fixed.MatchString(unescaped(withoutComments(css))) }

// declarations returns the parts of a style attribute that load nothing and scroll with the page.
func declarations(style string) string {
	if loadsNothing(style) && stays(style) {
		return style
	}
	var kept []string
	for _, one := range splitCSS(style) {
		if loadsNothing(one) && stays(one) {
			kept = append(kept, one)
		}
	}
	return strings.Join(kept, ";")
}

// splitCSS splits at semicolons that are not in quotes or brackets.
func splitCSS(s string) (parts []string) {
	depth, quote, from := 0, byte(0), 0
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '\\':
			i++
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '(' || b == '[' || b == '{':
			depth++
		case b == ')' || b == ']' || b == '}':
			depth--
		case b == ';' && depth == 0:
			parts, from = append(parts, s[from:i]), i+1
		}
	}
	return append(parts, s[from:])
}

var (
	cssClass   = pattern.New(`\.([a-zA-Z_-][a-zA-Z0-9_-]*)`)
	ownClasses = strings.Fields(`text cell in out count picture plain math error stdout stderr art elsewhere guest
		k kt nf nb s m c bold faint italic under inverse`)
)

// confined reports whether each rule of a style sheet applies only to elements in or beside one
// with a class that is not a class of the page. It understands simple style sheets and returns
// false for others.
func confined(css string) bool { return confinedTo(withoutComments(css), 0) }

// mostNested is how deep the rules of a confined style sheet are nested at most. Each level is read
// once more.
const mostNested = 8

func confinedTo(css string, depth int) bool {
	if depth > mostNested {
		return false
	}
	if strings.ContainsAny(css, `\"'`) {
		return false
	}
	for {
		css = strings.TrimSpace(css)
		if css == "" {
			return true
		}
		brace := strings.IndexByte(css, '{')
		if brace < 0 {
			return false
		}
		head := strings.TrimSpace(css[:brace])
		end := blockEnd(css[brace:])
		if end < 0 {
			return false
		}
		block := css[brace+1 : brace+end]
		css = css[brace+end+1:]
		switch {
		case strings.HasPrefix(head, "@media") || strings.HasPrefix(head, "@supports"):
			if !confinedTo(block, depth+1) {
				return false
			}
		case strings.HasPrefix(head, "@keyframes"):
		case strings.ContainsAny(head, "@;}") || strings.ContainsRune(block, '{'):
			return false
		default:
			outside, ok := outsideBrackets(head)
			if !ok {
				return false
			}
			for selector := range strings.SplitSeq(outside, ",") {
				if !slices.ContainsFunc(cssClass.FindAllStringSubmatch(selector, -1), func(m []string) bool { return !slices.Contains(ownClasses, m[1]) }) {
					return false
				}
			}
		}
	}
}

// outsideBrackets returns what is not in brackets. It fails if they do not match.
func outsideBrackets(s string) (string, bool) {
	var outside, open []byte
	for i := range len(s) {
		switch b := s[i]; {
		case b == '(':
			open = append(open, ')')
		case b == '[':
			open = append(open, ']')
		case b == ')' || b == ']':
			if len(open) == 0 || open[len(open)-1] != b {
				return "", false
			}
			open = open[:len(open)-1]
		case len(open) == 0:
			outside = append(outside, b)
		}
	}
	return string(outside), len(open) == 0
}

// blockEnd returns the offset of the brace that ends the block at the beginning of css, or -1.
func blockEnd(css string) int {
	depth := 0
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
