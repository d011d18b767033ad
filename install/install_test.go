// SPDX-License-Identifier: BSD-3-Clause

package install

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// isolate redirects all folders of Jupyter into a new one and returns it, so that kernels that are
// installed here do not matter. It contains a program that is not transient, since the folder does
// not count as temporary.
func isolate(t *testing.T) (root, program string) {
	t.Helper()
	root = t.TempDir()
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	for _, v := range []string{"JUPYTER_PATH", "JUPYTER_CONFIG_DIR", "VIRTUAL_ENV", "CONDA_PREFIX", "GOCACHE", "GOTMPDIR"} {
		t.Setenv(v, "")
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(root, "data"))
	t.Setenv("TMPDIR", filepath.Join(root, "tmp"))
	t.Setenv("PATH", filepath.Join(root, "bin"))
	before := system
	t.Cleanup(func() { system = before })
	system = []string{filepath.Join(root, "usr", "share", "jupyter")}
	program = filepath.Join(root, "opt", "polka")
	write(t, program, "#!/bin/sh\n", 0o755)
	return root, program
}

func write(t *testing.T, name, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

func TestInstall(t *testing.T) {
	root, program := isolate(t)
	o := Options{Executable: program, Version: "v1"}
	dir := filepath.Join(root, "data", "kernels", "polka")

	steps := []struct {
		name   string
		change func()
		want   Action
	}{
		{"dry run", func() { o.DryRun = true }, Installed},
		{"first", func() { o.DryRun = false }, Installed},
		{"again", func() {}, Unchanged},
		{"environment", func() { o.Env = map[string]string{"GOMEMLIMIT": "400MiB"} }, Updated},
		{"again", func() {}, Unchanged},
		{"new version", func() { o.Version = "v2" }, Updated},
		{"lost logo", func() { os.Remove(filepath.Join(dir, "logo-svg.svg")) }, Updated},
		{"needless copy", func() { write(t, filepath.Join(dir, "polka"), "old", 0o755) }, Updated},
		{"again", func() {}, Unchanged},
	}
	for _, s := range steps {
		s.change()
		r, err := Install(o)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if r.Action != s.want || r.Dir != dir || r.Copied {
			t.Errorf("%s: %s %s, copied %v; want %s %s", s.name, r.Action, r.Dir, r.Copied, s.want, dir)
		}
		if o.DryRun {
			if exists(filepath.Join(root, "data")) {
				t.Errorf("%s: wrote something", s.name)
			}
			continue
		}
		got, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
		if err != nil || string(got) != string(r.Spec) {
			t.Errorf("%s: kernel.json is %s (%v), want %s", s.name, got, err, r.Spec)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), "kernel.json logo-32x32.png logo-64x64.png logo-svg.svg"; got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}

	for _, step := range []struct {
		dry  bool
		want Action
	}{{true, Removed}, {false, Removed}, {false, Absent}} {
		r, err := Uninstall(o.Target, step.dry)
		if err != nil || r.Action != step.want || r.Dir != dir {
			t.Errorf("uninstall: %+v, %v, want %s", r, err, step.want)
		}
	}
	if exists(dir) {
		t.Error("the folder is still there")
	}
}

// TestExtension installs the extension of JupyterLab, and the name of the language server, with the
// first kernelspec, and removes both with the last. JupyterLab finds the extension by its
// package.json, which names the script.
func TestExtension(t *testing.T) {
	root, program := isolate(t)
	dir := filepath.Join(root, "data", "labextensions", "polka-cells")
	one, two := Options{Executable: program, Version: "v1"}, Options{Executable: program, Version: "v1", Target: Target{Name: "two"}}
	install := func(o Options, want Action) {
		t.Helper()
		if r, err := Install(o); err != nil || r.Action != want {
			t.Fatalf("%s (%v), want %s", r.Action, err, want)
		}
	}
	install(one, Installed)
	install(two, Installed)
	var about struct {
		JupyterLab struct {
			Build struct{ Load string } `json:"_build"`
		} `json:"jupyterlab"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil || json.Unmarshal(text, &about) != nil {
		t.Fatalf("package.json is %s (%v)", text, err)
	}
	script := filepath.Join(dir, filepath.FromSlash(about.JupyterLab.Build.Load))
	if text, err := os.ReadFile(script); err != nil || strings.Contains(string(text), "@CELLS@") || !strings.Contains(string(text), "async function cellsPlugin") {
		t.Errorf("the script %s is %.200s (%v)", script, text, err)
	}
	settings := filepath.Join(root, "home", ".jupyter", filepath.FromSlash(languageFile))
	if text, err := os.ReadFile(settings); err != nil || !strings.Contains(string(text), program) {
		t.Errorf("the settings are %s (%v)", text, err)
	}
	write(t, settings, "{}", 0o644)
	install(one, Updated)
	write(t, script, "old", 0o644)
	write(t, filepath.Join(dir, "static", "extension.old.js"), "older", 0o644)
	install(one, Updated)
	install(one, Unchanged)
	if entries, _ := os.ReadDir(filepath.Join(dir, "static")); len(entries) != 1 {
		t.Errorf("the folder holds %v", entries)
	}
	for _, step := range []struct {
		o    Options
		left bool
	}{{one, true}, {two, false}} {
		if _, err := Uninstall(step.o.Target, false); err != nil || exists(dir) != step.left || exists(settings) != step.left {
			t.Errorf("after %s is uninstalled: %v, the extension exists: %v, the settings exist: %v", step.o.Name, err, exists(dir), exists(settings))
		}
	}
}

// TestSpec compares the file that Jupyter reads with the list of fields in its documentation.
func TestSpec(t *testing.T) {
	_, program := isolate(t)
	r, err := Install(Options{Executable: program, Version: "v1", DisplayName: "A <b> & c", Env: map[string]string{"B": "2", "A": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	path, _ := json.Marshal(program)
	want := `{
 "argv": [
  ` + string(path) + `,
  "kernel",
  "{connection_file}"
 ],
 "display_name": "A <b> & c",
 "language": "go",
 "interrupt_mode": "message",
 "kernel_protocol_version": "5.5",
 "env": {
  "A": "1",
  "B": "2"
 },
 "metadata": {
  "debugger": true,
  "polka": {
   "version": "v1"
  }
 }
}
`
	if string(r.Spec) != want {
		t.Errorf("kernel.json is\n%s, want\n%s", r.Spec, want)
	}
}

func TestForeign(t *testing.T) {
	root, program := isolate(t)
	dir := filepath.Join(root, "data", "kernels", "go")
	for name, content := range map[string]string{
		"another kernel": `{"argv": ["gonb"], "display_name": "Go", "language": "go"}`,
		"junk":           `{`,
	} {
		write(t, filepath.Join(dir, "kernel.json"), content, 0o644)
		write(t, filepath.Join(dir, "theirs.txt"), "", 0o644)
		o := Options{Executable: program, Target: Target{Name: "Go"}}
		if _, err := Install(o); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: install says %v", name, err)
		}
		if _, err := Uninstall(o.Target, false); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: uninstall says %v", name, err)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, "kernel.json")); string(got) != content {
			t.Errorf("%s: touched", name)
		}
		o.Replace = true
		if r, err := Install(o); err != nil || r.Action != Updated {
			t.Errorf("%s: replace gives %+v, %v", name, r, err)
		}
		if exists(filepath.Join(dir, "theirs.txt")) {
			t.Errorf("%s: what was replaced is still there", name)
		}
	}
}

func TestTransient(t *testing.T) {
	root, _ := isolate(t)
	program := filepath.Join(root, "tmp", "go-build1", "exe", "polka")
	write(t, program, "one", 0o755)
	o := Options{Executable: program}
	dir := filepath.Join(root, "data", "kernels", "polka")
	for _, want := range []Action{Installed, Unchanged} {
		r, err := Install(o)
		if err != nil || r.Action != want || !r.Copied {
			t.Fatalf("%+v, %v, want %s, copied", r, err, want)
		}
		if !strings.Contains(string(r.Spec), filepath.Base(dir)+"/polka\"") && runtime.GOOS != "windows" {
			t.Errorf("kernel.json does not name the copy: %s", r.Spec)
		}
	}
	info, err := os.Stat(filepath.Join(dir, copyName()))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Errorf("the copy: %v, %v", info, err)
	}
	write(t, program, "two", 0o755)
	if r, err := Install(o); err != nil || r.Action != Updated {
		t.Errorf("a new program: %+v, %v", r, err)
	}
}

func TestBinary(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no symbolic links without privileges")
	}
	root, _ := isolate(t)
	cellar := filepath.Join(root, "cellar", "1.2", "polka")
	write(t, cellar, "", 0o755)
	check := func(want string) {
		t.Helper()
		if got, transient, err := binary(cellar); got != want || transient || err != nil {
			t.Errorf("binary = %s, %v, %v, want %s", got, transient, err, want)
		}
	}
	check(cellar)
	// Another program of the same name in $PATH is not this one.
	write(t, filepath.Join(root, "bin", "polka"), "", 0o755)
	check(cellar)
	// A link that a package manager keeps up to date is better than the versioned folder.
	entry := filepath.Join(root, "links", "polka")
	if err := os.MkdirAll(filepath.Dir(entry), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(cellar, entry); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(root, "bin")+string(filepath.ListSeparator)+"."+string(filepath.ListSeparator)+filepath.Dir(entry))
	check(entry)
	if _, _, err := binary(filepath.Join(root, "no", "polka")); err == nil {
		t.Error("a program that does not exist gives no error")
	}
}

func TestDir(t *testing.T) {
	root, _ := isolate(t)
	home := filepath.Join(root, "home")
	for _, c := range []struct {
		name   string
		env    map[string]string
		target Target
		want   string // below root, or an error text
	}{
		{"data dir", nil, Target{}, "data/kernels/polka"},
		{"home", map[string]string{"JUPYTER_DATA_DIR": ""}, Target{}, "home/.local/share/jupyter/kernels/polka"},
		{"xdg", map[string]string{"JUPYTER_DATA_DIR": "", "XDG_DATA_HOME": filepath.Join(home, "x")}, Target{}, "home/x/jupyter/kernels/polka"},
		{"prefix", nil, Target{Prefix: filepath.Join(root, "p"), Name: "Polka-2"}, "p/share/jupyter/kernels/polka-2"},
		{"venv", map[string]string{"VIRTUAL_ENV": filepath.Join(root, "v"), "CONDA_PREFIX": "/c"}, Target{SysPrefix: true}, "v/share/jupyter/kernels/polka"},
		{"conda", map[string]string{"CONDA_PREFIX": filepath.Join(root, "c")}, Target{SysPrefix: true}, "c/share/jupyter/kernels/polka"},
		{"no environment", nil, Target{SysPrefix: true}, "no Python environment is active"},
		{"both", nil, Target{SysPrefix: true, Prefix: "/x"}, "exclude each other"},
		{"share", nil, Target{Prefix: "/usr/local/share"}, "that is --prefix /usr/local"},
		{"kernels", nil, Target{Prefix: "/usr/share/jupyter/kernels/"}, "that is --prefix /usr"},
		{"bad name", nil, Target{Name: "a b"}, `kernel name "a b": expected letters`},
		{"path as name", nil, Target{Name: ".."}, `kernel name "..": expected`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS != "linux" {
				t.Skip("the folders of this test are those of Linux")
			}
			for k, v := range c.env {
				t.Setenv(k, v)
			}
			got, err := c.target.Dir()
			if err != nil {
				if !strings.Contains(err.Error(), c.want) {
					t.Errorf("error %q, want %q", err, c.want)
				}
				return
			}
			if got != filepath.Join(root, c.want) {
				t.Errorf("Dir = %s, want %s", got, filepath.Join(root, c.want))
			}
		})
	}
}

func TestFind(t *testing.T) {
	root, program := isolate(t)
	t.Setenv("JUPYTER_PATH", filepath.Join(root, "one")+string(filepath.ListSeparator)+filepath.Join(root, "two"))
	if k := Find(); len(k) != 0 {
		t.Fatalf("found %v where nothing is installed", k)
	}
	for _, target := range []Target{{}, {Name: "second"}} {
		if _, err := Install(Options{Target: target, Executable: program}); err != nil {
			t.Fatal(err)
		}
	}
	// A kernel of the same name that comes first hides the other; one that is not Polka's is not
	// listed.
	write(t, filepath.Join(root, "two", "kernels", "polka", "kernel.json"), `{"argv": ["/gone/polka"], "metadata": {"polka": {}}}`, 0o644)
	write(t, filepath.Join(root, "one", "kernels", "other", "kernel.json"), `{"argv": ["x"]}`, 0o644)
	write(t, filepath.Join(root, "one", "kernels", "wheel", "kernel.json"), `{"argv": ["{resource_dir}/polka"], "metadata": {"polka": {}}}`, 0o644)
	write(t, filepath.Join(root, "one", "kernels", "wheel", "polka"), "", 0o755)
	write(t, filepath.Join(root, "one", "kernels", "empty", "kernel.json"), `{"metadata": {"polka": {}}}`, 0o644)
	var got []string
	for _, k := range Find() {
		got = append(got, k.Name+": "+k.Problem)
	}
	want := []string{"empty: its kernel.json has no argv", "wheel: ", "polka: its program /gone/polka does not exist", "second: "}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSearchPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folders of this test are not those of Windows")
	}
	root, _ := isolate(t)
	env := filepath.Join(root, "venv")
	share := filepath.Join(env, "share", "jupyter")
	data := filepath.Join(root, "data")
	for _, c := range []struct {
		prefer, venv string
		want         []string
	}{
		{"", "", []string{"/first", "/second", data}},
		{"", env, []string{"/first", "/second", share, data}},
		{"0", env, []string{"/first", "/second", data, share}},
	} {
		t.Setenv("JUPYTER_PATH", "/first:/second:/first")
		t.Setenv("JUPYTER_PREFER_ENV_PATH", c.prefer)
		t.Setenv("VIRTUAL_ENV", c.venv)
		got := strings.Join(searchPath(), " ")
		want := strings.Join(append(c.want, system...), " ")
		if got != want {
			t.Errorf("JUPYTER_PREFER_ENV_PATH=%q VIRTUAL_ENV=%q: %s, want %s", c.prefer, c.venv, got, want)
		}
	}
	// An environment that is in $PATH, but not activated.
	t.Setenv("VIRTUAL_ENV", "")
	write(t, filepath.Join(env, "bin", "jupyter"), "#!/bin/sh\n", 0o755)
	t.Setenv("PATH", filepath.Join(env, "bin"))
	if got := searchPath(); !slices.Contains(got, share) {
		t.Errorf("$PATH has %s/bin/jupyter: %s", env, got)
	}
}

// The kernelspec of a package starts the program whether or not the client replaces {resource_dir}.
func TestFilesStart(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no /bin/sh")
	}
	files, err := Files("{resource_dir}/../../../../bin/polka", "1")
	if err != nil {
		t.Fatal(err)
	}
	var spec Spec
	if err := json.Unmarshal(files[specFile], &spec); err != nil {
		t.Fatal(err)
	}
	if got := spec.Program(); got != "{resource_dir}/../../../../bin/polka" {
		t.Errorf("the program is %q", got)
	}
	root := t.TempDir()
	script := func(name string) {
		write(t, filepath.Join(root, name), "#!/bin/sh\necho \""+name+"\" \"$@\"\n", 0o755)
	}
	script("one env/bin/polka")
	script("path/polka")
	script("venv/bin/polka")
	script("home/.local/bin/polka")
	write(t, filepath.Join(root, "one env/share/jupyter/kernels/polka/kernel.json"), "", 0o644)
	resources := filepath.Join(root, "one env/share/jupyter/kernels/polka")
	for _, c := range []struct {
		name     string
		replaced string // what the client puts in place of {resource_dir}
		env      []string
		want     string
	}{
		{"replaced", resources, nil, "one env/bin/polka kernel a b.json\n"},
		{"replaced, with other programs", resources, []string{"PATH=" + root + "/path", "VIRTUAL_ENV=" + root + "/venv"}, "one env/bin/polka kernel a b.json\n"},
		{"in the path", "{resource_dir}", []string{"PATH=" + root + "/path", "VIRTUAL_ENV=" + root + "/venv"}, "path/polka kernel a b.json\n"},
		{"in the environment", "{resource_dir}", []string{"VIRTUAL_ENV=" + root + "/venv"}, "venv/bin/polka kernel a b.json\n"},
		{"in conda's environment", "{resource_dir}", []string{"CONDA_PREFIX=" + root + "/venv"}, "venv/bin/polka kernel a b.json\n"},
		{"of the user", "{resource_dir}", []string{"HOME=" + root + "/home"}, "home/.local/bin/polka kernel a b.json\n"},
		{"nowhere", "{resource_dir}", nil, ""},
	} {
		var argv []string
		for _, arg := range spec.Argv {
			argv = append(argv, strings.NewReplacer("{resource_dir}", c.replaced, "{connection_file}", "a b.json").Replace(arg))
		}
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Env = append([]string{"PATH="}, c.env...)
		out, err := cmd.Output()
		if string(out) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", c.name, out, err, c.want)
		}
	}
}
