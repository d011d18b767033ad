// SPDX-License-Identifier: BSD-3-Clause

// Package po reads and writes the files of gettext, in which translators write: PO files. A file
// has entries, an English text and its translation each.
//
//	#: 04/covers/hint1
//	msgid "Which items does the option contain?"
//	msgstr "Quels éléments l'option contient-elle ?"
//
// It supports what the course needs: comments, places, the flag fuzzy, the previous text, and
// obsolete entries. There are no contexts and no plural forms; Catalog.Count chooses between two
// entries. The modules that read PO files in Go do not keep comments and flags, so that a file
// could not be updated with them. The format is in the manual of GNU gettext, "The Format of PO
// Files".
package po

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"polka/internal/syntax"
)

// An Entry is a text with its translation.
type Entry struct {
	Comments []string // of translators, lines without the mark "# "
	Places   []string // where the text is used, each a word
	Flags    []string // such as fuzzy
	Previous string   // the text that was translated, if ID has changed since
	ID       string   // the English text; that of the header is ""
	Text     string   // the translation, "" if there is none
	Obsolete bool     // the text is no longer used

	line int
}

// Fuzzy is the flag of an entry whose translation must be looked at, because the text has changed.
const Fuzzy = "fuzzy"

// Done reports whether the entry has a translation of the present text.
func (e *Entry) Done() bool { return !e.Obsolete && e.Text != "" && !slices.Contains(e.Flags, Fuzzy) }

// A File is the entries of a file, with the header first, if there is one.
type File struct{ Entries []*Entry }

// Header returns a field of the header, such as "Language", or "".
func (f *File) Header(name string) string {
	if len(f.Entries) == 0 || f.Entries[0].ID != "" {
		return ""
	}
	for line := range strings.Lines(f.Entries[0].Text) {
		if key, value, ok := strings.Cut(line, ":"); ok && key == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Parse reads a file. An error is a *syntax.Error with the name, which may be "".
func Parse(name string, text []byte) (*File, error) {
	f := &File{}
	seen := make(map[string]bool)
	e := &Entry{}
	var into *string // where further lines with text belong
	number := 0
	wrong := func(format string, args ...any) error {
		return &syntax.Error{File: name, Line: number, Column: 1, Message: fmt.Sprintf(format, args...)}
	}
	hasID, hasText := false, false
	end := func() error {
		switch {
		case hasID && !hasText:
			return wrong("expected msgstr after msgid")
		case hasID && seen[e.ID] && !e.Obsolete:
			return wrong("a second entry for %.40q", e.ID)
		case hasID:
			seen[e.ID] = seen[e.ID] || !e.Obsolete
			f.Entries = append(f.Entries, e)
		}
		e, into, hasID, hasText = &Entry{}, nil, false, false
		return nil
	}
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		if hasText && (line == "" || strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#~") || strings.HasPrefix(line, "msgid ")) {
			if err := end(); err != nil {
				return nil, err
			}
		}
		if rest, ok := strings.CutPrefix(line, "#~"); ok {
			if line = strings.TrimSpace(rest); strings.HasPrefix(line, "msgid ") && hasText {
				if err := end(); err != nil {
					return nil, err
				}
			}
			e.Obsolete = true
		}
		switch {
		case line == "":
			continue
		case strings.HasPrefix(line, "#:"):
			e.Places = append(e.Places, strings.Fields(line[2:])...)
			continue
		case strings.HasPrefix(line, "#,"):
			for flag := range strings.SplitSeq(line[2:], ",") {
				e.Flags = append(e.Flags, strings.TrimSpace(flag))
			}
			continue
		case strings.HasPrefix(line, "#|"):
			line = strings.TrimSpace(line[2:])
			if rest, ok := strings.CutPrefix(line, "msgid "); ok {
				into, line = &e.Previous, rest
			}
		case strings.HasPrefix(line, "#"):
			e.Comments = append(e.Comments, strings.TrimPrefix(line[1:], " "))
			continue
		case strings.HasPrefix(line, "msgid "):
			if hasID {
				return nil, wrong("expected msgstr before the next msgid")
			}
			into, line, hasID, e.line = &e.ID, line[len("msgid "):], true, number
		case strings.HasPrefix(line, "msgstr "):
			if !hasID || hasText {
				return nil, wrong("expected one msgstr after each msgid")
			}
			into, line, hasText = &e.Text, line[len("msgstr "):], true
		}
		part, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil || into == nil || line[0] != '"' {
			return nil, wrong("expected msgid, msgstr, a comment or a text in quotation marks: %.40s", line)
		}
		*into += part
	}
	if err := end(); err != nil {
		return nil, err
	}
	return f, nil
}

// Encode returns the text of the file; Parse reads it. A text of several lines has a line in the
// file for each.
func (f *File) Encode() []byte {
	var b strings.Builder
	for i, e := range f.Entries {
		if i > 0 {
			b.WriteString("\n")
		}
		for _, c := range e.Comments {
			b.WriteString(strings.TrimRight("# "+c, " ") + "\n")
		}
		if len(e.Places) > 0 {
			b.WriteString("#: " + strings.Join(e.Places, " ") + "\n")
		}
		if len(e.Flags) > 0 {
			b.WriteString("#, " + strings.Join(e.Flags, ", ") + "\n")
		}
		mark := ""
		if e.Obsolete {
			mark = "#~ "
		}
		if e.Previous != "" {
			write(&b, "#| "+mark, "msgid", e.Previous)
		}
		write(&b, mark, "msgid", e.ID)
		write(&b, mark, "msgstr", e.Text)
	}
	return []byte(b.String())
}

// write writes a text behind a keyword.
func write(b *strings.Builder, mark, keyword, text string) {
	lines := slices.Collect(strings.Lines(text))
	b.WriteString(mark + keyword)
	if len(lines) != 1 {
		b.WriteString(" \"\"\n")
	} else {
		mark = " "
	}
	for _, line := range lines {
		b.WriteString(mark + quote(line) + "\n")
	}
}

// quote puts a text in quotation marks. Only what C and Go write in the same way is escaped.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(text) + `"`
}

// A Catalog has the translations into a language. The zero value has none: its texts are the
// English ones.
type Catalog struct {
	Language string // such as fr, "" for English

	texts     map[string]string
	zeroIsOne bool // 0 has the form of 1, as in French
}

// Languages lists the languages that have files: the folders.
func Languages(files fs.FS) (names []string) {
	if files == nil {
		return nil
	}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// Load reads the files *.po in the folder of a language. Entries that are not Done are left out.
func Load(files fs.FS, language string) (Catalog, error) {
	c := Catalog{Language: language, texts: make(map[string]string)}
	if files == nil {
		return c, fs.ErrNotExist
	}
	names, err := fs.Glob(files, path.Join(language, "*.po"))
	if err == nil && len(names) == 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		return c, fmt.Errorf("%s: %w", language, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return c, err
		}
		f, err := Parse(name, text)
		if err != nil {
			return c, err
		}
		c.zeroIsOne = c.zeroIsOne || strings.Contains(strings.ReplaceAll(f.Header("Plural-Forms"), " ", ""), "n>1")
		for _, e := range f.Entries {
			if e.ID != "" && e.Done() {
				c.texts[e.ID] = e.Text
			}
		}
	}
	return c, nil
}

// Text returns the translation of a text, and the text itself if there is none.
func (c Catalog) Text(text string) string {
	if t, ok := c.texts[text]; ok {
		return t
	}
	return text
}

// Has reports whether there is a translation of a text.
func (c Catalog) Has(text string) bool { return c.texts[text] != "" }

// Sprintf formats with the translation of the format.
func (c Catalog) Sprintf(format string, args ...any) string {
	return fmt.Sprintf(c.Text(format), args...)
}

// Count formats n, and more arguments behind it, with one of two formats: for one thing and for
// several.
func (c Catalog) Count(n int, one, many string, args ...any) string {
	args = append([]any{n}, args...)
	if n == 1 || n == 0 && c.zeroIsOne {
		return c.Sprintf(one, args...)
	}
	return c.Sprintf(many, args...)
}
