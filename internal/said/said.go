// SPDX-License-Identifier: BSD-3-Clause

// Package said translates what pictures, players and widgets say: their captions, the names of
// their controls, and the sentences about their steps.
//
//	french := said.New("fr", catalog.Text)
//	french.Text("step 3 of 15 · level 2") // étape 3 sur 15 · niveau 2
//	french.HTML(page)                     // the output of a cell
//
// Drawing methods have no parameter for the language, so that an output is translated after it has
// been made. A text is recognized by its format, one of those in texts.go, whose arguments are
// translated in turn; everything else stays as it is, in particular what cells write. Scripts get
// the formats that they need with an attribute of their element, and do the same (said.js).
package said

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"polka/internal/pattern"
)

// Script is the source of two functions of JavaScript. saying(about) returns a function that
// translates a text; spoken(root) does so for the texts in the attribute data-said of an element.
//
//go:embed said.js
var Script string

// A Speech translates texts to a language. Several goroutines may use it.
type Speech struct {
	language string
	text     func(string) string
	captions []string // texts that are no formats and have a translation
	formats  []string
	forms    []form
	prose    []form // those of texts of values

	mu    sync.Mutex
	known map[string]string // the translations of mostKnown texts at most
}

const mostKnown = 1 << 12

// A form is a format with its translation.
type form struct {
	match *regexp.Regexp
	text  string
}

// New returns a Speech. The function text returns the translation of a format, or the format itself
// if there is none.
func New(language string, text func(string) string) *Speech {
	s := &Speech{language: language, text: text, known: make(map[string]string)}
	list := Formats()
	slices.SortStableFunc(list, longestFirst)
	s.formats = list
	for _, f := range list {
		if verb.MatchString(f) {
			s.forms = append(s.forms, formOf(f, text(f)))
		}
	}
	for _, f := range formatsOf("values") {
		s.prose = append(s.prose, formOf(f, text(f)))
	}
	return s
}

// WithCaptions returns a Speech that also translates some other texts and formats, such as the
// captions that a lesson gives to its pictures.
func (s *Speech) WithCaptions(captions ...string) *Speech {
	t := &Speech{language: s.language, text: s.text, formats: s.formats, prose: s.prose, captions: captions, known: make(map[string]string)}
	for _, f := range captions {
		if verb.MatchString(f) {
			t.forms = append(t.forms, formOf(f, s.text(f)))
		}
	}
	t.forms = append(t.forms, s.forms...)
	return t
}

// verb matches a verb of a format: that of a number, that of a text, and the percent sign.
var verb = pattern.New(`%(?:\[(\d+)\])?([sd%])`)

// longestFirst orders formats so that one with more text is tried before one with less.
func longestFirst(a, b string) int {
	return len(verb.ReplaceAllString(b, "")) - len(verb.ReplaceAllString(a, ""))
}

// formOf returns a format with its translation.
func formOf(format, text string) form {
	var b strings.Builder
	b.WriteString("(?s)^")
	end := 0
	for _, at := range verb.Regexp().FindAllStringSubmatchIndex(format, -1) {
		b.WriteString(regexp.QuoteMeta(format[end:at[0]]))
		end = at[1]
		switch kind := format[at[4]:at[5]]; kind {
		case "%":
			b.WriteString("%")
		case "d":
			b.WriteString(`([\d.,]+)`)
		default:
			b.WriteString("(.+?)")
		}
	}
	b.WriteString(regexp.QuoteMeta(format[end:]) + "$")
	return form{regexp.MustCompile(b.String()), text}
}

// Text returns the translation of a text, or the text itself if it is unknown. Space around it
// stays.
func (s *Speech) Text(text string) string {
	inner := strings.TrimSpace(text)
	if inner == "" {
		return text
	}
	s.mu.Lock()
	t, ok := s.known[inner]
	s.mu.Unlock()
	if !ok {
		t = s.find(inner)
		s.mu.Lock()
		if len(s.known) >= mostKnown {
			clear(s.known)
		}
		s.known[inner] = t
		s.mu.Unlock()
	}
	if t == inner {
		return text
	}
	return strings.Replace(text, inner, t, 1)
}

// Plain translates the text of a value. Of a drawing, which has a picture too, it translates the
// lines that are captions; of others, what values of Polka write about themselves.
func (s *Speech) Plain(text string, drawing bool) string {
	if !drawing {
		return s.match(s.prose, text)
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if word := strings.TrimSpace(l); !strings.Contains(word, " ") {
			continue // a letter of a piece, or a name
		}
		lines[i] = s.Text(l)
	}
	return strings.Join(lines, "\n")
}

// match translates a text that is made with one of the forms.
func (s *Speech) match(forms []form, text string) string {
	for _, f := range forms {
		if m := f.match.FindStringSubmatch(text); m != nil {
			return s.fill(f, m[1:])
		}
	}
	return text
}

// find translates a text that Text has not met before.
func (s *Speech) find(text string) string {
	if slices.Contains(s.captions, text) || slices.Contains(s.formats, text) {
		if t := s.text(text); t != text {
			return t
		}
	}
	if t := s.match(s.forms, text); t != text {
		return t
	}
	if parts := strings.Split(text, " · "); len(parts) > 1 {
		for i, p := range parts {
			parts[i] = s.Text(p)
		}
		return strings.Join(parts, " · ")
	}
	return text
}

// fill puts arguments into the translation of a format.
func (s *Speech) fill(f form, args []string) string {
	next := 0
	return verb.Regexp().ReplaceAllStringFunc(f.text, func(v string) string {
		m := verb.FindStringSubmatch(v)
		if m[2] == "%" {
			return "%"
		}
		if m[1] != "" {
			next = int(m[1][0] - '1')
		}
		next++
		if next > len(args) {
			return v
		}
		arg := args[next-1]
		if strings.Contains(arg, " ") || slices.Contains(s.captions, arg) { // a single word may be a name in a program
			return s.Text(arg)
		}
		return arg
	})
}

// About is what a script needs to translate the texts of an element: the language, and pairs of a
// format and its translation, which saying tries in their order.
type About struct {
	Language string      `json:"lang"`
	Texts    [][2]string `json:"texts"`
}

// About returns the texts of a kind of widget or player, a name of the list in texts.go.
func (s *Speech) About(kind string) About {
	list := slices.Concat(formatsOf("all"), formatsOf(kind))
	if kind == "story" || kind == "search" {
		list = append(list, formatsOf("steps")...)
	}
	slices.SortStableFunc(list, longestFirst)
	a := About{Language: s.language}
	for _, f := range slices.Compact(list) {
		a.Texts = append(a.Texts, [2]string{f, s.text(f)})
	}
	return a
}

var (
	tagOrText = pattern.New(`(?s)<style\b.*?</style>|<script\b.*?</script>|<pre\b.*?</pre>|<[A-Za-z/!][^>]*>|[^<]+`)
	attribute = pattern.New(`\s(aria-label|title|alt|data-story|data-trace|data-play|data-kind|class|src)="([^"]*)"`)
	element   = pattern.New(`^</?[A-Za-z!]+`)
	// program matches texts of a picture that are set as programs are.
	program = pattern.New(`(?s)<g [^>]*style="font-family:var\(--jp-code-font-family[^>]*>.*?</g>`)
	// line matches the lines of a caption in a picture: texts of one group that begin at the same
	// place of lines below each other.
	line = pattern.New(`<text x="([-\d.]+)" y="([-\d.]+)">([^<]*)</text>`)
)

// HTML translates an output: HTML or SVG that has a picture, a player, a table or a widget of
// Polka. Other texts are returned as they are.
func (s *Speech) HTML(page string) string {
	if !strings.Contains(page, "plk") {
		return page
	}
	var b strings.Builder
	end := 0
	for _, at := range program.Regexp().FindAllStringIndex(page, -1) {
		s.write(&b, s.captionLines(page[end:at[0]]), false)
		s.write(&b, page[at[0]:at[1]], true)
		end = at[1]
	}
	s.write(&b, s.captionLines(page[end:]), false)
	return b.String()
}

// write writes a part of a page. In a part that is set as a program, single words are names of the
// user and stay.
func (s *Speech) write(b *strings.Builder, page string, program bool) {
	within := ""
	for _, part := range tagOrText.Regexp().FindAllString(page, -1) {
		switch {
		case strings.HasPrefix(part, "<style"), strings.HasPrefix(part, "<script"), strings.HasPrefix(part, "<pre"):
			b.WriteString(part)
		case part[0] == '<' && len(part) > 1:
			within = element.Regexp().FindString(part)
			b.WriteString(s.tag(part))
		case program && !strings.Contains(strings.TrimSpace(part), " "), slices.Contains(data, within) && s.control(part):
			b.WriteString(part)
		default:
			b.WriteString(s.escaped(part))
		}
	}
}

// data are the elements with words of the user: texts of a picture and cells of a table.
var data = []string{"<text", "<td", "<th"}

// control reports whether a text is a single word that controls have and pictures do not, such as
// step.
func (s *Speech) control(text string) bool {
	text = strings.TrimSpace(text)
	return slices.Contains(s.formats, text) && !strings.ContainsAny(text, " %") && !slices.Contains(s.captions, text) &&
		!slices.Contains(formatsOf("pictures"), text) && !slices.Contains(formatsOf("cover"), text)
}

// escaped translates a text of HTML.
func (s *Speech) escaped(text string) string {
	plain := html.UnescapeString(text)
	t := s.Text(plain)
	if t == plain {
		return text
	}
	return html.EscapeString(t)
}

// tag translates the attributes of an element, and the data of players and widgets.
func (s *Speech) tag(tag string) string {
	kind := ""
	for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
		switch {
		case m[1] == "data-story":
			kind = "story"
		case m[1] == "data-trace":
			kind = "trace"
		case m[1] == "data-kind":
			kind = m[2]
		case m[1] == "class" && strings.Contains(m[2], "plk-film"):
			kind = "film"
		}
	}
	tag = attribute.Regexp().ReplaceAllStringFunc(tag, func(a string) string {
		m := attribute.FindStringSubmatch(a)
		value := m[2]
		switch m[1] {
		case "aria-label", "title", "alt":
			value = s.escaped(value)
		case "data-story", "data-trace", "data-play":
			value = s.data(value)
		case "src":
			value = s.image(value)
		}
		return a[:1] + m[1] + `="` + value + `"`
	})
	if kind == "" || strings.Contains(tag, " data-said=") || formatsOf(kind) == nil {
		return tag
	}
	about, err := json.Marshal(s.About(kind))
	if err != nil {
		panic("said: " + err.Error()) // it consists of strings
	}
	return strings.TrimSuffix(tag, ">") + ` data-said="` + html.EscapeString(string(about)) + `">`
}

// spokenKeys are the keys of the data of players and widgets whose texts are translated.
var spokenKeys = []string{"words", "begin", "ends", "text", "title"}

// data translates the texts in the data of a player or widget.
func (s *Speech) data(value string) string {
	d := json.NewDecoder(strings.NewReader(html.UnescapeString(value)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return value
	}
	raw, err := json.Marshal(s.values(v, false))
	if err != nil {
		return value
	}
	return html.EscapeString(string(raw))
}

// values translates the texts below the keys in spokenKeys.
func (s *Speech) values(v any, speaks bool) any {
	switch v := v.(type) {
	case string:
		if speaks {
			return s.Text(v)
		}
	case []any:
		for i, x := range v {
			v[i] = s.values(x, speaks)
		}
	case map[string]any:
		for key, x := range v {
			v[key] = s.values(x, slices.Contains(spokenKeys, key))
		}
	}
	return v
}

// inline is how the address of a picture in a page begins.
const inline = "data:image/svg+xml;base64,"

// image translates a picture in an address.
func (s *Speech) image(address string) string {
	rest, ok := strings.CutPrefix(address, inline)
	if !ok {
		return address
	}
	picture, err := base64.StdEncoding.DecodeString(rest)
	if err != nil {
		return address
	}
	return inline + base64.StdEncoding.EncodeToString([]byte(s.HTML(string(picture))))
}

// captionLines translates captions of several lines: the lines are joined, translated, and divided
// into as many lines of about the same length.
func (s *Speech) captionLines(page string) string {
	all := line.Regexp().FindAllStringSubmatchIndex(page, -1)
	var b strings.Builder
	end := 0
	for i := 0; i < len(all); i++ {
		from := i
		for i+1 < len(all) && all[i+1][0] == all[i][1] && page[all[i+1][2]:all[i+1][3]] == page[all[from][2]:all[from][3]] {
			i++
		}
		// Captions of several pictures may follow each other: try the longest ones first.
		for from <= i {
			to := i
			var lines []string
			for ; to > from; to-- {
				var words []string
				for _, m := range all[from : to+1] {
					words = append(words, html.UnescapeString(page[m[6]:m[7]]))
				}
				text := strings.Join(words, " ")
				if t := s.Text(text); t != text {
					lines = divide(t, len(words))
					break
				}
			}
			for k, l := range lines {
				m := all[from+k]
				b.WriteString(page[end:m[6]] + html.EscapeString(l))
				end = m[7]
			}
			from = to + 1
		}
	}
	return b.String() + page[end:]
}

// divide breaks a text into n lines of about the same length. Lines may be empty.
func divide(text string, n int) []string {
	lines := make([]string, n)
	words := strings.Split(text, " ")
	for width := (utf8.RuneCountInString(text) + n - 1) / n; ; width++ {
		clear(lines)
		k := 0
		for _, w := range words {
			if lines[k] != "" && utf8.RuneCountInString(lines[k]+" "+w) > width {
				if k++; k == n {
					break
				}
			}
			lines[k] = strings.TrimSpace(lines[k] + " " + w)
		}
		if k < n {
			return lines
		}
	}
}
