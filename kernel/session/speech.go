// SPDX-License-Identifier: BSD-3-Clause

// The language of what exercises say, the results of checks, hints and widgets, and of the texts in
// pictures, players and widgets of Polka.
//
// %lang chooses it. Without it the environment does: POLKA_LANG, or else LC_ALL, LC_MESSAGES and
// LANG as for other programs. The messages of Go and of its compiler stay in English.

package session

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"polka/internal/po"
	"polka/internal/said"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise"
)

// LanguageEnv is the environment variable with the language of exercises, such as fr or en.
const LanguageEnv = "POLKA_LANG"

// english is the language that needs no files.
const english = "en"

// A speech is the language of a session.
type speech struct {
	mu      sync.Mutex
	known   bool // the language was chosen, or taken from the environment
	catalog po.Catalog
	said    pictureSpeech // nil is English
}

// A pictureSpeech is a *said.Speech.
type pictureSpeech interface {
	HTML(page string) string
	Plain(text string, drawing bool) string
	About(kind string) said.About
}

// newPictureSpeech makes one in programs with exercises, to which languages belong.
var newPictureSpeech = func(po.Catalog) pictureSpeech { return nil }

// choose sets the language.
func (p *speech) choose(c po.Catalog) {
	p.known, p.catalog, p.said = true, c, nil
	if c.Language != "" {
		p.said = newPictureSpeech(c)
	}
}

// words returns the texts in the language of the session.
func (s *Session) words() po.Catalog {
	s.speech.mu.Lock()
	defer s.speech.mu.Unlock()
	if !s.speech.known {
		s.speech.known = true
		if c, err := po.Load(s.o.Languages, environmentLanguage(po.Languages(s.o.Languages))); err == nil {
			s.speech.choose(c)
		}
	}
	return s.speech.catalog
}

// environmentLanguage returns that of the languages which the environment asks for, or "".
func environmentLanguage(languages []string) string {
	for _, name := range []string{LanguageEnv, "LC_ALL", "LC_MESSAGES", "LANG"} {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		code, _, _ := strings.Cut(value, ".")
		code, _, _ = strings.Cut(code, "_")
		if code = strings.ToLower(code); slices.Contains(languages, code) {
			return code
		}
		return ""
	}
	return ""
}

// magicLang chooses the language, or shows it.
func (s *Session) magicLang(r *run, m *syntax.Magic) (d engine.Declared, failed *engine.Error) {
	languages := append([]string{english}, po.Languages(s.o.Languages)...)
	code := strings.ToLower(m.Arg)
	switch {
	case code == "":
		now := s.words().Language
		if now == "" {
			now = english
		}
		s.show(display.Text(fmt.Sprintf("%s (of %s)", now, strings.Join(languages, ", "))))
		return d, nil
	case !slices.Contains(languages, code):
		return d, s.magicError(r, m, fmt.Sprintf("there are no texts in the language %s; expected one of %s", m.Arg, strings.Join(languages, ", ")))
	}
	var c po.Catalog
	if code != english {
		var err error
		if c, err = po.Load(s.o.Languages, code); err != nil {
			return d, s.magicFailure(r, m, fileError, err.Error())
		}
	}
	s.speech.mu.Lock()
	defer s.speech.mu.Unlock()
	s.speech.choose(c)
	return d, nil
}

// pictures returns what translates pictures and widgets, nil for English.
func (s *Session) pictures() pictureSpeech {
	s.words()
	s.speech.mu.Lock()
	defer s.speech.mu.Unlock()
	return s.speech.said
}

// spoken returns an output in the language of the session.
func (s *Session) spoken(b display.Bundle) display.Bundle {
	speech := s.pictures()
	if speech == nil {
		return b
	}
	rich := len(b.Data) > 1
	drawing := false
	for _, media := range []string{display.HTMLType, display.SVGType} {
		if data, ok := b.Data[media]; ok {
			drawing = drawing || bytes.Contains(data, []byte("plk"))
			b.Data[media] = []byte(speech.HTML(string(data)))
		}
	}
	if data, ok := b.Data[display.TextType]; ok && rich == drawing {
		b.Data[display.TextType] = []byte(speech.Plain(string(data), drawing))
	}
	return b
}

// translated returns an exercise in the language of the session.
func (s *Session) translated(x *exercise.Exercise) *exercise.Exercise {
	words := s.words()
	if words.Language == "" {
		return x
	}
	return x.Translate(words.Text)
}
