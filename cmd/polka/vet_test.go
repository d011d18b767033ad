// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// vetted is a program with mistakes that go vet finds.
const vetted = `package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

type T struct {
	mu sync.Mutex
	X  int "json:x"
}

func copies(t T) int { return t.X }

func main() {
	fmt.Printf("%d %s\n", "x")
	x := 1
	x = x
	_ = append([]int{})
	_ = string(rune(x)) + string(x)
	var err *os
	errors.As(nil, err)
	json.Unmarshal(nil, x)
	defer fmt.Println(time.Since(time.Now()))
	_ = time.Now().Format("2006-02-01")
	if main == nil {
	}
}

type os struct{}

func (*os) Error() string { return "" }
`

// TestVetAsGo compares polka vet with go vet: what that finds is found, in the same place and with
// the same words.
func TestVetAsGo(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(vetted), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "a.go")
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOFLAGS=") // with -trimpath it writes names in full
	want, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatal("go vet has found nothing")
	}
	cmd = exec.Command("polka", "vet", "a.go")
	cmd.Dir = dir
	got, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("exit status 0")
	}
	n := 0
	for line := range strings.Lines(string(want)) {
		if line = strings.ReplaceAll(strings.TrimPrefix(line, "./"), "command-line-arguments.", "main."); strings.HasPrefix(line, "#") {
			continue
		}
		n++
		if !strings.Contains("\n"+string(got), "\n"+line) {
			t.Errorf("go vet has %sand polka vet not", line)
		}
	}
	if n < 10 {
		t.Errorf("go vet has found only\n%s", want)
	}
	if t.Failed() {
		t.Logf("polka vet:\n%s", got)
	}
}
