// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/exercise"
	classroom "polka/kernel/exercise/live"
	"polka/kernel/session"
)

// TestClassroom votes and hands in from cells, with a server that is there, that refuses, and that
// is gone.
func TestClassroom(t *testing.T) {
	list, err := exercise.Read("", []byte(posed))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "class.log")
	c, err := classroom.Open(classroom.Options{File: file, Word: "apricot", Votes: list})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	server := httptest.NewServer(http.StripPrefix("/services/class", c))
	defer server.Close()
	address := server.URL + "/services/class/" + c.StudentPath()

	t.Setenv(session.LanguageEnv, "en")
	s := newPoseSession(t)
	p := &posePage{newPage(), make(chan map[string]any, 10)}
	run := func(code string) string {
		t.Helper()
		before := len(p.String())
		if r := s.Execute(context.Background(), engine.Cell{Number: 1, Code: code, Comms: true}, p); r.Err != nil {
			t.Fatal(r.Err)
		}
		return p.String()[before:]
	}
	vote := func(choice string) string {
		p.custom(s, p.model("AnyModel"), `{"Answer":{"Choice":`+choice+`}}`)
		message, _ := (<-p.results)["message"].(string)
		return message
	}
	says := func(got string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("no %q in %s", w, got)
			}
		}
	}
	says(run("%class"), "no class")
	run("%exercise choose")
	p.greet(s)
	says(vote("0"), "compare it with a neighbor's")
	says(run("%class "+strings.TrimSuffix(address, "/")), address)
	says(run("%class"), address)
	says(vote("0"), "The vote was not sent: the vote choose is not open", address)

	_, token, _ := strings.Cut(c.TeacherPath(), "=")
	teacher := func(path, body string) string {
		t.Helper()
		r, err := http.NewRequest("POST", server.URL+"/services/class/teacher/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: "polka-teacher", Value: token})
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.Status
	}
	says(teacher("open", "name=choose"), "303")
	says(vote("0"), "sent to the class (round 1)")
	says(vote("1"), "sent to the class (round 1)")
	run("%lang fr")
	says(run("%exercise choose"), "aucun")
	says(vote("2"), "envoyé (round 1)") // the choice of the teacher's page, not its translation
	run("%lang en")
	run("%exercise last")
	p.custom(s, p.model("AnyModel"), `{"Answer":{"Line":1}}`)
	<-p.results
	says(run("%handin --class apricot Ada"), "Ada, 2 exercises solved. The line was sent to the class", "polka1.")
	says(run("%handin --class plum Ada"), "The line was not sent: a line that was handed in has been changed, or has the word of another class")
	run("%class off")
	says(run("%handin --class apricot Ada"), "Hand in this line:")

	t.Setenv(session.ClassEnv, "nonsense")
	run("%class " + address)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `"cast"`); n != 3 || strings.Count(string(text), `"line"`) != 1 {
		t.Errorf("stored:\n%s", text)
	}
	server.Close()
	says(run("%handin --class apricot Ada"), "The line was not sent: dial tcp ", "hand it in on "+address)

	other := newPoseSession(t)
	q := newPage()
	other.Execute(context.Background(), engine.Cell{Number: 1, Code: "%class"}, q)
	says(q.String(), session.ClassEnv+": expected the address of a class")
	t.Setenv(session.ClassEnv, address)
	other.Execute(context.Background(), engine.Cell{Number: 2, Code: "%class"}, q)
	says(q.String(), "are sent to "+address)
}
