// SPDX-License-Identifier: BSD-3-Clause

package live

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/exercise"
	"polka/kernel/exercise/handin"
)

const exercises = `-- corners/vote --
Can 31 dominoes cover the board <b>without** two *corners*?
-- corners/choices --
- Yes
+ No // 32 and 30 cells, a < b
-- twice/vote --
What does this print?
-- twice/code --
fmt.Println(2 * 3)
-- twice/choices --
- 5
+ 6
- 23
`

// options are those of a class with two votes, in a new folder.
func options(t *testing.T) Options {
	t.Helper()
	list, err := exercise.Read("", []byte(exercises))
	if err != nil {
		t.Fatal(err)
	}
	return Options{File: filepath.Join(t.TempDir(), "class.log"), Votes: list}
}

// open opens a class, and closes it at the end of the test.
func open(t *testing.T, o Options) *Class {
	t.Helper()
	c, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// A browser keeps cookies and follows redirections.
type browser struct {
	t    *testing.T
	base string
	http.Client
}

func newBrowser(t *testing.T, base string) *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, base, http.Client{Jar: jar}}
}

// read returns the status and the text of an answer.
func (b *browser) read(resp *http.Response, err error) (int, string) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if resp.Header.Get("Access-Control-Allow-Origin") != "" {
		b.t.Error("other sites may read the answer")
	}
	return resp.StatusCode, string(text)
}

func (b *browser) get(path string) (int, string) {
	b.t.Helper()
	return b.read(b.Get(b.base + path))
}

func (b *browser) post(path string, pairs ...string) (int, string) {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.read(b.PostForm(b.base+path, form))
}

// check fails unless an answer has a status and contains texts.
func (b *browser) check(what string, want, got int, text string, contains ...string) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("%s: status %d, want %d: %s", what, got, want, text)
	}
	for _, c := range contains {
		if !strings.Contains(text, c) {
			b.t.Errorf("%s: does not contain %q:\n%s", what, c, text)
		}
	}
}

var absolute = regexp.MustCompile(`(href|src|action)="(/|https?:)`)

// TestVotes uses the pages as browsers do: directly, and behind proxies that keep and that remove a
// prefix of the path.
func TestVotes(t *testing.T) {
	for _, prefix := range []string{"/", "/services/class/", "/user/ada/proxy/8765/"} {
		t.Run(prefix, func(t *testing.T) {
			c := open(t, options(t))
			server := httptest.NewServer(c)
			defer server.Close()
			target, err := url.Parse(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			strips := strings.Contains(prefix, "proxy")
			proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(target)
				r.Out.Host = r.In.Host
				if strips {
					r.Out.URL.Path = "/" + strings.TrimPrefix(r.In.URL.Path, prefix)
				}
			}})
			defer proxy.Close()
			base := proxy.URL + prefix
			teacher, ada, bob := newBrowser(t, base), newBrowser(t, base), newBrowser(t, base)
			here := c.StudentPath()

			status, text := teacher.get(c.TeacherPath())
			teacher.check("list", 200, status, text, "corners", "not opened yet", `href="../`+here+`"`, "&lt;b&gt;without", "<em>corners</em>")
			status, text = ada.get(here)
			ada.check("no vote", 200, status, text, "No vote is open", "stores in a file")
			status, text = ada.post(here+"vote", "name", "corners", "choice", "0")
			ada.check("vote that is not open", 409, status, text, "the vote corners is not open")
			status, text = teacher.post("teacher/open", "name", "corners")
			teacher.check("open", 200, status, text, "round 1 is open: 0 votes", "Close the vote", "show the bars already")
			for _, b := range []*browser{ada, bob} {
				b.get(here)
				status, text = b.post(here+"vote", "name", "corners", "choice", "0")
				b.check("vote", 200, status, text, "Your vote is stored", `value="0" required checked`)
			}
			status, text = bob.post(here+"vote", "name", "corners", "choice", "1")
			bob.check("change", 200, status, text, `value="1" required checked`)
			status, text = teacher.get("teacher/vote?name=corners")
			teacher.check("open vote", 200, status, text, "round 1 is open: 2 votes")
			if strings.Contains(text, "50 %") {
				t.Error("the bars of an open vote are shown")
			}
			status, text = teacher.get("teacher/vote?name=corners&show")
			teacher.check("bars", 200, status, text, "1 (50 %)")
			status, text = teacher.post("teacher/close", "name", "corners")
			teacher.check("close", 200, status, text, "round 1 is closed: 2 votes", "1 (50 %)", "Vote again")
			status, text = teacher.post("teacher/open", "name", "corners")
			teacher.check("again", 200, status, text, "round 2 is open: 0 votes")
			program := func(pairs ...string) (int, string) {
				return bob.post(here+"vote", append([]string{"name", "corners", "voter", "kernel-0123456789"}, pairs...)...)
			}
			status, text = program("text", "No")
			bob.check("a kernel", 200, status, text, "round 2")
			status, text = program("text", "Perhaps")
			bob.check("a kernel with another exercise", 400, status, text, "the vote corners has other choices")
			status, text = teacher.post("teacher/close", "name", "corners")
			teacher.check("two rounds", 200, status, text, `data-round="1">1 (50 %)`, `data-round="2">1 (100 %)`, `data-round="2">0 (0 %)`)
			status, text = teacher.get("teacher/vote?name=corners&answer")
			teacher.check("answer", 200, status, text, "No ✓", "a &lt; b")

			status, text = teacher.post("teacher/new", "question", "<script>alert(1)</script> `x`?", "choices", "<i>\n  b \n\n")
			teacher.check("new question", 200, status, text, "question 1", "&lt;script&gt;", "<code>x</code>")
			teacher.post("teacher/open", "name", "question 1")
			status, text = ada.get(here)
			ada.check("new question", 200, status, text, "question 1, round 1", "&lt;i&gt;", "&lt;script&gt;alert(1)")

			line, err := handin.Record{Student: "<b>Ada", Exercises: []handin.Exercise{{Lesson: "lesson 4", Name: "covers", Tries: 2, Solved: true}}}.Line("")
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				status, text = ada.post(here+"handin", "line", "My line is\n"+line+".\n")
				ada.check("hand in", 200, status, text, "Handed in: &lt;b&gt;Ada")
			}
			status, text = teacher.get("teacher/board")
			teacher.check("board", 200, status, text, "1 student<", `&lt;b&gt;Ada</th><td class="yes">✓ 2</td>`)
			status, text = teacher.get("teacher/contests")
			teacher.check("no contest", 200, status, text, "no results of contests")
			line, err = handin.Record{Student: "Bob", Exercises: []handin.Exercise{{Name: "mine", Tries: 1, Solved: true, Contest: "fewest nodes", Score: 7}}}.Line("")
			if err != nil {
				t.Fatal(err)
			}
			bob.post(here+"handin", "line", line)
			status, text = teacher.get("teacher/contests")
			teacher.check("contest", 200, status, text, `<td>1</td><th scope="row">Bob</th><td>7</td>`)
			if strings.Contains(text, "Ada") {
				t.Error("who is not in a contest is on its page")
			}
			for _, b := range []*browser{teacher, ada} {
				for _, path := range []string{"teacher/", "teacher/vote?name=corners", "teacher/board", "teacher/contests", here} {
					if _, text := b.get(path); absolute.MatchString(text) {
						t.Errorf("%s has a link that does not work behind a proxy: %s", path, absolute.FindString(text))
					}
				}
			}
			status, text = ada.get("teacher/board")
			ada.check("a student as the teacher", 403, status, text, "does not belong to a class")
			status, _ = ada.get(strings.TrimSuffix(here, "/"))
			ada.check("a link without its last slash", 200, status, "")
			status, _ = ada.get(strings.ToUpper(strings.TrimSuffix(here, "/")[2:]))
			ada.check("without /s/", 404, status, "")
		})
	}
}

// TestRefused sends what is not permitted. Nothing of it is stored.
func TestRefused(t *testing.T) {
	c := open(t, options(t))
	server := httptest.NewServer(c)
	defer server.Close()
	b := newBrowser(t, server.URL+"/")
	b.get(c.TeacherPath())
	b.post("teacher/open", "name", "corners")
	here := c.StudentPath()
	b.get(here)
	before, err := os.ReadFile(c.o.File)
	if err != nil {
		t.Fatal(err)
	}
	send := func(method, path, body string, header ...string) (int, string) {
		t.Helper()
		r, err := http.NewRequest(method, server.URL+"/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return b.read(b.Do(r))
	}
	vote := "name=corners&choice=0"
	as := "name=corners&voter=0123456789abcdef&choice="
	huge, err := handin.Record{Student: strings.Repeat("a", 200)}.Line("")
	if err != nil {
		t.Fatal(err)
	}
	bomb, err := handin.Record{Student: "Ada", Exercises: make([]handin.Exercise, 5000)}.Line("")
	if err != nil {
		t.Fatal(err)
	}
	counted, err := handin.Record{Student: "Ada", Exercises: []handin.Exercise{{Contest: exercise.Contest("most " + strings.Repeat("a", 200))}}}.Line("")
	if err != nil {
		t.Fatal(err)
	}
	other, err := handin.Record{Student: "Ada"}.Line("another word")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		what   string
		status int
		method string
		path   string
		body   string
		header []string
	}{
		{"another token", 403, "GET", "s/aaaaa-aaaaa/", "", nil},
		{"no token", 403, "GET", "s//", "", nil},
		{"another token of the teacher", 403, "GET", "teacher/?token=AAAAAAAAAAAAAAAAAAAAAAAAAA", "", nil},
		{"a form of another site", 403, "POST", here + "vote", vote, []string{"Sec-Fetch-Site", "cross-site"}},
		{"a form of another site of the same domain", 403, "POST", "teacher/close", vote, []string{"Sec-Fetch-Site", "same-site"}},
		{"a form of another site, from an old browser", 403, "POST", here + "vote", vote, []string{"Origin", "https://example.org"}},
		{"a form of a sandbox", 403, "POST", here + "vote", vote, []string{"Origin", "null"}},
		{"a long body", 413, "POST", here + "handin", "line=" + strings.Repeat("a", mostBody), nil},
		{"a body that is no form", 400, "POST", here + "vote", "%zz", nil},
		{"another method", 405, "PUT", here + "vote", vote, nil},
		{"a preflight", 405, "OPTIONS", here + "vote", "", []string{"Origin", "https://example.org"}},
		{"another vote", 404, "POST", here + "vote", "name=nothing&choice=0", nil},
		{"a vote that is closed", 409, "POST", here + "vote", "name=twice&choice=0", nil},
		{"no choice", 400, "POST", here + "vote", "name=corners", nil},
		{"a negative choice", 400, "POST", here + "vote", as + "-1", nil},
		{"a choice too many", 400, "POST", here + "vote", as + "2", nil},
		{"a bad name of a voter", 400, "POST", here + "vote", "name=corners&choice=0&voter=x", nil},
		{"no line", 400, "POST", here + "handin", "line=hello", nil},
		{"a line that is cut off", 400, "POST", here + "handin", "line=polka1.abc", nil},
		{"a line of another class", 400, "POST", here + "handin", "line=" + other, nil},
		{"a long name", 400, "POST", here + "handin", "line=" + huge, nil},
		{"a long contest", 400, "POST", here + "handin", "line=" + counted, nil},
		{"many exercises", 400, "POST", here + "handin", "line=" + bomb, nil},
		{"a page that does not exist", 404, "GET", "teacher/secret", "", nil},
		{"a question with one choice", 400, "POST", "teacher/new", "question=q&choices=a", nil},
		{"a question with equal choices", 400, "POST", "teacher/new", "question=q&choices=a%0Aa", nil},
		{"no question", 400, "POST", "teacher/new", "question=+&choices=a%0Ab", nil},
	} {
		status, text := send(x.method, x.path, x.body, x.header...)
		b.check(x.what, x.status, status, text)
	}
	after, err := os.ReadFile(c.o.File)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Errorf("stored:\n%s", after[len(before):])
	}

	for n := range mostChanges + 1 {
		status, text := send("POST", here+"vote", as+fmt.Sprint(n%2))
		b.check("changes", map[bool]int{true: 200, false: 429}[n < mostChanges], status, text)
	}
	c.log.size = mostFile - 10
	status, text := send("POST", here+"vote", "name=corners&voter=0123456789abcdeX&choice=0")
	b.check("a file that is full", 507, status, text, "full")
	c.log.f.Close()
	c.log.size = 0
	status, text = send("POST", here+"vote", "name=corners&voter=0123456789abcdeX&choice=0")
	b.check("a file that cannot be written", 500, status, text, "could not be stored")
	status, text = b.get("teacher/vote?name=corners")
	b.check("what was refused is not shown", 200, status, text, "1 vote<")
}

// TestRedirect: a link without its last slash leads to the same site, whatever its name is.
func TestRedirect(t *testing.T) {
	c := open(t, options(t))
	for _, path := range []string{"/s/https:example.org", `/s/\\example.org`, "/p/s/javascript:alert(1)", "/s/a?b", "/teacher"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		if to := w.Header().Get("Location"); w.Code != http.StatusFound || !strings.HasPrefix(to, "./") || !strings.HasSuffix(to, "/") || strings.ContainsAny(to, `\?`) {
			t.Errorf("%s: %d, to %s", path, w.Code, to)
		}
	}
}

// TestTrusted lets forms through whose origin is the address of a proxy that changes the host.
func TestTrusted(t *testing.T) {
	o := options(t)
	o.Address = "https://hub.example.org/services/class/"
	c := open(t, o)
	r := httptest.NewRequest("POST", "/"+c.StudentPath()+"vote", strings.NewReader("name=corners&choice=0"))
	r.Header.Set("Origin", "https://hub.example.org")
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	if w.Code == http.StatusForbidden {
		t.Error(w.Body)
	}
	o.Address = "hub.example.org"
	o.File += "2"
	if _, err := Open(o); err == nil {
		t.Error("an address without a scheme is accepted")
	}
}

// TestFile opens files again: whole ones, those of a process that was killed while it wrote, and
// others.
func TestFile(t *testing.T) {
	o := options(t)
	o.Word, o.Keep = "apricot", 24*time.Hour
	now := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	o.Now = func() time.Time { return now }
	c := open(t, o)
	if _, err := Open(o); err == nil {
		t.Error("two processes have the file")
	}
	if info, err := os.Stat(o.File); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	for _, err := range []error{c.begin("twice"), c.define(question{Text: "q", Choices: []choice{{Text: "a"}, {Text: "b"}}})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.cast("twice", "0123456789abcdef", 2, ""); err != nil {
		t.Fatal(err)
	}
	line, err := handin.Record{Student: "Ada", Exercises: []handin.Exercise{{Name: "x"}}}.Line("apricot")
	if err != nil {
		t.Fatal(err)
	}
	if names, err := c.handIn(line); err != nil || !slices.Equal(names, []string{"Ada"}) {
		t.Fatal(names, err)
	}
	student, teacher := c.StudentPath(), c.TeacherPath()
	c.Close()
	whole, err := os.ReadFile(o.File)
	if err != nil {
		t.Fatal(err)
	}
	o.Word = ""
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	for size := last; size <= len(whole); size += max(1, min(9, len(whole)-size)) {
		if err := os.WriteFile(o.File, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open(o)
		if err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		v := c.find("twice")
		if c.StudentPath() != student || c.TeacherPath() != teacher || v == nil || !v.open || v.rounds[0].choice["0123456789abcdef"] != 2 ||
			c.find("question 1") == nil || c.lines[line] != (size == len(whole)) {
			t.Errorf("%d bytes: %+v", size, c)
		}
		if names, err := c.handIn(line); err != nil || len(names) != 1 {
			t.Errorf("%d bytes: %v", size, err)
		}
		c.Close()
		if got, err := os.ReadFile(o.File); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("%d bytes: the file is\n%s", size, got)
		}
	}
	o.Word = "plum"
	if _, err := Open(o); err != ErrWord {
		t.Errorf("another word: %v", err)
	}
	o.Word = ""
	now = now.Add(25 * time.Hour)
	if _, err := Open(o); err != ErrExpired {
		t.Errorf("after its time: %v", err)
	}
	for _, text := range []string{"hello", "hello\n", "{}\n", `{"open":"twice"}` + "\n", `{"class":{}}` + "\n", string(whole) + string(whole), string(whole) + "{}\n",
		string(whole) + `{"cast":{"vote":"twice","round":9,"voter":"x","choice":0}}` + "\n"} {
		if err := os.WriteFile(o.File, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(-25 * time.Hour)
		if c, err := Open(o); err == nil {
			c.Close()
			t.Errorf("accepted: %q", text)
		}
		if got, err := os.ReadFile(o.File); err != nil || string(got) != text {
			t.Errorf("%q was changed to %q", text, got)
		}
	}
}

// TestDelete deletes a file that is open; then another class can have its name.
func TestDelete(t *testing.T) {
	o := options(t)
	c := open(t, o)
	if err := c.Delete(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(o.File); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
	if err := c.begin("twice"); err == nil {
		t.Error("a class without a file opens a vote")
	}
	next := open(t, o)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Open(o); err == nil {
		t.Error("closing the deleted class has released the file of the next one")
	}
	if next.TeacherPath() == c.TeacherPath() {
		t.Error("the next class has the same token")
	}
}

// FuzzOpen opens any file: it is refused, or its class can be used.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"class":{"student":"abcde-abcde","teacher":"AAAAAAAAAAAAAAAAAAAAAAAAAA","word":"","begun":"2026-11-29T09:00:00Z"}}` + "\n" +
		`{"vote":{"name":"q","text":"t","choices":[{"text":"a"},{"text":"b"}]}}` + "\n" + `{"open":"q"}` + "\n" +
		`{"cast":{"vote":"q","round":1,"voter":"0123456789abcdef","choice":1}}` + "\n" + `{"close":"q"}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		o := Options{File: filepath.Join(t.TempDir(), "class.log")}
		if err := os.WriteFile(o.File, text, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open(o)
		if err != nil {
			return
		}
		defer c.Close()
		for _, path := range []string{c.StudentPath(), "teacher/", "teacher/board", "teacher/contests", "teacher/vote?name=q&answer&show"} {
			r := httptest.NewRequest("GET", "/x", nil)
			r.URL = &url.URL{Path: "/" + strings.Split(path, "?")[0], RawQuery: path[min(len(path), strings.IndexByte(path+"?", '?')+1):]}
			r.AddCookie(&http.Cookie{Name: teacherCookie, Value: c.info.Teacher})
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			if w.Code >= 500 {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
	})
}
