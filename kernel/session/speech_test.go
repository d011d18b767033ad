// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"
)

// newSpeakingSession returns a session with the exercise double and some French texts.
func newSpeakingSession(t *testing.T) *session.Session {
	t.Helper()
	s, err := session.New(session.Options{
		Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(),
		Log: t.Logf, Exercises: testExercises,
		Languages: fstest.MapFS{"fr/x.po": {Data: []byte(`
msgid "double(%d) is %d; expected %d"
msgstr "double(%d) vaut %d ; attendu : %d"

msgid "How is *twice* written in Go?"
msgstr "Comment écrit-on *deux fois* en Go ?"

msgid "%%hint %s gives a hint."
msgstr "%%hint %s donne un indice."

msgid "%s: right"
msgstr "%s : juste"

msgid "**Hint %d of %d.** %s"
msgstr "**Indice %d sur %d.** %s"

msgid "exact cover: %s, %s, %s"
msgstr "couverture exacte : %s, %s, %s"

msgid "one step back"
msgstr "une étape en arrière"

msgid "not written yet: put your code in place of panic(\"to do\")"
msgstr "pas encore écrit"
`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestSpeech chooses the language of checks by the magic and by the environment.
func TestSpeech(t *testing.T) {
	for _, name := range []string{"POLKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
		t.Setenv(name, "")
	}
	number := 0
	run := func(s *session.Session, code string) string {
		t.Helper()
		number++
		p := newPage()
		if r := s.Execute(context.Background(), engine.Cell{Number: number, Code: code}, p); r.Err != nil {
			t.Fatalf("%s: %v", code, r.Err)
		}
		return p.String()
	}
	part := func(s *session.Session, code, media string) string {
		t.Helper()
		number++
		r := s.Execute(context.Background(), engine.Cell{Number: number, Code: code}, newPage())
		if r.Err != nil || r.Value == nil {
			t.Fatalf("%s: %+v", code, r)
		}
		return string(r.Value.Data[media])
	}
	draw := func(s *session.Session, code string) string { return part(s, code, display.HTMLType) }
	value := func(s *session.Session, code string) string { return part(s, code, display.TextType) }
	expect := func(got string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q; expected %q in it", got, w)
			}
		}
	}
	s := newSpeakingSession(t)
	run(s, "func double(n int) int { return n + 1 }")
	expect(run(s, "%lang"), "en (of en, fr)")
	expect(run(s, "%check double"), "double(0) is 1; expected 0", "%hint double gives a hint.")
	run(s, "%lang fr")
	expect(run(s, "%lang"), "fr (of en, fr)")
	expect(run(s, "%check double"), "double(0) vaut 1 ; attendu : 0", "%hint double donne un indice.")
	expect(run(s, "%hint double"), "Indice 1 sur 2. Comment écrit-on")
	expect(run(s, "%hint double"), "Indice 2 sur 2.", "There are no more hints") // without a translation
	run(s, "func double(n int) int { panic(\"to do\") }")
	expect(run(s, "%check double"), "☐ double: pas encore écrit")
	run(s, "func double(n int) int { return 2 * n }")
	expect(run(s, "%check double"), "✓ double : juste")
	run(s, "type picture struct{}\nfunc (picture) HTML() string { return `<svg class=\"plk\"><title>one step back</title></svg>` }")
	expect(draw(s, "picture{}"), "<title>une étape en arrière</title>")
	run(s, "type problem int\nfunc (problem) String() string { return \"exact cover: 8+14 items, 16 options, 64 entries\" }")
	expect(value(s, "problem(1)"), "couverture exacte : 8+14 items")
	expect(value(s, "fmt.Sprint(problem(1))"), `"exact cover: 8+14 items`) // a string of the program
	expect(run(s, "fmt.Println(problem(1))"), "exact cover: 8+14 items")
	run(s, "%lang EN")
	expect(draw(s, "picture{}"), "<title>one step back</title>")
	expect(run(s, "%check double"), "✓ double: right")
	number++
	if r := s.Execute(context.Background(), engine.Cell{Number: number, Code: "%lang xx"}, newPage()); r.Err == nil || !strings.Contains(r.Err.Message, "expected one of en, fr") {
		t.Errorf("%v", r.Err)
	}
	for _, c := range []struct{ name, value, want string }{
		{"POLKA_LANG", "fr", "fr"}, {"LANG", "fr_FR.UTF-8", "fr"}, {"LANG", "de_DE.UTF-8", "en"}, {"LC_ALL", "C", "en"}, {"LANG", "fr-CA", "en"},
	} {
		t.Run(c.name+"="+c.value, func(t *testing.T) {
			t.Setenv(c.name, c.value)
			expect(run(newSpeakingSession(t), "%lang"), c.want+" (of ")
		})
	}
	t.Setenv("LANG", "fr_FR.UTF-8")
	t.Setenv("POLKA_LANG", "en")
	expect(run(newSpeakingSession(t), "%lang"), "en (of ")
}
