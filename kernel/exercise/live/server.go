// SPDX-License-Identifier: BSD-3-Clause

package live

import (
	"bytes"
	"cmp"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/internal/po"
	"polka/kernel/exercise/pose"
)

var (
	//go:embed pages.html
	pages string
	//go:embed live.css
	style string
	//go:embed live.js
	script string
)

// pagesIn returns the pages in a language.
func pagesIn(words po.Catalog) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"line": func(text string) template.HTML { return template.HTML(pose.Line(text)) },
		"text": func(text string) template.HTML { return template.HTML(pose.Paragraphs(text)) },
		"say": func(text string, args ...any) string {
			if len(args) == 0 {
				return words.Text(text)
			}
			return words.Sprintf(text, args...)
		},
	}).Parse(pages))
}

// say matches the calls of say in the pages.
var say = pattern.New(`\bsay ("(?:[^"\\]|\\.)*")`)

// Said lists the texts of the pages that can be in other languages.
func Said() (list []string) {
	for _, m := range say.FindAllStringSubmatch(pages, -1) {
		if text, err := strconv.Unquote(m[1]); err == nil {
			list = append(list, text)
		}
	}
	return list
}

// The names of the cookies. They have no path, so that a browser sends them only to the pages of
// the same folder, whatever a proxy puts before it.
const (
	teacherCookie = "polka-teacher"
	voterCookie   = "polka-voter"
)

// A page is what the templates get.
type page struct {
	Title   string
	Name    string        // of the template
	Nonce   string        // that permits the script
	Style   template.CSS  // the style sheet
	Script  template.JS   // the script
	Every   int           // milliseconds after which the page looks for changes
	Version string        // of Live
	Live    template.HTML // the part that changes
	About   string        // what is stored
	Lang    string        // the language
	Teacher bool
	Link    string // of the students, relative
}

// originOf returns the scheme and the host of an address.
func originOf(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("expected an address as in https://hub.example.org/services/class/, got %q", address)
	}
	return u.Scheme + "://" + u.Host, nil
}

// ServeHTTP answers requests for PREFIX/s/TOKEN/PAGE and PREFIX/teacher/PAGE, where PREFIX is
// anything.
func (c *Class) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, browsers do not say where a form comes from
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Content-Security-Policy", policy)
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
		c.fail(w, r, refuse(http.StatusMethodNotAllowed, "expected GET or POST"))
		return
	}
	if err := c.cross.Check(r); err != nil {
		c.fail(w, r, refuse(http.StatusForbidden, "the request came from a page of another site"))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostBody)
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			status := http.StatusBadRequest
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				status = http.StatusRequestEntityTooLarge
			}
			c.fail(w, r, refuse(status, "the form cannot be read, or is too long"))
			return
		}
	}
	parts := strings.Split(r.URL.Path, "/")
	at := func(fromEnd int) string {
		if len(parts) < fromEnd {
			return ""
		}
		return parts[len(parts)-fromEnd]
	}
	do := func(want bool, f func(http.ResponseWriter, *http.Request, string) error, last string) {
		err := error(refuse(http.StatusForbidden, "this link does not belong to a class that is running"))
		if want {
			err = f(w, r, last)
		}
		if err != nil {
			c.fail(w, r, err)
		}
	}
	switch {
	case at(2) == "teacher":
		token := r.URL.Query().Get("token")
		if token == "" {
			if k, err := r.Cookie(teacherCookie); err == nil {
				token = k.Value
			}
		}
		do(same(token, c.info.Teacher), c.teacher, at(1))
	case at(3) == "s":
		do(same(strings.ToLower(at(2)), c.info.Student), c.student, at(1))
	case at(2) == "s" || at(1) == "teacher":
		// The link is relative, since only the browser knows the prefix. Without ./, a name such
		// as https:example.org would be another site.
		h.Set("Location", "./"+url.PathEscape(at(1))+"/")
		w.WriteHeader(http.StatusFound)
	default:
		c.fail(w, r, refuse(http.StatusNotFound, "there is no page here; the teacher has the link of the class"))
	}
}

// policy permits nothing from elsewhere; render adds the script.
const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'unsafe-inline'"

// fail answers with an error: as text for programs, and as a page for browsers.
func (c *Class) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, text := http.StatusInternalServerError, c.words.Sprintf("this could not be stored: %v", err)
	if e, ok := errors.AsType[*refusal](err); ok {
		status, text = e.status, c.words.Sprintf(e.format, e.args...)
	}
	if status == http.StatusForbidden && r.Method != http.MethodPost {
		text += c.words.Text("; ask the teacher for the present one")
	}
	if isProgram(r) {
		http.Error(w, text, status)
		return
	}
	c.render(w, status, &page{Title: c.words.Text("Class"), Name: "error"}, text)
}

// isProgram reports whether a request is that of a kernel, which has a name for the voter.
func isProgram(r *http.Request) bool { return r.PostForm.Has("voter") || r.PostForm.Has("program") }

// render writes a page. The data are those of its template.
func (c *Class) render(w http.ResponseWriter, status int, p *page, data any) error {
	var live bytes.Buffer
	if err := c.pages.ExecuteTemplate(&live, p.Name, data); err != nil {
		return err
	}
	sum := fnv.New64a()
	sum.Write(live.Bytes())
	p.Version, p.Live = strconv.FormatUint(sum.Sum64(), 36), template.HTML(live.String())
	p.Nonce, p.Style, p.Script = rand.Text(), template.CSS(style), template.JS(script)
	p.About, p.Link, p.Lang = c.About(), "../"+c.StudentPath(), cmp.Or(c.words.Language, "en")
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if p.Every > 0 {
		h.Set("Content-Security-Policy", policy+"; connect-src 'self'; script-src 'nonce-"+p.Nonce+"'")
	}
	var b bytes.Buffer
	if err := c.pages.ExecuteTemplate(&b, "page", p); err != nil {
		return err
	}
	w.WriteHeader(status)
	w.Write(b.Bytes())
	return nil
}

// About says what the server stores, and for how long.
func (c *Class) About() string {
	const kept = "what was chosen in each vote, with a random number of the browser or kernel and without a name, and the lines that are handed in, with the name, the answers that were checked and what was said about them. It does not store addresses of computers or times of votes."
	t, ok := c.Until()
	if !ok {
		return c.words.Text("This server stores in a file on the teacher's machine, until the teacher deletes it:") + " " + c.words.Text(kept)
	}
	date := t.Format("2006-01-02")
	if c.words.Language == "" {
		date = t.Format("2 January 2006")
	}
	return c.words.Sprintf("This server stores in a file on the teacher's machine, until %s or until the teacher deletes it:", date) + " " + c.words.Text(kept)
}

// back answers a form: the browser loads a page of the same folder.
func back(w http.ResponseWriter, to string) error {
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// setCookie sets a cookie for this folder. Other sites cannot make a browser send it.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: 180 * 24 * 3600, Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"})
}

// student answers the requests of students.
func (c *Class) student(w http.ResponseWriter, r *http.Request, last string) error {
	voter := r.PostForm.Get("voter")
	if voter == "" {
		if k, err := r.Cookie(voterCookie); err == nil {
			voter = k.Value
		}
	}
	switch {
	case r.Method != http.MethodPost && last == "":
		if !voters.MatchString(voter) {
			setCookie(w, r, voterCookie, rand.Text())
		}
		return c.render(w, http.StatusOK, &page{Title: c.words.Text("Class"), Name: "student", Every: 2000}, c.studentPage(voter, r.URL.Query()))
	case r.Method != http.MethodPost:
		return refuse(http.StatusNotFound, "there is no page %s", last)
	case last == "vote":
		number, err := strconv.Atoi(r.PostForm.Get("choice"))
		if err != nil {
			number = -1
		}
		n, err := c.cast(r.PostForm.Get("name"), voter, number, r.PostForm.Get("text"))
		if err != nil {
			return err
		}
		if isProgram(r) {
			_, err := fmt.Fprintf(w, "round %d", n)
			return err
		}
		return back(w, "./")
	case last == "handin":
		names, err := c.handIn(r.PostForm.Get("line"))
		if err != nil {
			return err
		}
		if isProgram(r) {
			_, err := fmt.Fprint(w, strings.Join(names, ", "))
			return err
		}
		return back(w, "./?handed="+url.QueryEscape(strings.Join(names, ", ")))
	}
	return refuse(http.StatusNotFound, "there is no page %s", last)
}

// teacher answers the requests of the teacher.
func (c *Class) teacher(w http.ResponseWriter, r *http.Request, last string) error {
	q := r.URL.Query()
	if q.Has("token") { // the address of a page on a projector must not contain it
		setCookie(w, r, teacherCookie, c.info.Teacher)
		return back(w, "./")
	}
	name := q.Get("name")
	if r.Method != http.MethodPost {
		p := &page{Title: c.words.Text("Class"), Every: 1000, Teacher: true}
		switch last {
		case "":
			p.Name = "votes"
			return c.render(w, http.StatusOK, p, c.list())
		case "vote":
			p.Title, p.Name = name, "vote"
			v, err := c.histogram(name, q)
			if err != nil {
				return err
			}
			return c.render(w, http.StatusOK, p, v)
		case "board":
			p.Title, p.Name = c.words.Text("Board"), "board"
			return c.render(w, http.StatusOK, p, c.boardHTML())
		case "contests":
			p.Title, p.Name = c.words.Text("Contests"), "contests"
			return c.render(w, http.StatusOK, p, c.contestsHTML())
		}
		return refuse(http.StatusNotFound, "there is no page %s", last)
	}
	name = r.PostForm.Get("name")
	var err error
	switch last {
	case "open":
		err = c.begin(name)
	case "close":
		err = c.end(name)
	case "new":
		q := question{Text: strings.TrimSpace(r.PostForm.Get("question"))}
		for line := range strings.Lines(r.PostForm.Get("choices")) {
			if line = strings.TrimSpace(line); line != "" {
				q.Choices = append(q.Choices, choice{Text: line})
			}
		}
		if err = c.define(q); err == nil {
			return back(w, "./")
		}
	default:
		err = refuse(http.StatusNotFound, "there is no page %s", last)
	}
	if err != nil {
		return err
	}
	return back(w, "vote?name="+url.QueryEscape(name))
}

// contestsHTML returns the boards of contests alone, for a projector.
func (c *Class) contestsHTML() template.HTML {
	c.mu.Lock()
	defer c.mu.Unlock()
	return template.HTML(c.board.Contests())
}

// boardHTML returns the board.
func (c *Class) boardHTML() template.HTML {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tables == "" {
		c.tables = "<h1>" + c.words.Count(c.board.Students(), "%d student", "%d students") + "</h1>\n" + c.board.Tables()
	}
	return template.HTML(c.tables)
}
