// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"slices"
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
	if len(p.requires) != 8 || p.requires[0] != "Provides-Extra: lab" || p.requires[1] != `Requires-Dist: jupyterlab >=4; extra == "lab"` {
		t.Errorf("the dependencies are read as %q", p.requires)
	}
	program := []byte("program")
	for _, system := range platforms {
		name, content, err := p.wheel(root, system, program)
		if err != nil {
			t.Fatal(err)
		}
		_, again, _ := p.wheel(root, system, program)
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
		missing, place := map[string]string{"polka": "program"}, `"{resource_dir}/../../../../bin/polka"`
		if system.os == "windows" {
			missing, place = map[string]string{"polka.exe": "program"}, `"{resource_dir}/../../../../Scripts/polka.exe"`
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
			t.Errorf("%s has no program, no kernelspec or no settings of nbconvert", name)
		}
	}
}

// The wheel of campaigns installs only the program, and needs the kernel of its own version.
func TestCampaignWheels(t *testing.T) {
	root := os.DirFS("../..")
	p, err := readProject(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range platforms {
		name, content, err := p.campaign(root, system, []byte("campaigns"))
		if err != nil {
			t.Fatal(err)
		}
		if want := "polka_campaign-" + p.version + "-py3-none-" + system.tag + ".whl"; name != want {
			t.Errorf("the wheel is named %s, want %s", name, want)
		}
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		var programs []string
		for _, f := range archive.File {
			text, err := fs.ReadFile(archive, f.Name)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case strings.Contains(f.Name, "/scripts/"):
				programs = append(programs, strings.TrimSuffix(path.Base(f.Name), ".exe")+" "+string(text))
			case path.Base(f.Name) == "METADATA" && !bytes.Contains(text, []byte("\nRequires-Dist: polka-kernel=="+p.version+"\n")):
				t.Errorf("%s does not need the kernel:\n%s", name, text)
			}
		}
		if want := []string{"polka-campaign campaigns"}; !slices.Equal(programs, want) {
			t.Errorf("%s has the programs %q, want %q", name, programs, want)
		}
	}
}

// Members are compressed without loss, small and large ones, and a program that cannot compress is
// an error. (Releases use another compressor, whose output is unpacked before it is used.)
func TestCompress(t *testing.T) {
	random := rand.New(rand.NewPCG(40, 1))
	for _, n := range []int{0, 1, 1000, large + 1} {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.IntN(5))
		}
		packed, err := compress(data)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(back, data) {
			t.Errorf("%d bytes are not the same again: %v", n, err)
		}
		if n > 100 && len(packed) > n/2 {
			t.Errorf("%d bytes become %d", n, len(packed))
		}
	}
	python = "polka-no-such-program"
	defer func() { python = "" }()
	if _, err := compress(make([]byte, large)); err == nil {
		t.Error("a compressor that is missing is no error")
	}
}
