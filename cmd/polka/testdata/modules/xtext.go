package main

import (
	"fmt"
	"sort"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

type Words []string

func (w Words) Len() int           { return len(w) }
func (w Words) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w Words) Bytes(i int) []byte { return []byte(w[i]) }

type rot struct{ transform.NopResetter }

func (rot) Transform(dst, src []byte, atEOF bool) (int, int, error) {
	n := copy(dst, src)
	for i := range dst[:n] {
		dst[i] ^= 1
	}
	return n, n, nil
}

type Amount int

func (a Amount) Format(s fmt.State, verb rune) { fmt.Fprintf(s, "<%d>", int(a)) }

func main() {
	w := Words{"zebra", "Äpfel", "apfel", "Zoo"}
	collate.New(language.German).Sort(w)
	fmt.Println(w)
	sort.Strings(w)
	fmt.Println(w, cases.Title(language.English).String("hello world"), norm.NFD.String("é") == "é")
	p := message.NewPrinter(language.German)
	p.Println(1234567.5, number.Percent(0.25), Amount(3))
	p.Printf("%d %v\n", 1234, Amount(4))
	s, n, err := transform.String(rot{}, "abc")
	fmt.Println(s, n, err)
	_, err = language.Parse("not a tag")
	fmt.Println(err)
	t, i, c := language.NewMatcher([]language.Tag{language.English, language.French}).Match(language.MustParse("fr-CA"))
	fmt.Println(t, i, c)
}
