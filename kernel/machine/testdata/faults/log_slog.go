package main

import (
	"log"
	"log/slog"
	"os"
)

func main() {
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	slog.Info("hello", "a", 1)
}
