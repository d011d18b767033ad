// SPDX-License-Identifier: BSD-3-Clause

// Package live serves a class: votes with their histograms, and a board of what is solved.
//
//	class, err := live.Open(live.Options{File: "class.log"})
//	http.Serve(listener, class)
//
// There are no accounts. Who has the link of the class can vote and hand in; who has that of the
// teacher can open votes and see results. All links in the pages are relative, and what stands
// before /s/ or /teacher/ in the path of a request is ignored, so the server works behind a proxy
// that adds or removes a prefix.
//
// A Class is a sequence of events, one for each line of its file, as JSON: the tokens of the class,
// votes that are made, opened and closed, choices, and lines of %handin. An event is on disk before
// its request is answered. So a server that is killed and started again has all that it has
// acknowledged; the last line is dropped if it is not complete, since nobody has an answer to it.
package live

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/pattern"
	"polka/internal/po"
	"polka/kernel/exercise"
	"polka/kernel/exercise/handin"
)

// The limits of a class. A request beyond them is refused, and nothing is stored.
const (
	mostBody    = 128 << 10 // bytes of a request
	mostFile    = 64 << 20  // bytes of the file
	mostVotes   = 200       // votes
	mostRounds  = 20        // rounds of a vote
	mostChoices = 12        // choices of a vote
	mostText    = 4000      // bytes of the question or of a choice of a vote
	mostVoters  = 1000      // voters in a round
	mostChanges = 20        // choices of a voter in a round
	mostNames   = 300       // students who have handed in
	mostLines   = 5000      // lines that were handed in
	mostOf      = 500       // exercises of a line
	mostName    = 100       // bytes of a name, or of what is counted in a contest
	mostMessage = 1000      // bytes of what is said about a wrong answer
)

// Options describe a class.
type Options struct {
	File  string               // where the events are stored; it is made if necessary
	Word  string               // the word of the class, as in %handin --class WORD; only for a new file
	Keep  time.Duration        // how long a new file is kept; 0 for as long as the teacher likes
	Votes []*exercise.Exercise // those that are not of the kind vote are ignored; they may be translated
	Words po.Catalog           // the texts of the pages; the zero value is English
	// Address is the address of the server for browsers, if they use a proxy. Pages of its host are
	// trusted as much as those of the server.
	Address string
	Now     func() time.Time // nil for time.Now
}

// A Class has votes and a board. Its methods may be called by several goroutines.
type Class struct {
	o      Options
	words  po.Catalog
	pages  *template.Template
	log    *log
	cross  *http.CrossOriginProtection
	info   info
	mu     sync.Mutex // of what follows
	votes  []*vote
	lines  map[string]bool // that were handed in
	board  handin.Class
	names  map[string]bool // of the students on the board
	tables string          // the board as HTML, "" if it has changed
}

// An info is the first event of a file.
type info struct {
	Student string    `json:"student"` // the token of students
	Teacher string    `json:"teacher"` // the token of the teacher
	Word    string    `json:"word"`
	Begun   time.Time `json:"begun"`
	Until   time.Time `json:"until,omitzero"` // when the file is to be deleted
}

// A question is what is voted on.
type question struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"` // Markdown
	Code    string   `json:"code,omitempty"`
	Choices []choice `json:"choices"`
}

// A choice is an answer to a question.
type choice struct {
	Text     string `json:"text"`               // Markdown
	Original string `json:"original,omitempty"` // in English, if Text is translated: kernels send it
	Right    bool   `json:"right,omitempty"`
	Why      string `json:"why,omitempty"`
}

// A vote is a question with the rounds in which it was asked.
type vote struct {
	question
	stored bool // the question is in the file
	open   bool // the last round is
	rounds []*round
}

// A round has the choices of voters.
type round struct {
	choice  map[string]int
	changes map[string]int
}

// A cast is the choice of a voter in the last round.
type cast struct {
	Vote   string `json:"vote"`
	Round  int    `json:"round"` // from 1
	Voter  string `json:"voter"`
	Choice int    `json:"choice"`
}

// An event is a line of the file. One of its fields is set.
type event struct {
	Class *info     `json:"class,omitempty"`
	Vote  *question `json:"vote,omitempty"`
	Open  string    `json:"open,omitempty"`
	Close string    `json:"close,omitempty"`
	Cast  *cast     `json:"cast,omitempty"`
	Line  string    `json:"line,omitempty"`
}

// A refusal is an error with its status of HTTP.
type refusal struct {
	status int
	format string
	args   []any
}

func (r *refusal) Error() string { return fmt.Sprintf(r.format, r.args...) }

func refuse(status int, format string, args ...any) error { return &refusal{status, format, args} }

// ErrExpired says that the file of a class was kept for as long as it said.
var ErrExpired = errors.New("the file was kept for as long as the class was told")

// ErrWord says that the file of a class has another word.
var ErrWord = errors.New("the class in the file has another word")

// Open reads the file of a class, or begins a new one. Two processes cannot have the same file
// open. The error is ErrExpired if the file should have been deleted by now.
func Open(o Options) (c *Class, err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	c = &Class{o: o, words: o.Words, pages: pagesIn(o.Words), lines: make(map[string]bool), names: make(map[string]bool), cross: http.NewCrossOriginProtection()}
	if o.Address != "" {
		origin, err := originOf(o.Address)
		if err == nil {
			err = c.cross.AddTrustedOrigin(origin)
		}
		if err != nil {
			return nil, err
		}
	}
	c.board.Speak(o.Words)
	l, events, err := openLog(o.File)
	if err != nil {
		return nil, err
	}
	c.log = l
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	for n, e := range events {
		if err := c.apply(e, n == 0); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", o.File, n+1, err)
		}
	}
	now := o.Now().UTC().Truncate(time.Second)
	if len(events) == 0 {
		i := info{Student: newCode(), Teacher: rand.Text(), Word: o.Word, Begun: now}
		if o.Keep > 0 {
			i.Until = now.Add(o.Keep)
		}
		if err := c.log.append(event{Class: &i}); err != nil {
			return nil, err
		}
		c.info = i
	}
	if c.Expired() {
		return nil, ErrExpired
	}
	if o.Word != "" && o.Word != c.info.Word {
		return nil, ErrWord
	}
	for _, x := range o.Votes {
		if q, ok := questionOf(x); ok && c.find(q.Name) == nil {
			c.votes = append(c.votes, &vote{question: q})
		}
	}
	return c, nil
}

// questionOf returns the question of an exercise of the kind vote.
func questionOf(x *exercise.Exercise) (q question, ok bool) {
	if x.Task == nil || x.Task.Kind != exercise.Vote {
		return q, false
	}
	q = question{Name: x.Name, Text: x.Task.Question}
	if len(x.Task.Lines) > 0 {
		q.Code = strings.TrimRight(x.Task.Solution(), "\n")
	}
	original := x.Original().Task.Choices
	for i, c := range x.Task.Choices {
		a := choice{Text: c.Text, Right: c.Right, Why: c.Why}
		if c.Text != original[i].Text {
			a.Original = original[i].Text
		}
		q.Choices = append(q.Choices, a)
	}
	return q, true
}

// Close closes the file.
func (c *Class) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.close()
}

// Delete closes the file and deletes it.
func (c *Class) Delete() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.delete()
}

// Until returns the time after which the file is to be deleted, and whether there is one.
func (c *Class) Until() (time.Time, bool) { return c.info.Until, !c.info.Until.IsZero() }

// Expired reports whether the time of Until is over.
func (c *Class) Expired() bool {
	return !c.info.Until.IsZero() && c.o.Now().After(c.info.Until)
}

// StudentPath returns the path of the students' page, relative to the address of the server.
func (c *Class) StudentPath() string { return "s/" + c.info.Student + "/" }

// TeacherPath returns the path with which the teacher logs in, relative to the address of the
// server.
func (c *Class) TeacherPath() string { return "teacher/?token=" + c.info.Teacher }

// letters are those of tokens that are typed: none looks like another.
const letters = "abcdefghjkmnpqrstuvwxyz23456789"

// newCode returns a token that can be read from a screen and typed, of 49 bits.
func newCode() string {
	var b strings.Builder
	for b.Len() < 11 {
		if b.Len() == 5 {
			b.WriteByte('-')
		}
		var r [1]byte
		rand.Read(r[:])
		if n := int(r[0]); n < 256/len(letters)*len(letters) { // the others would be more likely
			b.WriteByte(letters[n%len(letters)])
		}
	}
	return b.String()
}

// same compares tokens in a time that does not depend on them.
func same(got, want string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// find returns the vote with a name, nil if there is none.
func (c *Class) find(name string) *vote {
	i := slices.IndexFunc(c.votes, func(v *vote) bool { return v.Name == name })
	if i < 0 {
		return nil
	}
	return c.votes[i]
}

// apply adds an event of the file to the class.
func (c *Class) apply(e event, first bool) error {
	if first != (e.Class != nil) {
		return errors.New("expected the tokens of the class in the first line, and nowhere else")
	}
	switch {
	case e.Class != nil:
		if len(e.Class.Student) < 8 || len(e.Class.Teacher) < 16 {
			return errors.New("expected tokens")
		}
		c.info = *e.Class
	case e.Vote != nil:
		v := c.find(e.Vote.Name)
		if v == nil {
			v = &vote{}
			c.votes = append(c.votes, v)
		}
		v.question, v.stored = *e.Vote, true
	case e.Open != "":
		v := c.find(e.Open)
		if v == nil {
			return fmt.Errorf("there is no vote %s", e.Open)
		}
		v.open = true
		v.rounds = append(v.rounds, &round{make(map[string]int), make(map[string]int)})
	case e.Close != "":
		v := c.find(e.Close)
		if v == nil {
			return fmt.Errorf("there is no vote %s", e.Close)
		}
		v.open = false
	case e.Cast != nil:
		v := c.find(e.Cast.Vote)
		if v == nil || e.Cast.Round < 1 || e.Cast.Round > len(v.rounds) || e.Cast.Choice < 0 || e.Cast.Choice >= len(v.Choices) {
			return errors.New("there is no such choice")
		}
		r := v.rounds[e.Cast.Round-1]
		r.choice[e.Cast.Voter] = e.Cast.Choice
		r.changes[e.Cast.Voter]++
	case e.Line != "":
		list, problems := handin.Read([]byte(e.Line), c.info.Word)
		for _, p := range problems {
			return p
		}
		c.lines[e.Line], c.tables = true, ""
		for _, r := range list {
			c.board.Add(r)
			c.names[nameOf(r)] = true
		}
	default:
		return errors.New("expected an event")
	}
	return nil
}

// commit writes an event into the file, and applies it. c.mu is held.
func (c *Class) commit(e event) error {
	if c.Expired() {
		return refuse(http.StatusGone, "this class has ended")
	}
	if err := c.log.append(e); err != nil {
		return err
	}
	return c.apply(e, false)
}

// define adds a question.
func (c *Class) define(q question) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(c.votes) >= mostVotes:
		return refuse(http.StatusTooManyRequests, "the class has %d votes already", mostVotes)
	case len(q.Choices) < 2 || len(q.Choices) > mostChoices:
		return refuse(http.StatusBadRequest, "expected 2 to %d choices, one in each line", mostChoices)
	case q.Text == "" || len(q.Text) > mostText:
		return refuse(http.StatusBadRequest, "expected a question of at most %d bytes", mostText)
	}
	for i, a := range q.Choices {
		if len(a.Text) > mostText {
			return refuse(http.StatusBadRequest, "expected choices of at most %d bytes", mostText)
		}
		if slices.ContainsFunc(q.Choices[:i], func(b choice) bool { return a.Text == b.Text }) {
			return refuse(http.StatusBadRequest, "the choice %s occurs twice", a.Text)
		}
	}
	for n := 1; q.Name == ""; n++ {
		if name := c.words.Sprintf("question %d", n); c.find(name) == nil {
			q.Name = name
		}
	}
	return c.commit(event{Vote: &q})
}

// begin opens a vote, with a new round.
func (c *Class) begin(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.find(name)
	switch {
	case v == nil:
		return refuse(http.StatusNotFound, "there is no vote %s", name)
	case v.open:
		return nil
	case len(v.rounds) >= mostRounds:
		return refuse(http.StatusTooManyRequests, "the vote has %d rounds already", mostRounds)
	}
	if !v.stored {
		if err := c.commit(event{Vote: &v.question}); err != nil {
			return err
		}
	}
	return c.commit(event{Open: name})
}

// end closes a vote.
func (c *Class) end(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.find(name)
	switch {
	case v == nil:
		return refuse(http.StatusNotFound, "there is no vote %s", name)
	case !v.open:
		return nil
	}
	return c.commit(event{Close: name})
}

// voters are the names that browsers and kernels give themselves.
var voters = pattern.New(`^[\w-]{16,64}$`)

// cast stores a choice: a number, or the text of one. It returns the number of the round.
func (c *Class) cast(name, voter string, number int, text string) (n int, err error) {
	if !voters.MatchString(voter) {
		return 0, refuse(http.StatusBadRequest, "this browser has no name: reload the page, and permit cookies")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.find(name)
	if v == nil {
		return 0, refuse(http.StatusNotFound, "the class has no vote %s", name)
	}
	if text != "" {
		number = slices.IndexFunc(v.Choices, func(a choice) bool { return a.Text == text || a.Original == text })
	}
	switch {
	case !v.open:
		return 0, refuse(http.StatusConflict, "the vote %s is not open", name)
	case number < 0 || number >= len(v.Choices):
		return 0, refuse(http.StatusBadRequest, "the vote %s has other choices", name)
	}
	n = len(v.rounds)
	r := v.rounds[n-1]
	old, has := r.choice[voter]
	switch {
	case has && old == number:
		return n, nil
	case !has && len(r.choice) >= mostVoters, r.changes[voter] >= mostChanges:
		return 0, refuse(http.StatusTooManyRequests, "too many choices in this round")
	}
	return n, c.commit(event{Cast: &cast{name, n, voter, number}})
}

// nameOf returns the name of a student as the board shows it.
func nameOf(r handin.Record) string { return strings.Join(strings.Fields(r.Student), " ") }

// handIn stores lines. It returns the names of their students. A line that was handed in before is
// not stored again.
func (c *Class) handIn(text string) (names []string, err error) {
	found := handin.Lines([]byte(text))
	if len(found) == 0 {
		return nil, refuse(http.StatusBadRequest, "expected a line of %%handin, which begins with polka1.")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, line := range found {
		list, problems := handin.Read([]byte(line), c.info.Word)
		for _, p := range problems {
			return nil, refuse(http.StatusBadRequest, "%s", strings.TrimPrefix(p.Error(), "line 1: "))
		}
		for _, r := range list {
			if err := c.permitted(r); err != nil {
				return nil, err
			}
			names = append(names, nameOf(r))
		}
		if c.lines[line] {
			continue
		}
		if len(c.lines) >= mostLines {
			return nil, refuse(http.StatusTooManyRequests, "the class has %d lines already", mostLines)
		}
		if err := c.commit(event{Line: line}); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// permitted returns an error for a record that is larger than those of %handin.
func (c *Class) permitted(r handin.Record) error {
	name := nameOf(r)
	ok := name != "" && len(name) <= mostName && len(r.Exercises) <= mostOf
	for _, x := range r.Exercises {
		ok = ok && len(x.Lesson) <= mostName && len(x.Name) <= mostName && len(x.Contest) <= mostName && len(x.Mistakes) <= mostOf
		for _, m := range x.Mistakes {
			ok = ok && len(m) <= mostMessage
		}
	}
	switch {
	case !ok:
		return refuse(http.StatusBadRequest, "the line is larger than those of %%handin")
	case !c.names[name] && len(c.names) >= mostNames:
		return refuse(http.StatusTooManyRequests, "the board has %d students already", mostNames)
	}
	return nil
}
