// log.Fatal prints and exits with status 1.

package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.SetPrefix("app: ")
	defer fmt.Println("not run")
	if _, err := strconv.Atoi("4x"); err != nil {
		log.Fatalf("cannot parse: %v", err)
	}
}
