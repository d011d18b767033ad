package main

import "os"

func main() { var e *os.PathError; panic(e) }
