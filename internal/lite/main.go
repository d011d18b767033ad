// SPDX-License-Identifier: BSD-3-Clause

// Lite builds Polka for the browser: the extension of JupyterLite with the kernel, as a Python and
// an npm package, and a site with the course.
//
//	go run ./internal/lite -output dist                         the packages
//	go run ./internal/lite -output dist -modules .venv/lite     the site too, in dist/lite
//
// The extension is written by hand (cmd/lite/web), so that neither Node.js nor a bundler is needed.
// The program is written in another way (program.go), and Python compresses it. JupyterLite's own
// program makes the site; the folder -modules is where Python finds it.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"polka/internal/cold"
	"polka/internal/lab"
	"polka/internal/origin"
	"polka/internal/pattern"
	"polka/kernel/nb"
	"polka/notebooks"
)

const name = "polka-lite" // of the extension, and of both packages

func main() {
	output := flag.String("output", "dist", "write the packages and the site to the directory `DIR`")
	python := flag.String("python", "python3", "run Python as `PROGRAM`")
	modules := flag.String("modules", "", "make the site, with JupyterLite from the directory `DIR`")
	notebooks := flag.String("notebooks", "notebooks", "put the notebooks of the directory `DIR` into the site")
	fast := flag.Bool("fast", false, "compress less, in a quarter of the time")
	flag.Parse()
	preset := 9
	if *fast {
		preset = 3
	}
	if err := run(*output, *python, *modules, *notebooks, preset); err != nil {
		fmt.Fprintln(os.Stderr, "lite:", err)
		os.Exit(1)
	}
}

func run(output, python, modules, notebooks string, preset int) error {
	version, err := projectVersion()
	if err != nil {
		return err
	}
	links, err := origin.Links(os.DirFS("."))
	if err != nil {
		return err
	}
	e := &extension{version: version, links: links, files: map[string][]byte{}}
	if err := e.build(python, preset); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", name) // JupyterLite remembers there what it has done
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	folder := filepath.Join(work, "labextensions", name)
	if err := e.write(folder); err != nil {
		return err
	}
	if err := e.pack(output); err != nil {
		return err
	}
	if modules == "" {
		return nil
	}
	output = filepath.Join(output, "lite")
	if err := site(python, modules, notebooks, work, output); err != nil {
		return err
	}
	if err := errors.Join(dropFonts(output), dropExtensions(output, unused...), writeIcon(output)); err != nil {
		return err
	}
	page := filepath.Join(output, "lab", "index.html")
	if err := errors.Join(openLinks(version, output), offerLinks(page), hasten(page)); err != nil {
		return err
	}
	return offline(output)
}

var versionLine = pattern.New(`(?m)^version = "([^"]+)"$`)

// projectVersion returns the version of the Python package of the kernel.
func projectVersion() (string, error) {
	text, err := os.ReadFile("python/pyproject.toml")
	if err != nil {
		return "", err
	}
	m := versionLine.FindStringSubmatch(string(text))
	if m == nil {
		return "", fmt.Errorf("python/pyproject.toml: expected a line that sets version")
	}
	return string(m[1]), nil
}

// An extension is the files of a prebuilt extension of JupyterLab, by slashed path.
type extension struct {
	version string
	links   []origin.Link
	files   map[string][]byte
}

func (e *extension) build(python string, preset int) error {
	worker, err := os.ReadFile("cmd/lite/web/worker.js")
	if err != nil {
		return err
	}
	var size float64
	for _, part := range []struct {
		name string
		make func() ([]byte, error)
	}{{"kernel", program}, {"facts", browserFacts}} {
		data, err := part.make()
		if err != nil {
			return err
		}
		packed, err := compress(python, data, preset)
		if err != nil {
			return err
		}
		fmt.Printf("%s: %.2f MB, compressed %.2f MB\n", part.name, mb(data), mb(packed))
		size += mb(packed)
		file := part.name + "." + hash(packed)[:20] + ".lzma"
		e.files["static/"+file] = packed
		worker = bytes.ReplaceAll(worker, []byte("@"+strings.ToUpper(part.name)+"@"), []byte(file))
	}
	fmt.Printf("together %.2f MB\n", size)
	e.files["static/worker.js"] = worker
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	for to, from := range map[string]string{
		"static/wasm_exec.js": filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"),
		"static/unlzma.js":    "cmd/lite/web/unlzma.js",
		"static/unpack.js":    "cmd/lite/web/unpack.js",
		"static/files.js":     "cmd/lite/web/files.js",
		"static/logo.svg":     "install/logos/logo-svg.svg",
		"README.md":           "cmd/lite/web/README.md",
		"LICENSE":             "LICENSE",
		"THIRD-PARTY.txt":     "internal/licenses/THIRD-PARTY.txt",
	} {
		if e.files[to], err = os.ReadFile(from); err != nil {
			return err
		}
	}
	script, err := os.ReadFile("cmd/lite/web/extension.js")
	if err != nil {
		return err
	}
	script, err = lab.Insert(bytes.ReplaceAll(script, []byte("@VERSION@"), []byte(e.version)))
	if err != nil {
		return err
	}
	entry := "static/extension." + hash(script)[:20] + ".js"
	e.files[entry] = script
	settings, schema, err := lab.Schema(name)
	if err != nil {
		return err
	}
	e.files[settings] = schema
	return e.metadata(entry)
}

// metadata writes the descriptions of the package that JupyterLab, JupyterLite, npm and pip read.
func (e *extension) metadata(entry string) error {
	var err error
	fields := map[string]any{
		"name":        name,
		"version":     e.version,
		"description": description,
		"license":     "BSD-3-Clause",
		"author":      "The Polka Authors",
		"keywords":    []string{"jupyter", "jupyterlab", "jupyterlite", "jupyterlab-extension", "jupyterlite-extension"},
		"files":       []string{"static/*", "schemas/**/*", "install.json", "THIRD-PARTY.txt"},
		"jupyterlab": map[string]any{
			"extension": true,
			"schemaDir": "schemas",
			"_build":    map[string]any{"load": entry, "extension": "./extension"},
		},
		"jupyterlite": map[string]any{"liteExtension": true},
	}
	for _, l := range e.links {
		switch l.Label {
		case "Homepage":
			fields["homepage"] = l.Address
		case "Repository":
			fields["repository"] = map[string]string{"type": "git", "url": "git+" + l.Address + ".git"}
		case "Issues":
			fields["bugs"] = map[string]string{"url": l.Address}
		}
	}
	e.files["package.json"], err = json.MarshalIndent(fields, "", "  ")
	if err != nil {
		return err
	}
	e.files["install.json"], err = json.MarshalIndent(map[string]string{
		"packageManager":        "python",
		"packageName":           name,
		"uninstallInstructions": "Use pip uninstall " + name,
	}, "", "  ")
	return err
}

const description = "A Jupyter kernel for Go in the browser, with packages for polyforms and exact cover"

// program builds the program for browsers, and returns the text that unpack.js reads.
func program() ([]byte, error) {
	module, err := compile()
	if err != nil {
		return nil, err
	}
	text, _, err := packProgram(module)
	return text, err
}

// compile builds the program for browsers.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "lite")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "kernel.wasm")
	args := append([]string{"build", "-trimpath", "-ldflags", "-s -w"}, cold.BrowserFlags()...)
	command := exec.Command("go", append(args, "-o", file, "./cmd/lite")...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("building for js/wasm: %w", err)
	}
	return os.ReadFile(file)
}

// compress compresses data in the format of web/unlzma.js. Python's library has the best encoder
// that is everywhere. It does not write the size into the header, which the decoder needs.
func compress(python string, data []byte, preset int) ([]byte, error) {
	const program = `import lzma, sys
filters = [{"id": lzma.FILTER_LZMA1, "preset": int(sys.argv[1]), "lc": 4, "pb": 0}]
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), format=lzma.FORMAT_ALONE, filters=filters))`
	command := exec.Command(python, "-c", program, strconv.Itoa(preset))
	command.Stdin = bytes.NewReader(data)
	command.Stderr = os.Stderr
	packed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("compressing with %s: %w", python, err)
	}
	binary.LittleEndian.PutUint64(packed[5:], uint64(len(data)))
	return packed, nil
}

// write writes the files below a folder, which is made again.
func (e *extension) write(folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for file, data := range e.files {
		to := filepath.Join(folder, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func mb(data []byte) float64 { return float64(len(data)) / 1e6 }

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// disabled are the plugins of JupyterLab that the site does not start, so that a page is ready
// sooner: the user interface of language servers, terminals, logs, workspaces and translations,
// which the site does not have, and news about JupyterLab.
var disabled = []string{
	// The site has the extensions of the environment that builds it. What that of an installed
	// kernel does, the one of this kernel does.
	lab.Name,
	"@jupyterlab/apputils-extension:announcements",
	"@jupyterlab/fileeditor-extension:language-server",
	"@jupyterlab/logconsole-extension",
	"@jupyterlab/lsp-extension",
	"@jupyterlab/notebook-extension:language-server",
	"@jupyterlab/notebook-extension:log-output",
	"@jupyterlab/terminal-extension",
	"@jupyterlab/translation-extension:plugin",
	"@jupyterlab/workspaces-extension:commands",
	"@jupyterlab/workspaces-extension:indicator",
	"@jupyterlab/workspaces-extension:menu",
	"@jupyterlab/workspaces-extension:sidebar",
	"@jupyterlite/application-extension:lsp-connection-manager",
}

// site makes a JupyterLite site of the notebooks and the extension, which is in work/labextensions.
func site(python, modules, notebooks, work, output string) error {
	var absolute []string
	for _, p := range []string{python, modules, notebooks, output} {
		a, err := filepath.Abs(p)
		if err != nil {
			return err
		}
		absolute = append(absolute, a)
	}
	output = absolute[3]
	contents := filepath.Join(work, "contents") // without the checks and answers beside the notebooks
	if err := copyFiles(absolute[2], contents); err != nil {
		return err
	}
	if err := translate(contents); err != nil {
		return err
	}
	settings, err := json.MarshalIndent(map[string]any{
		"jupyter-lite-schema-version": 0,
		"jupyter-config-data": map[string]any{
			"appName":            "Polka",
			"defaultKernelName":  "polka",
			"exposeAppInBrowser": true,
			"disabledExtensions": disabled,
		},
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(work, "jupyter-lite.json"), settings, 0o666); err != nil {
		return err
	}
	if err := os.RemoveAll(output); err != nil {
		return err
	}
	command := exec.Command(absolute[0], "-m", "jupyterlite_core", "build", "--force", "--apps", "lab", "--no-sourcemaps",
		"--no-unused-shared-packages", "--contents", contents, "--output-dir", output,
		"--FederatedExtensionAddon.extra_labextensions_path="+filepath.Join(work, "labextensions"))
	command.Dir = work
	command.Env = append(os.Environ(), "PYTHONPATH="+absolute[1])
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("jupyterlite_core: %w", err)
	}
	return nil
}

// dropFonts removes the formats of icon fonts that no browser with WebAssembly loads: where a style
// sheet offers several, it takes WOFF2. The service worker would fetch all of them, 3 MB.
func dropFonts(output string) error {
	found := 0
	for _, end := range []string{"eot", "svg", "ttf", "woff"} {
		files, err := filepath.Glob(filepath.Join(output, "build", "fa-*."+end))
		if err != nil {
			return err
		}
		for _, file := range files {
			if _, err := os.Stat(strings.TrimSuffix(file, end) + "woff2"); err != nil {
				return err
			}
			if err := os.Remove(file); err != nil {
				return err
			}
		}
		found += len(files)
	}
	if found == 0 {
		return errors.New("expected fonts build/fa-* in several formats")
	}
	return nil
}

// unused are extensions of the Python environment of JupyterLab that the site has no use for: a
// menu for opening notebooks in Jupyter Notebook, which is not part of the site, and the styles of
// code in pages of nbconvert.
var unused = []string{"@jupyter-notebook/lab-extension", "jupyterlab_pygments"}

// dropExtensions removes extensions from the site, if it has them. A page loads the scripts of all
// its extensions before it starts, also of those that are disabled.
func dropExtensions(output string, names ...string) error {
	file := filepath.Join(output, "jupyter-lite.json")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var config map[string]any
	if err := json.Unmarshal(text, &config); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	data, _ := config["jupyter-config-data"].(map[string]any)
	list, _ := data["federated_extensions"].([]any)
	if len(list) == 0 {
		return fmt.Errorf("%s: expected a list of extensions", file)
	}
	data["federated_extensions"] = slices.DeleteFunc(list, func(e any) bool {
		fields, _ := e.(map[string]any)
		name, _ := fields["name"].(string)
		return slices.Contains(names, name)
	})
	if text, err = json.MarshalIndent(config, "", "  "); err != nil {
		return err
	}
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(output, "extensions", filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}

// writeIcon replaces the icon of JupyterLab's page, of 0.3 MB, by that of Polka: an icon file with
// one picture, which has the format PNG.
func writeIcon(output string) error {
	picture, err := os.ReadFile("install/logos/logo-32x32.png")
	if err != nil {
		return err
	}
	const header = 6 + 16 // of the file, and of one picture
	icon := []byte{0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0}
	icon = binary.LittleEndian.AppendUint32(icon, uint32(len(picture)))
	icon = binary.LittleEndian.AppendUint32(icon, header)
	file := filepath.Join(output, "lab", "favicon.ico")
	if _, err := os.Stat(file); err != nil {
		return err
	}
	return os.WriteFile(file, append(icon, picture...), 0o666)
}

// hasten makes a page load what it needs without waiting until other scripts ask for it. First of
// all that is the extension, which starts the program.
func hasten(page string) error {
	var lines strings.Builder
	for _, hint := range []struct{ pattern, line string }{
		{"extensions/" + name + "/static/extension.*.js", `<script src="%s" data-start async></script>`},
		{"build/jlab_core.*.js", `<link rel="preload" href="%s" as="script">`},
	} {
		dir := filepath.Dir(page)
		files, err := filepath.Glob(filepath.Join(dir, "..", filepath.FromSlash(hint.pattern)))
		if err != nil || len(files) != 1 {
			return fmt.Errorf("expected one file %s: %d (%v)", hint.pattern, len(files), err)
		}
		file, err := filepath.Rel(dir, files[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "    "+hint.line+"\n", filepath.ToSlash(file))
	}
	return beginHead(page, lines.String())
}

// beginHead inserts lines at the beginning of the head of a page.
func beginHead(page, lines string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	const head = "<head>\n"
	if !bytes.Contains(text, []byte(head)) {
		return fmt.Errorf("%s: expected %q", page, head)
	}
	return os.WriteFile(page, bytes.Replace(text, []byte(head), []byte(head+lines), 1), 0o666)
}

// copyFiles copies the files of a directory that are neither Go nor directories.
func copyFiles(from, to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() || filepath.Ext(f.Name()) == ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, f.Name()), text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// translate adds the notebooks in other languages to those in a directory, without outputs: with
// them, each visitor would fetch the pictures once more for each language.
func translate(dir string) error {
	files := map[string][]byte{}
	names, err := filepath.Glob(filepath.Join(dir, "*.ipynb"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			return err
		}
	}
	if err := notebooks.AddTranslations(files); err != nil {
		return err
	}
	for name, text := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if strings.Contains(name, "/") {
			n, err := nb.Parse(text)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			n.ClearOutputs()
			text = n.Encode()
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// offline makes the service worker of the site keep its files. That of JupyterLite still does
// the rest.
func offline(output string) error {
	const file, original = "service-worker.js", "service-worker-jupyterlite.js"
	if err := os.Rename(filepath.Join(output, file), filepath.Join(output, original)); err != nil {
		return err
	}
	var list []string
	all := []byte{}
	var size int
	err := filepath.WalkDir(output, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(output, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if strings.HasSuffix(name, ".map") || strings.HasSuffix(name, ".LICENSE.txt") || name == original {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		size += len(data)
		list = append(list, name)
		all = append(all, hash(data)+" "+name+"\n"...)
		return nil
	})
	if err != nil {
		return err
	}
	for _, page := range []string{"", "lab/"} {
		if slices.Contains(list, page+"index.html") {
			list = append(list, page)
		}
	}
	names, err := json.Marshal(list)
	if err != nil {
		return err
	}
	text, err := os.ReadFile("cmd/lite/web/service-worker.js")
	if err != nil {
		return err
	}
	text = bytes.ReplaceAll(text, []byte("@VERSION@"), []byte(hash(all)[:20]))
	text = bytes.ReplaceAll(text, []byte(`["@FILES@"]`), names)
	fmt.Printf("site: %d files, %.1f MB\n", len(list), float64(size)/1e6)
	return os.WriteFile(filepath.Join(output, file), text, 0o666)
}
