package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path"
	"strings"
	"testing"
)

// Each system has its commands and the way to one, and the same programs give the same bytes. A
// test in kernel/conformance installs a wheel.
func TestWheels(t *testing.T) {
	root := os.DirFS("../..")
	p, err := readProject(root)
	if err != nil {
		t.Fatal(err)
	}
	if p.name != "polka-kernel" || len(p.entries["papermill.engine"]) != 1 {
		t.Errorf("python/pyproject.toml is read as %+v", p)
	}
	programs := map[string][]byte{"polka": []byte("program"), "polka-campaign": []byte("campaigns")}
	for _, system := range platforms {
		name, content, err := p.wheel(root, system, programs)
		if err != nil {
			t.Fatal(err)
		}
		_, again, _ := p.wheel(root, system, programs)
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
		missing, place := map[string]string{"polka": "program", "polka-campaign": "campaigns"}, `"{resource_dir}/../../../../bin/polka"`
		if system.os == "windows" {
			missing, place = map[string]string{"polka.exe": "program", "polka-campaign.exe": "campaigns"}, `"{resource_dir}/../../../../Scripts/polka.exe"`
		}
		settings := false
		for _, f := range archive.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(r)
			switch {
			case strings.Contains(f.Name, "/scripts/"):
				command := path.Base(f.Name)
				if string(text) != missing[command] || f.ExternalAttrs>>16 != 0o100755 {
					t.Errorf("%s has %s with mode %o", name, f.Name, f.ExternalAttrs>>16)
				}
				delete(missing, command)
			case strings.HasSuffix(f.Name, "/data/etc/jupyter/jupyter_nbconvert_config.py"):
				settings = true
			case strings.HasSuffix(f.Name, "/kernel.json"): // that it starts is tested in package install
				if !bytes.Contains(text, []byte(place)) {
					t.Errorf("%s starts the kernel by %s", name, text)
				}
				place = ""
			}
		}
		if len(missing) > 0 || place != "" || !settings {
			t.Errorf("%s has no programs, no kernelspec or no settings of nbconvert", name)
		}
	}
}
