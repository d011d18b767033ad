// SPDX-License-Identifier: BSD-3-Clause

// Package handin writes and reads the lines with which students hand in what they have solved.
//
//	line, err := handin.Record{Student: "Ada", Exercises: list}.Line("word of the class")
//	records, problems := handin.Read(text, "word of the class")
//
// A line is the record as compressed JSON, in the alphabet of addresses, and a message
// authentication code (HMAC-SHA256, RFC 2104) with the word of the class as the key. Who does not
// know the word cannot change a line or write one. It does not prove who has solved the exercises,
// or that they were solved: students know the word, and the programs of the kernel are open.
package handin

import (
	"bytes"
	"compress/flate"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"polka/internal/pattern"
	"polka/kernel/exercise"
)

// A Record says what a student has solved.
type Record struct {
	Student   string     `json:"student"`
	Time      time.Time  `json:"time"` // when the line was written
	Exercises []Exercise `json:"exercises"`
}

// An Exercise is the result of a student for one exercise.
type Exercise struct {
	Lesson   string   `json:"lesson"` // such as "lesson 4"
	Name     string   `json:"name"`
	Tries    int      `json:"tries"` // answers up to the first right one; 0 if none was checked
	Solved   bool     `json:"solved,omitempty"`
	Mistakes []string `json:"mistakes,omitempty"` // what was said about wrong answers

	// Score is the best result of a right answer in a contest. Contest is "" for an exercise
	// without a contest, or without a right answer.
	Contest exercise.Contest `json:"contest,omitempty"`
	Score   float64          `json:"score,omitempty"`
}

// begin is the beginning of each line, with the version of the format.
const begin = "polka1."

// The lengths of the code of a line, in bytes, and of the record that it may contain.
const (
	codeBytes = 12
	mostBytes = 1 << 20
)

var encoding = base64.RawURLEncoding

// code authenticates data.
func code(data []byte, word string) string {
	h := hmac.New(sha256.New, []byte(begin+word))
	h.Write(data)
	return encoding.EncodeToString(h.Sum(nil)[:codeBytes])
}

// Line returns the line of a record, for the class with a word, which may be "".
func (r Record) Line(word string) (string, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	var data bytes.Buffer
	w, err := flate.NewWriter(&data, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return begin + encoding.EncodeToString(data.Bytes()) + "." + code(data.Bytes(), word), nil
}

var lines = pattern.New(`polka1\.[\w.-]*`)

// Lines returns the lines in a text, each once, whether they are complete or not.
func Lines(text []byte) (list []string) {
	seen := make(map[string]bool)
	for _, found := range lines.Regexp().FindAllString(string(text), -1) {
		if found = strings.TrimRight(found, "."); !seen[found] {
			seen[found] = true
			list = append(list, found)
		}
	}
	return list
}

// Read finds the lines in a text, such as a mail, a table or a notebook. It returns the records of
// those that are complete and belong to the class, and an error for each of the others.
func Read(text []byte, word string) (list []Record, problems []error) {
	seen := make(map[string]bool)
	for n, line := range bytes.Split(text, []byte("\n")) {
		for _, found := range lines.Regexp().FindAllString(string(line), -1) {
			if seen[found] {
				continue
			}
			seen[found] = true
			r, err := read(found, word)
			if err != nil {
				problems = append(problems, fmt.Errorf("line %d: %w", n+1, err))
				continue
			}
			list = append(list, r)
		}
	}
	return list, problems
}

// form is that of a whole line.
var form = pattern.New(`^polka1\.([\w-]+)\.([\w-]{16})\.*$`)

func read(line, word string) (r Record, err error) {
	m := form.FindStringSubmatch(line)
	if m == nil {
		return r, errors.New("a line that was handed in is not complete")
	}
	data, err := encoding.DecodeString(m[1])
	if err != nil {
		return r, errors.New("a line that was handed in is damaged")
	}
	if !hmac.Equal([]byte(code(data, word)), []byte(m[2])) {
		return r, errors.New("a line that was handed in has been changed, or has the word of another class")
	}
	z, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), mostBytes))
	if err == nil {
		err = json.Unmarshal(z, &r)
	}
	if err != nil {
		return r, fmt.Errorf("a line that was handed in cannot be read: %w", err)
	}
	return r, nil
}
