// SPDX-License-Identifier: BSD-3-Clause

package po_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"polka/internal/po"
)

const sample = `msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

# a word of the translator
#: 04.ipynb:a 04.ipynb:b
msgid "Which \"items\"?"
msgstr "Quels « éléments » ?"

#, fuzzy, c-format
#| msgid "%d items"
msgid "%d items in all"
msgstr "%d éléments"

msgid ""
"- one\n"
"- two"
msgstr ""
"- un\n"
"- deux"

msgid "new"
msgstr ""

#~ msgid "old"
#~ msgstr "ancien"

#~ msgid ""
#~ "older\n"
#~ "still"
#~ msgstr "plus ancien"
`

func TestParse(t *testing.T) {
	f, err := po.Parse("04.po", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Encode(); string(got) != sample {
		t.Errorf("encoded as\n%s", got)
	}
	if len(f.Entries) != 7 {
		t.Fatalf("%d entries", len(f.Entries))
	}
	if got := f.Header("Language"); got != "fr" {
		t.Errorf("Language %q", got)
	}
	var done []string
	for _, e := range f.Entries {
		if e.Done() && e.ID != "" {
			done = append(done, e.Text)
		}
	}
	if got := strings.Join(done, "|"); got != "Quels « éléments » ?|- un\n- deux" {
		t.Errorf("done: %q", got)
	}
	if e := f.Entries[2]; e.Previous != "%d items" || e.Flags[0] != po.Fuzzy {
		t.Errorf("%+v", e)
	}
	if e := f.Entries[6]; !e.Obsolete || e.ID != "older\nstill" {
		t.Errorf("%+v", e)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"msgid \"a\"\n":              "x.po:1:1: expected msgstr after msgid",
		"msgid \"a\"\nmsgid \"b\"\n": "x.po:2:1: expected msgstr before the next msgid",
		"msgstr \"a\"\n":             "x.po:1:1: expected one msgstr after each msgid",
		"msgid \"a\nmsgstr \"b\"\n":  "x.po:1:1: expected msgid, msgstr, a comment",
		"\"a\"\n":                    "x.po:1:1: expected msgid, msgstr, a comment",
		"msgid \"a\"\nmsgstr \"\"\n\nmsgid \"a\"\nmsgstr \"\"\n": "x.po:5:1: a second entry for",
		"msgctxt \"a\"\n": "x.po:1:1: expected msgid, msgstr, a comment",
	} {
		if _, err := po.Parse("x.po", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; expected %s", text, err, want)
		}
	}
}

func TestCatalog(t *testing.T) {
	files := fstest.MapFS{
		"fr/01.po":       {Data: []byte(sample)},
		"fr/messages.po": {Data: []byte("msgid \"%d answer to %s\"\nmsgstr \"%d réponse à %s\"\n\nmsgid \"%d answers to %s\"\nmsgstr \"%d réponses à %s\"\n")},
		"de/bad.po":      {Data: []byte("what\n")},
	}
	if got := po.Languages(files); len(got) != 2 || got[1] != "fr" {
		t.Errorf("languages %q", got)
	}
	c, err := po.Load(files, "fr")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"- one\n- two":    "- un\n- deux",
		"%d items in all": "%d items in all", // fuzzy
		"old":             "old",
		"new":             "new",
		"":                "",
	} {
		if got := c.Text(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	count := func(c po.Catalog, n int) string { return c.Count(n, "%d answer to %s", "%d answers to %s", "x") }
	for n, want := range []string{"0 réponse à x", "1 réponse à x", "2 réponses à x"} {
		if got := count(c, n); got != want {
			t.Error(got)
		}
	}
	if got := count(po.Catalog{}, 0); got != "0 answers to x" {
		t.Error(got)
	}
	for _, language := range []string{"de", "es"} {
		if _, err := po.Load(files, language); err == nil {
			t.Errorf("%s was loaded", language)
		}
	}
}

// FuzzParse: what is read is written in a form that is read as the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("#~ msgid \"a\"\n#~ msgstr \"b\"\n#, fuzzy\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := po.Parse("", text)
		if err != nil {
			return
		}
		once := file.Encode()
		again, err := po.Parse("", once)
		if err != nil {
			t.Fatalf("%v in\n%s", err, once)
		}
		if twice := again.Encode(); !bytes.Equal(once, twice) {
			t.Errorf("%s\nthen\n%s", once, twice)
		}
	})
}
