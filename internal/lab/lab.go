// SPDX-License-Identifier: BSD-3-Clause

// Package lab has the extension of JupyterLab. It marks stale cells at their prompts, underlines
// errors while a cell is written, says what mends them, and formats cells. It is written by hand,
// so that neither Node.js nor a bundler is needed.
//
//	files, err := lab.Files("0.1.0")
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(files["package.json"]) // for share/jupyter/labextensions/polka-cells
//
// JupyterLab finds an extension in the folder labextensions beside that of the kernelspecs.
package lab

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
)

//go:embed *.js editor.json
var scripts embed.FS

// Name is the name of the extension and of its folder.
const Name = "polka-cells"

// place is where the texts of parts belong in the script of an extension.
const place = "/* @CELLS@ */"

// parts are the scripts that the extensions of JupyterLab and JupyterLite have in common.
var parts = []string{"cells.js", "server.js", "problems.js", "format.js", "editor.js", "debugger.js"}

// Insert puts the part that the extensions of JupyterLab and JupyterLite have in common into the
// script of one.
func Insert(script []byte) ([]byte, error) {
	var all []byte
	for _, name := range parts {
		text, err := scripts.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(append(all, text...), '\n')
	}
	return bytes.Replace(script, []byte(place), all, 1), nil
}

// Schema returns the description of the settings of an extension, and its path in it.
func Schema(name string) (path string, content []byte, err error) {
	content, err = scripts.ReadFile("editor.json")
	return "schemas/" + name + "/editor.json", content, err
}

// Files returns the files of the extension by slashed path.
func Files(version string) (map[string][]byte, error) {
	script, err := scripts.ReadFile("extension.js")
	if err != nil {
		return nil, err
	}
	if script, err = Insert(script); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(script)
	entry := "static/extension." + hex.EncodeToString(sum[:10]) + ".js" // browsers keep it by its name
	about, err := json.MarshalIndent(map[string]any{
		"name":        Name,
		"version":     version,
		"description": "Marks stale cells of Polka's kernel, checks cells while they are written, and formats them",
		"license":     "BSD-3-Clause",
		"jupyterlab": map[string]any{
			"extension": true,
			"schemaDir": "schemas",
			"_build":    map[string]any{"load": entry, "extension": "./extension"},
		},
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	manager, err := json.MarshalIndent(map[string]string{
		"packageManager":        "polka",
		"packageName":           "polka",
		"uninstallInstructions": "Run polka uninstall",
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	settings, schema, err := Schema(Name)
	return map[string][]byte{entry: script, settings: schema, "package.json": about, "install.json": manager}, err
}
