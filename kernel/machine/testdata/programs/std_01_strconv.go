// strconv: parsing, formatting, quoting, errors and Append functions.

package main

import (
	"errors"
	"fmt"
	"strconv"
)

func main() {
	for _, s := range []string{"42", "-7", "0x1f", "1_000", "9223372036854775808", "", "4.5"} {
		n, err := strconv.ParseInt(s, 0, 64)
		fmt.Println(n, err)
	}
	u, err := strconv.ParseUint("ff", 16, 8)
	fmt.Println(u, err)
	_, err = strconv.ParseInt("300", 10, 8)
	fmt.Println(err, errors.Is(err, strconv.ErrRange))
	f, err := strconv.ParseFloat("1e-3", 64)
	fmt.Println(f, err)
	for _, s := range []string{"true", "T", "0", "yes"} {
		b, err := strconv.ParseBool(s)
		fmt.Print(b, " ", err, "; ")
	}
	fmt.Println()
	fmt.Println(strconv.FormatInt(-255, 16), strconv.FormatInt(35, 36), strconv.Itoa(-0), strconv.FormatUint(1<<63, 2))
	fmt.Println(strconv.Quote("a\"b\n\té\x00☺"), strconv.QuoteToASCII("é☺"), strconv.QuoteRune('x'))
	s, err := strconv.Unquote(`"a\tb\u00e9"`)
	fmt.Println(s, err)
	_, err = strconv.Unquote(`"bad`)
	fmt.Println(err)
	b := strconv.AppendInt([]byte("n="), 5, 10)
	b = strconv.AppendBool(append(b, ' '), true)
	b = strconv.AppendQuote(append(b, ' '), "q")
	fmt.Println(string(b))
	for _, x := range []float64{0, 1, 0.1, 1e21, 123456789, 1e-7, 2.5} {
		fmt.Print(strconv.FormatFloat(x, 'f', 2, 64), " ", strconv.FormatFloat(x, 'e', 3, 64), " ", strconv.FormatFloat(x, 'g', -1, 64), "; ")
	}
	fmt.Println()
}
