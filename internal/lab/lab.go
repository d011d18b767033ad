// Package lab has the extension of JupyterLab that marks stale cells at their prompts and has
// commands to run them. It is written by hand, so that neither Node.js nor a bundler is needed.
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

//go:embed extension.js cells.js
var scripts embed.FS

// Name is the name of the extension and of its folder.
const Name = "polka-cells"

// place is where the text of cells.js belongs in the script of an extension.
const place = "/* @CELLS@ */"

// Insert puts the part that the extensions of JupyterLab and JupyterLite have in common into the
// script of one.
func Insert(script []byte) ([]byte, error) {
	cells, err := scripts.ReadFile("cells.js")
	return bytes.Replace(script, []byte(place), cells, 1), err
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
		"description": "Marks stale cells of Polka's kernel, and runs them",
		"license":     "BSD-3-Clause",
		"jupyterlab": map[string]any{
			"extension": true,
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
	return map[string][]byte{entry: script, "package.json": about, "install.json": manager}, err
}
