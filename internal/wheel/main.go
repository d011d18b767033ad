// SPDX-License-Identifier: BSD-3-Clause

// Wheel builds the Python packages of Polka, for each system a wheel: polka-kernel with the program
// polka, the kernelspec, the extension of JupyterLab, and the modules that Jupyter's tools load;
// polka-campaign with the program of that name; and polka-kernel-data with prebuilt modules.
//
//	go run ./internal/wheel -output dist                 the kernel, for all systems
//	go run ./internal/wheel -output dist -host           for this one
//	go run ./internal/wheel -output dist -campaign       campaigns
//	go run ./internal/wheel -output dist -data -host     prebuilt modules
//
// The wheels for other systems are in a folder of their own, dist/other, so that dist/*.whl can be
// installed.
//
// A wheel is a zip file with a list of its files and their hashes (the binary distribution format
// of Python's packaging guide). Since the program is built without cgo, one machine can build it
// for all systems, and the Linux wheels need no C library: they are tagged for glibc and for musl.
// The wheels are not written by a Python build tool, because such a tool builds extension modules
// rather than programs, and needs a machine of each kind.
//
// The kernelspec names the program relative to its own folder, which is the same below every
// prefix, so that the kernel starts even if the environment is not activated.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"polka/install"
	"polka/internal/cold"
	"polka/internal/lab"
	"polka/internal/licenses"
	"polka/internal/sibling"
)

// A platform is a system for which there is a wheel.
type platform struct {
	os, arch string
	tag      string // of the file's name; several are separated by dots
}

// platforms are the systems, with the oldest versions that programs of this Go release run on.
var platforms = []platform{
	{"linux", "amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linux", "arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"darwin", "amd64", "macosx_12_0_x86_64"},
	{"darwin", "arm64", "macosx_12_0_arm64"},
	{"windows", "amd64", "win_amd64"},
}

func main() {
	output := flag.String("output", "dist", "write the wheels to the directory `DIR`")
	host := flag.Bool("host", false, "build the wheel for this system only")
	program := flag.String("program", "", "put this `FILE` into the wheel instead of building the program; needs -host")
	version := flag.String("version", "", "version that the program prints")
	flag.StringVar(&python, "python", "", "compress with the package deflate of this Python `PROGRAM`, which takes longer and saves 4 %")
	data := flag.Bool("data", false, "build polka-kernel-data, the package with prebuilt modules, instead; with -host, for this system only")
	campaign := flag.Bool("campaign", false, "build polka-campaign, the package with the program of that name, instead")
	flag.Parse()
	wheelOf := project.kernelWheel
	switch {
	case *data:
		wheelOf = project.dataWheel
	case *campaign:
		wheelOf = project.campaignWheel
	}
	if err := run(*output, *host, request{*program, *version}, wheelOf); err != nil {
		fmt.Fprintln(os.Stderr, "wheel:", err)
		os.Exit(1)
	}
}

// A request is what the programs of a wheel are made of.
type request struct {
	program string // the file of this system's program, if it has been built already
	version string // that the programs print
}

// run writes the wheels that wheelOf returns, for all systems or for this one.
func run(output string, host bool, r request, wheelOf func(p project, root fs.FS, system platform, r request) (name string, wheel []byte, err error)) error {
	if r.program != "" && !host {
		return errors.New("-program needs -host")
	}
	root := os.DirFS(".")
	p, err := readProject(root)
	if err != nil {
		return err
	}
	r.version = cmp.Or(r.version, p.version)
	for _, system := range platforms {
		dir := output
		if system.os != runtime.GOOS || system.arch != runtime.GOARCH {
			if host {
				continue
			}
			dir = filepath.Join(output, "other")
		}
		name, wheel, err := wheelOf(p, root, system, r)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, wheel, 0o666); err != nil {
			return err
		}
		fmt.Printf("%s (%.1f MB)\n", file, float64(len(wheel))/1e6)
		if host {
			return nil
		}
	}
	if host {
		return fmt.Errorf("there are no wheels for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	return nil
}

// kernelWheel returns the wheel of polka-kernel for a system, and the name of its file.
func (p project) kernelWheel(root fs.FS, system platform, r request) (name string, wheel []byte, err error) {
	program, err := r.code(system, kernelProgram)
	if err != nil {
		return "", nil, err
	}
	return p.wheel(root, system, program)
}

// campaignWheel returns the wheel of polka-campaign for a system, and the name of its file.
func (p project) campaignWheel(root fs.FS, system platform, r request) (name string, wheel []byte, err error) {
	program, err := r.code(system, sibling.Campaign)
	if err != nil {
		return "", nil, err
	}
	return p.campaign(root, system, program)
}

// code returns the program with a name: the file of the request, or else a new build.
func (r request) code(system platform, name string) ([]byte, error) {
	if r.program != "" {
		return os.ReadFile(r.program)
	}
	return build(system, name, r.version)
}

// kernelProgram is the name of the program with the kernel.
const kernelProgram = "polka"

// build compiles a program for a system.
func build(system platform, name, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "wheel")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, name)
	args := []string{"build", "-trimpath", "-ldflags", "-s -w -X main.version=" + version, "-o", file}
	if name == kernelProgram {
		args = append(args, cold.Flags()...)
	}
	command := exec.Command("go", append(args, "./cmd/"+name)...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system.os, "GOARCH="+system.arch)
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("building %s for %s/%s: %w", name, system.os, system.arch, err)
	}
	return os.ReadFile(file)
}

// A file is a member of a wheel.
type file struct {
	name    string
	content []byte
	mode    fs.FileMode
}

// wheel returns the wheel of polka-kernel for a system, and the name of its file. The same program
// gives the same bytes.
func (p project) wheel(root fs.FS, system platform, program []byte) (name string, content []byte, err error) {
	base := strings.ReplaceAll(p.name, "-", "_") + "-" + p.version
	var files []file
	add := func(name string, content []byte, mode fs.FileMode) { files = append(files, file{name, content, mode}) }

	modules, err := fs.Glob(root, "python/polka_kernel/*.py")
	if err != nil {
		return "", nil, err
	}
	for _, m := range modules {
		content, err := fs.ReadFile(root, m)
		if err != nil {
			return "", nil, err
		}
		add(strings.TrimPrefix(m, "python/"), content, 0o644)
	}

	const settings = "jupyter_nbconvert_config.py"
	content, err = fs.ReadFile(root, "python/"+settings)
	if err != nil {
		return "", nil, err
	}
	add(base+".data/data/etc/jupyter/"+settings, content, 0o644)

	// Below a prefix the kernelspec is in share/jupyter/kernels/polka, and the program in bin.
	up, suffix := "{resource_dir}/../../../../", ""
	place := up + "bin/polka"
	if system.os == "windows" {
		place, suffix = up+"Scripts/polka.exe", ".exe"
	}
	add(base+".data/scripts/polka"+suffix, program, 0o755)
	spec, err := install.Files(place, p.version)
	if err != nil {
		return "", nil, err
	}
	for name, content := range spec {
		add(base+".data/data/share/jupyter/kernels/polka/"+name, content, 0o644)
	}

	extension, err := lab.Files(p.version)
	if err != nil {
		return "", nil, err
	}
	for name, content := range extension {
		add(base+".data/data/share/jupyter/labextensions/"+lab.Name+"/"+name, content, 0o644)
	}

	info := base + ".dist-info/"
	readme, err := fs.ReadFile(root, "python/README.md")
	if err != nil {
		return "", nil, err
	}
	license, err := fs.ReadFile(root, "LICENSE")
	if err != nil {
		return "", nil, err
	}
	metadata, err := p.metadata(root, p.name, p.description, p.requires, []string{"LICENSE", "THIRD-PARTY.txt"}, string(readme))
	if err != nil {
		return "", nil, err
	}
	add(info+"METADATA", metadata, 0o644)
	var entries strings.Builder
	for _, group := range slices.Sorted(maps.Keys(p.entries)) {
		fmt.Fprintf(&entries, "[%s]\n%s\n", group, strings.Join(p.entries[group], "\n"))
	}
	add(info+"entry_points.txt", []byte(entries.String()), 0o644)
	add(info+"licenses/LICENSE", license, 0o644)
	add(info+"licenses/THIRD-PARTY.txt", []byte(licenses.Text), 0o644)

	return pack(base, system, files)
}

// pack adds the files that describe a wheel for a system to its files.
func pack(base string, system platform, files []file) (name string, content []byte, err error) {
	info := base + ".dist-info/"
	var about strings.Builder
	about.WriteString("Wheel-Version: 1.0\nGenerator: polka\nRoot-Is-Purelib: false\n")
	for tag := range strings.SplitSeq(system.tag, ".") {
		about.WriteString("Tag: py3-none-" + tag + "\n")
	}
	files = append(files, file{info + "WHEEL", []byte(about.String()), 0o644})
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(cmp.Compare(strings.Count(path.Dir(a.name), "dist-info"), strings.Count(path.Dir(b.name), "dist-info")), strings.Compare(a.name, b.name))
	})
	var record strings.Builder
	for _, f := range files {
		hash := sha256.Sum256(f.content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(hash[:]), len(f.content))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	files = append(files, file{info + "RECORD", []byte(record.String()), 0o644})

	content, err = archive(files)
	return base + "-py3-none-" + system.tag + ".whl", content, err
}

// archive writes a zip file. The mode marks a member as a regular file, because pip ignores the
// permissions of members without a type.
func archive(files []file) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return &compressor{to: to}, nil })
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(f.mode)
		part, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
