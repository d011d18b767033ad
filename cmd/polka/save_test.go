// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"polka/internal/command"
	"polka/internal/replace"
)

// TestSave keeps searches in files of all kinds: devices and pipes are unchanged, a link stays a
// link, permissions are kept, and a file that another run saves to is refused.
func TestSave(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("neither devices nor permissions nor locks here")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	problem, err := filepath.Abs(filepath.Join("..", "..", "dlx", "testdata", "langford8.dlx"))
	if err != nil {
		t.Fatal(err)
	}
	solve := func(save string, more ...string) (code command.Status, stdout, stderr string) {
		var out, errs strings.Builder
		args := append([]string{"solve", problem, "--count", "--engine", "links", "--save", save}, more...)
		code = run(args, strings.NewReader(""), &out, &errs)
		return code, out.String(), errs.String()
	}
	refused := func(want string, save string) {
		t.Helper()
		if code, stdout, stderr := solve(save); code != command.Failed || stdout != "" || stderr != "polka: --save: "+want+"\n" {
			t.Errorf("exit status %d, output %q, error %q, want %q", code, stdout, stderr, want)
		}
	}
	refused(os.DevNull+" is a device, expected a file", os.DevNull)
	refused(dir+" is a folder, expected a file", dir)
	refused("write "+in("none/token")+": no such file or directory", in("none/token"))

	if err := os.WriteFile(in("private"), []byte("| a problem\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(in("private")+" is not a token and would be replaced", in("private"))
	if err := os.WriteFile(in("private"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("private", in("link")); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := solve(in("link"), "--limit", "100"); code != command.Done || stdout != "solutions: 100\n" {
		t.Errorf("exit status %d, output %q, error %q", code, stdout, stderr)
	}
	link, err1 := os.Lstat(in("link"))
	file, err2 := os.Stat(in("private"))
	if err1 != nil || err2 != nil || link.Mode()&os.ModeSymlink == 0 || file.Mode() != 0o600 || file.Size() == 0 {
		t.Errorf("the link is %v, the file %v with %d bytes; %v, %v", link.Mode(), file.Mode(), file.Size(), err1, err2)
	}

	unlock, err := replace.Lock(in("private"))
	if err != nil {
		t.Fatal(err)
	}
	refused(fmt.Sprintf("%s is in use by process %d", in("link"), os.Getpid()), in("link"))
	unlock()

	text, err := os.ReadFile(in("private"))
	if err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := solve(in("link"), "--resume", in("private")); code != command.Done || stdout != "solutions: 300\n" {
		t.Errorf("resumed: exit status %d, output %q, error %q", code, stdout, stderr)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"found":"100"`, `"found":"101"`, ": the token is damaged: expected the SHA-256 sum of its other members, found another one"},
		{`"found":"100",`, ``, `: expected a member "found"`},
		{string(text), "", ":1:1: expected a token as JSON: unexpected end of JSON input"},
		{string(text), string(text[:100]), ":1:100: expected a token as JSON: unexpected end of JSON input"},
	} {
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if err := os.WriteFile(in("bad"), []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := solve(in("new"), "--resume", in("bad"))
		if code != command.Failed || stdout != "" || !strings.HasPrefix(stderr, "polka: "+in("bad")+":") || !strings.Contains(stderr, c.want) {
			t.Errorf("%s instead of %s: exit status %d, output %q, error %q, want %q", c.new, c.old, code, stdout, stderr, c.want)
		}
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 3 {
		t.Errorf("%v in the folder, want bad, link and private; error %v", list, err)
	}
}
