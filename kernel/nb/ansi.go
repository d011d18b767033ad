// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// A pen is the style of text that ANSI escapes have set.
type pen struct {
	bold, faint, italic, underline, inverse bool
	fore, back                              string // a class such as "1", a color such as "#00ff7f", or ""
}

// ansiLines returns text with ANSI escapes as lines of HTML, each with its elements closed. The
// sixteen standard colors become classes f0 to f15 and b0 to b15, and other colors become styles;
// other escapes are dropped.
func ansiLines(text string) []string {
	var (
		list []string
		line strings.Builder
		p    pen
	)
	put := func(s string) {
		s = html.EscapeString(strings.ReplaceAll(s, "\x1b", ""))
		if attributes := p.attributes(); attributes != "" && s != "" {
			s = "<span" + attributes + ">" + s + "</span>"
		}
		line.WriteString(s)
	}
	for i, l := range strings.Split(text, "\n") {
		if i > 0 {
			list = append(list, line.String())
			line.Reset()
		}
		at := 0
		for _, m := range ansi.Regexp().FindAllStringIndex(l, -1) {
			put(l[at:m[0]])
			if code := l[m[0]:m[1]]; code[len(code)-1] == 'm' {
				p.set(code[2 : len(code)-1])
			}
			at = m[1]
		}
		put(l[at:])
	}
	return append(list, line.String())
}

// set applies an escape sequence of numbers.
func (p *pen) set(codes string) {
	var list []int
	for _, s := range strings.FieldsFunc(codes, func(r rune) bool { return r == ';' || r == ':' }) {
		n, _ := strconv.Atoi(s)
		list = append(list, n)
	}
	if len(list) == 0 {
		*p = pen{}
	}
	for i := 0; i < len(list); i++ {
		switch n := list[i]; {
		case n == 0:
			*p = pen{}
		case n == 1:
			p.bold = true
		case n == 2:
			p.faint = true
		case n == 3:
			p.italic = true
		case n == 4:
			p.underline = true
		case n == 7:
			p.inverse = true
		case n == 22:
			p.bold, p.faint = false, false
		case n == 23:
			p.italic = false
		case n == 24:
			p.underline = false
		case n == 27:
			p.inverse = false
		case n >= 30 && n <= 37:
			p.fore = strconv.Itoa(n - 30)
		case n >= 90 && n <= 97:
			p.fore = strconv.Itoa(n - 90 + 8)
		case n == 39:
			p.fore = ""
		case n >= 40 && n <= 47:
			p.back = strconv.Itoa(n - 40)
		case n >= 100 && n <= 107:
			p.back = strconv.Itoa(n - 100 + 8)
		case n == 49:
			p.back = ""
		case n == 38 || n == 48:
			color, used := extended(list[i+1:])
			if i += used; n == 38 {
				p.fore = color
			} else {
				p.back = color
			}
		}
	}
}

// extended reads what follows 38 or 48: 5 and one of 256 colors, or 2 and red, green, blue.
func extended(list []int) (color string, used int) {
	switch {
	case len(list) >= 2 && list[0] == 5:
		n := min(max(list[1], 0), 255)
		switch {
		case n < 16:
			return strconv.Itoa(n), 2
		case n >= 232:
			g := 8 + 10*(n-232)
			return fmt.Sprintf("#%02x%02x%02x", g, g, g), 2
		}
		level := [6]int{0, 95, 135, 175, 215, 255}
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", level[n/36], level[n/6%6], level[n%6]), 2
	case len(list) >= 4 && list[0] == 2:
		return fmt.Sprintf("#%02x%02x%02x", list[1]&255, list[2]&255, list[3]&255), 4
	}
	return "", len(list)
}

// attributes returns the class and style attributes of the pen, each after a space.
func (p pen) attributes() string {
	var classes, styles []string
	for _, c := range []struct {
		on   bool
		name string
	}{{p.bold, "bold"}, {p.faint, "faint"}, {p.italic, "italic"}, {p.underline, "under"}, {p.inverse, "inverse"}} {
		if c.on {
			classes = append(classes, c.name)
		}
	}
	for _, c := range []struct{ color, class, property string }{{p.fore, "f", "color"}, {p.back, "b", "background"}} {
		switch {
		case c.color == "":
		case c.color[0] == '#':
			styles = append(styles, c.property+":"+c.color)
			if c.class == "b" && p.fore == "" {
				styles = append(styles, "color:"+readableOn(c.color))
			}
		default:
			classes = append(classes, c.class+c.color)
		}
	}
	s := ""
	if len(classes) > 0 {
		s += ` class="` + strings.Join(classes, " ") + `"`
	}
	if len(styles) > 0 {
		s += ` style="` + strings.Join(styles, ";") + `"`
	}
	return s
}

// readableOn returns black or white, whichever is easier to read on a color such as "#00ff7f".
func readableOn(color string) string {
	n, _ := strconv.ParseUint(color[1:], 16, 32)
	if r, g, b := n>>16, n>>8&255, n&255; 299*r+587*g+114*b > 128_000 {
		return "#000"
	}
	return "#fff"
}
