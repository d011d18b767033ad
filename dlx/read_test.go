// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// wrongTexts are texts that Parse refuses, with what it says. Knuth's programs
// panic on the same ones, but for the length of names and colors.
var wrongTexts = []struct{ name, text, err string }{
	{"nothing", "", "line 1, column 1: expected a line with the names of the items, found the end of the text"},
	{"comments only", "| no items\n\n", "line 3, column 1: expected a line with the names of the items, found the end of the text"},
	{"two bars", "a b | c | d", "line 1, column 9: expected the name of a secondary item, found a second |"},
	{"item twice", "a b a", `line 1, column 5: expected a new item, but "a" exists already`},
	{"secondary twice", "a b | b", `line 1, column 7: expected a new item, but "b" exists already`},
	{"colon in a name", "a b:c", "line 1, column 4: expected the name of an item, which has no :"},
	{"bar in a name", "a b|c", "line 1, column 3: expected the digits of a multiplicity, found 'b'"},
	{"bar in a secondary name", "a | 2|b", "line 1, column 6: expected the name of a secondary item, which has no multiplicity and no |"},
	{"three bars", "a 2|b|c", "line 1, column 6: expected the name of an item, which has no |"},
	{"bad lower bound", "x:2|a", "line 1, column 1: expected the digits of a lower bound, found 'x'"},
	{"bad upper bound", "1:2y|a", "line 1, column 4: expected the digits of an upper bound, found 'y'"},
	{"no lower bound", "a :3|b", "line 1, column 3: expected a lower bound"},
	{"no upper bound", "a 2:|b", "line 1, column 5: expected an upper bound"},
	{"no more than 0", "a 0|b", "line 1, column 3: expected a multiplicity of at least 1, found 0"},
	{"interval to 0", "0:0|a", "line 1, column 3: expected an upper bound of at least 1, found 0"},
	{"empty interval", "3:2|a", "line 1, column 3: expected an upper bound of at least 3, found 2"},
	{"big bound", "99999999999|a", "line 1, column 1: expected a multiplicity of at most 2147483647"},
	{"no name", "a 2:3|", "line 1, column 7: expected the name of an item after its multiplicity"},
	{"unknown item", "a b\nb c", `line 2, column 3: expected one of the items, found "c"`},
	{"unknown item after comments", "a b\n| x\n\n  b  c", `line 4, column 6: expected one of the items, found "c"`},
	{"item twice in an option", "a b\na b a", `line 2, column 5: expected each item once in an option, found "a" again`},
	{"colored primary item", "a b\na b:1", `line 2, column 4: expected no color, since "b" is a primary item`},
	{"no color", "a | x\na x:", `line 2, column 5: expected a color of "x"`},
	{"two colors", "a | x\na x:1:2", "line 2, column 6: expected a space after the color"},
	{"color with a bar", "a | x\na x:1|2", "line 2, column 6: expected a space after the color"},
	{"no item before a colon", "a | x\na :1", "line 2, column 3: expected the name of an item before the colon"},
	{"cost in letters", "a\na |five", "line 2, column 4: expected the digits of a cost, found 'f'"},
	{"empty cost", "a\na |", "line 2, column 4: expected a cost"},
	{"great cost", "a\na |17592186044417", "line 2, column 4: expected a cost of at most 17592186044416"},
	{"great sum", "a\na |17592186044416 |1", "line 2, column 19: expected a total cost of at most 17592186044416"},
	{"characters, not bytes", "ä ö\nä ß", `line 2, column 3: expected one of the items, found "ß"`},
}

func TestParseErrors(t *testing.T) {
	for _, c := range wrongTexts {
		p, err := Parse(c.text)
		var syntax *SyntaxError
		switch {
		case err == nil:
			t.Errorf("%s: Parse(%q) = %v, want an error", c.name, c.text, p)
		case !errors.As(err, &syntax):
			t.Errorf("%s: Parse(%q): error is a %T", c.name, c.text, err)
		case err.Error() != c.err:
			t.Errorf("%s: Parse(%q):\n got %s\nwant %s", c.name, c.text, err, c.err)
		}
	}
}

func TestChainErrors(t *testing.T) {
	for _, c := range []struct {
		p   *Problem
		err string
	}{
		{New("a b:c"), "dlx: items: column 4: expected the name of an item, which has no :"},
		{New("| b |c"), "dlx: items: column 5: expected the name of a secondary item, found a second |"},
		{New("a", "| b", "a"), `dlx: items: column 7: expected a new item, but "a" exists already`},
		{New("a").AddOption("a").AddOption("b").AddOption("c"), `dlx: option 1: column 1: expected one of the items, found "b"`},
		{New("a").AddOption(), "dlx: option 0: column 1: expected an option, found no item"},
		{New("a").AddOption("|3"), "dlx: option 0: column 1: expected an item before the cost"},
		{new(Problem).AddOption("a"), `dlx: option 0: column 1: expected one of the items, found "a"`},
	} {
		if err := c.p.Err(); err == nil || err.Error() != c.err {
			t.Errorf("got %v\nwant %s", err, c.err)
		}
		if _, err := c.p.Count(t.Context()); err == nil || err.Error() != c.err {
			t.Errorf("Count: got %v\nwant %s", err, c.err)
		}
	}
	if _, err := New("| x").Count(t.Context()); err == nil {
		t.Error("a problem without primary items gives no error")
	}
}

// TestText writes problems and reads them back, from forms that Text does not
// write itself.
func TestText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a b c\na b\nc", "a b c\na b\nc\n"},
		{"\n| comment\r\n a\tb |c\r\n\r\n c:red a\n | comment\nb |3 |4\n", "a b | c\nc:red a\nb |7\n"},
		{"1|a 1:1|b 3|c 0:2|d |\na b c d", "a b 3|c 0:2|d\na b c d\n"},
		{"\ufeffa b\r\na b", "a b\na b\n"},
		{"a | x\nx\na |0 x:1", "a | x\nx\na x:1\n"},
		{"long_name_of_an_item, | ein,Längerer\nein,Längerer:tief-blau long_name_of_an_item,", "long_name_of_an_item, | ein,Längerer\nein,Längerer:tief-blau long_name_of_an_item,\n"},
	} {
		p, err := Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
			continue
		}
		if got := p.DLX(); got != c.want {
			t.Errorf("Parse(%q).DLX() = %q, want %q", c.text, got, c.want)
		}
		if q, err := Parse(p.DLX()); err != nil || q.DLX() != p.DLX() {
			t.Errorf("%q does not read back: %v", p.DLX(), err)
		}
	}
}

// TestImmutable builds a tree of problems from common beginnings.
func TestImmutable(t *testing.T) {
	base := New("a b", "| x").AddOption("a x:1")
	left := base.AddOption("b x:1")
	right := base.AddOption("b x:2")
	wider := base.AddItems(Item{Name: "c"}, Item{Name: "y", Secondary: true}).AddOption("b c y")
	broken := base.AddOption("b x:3 q")
	again := base.AddOption("b x:2")
	deep := left
	for range 100 {
		deep = deep.AddOption("a b")
	}
	for _, c := range []struct {
		p    *Problem
		want string
	}{
		{base, "a b | x\na x:1\n"},
		{left, "a b | x\na x:1\nb x:1\n"},
		{right, "a b | x\na x:1\nb x:2\n"},
		{wider, "a b c | x y\na x:1\nb c y\n"},
		{again, "a b | x\na x:1\nb x:2\n"},
		{deep, "a b | x\na x:1\nb x:1\n" + strings.Repeat("a b\n", 100)},
	} {
		if got := c.p.DLX(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if broken.Err() == nil || base.Err() != nil {
		t.Error("an error went to the wrong problem")
	}
}

// TestManyWarnings bounds what a problem with hundreds of thousands of oddities
// costs.
func TestManyWarnings(t *testing.T) {
	const n = 200_000
	p, err := Parse("a | b\n" + strings.Repeat("a\nb\n", n))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	allocs := testing.AllocsPerRun(1, func() { list = p.Warnings() })
	if len(list) != 1001 || list[1000] != fmt.Sprint(2*n-1000, " more warnings") {
		t.Errorf("%d warnings, the last is %q", len(list), list[len(list)-1])
	}
	if allocs > n/10 {
		t.Errorf("%.0f allocations for %d options", allocs, 2*n)
	}
}

func TestWarnings(t *testing.T) {
	p, err := Parse("a 2:3|b c | x y\na b\nx\nb\nb a |3")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"option 1 (x) is ignored: it has no primary item",
		"options 0 and 3 (b a |3) differ only in their order and cost, and count as two",
		"there is no solution: item c must be in at least 1 of the options, and is in 0",
		"no option has the secondary item x",
		"no option has the secondary item y",
	}
	if got := p.Warnings(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzParse reads anything: it must give an error with a position, or a
// problem whose text is the same after another round.
func FuzzParse(f *testing.F) {
	for _, c := range wrongTexts {
		f.Add(c.text)
	}
	f.Add("a 2:3|b | x y\na b x:1 |5\nb y\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		var syntax *SyntaxError
		switch {
		case errors.As(err, &syntax):
			if lines := strings.Count(text, "\n") + 1; syntax.Line < 1 || syntax.Line > lines || syntax.Column < 1 || syntax.Column > len(text)+1 {
				t.Errorf("error %v is outside the text of %d lines", err, lines)
			}
		case err != nil:
			t.Errorf("%T: %v", err, err)
		case p.NumPrimary() > 0:
			q, err := Parse(p.DLX())
			if err != nil {
				t.Errorf("%q was written, and does not read back: %v", p.DLX(), err)
			} else if q.DLX() != p.DLX() {
				t.Errorf("%q was written, and came back as %q", p.DLX(), q.DLX())
			}
		}
	})
}
