package worker

import (
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// roleEnv selects what this test program does when TestPrograms starts it.
const roleEnv = "POLKA_TEST_ROLE"

func init() {
	switch os.Getenv(roleEnv) {
	case "kernel": // starts a program and ends when that has started
		holdPrograms()
		program := exec.Command(os.Args[0])
		program.Env = append(os.Environ(), roleEnv+"=program")
		program.Stdout = os.Stdout
		started, err := program.StderrPipe()
		if err == nil {
			err = program.Start()
		}
		if err == nil {
			_, err = started.Read(make([]byte, 1))
		}
		if err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case "program": // ends with the job
		os.Stderr.WriteString("started")
		for {
			time.Sleep(time.Hour)
		}
	}
}

// TestPrograms checks that a program that a cell has started ends with the process: its standard
// output, which nobody else has, is closed.
func TestPrograms(t *testing.T) {
	kernel := exec.Command(os.Args[0])
	kernel.Env = append(os.Environ(), roleEnv+"=kernel")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	kernel.Stdout = w
	if err := kernel.Run(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if out, err := io.ReadAll(r); err != nil || len(out) > 0 {
		t.Errorf("%q, %v", out, err)
	}
}
