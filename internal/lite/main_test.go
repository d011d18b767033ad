// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/internal/origin"
	"polka/kernel/nb"
	"polka/stdlib/extract"
)

// The archive for the browser has the types of what the program has, and names the rest.
func TestFacts(t *testing.T) {
	t.Chdir("../..")
	data, err := browserFacts()
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
	}
	for name, want := range map[string]bool{"types/fmt": true, "doc/polka/shapes": true, "types/net/http": false, "doc/net": false, "absent": true} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s is there: %v, want %v", name, !want, want)
		}
	}
}

// What is left out of a browser is not built for one.
func TestNotInBrowser(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/lite")
	cmd.Dir = "../.."
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	// Packages that others need, which cells cannot import all the same.
	needed := []string{"crypto/fips140", "database/sql/driver", "go/build", "os/exec", "os/signal", "runtime/metrics", "runtime/pprof", "runtime/trace", "testing"}
	for dep := range strings.FieldsSeq(string(out)) {
		if slices.Contains(extract.NotInBrowser, dep) && !slices.Contains(needed, dep) {
			t.Errorf("the program for browsers depends on %s", dep)
		}
		if strings.Contains(dep, "/yaegi") || strings.Contains(dep, "zmq4") {
			t.Errorf("the program for browsers depends on %s", dep)
		}
	}
}

// A page begins with the extension and JupyterLab's largest script, by addresses relative to it.
func TestHasten(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "lab", "index.html")
	for file, text := range map[string]string{
		"lab/index.html": "<html>\n<head>\n    <title>x</title>\n</head>",
		"extensions/polka-lite/static/extension.12.js": "", "build/jlab_core.34.js": "",
	} {
		file = filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := hasten(page); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const want = `<html>
<head>
    <script src="../extensions/polka-lite/static/extension.12.js" data-start async></script>
    <link rel="preload" href="../build/jlab_core.34.js" as="script">
    <title>x</title>
</head>`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := os.Remove(filepath.Join(dir, "build", "jlab_core.34.js")); err != nil {
		t.Fatal(err)
	}
	if err := hasten(page); err == nil {
		t.Error("no error without the script of JupyterLab")
	}
}

// Extensions that the site does not use are neither in its list nor in its folder; the others stay.
func TestDropExtensions(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"@a/b", "c", "d"} {
		if err := os.MkdirAll(filepath.Join(dir, "extensions", filepath.FromSlash(name), "static"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "jupyter-lite.json")
	const config = `{"jupyter-config-data": {"appName": "x", "federated_extensions": [{"name": "@a/b"}, {"name": "c", "load": "s.js"}, {"name": "d"}]}}`
	if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := dropExtensions(dir, "@a/b", "d", "e"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(string(text)), ""); got != `{"jupyter-config-data":{"appName":"x","federated_extensions":[{"load":"s.js","name":"c"}]}}` {
		t.Errorf("the settings are %s", got)
	}
	left, err := filepath.Glob(filepath.Join(dir, "extensions", "*", "static"))
	if err != nil || len(left) != 1 || filepath.Base(filepath.Dir(left[0])) != "c" {
		t.Errorf("the extensions are %q (%v)", left, err)
	}
	if err := os.WriteFile(file, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := dropExtensions(dir, "c"); err == nil {
		t.Error("no error without a list of extensions")
	}
}

// Both packages hold the files of the extension, and the same files give the same bytes.
func TestPackages(t *testing.T) {
	links := []origin.Link{{Label: "Repository", Address: "https://example.org/ann/polka"}}
	e := &extension{version: "1.2.3", links: links, files: map[string][]byte{"README.md": []byte("text"), "LICENSE": []byte("text"), "THIRD-PARTY.txt": []byte("texts"), "static/a.js": []byte("a")}}
	if err := e.metadata("static/a.js"); err != nil {
		t.Fatal(err)
	}
	var about struct {
		JupyterLab struct {
			Build struct{ Load string } `json:"_build"`
		}
		JupyterLite struct{ LiteExtension bool }
		Repository  struct{ URL string }
	}
	if err := json.Unmarshal(e.files["package.json"], &about); err != nil || about.JupyterLab.Build.Load != "static/a.js" || !about.JupyterLite.LiteExtension ||
		about.Repository.URL != "git+https://example.org/ann/polka.git" {
		t.Errorf("package.json says %+v (%v)", about, err)
	}
	wheel, err := e.wheel()
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(wheel), int64(len(wheel)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
		if month := f.ModifiedDate >> 5 & 15; month < 1 || month > 12 {
			t.Errorf("%s has a date with month %d", f.Name, month)
		}
	}
	for _, want := range []string{"polka_lite-1.2.3.data/data/share/jupyter/labextensions/polka-lite/static/a.js", "polka_lite-1.2.3.dist-info/licenses/THIRD-PARTY.txt", "polka_lite-1.2.3.dist-info/RECORD"} {
		if !slices.Contains(names, want) {
			t.Errorf("the wheel has no file %s: %v", want, names)
		}
	}
	again, err := e.wheel()
	if err != nil || !bytes.Equal(wheel, again) {
		t.Errorf("the wheel differs when it is made again (%v)", err)
	}
	if a, err := e.npm(); err != nil || len(a) == 0 {
		t.Errorf("npm package: %d bytes, %v", len(a), err)
	}
}

// Of the icon fonts WOFF2 remains, and other fonts keep their formats.
func TestDropFonts(t *testing.T) {
	output := t.TempDir()
	build := filepath.Join(output, "build")
	if err := os.Mkdir(build, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := dropFonts(output); err == nil {
		t.Error("expected an error where there are no fonts")
	}
	for _, name := range []string{"fa-solid-900.eot", "fa-solid-900.svg", "fa-solid-900.ttf", "fa-solid-900.woff", "fa-solid-900.woff2", "MathJax.woff"} {
		if err := os.WriteFile(filepath.Join(build, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := dropFonts(output); err != nil {
		t.Fatal(err)
	}
	var names []string
	files, err := os.ReadDir(build)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	if got := strings.Join(names, " "); got != "MathJax.woff fa-solid-900.woff2" {
		t.Errorf("the fonts are %s", got)
	}
	if err := os.WriteFile(filepath.Join(build, "fa-brands-400.svg"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := dropFonts(output); err == nil {
		t.Error("expected an error where WOFF2 is missing")
	}
}

// TestTranslate: the site has the lessons in French as files of their own, with cells that choose
// the language, and their links to other notebooks lead to files of the site.
func TestTranslate(t *testing.T) {
	dir := t.TempDir()
	if err := copyFiles(filepath.FromSlash("../../notebooks"), dir); err != nil {
		t.Fatal(err)
	}
	if err := translate(dir); err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+\.ipynb)\)`)
	lessons, links := 0, 0
	names, err := filepath.Glob(filepath.Join(dir, "fr", "*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if base := filepath.Base(name); base >= "01" && base < "13" {
			lessons++
			if !bytes.Contains(text, []byte(`"%lang fr"`)) {
				t.Errorf("%s has no cell with %%lang", base)
			}
		}
		n, err := nb.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(n.Cells, func(c *nb.Cell) bool { return len(c.Outputs) > 0 }) {
			t.Errorf("%s has outputs", filepath.Base(name))
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			links++
			if _, err := os.Stat(filepath.Join(dir, "fr", string(m[1]))); err != nil {
				t.Errorf("%s: %v", filepath.Base(name), err)
			}
		}
	}
	if lessons != 12 || links < 20 {
		t.Errorf("%d lessons with %d links; expected 12, and at least 20", lessons, links)
	}
}
