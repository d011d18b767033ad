// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestDictionary gives names to a dictionary and to a map, and takes the last ones
// away again, as a mistake in an option does. Names are short and long, with all
// kinds of characters, and many of them begin alike.
func TestDictionary(t *testing.T) {
	name := rapid.StringMatching(`(a|b|ä|abcdef|abcdefg|abcdefgh|0123456789012345)[a-c\x00é]{0,3}`)
	rapid.Check(t, func(t *rapid.T) {
		var d dictionary
		want := map[string]int32{}
		for range rapid.IntRange(0, 150).Draw(t, "names") {
			text := name.Draw(t, "name")
			if _, known := want[text]; !known {
				want[text] = d.add(text)
			}
			if rapid.IntRange(0, 30).Draw(t, "cut") == 0 {
				n := rapid.IntRange(0, len(d.list)).Draw(t, "length")
				for _, old := range d.list[n:] {
					delete(want, old)
				}
				d.cut(n)
			}
		}
		for range 20 {
			text := name.Draw(t, "other")
			n, known := want[text]
			if !known {
				n = nobody
			}
			if got := d.search(text); got != n {
				t.Fatalf("%q has the number %d, want %d", text, got, n)
			}
			for _, behind := range []string{"", " ", ":x", "\n", " and so on", ":and so on", "\nand so on", "\u00a0and so on"} {
				if got, to := d.read("x "+text+behind, 2); got != n || to != 2+len(text) {
					t.Fatalf("%q before %q has the number %d and ends at %d, want %d and %d", text, behind, got, to, n, 2+len(text))
				}
			}
		}
	})
}

// TestLongNames reads names and colors of a hundred thousand characters.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("long", 25_000)
	p, err := Parse(long + "a b | " + long + "c\n" + long + "a " + long + "c:" + long + "d\nb " + long + "c:" + long + "e\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.OptionText(1), "b "+long+"c:"+long+"e"; got != want {
		t.Errorf("option 1 has %d characters, want %d", len(got), len(want))
	}
}

// TestMessagesOfLongNames makes mistakes with names of a megabyte, whose messages are short.
func TestMessagesOfLongNames(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	p, err := Parse(long + " b c\n" + long + " b\n" + long + " b\n")
	if err != nil {
		t.Fatal(err)
	}
	messages := p.Warnings()
	if len(messages) == 0 {
		t.Error("there are no warnings")
	}
	for _, text := range []string{long + " " + long + "\n", "a b\na " + long + "\n", "a\n" + long + "\n", long + "\n" + long + ":red\n"} {
		if _, err := Parse(text); err != nil {
			messages = append(messages, err.Error())
		} else {
			t.Errorf("%.20q...: no error", text)
		}
	}
	for _, err := range []error{
		New(long, long).Err(), New(long).AddOption(long, long).Err(), New(long).AddOption("y" + long).Err(),
		p.Check(0), p.Check(0, 0), p.Check(), New().AddItems(Item{Name: long}, Item{Name: long}).Err(),
	} {
		if err == nil {
			t.Error("there is no error")
			continue
		}
		messages = append(messages, err.Error())
	}
	for _, m := range messages {
		if len(m) > 1200 {
			t.Errorf("a message has %d bytes: %.200s...", len(m), m)
		}
	}
}
