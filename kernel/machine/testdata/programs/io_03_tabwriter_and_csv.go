// text/tabwriter, encoding/csv, and a table of own values.

package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
)

type money int64

func (m money) String() string { return fmt.Sprintf("%d.%02d", int64(m)/100, int64(m)%100) }

type row struct {
	name  string
	price money
	ok    bool
}

func main() {
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "name\tprice\tok\t")
	for _, r := range []row{{"apple", 125, true}, {"watermelon", 1999, false}, {"é", 5, true}} {
		fmt.Fprintf(w, "%s\t%v\t%t\t\n", r.name, r.price, r.ok)
	}
	w.Flush()
	w = tabwriter.NewWriter(os.Stdout, 5, 0, 1, '.', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(w, "a\tbbb\tc")
	fmt.Fprintln(w, "aaaa\tb\tccccc")
	w.Flush()
	rd := csv.NewReader(strings.NewReader("name,qty\n\"x, y\",3\nz,\"4\"\"\"\n"))
	recs, err := rd.ReadAll()
	fmt.Printf("%q %v\n", recs, err)
	_, err = csv.NewReader(strings.NewReader("a,b\nc")).ReadAll()
	fmt.Println(err)
	cw := csv.NewWriter(os.Stdout)
	cw.Write([]string{"a b", "c,d", `e"f`, ""})
	cw.Flush()
	fmt.Printf("%-10s|%10s|%6v|\n", "left", "right", money(250))
}
