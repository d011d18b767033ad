// regexp with functions, and time.Duration and dates printing.

package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

func main() {
	re := regexp.MustCompile(`(?P<user>\w+)@(\w+)\.com`)
	s := "bob@example.com, alice@test.com; bad@x.org"
	fmt.Println(re.MatchString(s), re.FindString(s), re.FindStringIndex(s))
	for _, m := range re.FindAllStringSubmatch(s, -1) {
		fmt.Printf("%q ", m)
	}
	fmt.Println(re.NumSubexp(), re.SubexpNames())
	fmt.Println(re.ReplaceAllString(s, "<$2:${user}>"))
	n := 0
	fmt.Println(re.ReplaceAllStringFunc(s, func(m string) string { n++; return fmt.Sprint(n, strings.ToUpper(m)) }))
	fmt.Printf("%q\n", regexp.MustCompile(`\s*[,;]\s*`).Split(s, -1))
	_, err := regexp.Compile(`a(b`)
	fmt.Println(err)
	for _, d := range []time.Duration{0, 999, 1500 * time.Microsecond, 90 * time.Second, 36*time.Hour + 5*time.Second, -time.Minute} {
		fmt.Print(d, " ", d.Seconds(), "; ")
	}
	fmt.Println()
	type timeout time.Duration
	fmt.Println(timeout(5), time.Duration(timeout(5*time.Second)), time.Duration(2.5*float64(time.Second)).Round(time.Second))
	d, err := time.ParseDuration("1h15m30.918s")
	fmt.Println(d, err, d.Truncate(time.Minute), int(d.Minutes()))
	t := time.Date(2024, time.February, 29, 13, 4, 5, 0, time.UTC)
	fmt.Println(t, t.Weekday(), t.YearDay(), t.Unix(), t.AddDate(1, 0, 0).Format(time.DateOnly))
	fmt.Println(t.Format("Mon Jan 2 3:04PM 2006"), t.Add(-36*time.Hour).Format(time.RFC3339), t.Truncate(time.Hour).Minute())
	u, err := time.Parse("2006-01-02", "2024-12-25")
	fmt.Println(u.Sub(t).Hours(), err, u.After(t), t.Equal(t.In(time.FixedZone("X", 3600))), t.Month() == 2)
	_, err = time.Parse("2006-01-02", "2024-13-01")
	fmt.Println(err)
	fmt.Println(time.Month(5), time.Saturday, []time.Month{1, 2}, map[time.Weekday]int{time.Monday: 1}, time.Time{}.IsZero())
}
