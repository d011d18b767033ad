//go:build ignore

// Random prints random problems with costs, in the format of Knuth's DLX5, which
// docs/benchmarks.md compares with DLX5:
//
//	go run random.go matching 30 14 1 >cost3dm30.dlx
//	go run random.go cover 48 300 1 >costrand48.dlx
//	go run random.go price trom_IL9x9.dlx 99 1 >trom_IL9x9_cost.dlx
//
// A matching of n has n triples of three sets of n, and for each element of the first set about
// the given number of triples to choose from; costs are below 100. A cover of n has the given
// number of options of 3 to 5 of n items. Price gives each option of a file a cost from 1 to the
// given number. The last argument is the seed. Matchings and covers have a solution.
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: go run random.go matching|cover|price SIZE|FILE NUMBER SEED")
	}
	size, _ := strconv.Atoi(os.Args[2])
	number, seed := atoi(os.Args[3]), atoi(os.Args[4])
	random := rand.New(rand.NewPCG(uint64(seed), 5))
	switch os.Args[1] {
	case "matching":
		matching(size, number, random)
	case "cover":
		cover(size, number, random)
	case "price":
		price(os.Args[2], number, random)
	default:
		log.Fatalf("unknown kind %s", os.Args[1])
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

// matching prints the options of a matching, those of one solution among them.
func matching(size, number int, random *rand.Rand) {
	for _, letter := range "abc" {
		for i := range size {
			fmt.Printf("%c%d ", letter, i)
		}
	}
	fmt.Println()
	b, c := random.Perm(size), random.Perm(size)
	for i := range size {
		seen := map[[2]int]bool{}
		for k := range number {
			pair := [2]int{b[i], c[i]}
			if k > 0 {
				pair = [2]int{random.IntN(size), random.IntN(size)}
			}
			if !seen[pair] {
				seen[pair] = true
				fmt.Printf("a%d b%d c%d |%d\n", i, pair[0], pair[1], random.IntN(100))
			}
		}
	}
}

// cover prints options, those of one solution among them.
func cover(size, number int, random *rand.Rand) {
	for i := range size {
		fmt.Printf("i%d ", i)
	}
	fmt.Println()
	seen := map[string]bool{}
	option := func(items []int) {
		var b strings.Builder
		for _, i := range items {
			fmt.Fprintf(&b, "i%d ", i)
		}
		if text := b.String(); !seen[text] {
			seen[text] = true
			fmt.Printf("%s|%d\n", text, random.IntN(100))
		}
	}
	for rest := random.Perm(size); len(rest) > 0; {
		n := min(len(rest), 3+random.IntN(3))
		if len(rest)-n < 3 {
			n = len(rest)
		}
		option(rest[:n])
		rest = rest[n:]
	}
	for range number {
		option(random.Perm(size)[:3+random.IntN(3)])
	}
}

// price prints a file with a cost for each option.
func price(file string, number int, random *rand.Rand) {
	f, err := os.Open(file)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	items := false
	for in := bufio.NewScanner(f); in.Scan(); {
		switch line := in.Text(); {
		case strings.HasPrefix(line, "|") || strings.TrimSpace(line) == "":
		case !items:
			items = true
			fmt.Println(line)
		default:
			fmt.Printf("%s |%d\n", strings.TrimSpace(line), 1+random.IntN(number))
		}
	}
}
