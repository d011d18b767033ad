// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"strings"
	"testing"

	"polka/kernel/engine"
)

// TestStandardInput reads os.Stdin in many ways: each asks the user, line by line, and for no more
// than is read. A question shows as [].
func TestStandardInput(t *testing.T) {
	for _, test := range []struct{ code, answers, want string }{
		{`s := bufio.NewScanner(os.Stdin); s.Scan(); a := s.Text(); s.Scan(); fmt.Printf("%q %q", a, s.Text())`, "one|two|three", `[][]"one" "two"`},
		{`s := bufio.NewScanner(os.Stdin); n := 0; for s.Scan() { n += len(s.Text()) }; fmt.Println(n, s.Err())`, "one|two", "[][][]6 <nil>\n"},
		{`l, err := bufio.NewReader(os.Stdin).ReadString('\n'); fmt.Printf("%q %v", l, err)`, "one|two", `[]"one\n" <nil>`},
		{`b, err := io.ReadAll(os.Stdin); fmt.Printf("%q %v", b, err)`, "one||two", `[][][][]"one\n\ntwo\n" <nil>`},
		{`var n int; var w string; k, err := fmt.Scan(&n, &w); fmt.Print(n, w, k, err)`, "7|x", `[][]7x2 <nil>`},
		{`var n int; k, err := fmt.Fscan(os.Stdin, &n); fmt.Print(n, k, err)`, "7", `[]7 1 <nil>`},
		{`var n int; k, err := fmt.Fscanf(os.Stdin, "<%d>\n", &n); fmt.Print(n, k, err)`, "<7>", `[]7 1 <nil>`},
		{`b := make([]byte, 2); n, _ := os.Stdin.Read(b); m, err := os.Stdin.Read(b[1:]); fmt.Printf("%q %d %d %v", b, n, m, err)`, "abc", `[]"ac" 2 1 <nil>`},
		{`var r io.Reader = os.Stdin; b := make([]byte, 9); n, err := r.Read(b); fmt.Printf("%q %v", b[:n], err)`, "abc", `[]"abc\n" <nil>`},
		{`read := os.Stdin.Read; b := make([]byte, 9); n, err := read(b); fmt.Printf("%q %v", b[:n], err)`, "abc", `[]"abc\n" <nil>`},
		{`func first(r io.Reader) string { s, _ := bufio.NewReader(r).ReadString('\n'); return s }; fmt.Printf("%q", first(os.Stdin))`, "abc", `[]"abc\n"`},
		{`type input struct{ io.Reader }; b, err := io.ReadAll(input{os.Stdin}); fmt.Printf("%q %v", b, err)`, "abc", `[][]"abc\n" <nil>`},
		{`b, err := io.ReadAll(io.LimitReader(os.Stdin, 2)); fmt.Printf("%q %v", b, err)`, "abc|d", `[]"ab" <nil>`},
		{`var v struct{ A int }; err := json.NewDecoder(os.Stdin).Decode(&v); fmt.Print(v.A, err)`, `{"A": 3}`, "display: note: imported \"encoding/json\"\n[]3 <nil>"},
		{`b := make([]byte, 2); n, err := io.ReadFull(os.Stdin, b); fmt.Printf("%q %d %v", b, n, err)`, "a", `[]"a\n" 2 <nil>`},
	} {
		s := newSession(t)
		out := &asker{answers: strings.Split(test.answers, "|")}
		r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: test.code, AllowInput: true}, out)
		if got := out.String(); r.Err != nil || got != test.want {
			t.Errorf("%s\n--- got %s %v, want %s", test.code, got, r.Err, test.want)
		}
		// If no user can be asked, the cell fails and says so.
		r = s.Execute(t.Context(), engine.Cell{Number: 2, Code: test.code}, new(asker))
		if r.Err == nil || r.Err.Name != engine.InputError {
			t.Errorf("%s\n--- without input: %+v", test.code, r.Err)
		}
	}
}

// TestOtherInput leaves alone what is not standard input, and what is only a file.
func TestOtherInput(t *testing.T) {
	s := newSession(t)
	for i, test := range []struct{ code, want string }{
		{`b, _ := io.ReadAll(strings.NewReader("x")); fmt.Printf("%q", b)`, `"x"`},
		{`_, ok := any(os.Stdin).(*os.File); fmt.Print(ok)`, "true"},
		{`b := make([]byte, 1); os.Stdin.Read(b); fmt.Printf("%q", b)`, `[]"a"`},
		{`var w string; fmt.Scan(&w); fmt.Print(w)`, `[]fresh`}, // and not the rest of the line before
		{`r, w, _ := os.Pipe(); w.WriteString("p"); w.Close(); old := os.Stdin; os.Stdin = r; b, _ := io.ReadAll(os.Stdin); os.Stdin = old; fmt.Printf("%q", b)`, `"p"`},
	} {
		answer := "abc"
		if i == 3 {
			answer = "fresh"
		}
		out := &asker{answers: []string{answer}}
		r := s.Execute(t.Context(), engine.Cell{Number: i + 1, Code: test.code, AllowInput: true}, out)
		if got := out.String(); r.Err != nil || got != test.want {
			t.Errorf("%s\n--- got %s %v, want %s", test.code, got, r.Err, test.want)
		}
	}
}
