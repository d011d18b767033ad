// A worker pool with struct jobs, results sorted at the end, and errors.

package main

import (
	"fmt"
	"sort"
	"strings"
)

type job struct {
	id int
	in string
}
type result struct {
	job
	out string
	err error
}

func work(id int, jobs <-chan job, results chan<- result) {
	for j := range jobs {
		r := result{job: j}
		if j.in == "" {
			r.err = fmt.Errorf("job %d: empty", j.id)
		} else {
			r.out = strings.ToUpper(j.in)
		}
		results <- r
	}
}

func main() {
	jobs := make(chan job, 10)
	results := make(chan result, 10)
	for w := range 3 {
		go work(w, jobs, results)
	}
	inputs := []string{"a", "", "c", "d", ""}
	for i, s := range inputs {
		jobs <- job{i, s}
	}
	close(jobs)
	var all []result
	for range inputs {
		all = append(all, <-results)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].id < all[j].id })
	for _, r := range all {
		if r.err != nil {
			fmt.Println(r.id, "error:", r.err)
			continue
		}
		fmt.Println(r.id, r.in, "->", r.out)
	}
	fmt.Printf("%+v\n", all[0])
}
