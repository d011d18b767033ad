package main

type N int

func (N) String() string { return "N!" }
func main()              { panic(N(4)) }
