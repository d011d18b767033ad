package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

// Each system has its command and the way to it, and the same program gives the same bytes. A test
// in kernel/conformance installs a wheel.
func TestWheels(t *testing.T) {
	root := os.DirFS("../..")
	p, err := readProject(root)
	if err != nil {
		t.Fatal(err)
	}
	if p.name != "polka-kernel" || len(p.entries["papermill.engine"]) != 1 {
		t.Errorf("python/pyproject.toml is read as %+v", p)
	}
	for _, system := range platforms {
		name, content, err := p.wheel(root, system, []byte("program"))
		if err != nil {
			t.Fatal(err)
		}
		_, again, _ := p.wheel(root, system, []byte("program"))
		if !bytes.Equal(content, again) {
			t.Errorf("%s: two wheels of one program differ", name)
		}
		if want := "polka_kernel-" + p.version + "-py3-none-" + system.tag + ".whl"; name != want {
			t.Errorf("the wheel is named %s, want %s", name, want)
		}
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		command, place := "scripts/polka", `"{resource_dir}/../../../../bin/polka"`
		if system.os == "windows" {
			command, place = "scripts/polka.exe", `"{resource_dir}/../../../../Scripts/polka.exe"`
		}
		for _, f := range archive.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(r)
			switch {
			case strings.Contains(f.Name, "/scripts/"):
				if !strings.HasSuffix(f.Name, command) || string(text) != "program" || f.ExternalAttrs>>16 != 0o100755 {
					t.Errorf("%s has %s with mode %o", name, f.Name, f.ExternalAttrs>>16)
				}
				command = ""
			case strings.HasSuffix(f.Name, "/kernel.json"):
				if !bytes.Contains(text, []byte(place)) {
					t.Errorf("%s starts the kernel by %s", name, text)
				}
				place = ""
			}
		}
		if command != "" || place != "" {
			t.Errorf("%s has no program or no kernelspec", name)
		}
	}
}
