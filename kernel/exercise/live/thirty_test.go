// SPDX-License-Identifier: BSD-3-Clause

package live

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"polka/kernel/exercise"
	"polka/kernel/exercise/handin"
)

// The environment variables with which the test program is a server.
const (
	fileVariable   = "POLKA_TEST_CLASS"
	listenVariable = "POLKA_TEST_LISTEN"
)

func TestMain(m *testing.M) {
	if file := os.Getenv(fileVariable); file != "" {
		fmt.Println(serve(file, os.Getenv(listenVariable)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serve is a server until the process is killed.
func serve(file, address string) error {
	list, err := exercise.Read("", []byte(exercises))
	if err != nil {
		return err
	}
	c, err := Open(Options{File: file, Word: "apricot", Votes: list})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("%s %s %s\n", l.Addr(), c.StudentPath(), c.TeacherPath())
	return http.Serve(l, c)
}

// A process is a server in a process of its own.
type process struct {
	cmd                       *exec.Cmd
	address, student, teacher string
}

// start starts a server, and returns when it listens.
func start(file, address string) (*process, error) {
	p := &process{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), fileVariable+"="+file, listenVariable+"="+address)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if n, _ := fmt.Sscan(line, &p.address, &p.student, &p.teacher); err != nil || n != 3 {
		p.kill()
		return nil, fmt.Errorf("the server says %q, %v", line, err)
	}
	return p, nil
}

// kill ends the server as SIGKILL does.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// A school has a server that is killed and started again.
type school struct {
	t    *testing.T
	base string

	mu        sync.Mutex
	now       *process
	restarted chan struct{} // closed when now has been replaced
	done      int           // acknowledged requests
	killAt    []int         // numbers of acknowledged requests
	kill      chan struct{} // for each of killAt
	failed    int           // requests without an answer
	broken    error         // why the server could not be started again
}

// acknowledged counts a request that was answered.
func (s *school) acknowledged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
	if len(s.killAt) > 0 && s.done >= s.killAt[0] {
		s.killAt = s.killAt[1:]
		s.kill <- struct{}{}
	}
}

// post sends a form until it is acknowledged. If the server is killed, it waits for the next one.
func (s *school) post(b *http.Client, path string, form url.Values) (text string, err error) {
	for {
		s.mu.Lock()
		wait, broken := s.restarted, s.broken
		s.mu.Unlock()
		if broken != nil {
			return "", broken
		}
		resp, err := b.PostForm(s.base+path, form)
		var body []byte
		if err == nil {
			body, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if err == nil {
			s.acknowledged()
			if resp.StatusCode != http.StatusOK {
				return "", fmt.Errorf("%s: %s: %s", path, resp.Status, body)
			}
			return string(body), nil
		}
		s.mu.Lock()
		s.failed++
		s.mu.Unlock()
		<-wait
	}
}

// A student is what a client knows of itself.
type student struct {
	voter  string
	choice map[string]int // the last acknowledged choice, by vote and round
	lines  []string
}

// TestThirty has thirty students vote and hand in at once, by browsers and as kernels, while the
// server is killed twice and the teacher opens a second round. Everything that was acknowledged is
// there in the end, and nothing else.
func TestThirty(t *testing.T) {
	const seed, students, turns = 3830, 30, 12
	file := filepath.Join(t.TempDir(), "class.log")
	first, err := start(file, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &school{t: t, base: "http://" + first.address + "/", now: first, restarted: make(chan struct{}), killAt: []int{100, 250}, kill: make(chan struct{}, 2)}
	defer func() { s.now.kill() }()
	teacher := newBrowser(t, s.base)
	teacher.Transport = &http.Transport{DisableKeepAlives: true}
	teacher.get(first.teacher)
	for _, name := range []string{"corners", "twice"} {
		if _, err := s.post(&teacher.Client, "teacher/open", url.Values{"name": {name}}); err != nil {
			t.Fatal(err)
		}
	}
	var ending sync.WaitGroup
	ending.Go(func() {
		for range 2 {
			<-s.kill
			s.now.kill()
			next, err := start(file, first.address)
			s.mu.Lock()
			if s.broken = err; err == nil {
				s.now = next
			}
			close(s.restarted)
			s.restarted = make(chan struct{})
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	})
	all := make([]*student, students)
	round := func(n int) {
		var clients sync.WaitGroup
		for i := range all {
			clients.Go(func() {
				if err := s.attend(all[i], i, n, turns, rand.New(rand.NewPCG(seed, uint64(100*n+i)))); err != nil {
					t.Error(err)
				}
			})
		}
		clients.Wait()
	}
	for i := range all {
		all[i] = &student{choice: make(map[string]int)}
		if i%3 == 0 {
			all[i].voter = fmt.Sprintf("kernel-of-student-%d", i)
		}
	}
	round(1)
	for _, path := range []string{"teacher/close", "teacher/open"} {
		if _, err := s.post(&teacher.Client, path, url.Values{"name": {"corners"}}); err != nil {
			t.Fatal(err)
		}
	}
	round(2)
	ending.Wait()
	s.now.kill()
	if t.Failed() {
		return
	}
	t.Logf("%d requests were acknowledged, %d had no answer", s.done, s.failed)

	c := open(t, Options{File: file})
	votes, lines := 0, 0
	for i, a := range all {
		for key, want := range a.choice {
			var n int
			name, rest, _ := strings.Cut(key, " ")
			fmt.Sscan(rest, &n)
			votes++
			if got, ok := c.find(name).rounds[n-1].choice[a.voter]; !ok || got != want {
				t.Errorf("seed %d: student %d chose %d in %s, stored is %d, %v", seed, i, want, key, got, ok)
			}
		}
		for _, line := range a.lines {
			lines++
			if !c.lines[line] {
				t.Errorf("seed %d: a line of student %d is lost", seed, i)
			}
		}
	}
	stored := 0
	for _, v := range c.votes {
		for _, r := range v.rounds {
			stored += len(r.choice)
		}
	}
	if stored != votes || len(c.lines) != lines || c.board.Students() != students || len(c.find("corners").rounds) != 2 {
		t.Errorf("seed %d: stored are %d choices of %d, %d lines of %d, %d students", seed, stored, votes, len(c.lines), lines, c.board.Students())
	}
}

// attend is a student in a round: votes, changes of mind, and lines that are handed in.
func (s *school) attend(a *student, i, n, turns int, r *rand.Rand) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	here := s.page()
	client := &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}} // no connection to a server that was killed
	program := i%3 == 0
	if !program {
		u, err := url.Parse(s.base + here)
		if err != nil {
			return err
		}
		if a.voter == "" {
			a.voter = fmt.Sprintf("cookie-of-student-%d", i)
		}
		jar.SetCookies(u, []*http.Cookie{{Name: voterCookie, Value: a.voter}})
	}
	for turn := range turns {
		if turn%4 == 3 {
			record := handin.Record{Student: fmt.Sprintf("Student %d", i), Exercises: []handin.Exercise{{Lesson: "lesson 4", Name: fmt.Sprintf("x%d", turn), Tries: n}}}
			line, err := record.Line("apricot")
			if err != nil {
				return err
			}
			if _, err := s.post(client, here+"handin", url.Values{"line": {line}}); err != nil {
				return err
			}
			a.lines = append(a.lines, line)
			continue
		}
		name, choices, at := "corners", 2, n
		if r.IntN(3) == 0 {
			name, choices, at = "twice", 3, 1
		}
		choice := r.IntN(choices)
		form := url.Values{"name": {name}, "choice": {fmt.Sprint(choice)}}
		if program {
			form.Set("voter", a.voter)
		}
		text, err := s.post(client, here+"vote", form)
		if err != nil {
			return err
		}
		if program && text != fmt.Sprintf("round %d", at) {
			return fmt.Errorf("the answer to a kernel is %q", text)
		}
		a.choice[fmt.Sprintf("%s %d", name, at)] = choice
	}
	return nil
}

// page returns the path of the students' page, which no restart changes.
func (s *school) page() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now.student
}
