// SPDX-License-Identifier: BSD-3-Clause

// Package nb reads, runs, compares, writes and exports notebook files, without Jupyter.
//
// A [Notebook] is a file in Jupyter's format 4 (.ipynb). Members that this package does not know
// are kept unchanged, and [Notebook.Encode] returns the bytes that Jupyter itself would write, so
// that a version control system shows only real changes. [Run] runs the cells with any
// engine.Interpreter and stores their outputs as a Jupyter client would; [Compare] lists the
// differences of two runs; [Export] converts a notebook to a page, a Markdown file or a Go file.
//
// The package is neither an editor nor a kernel: cells cannot ask for input, and no messages are
// sent. Only syntax coloring, parameters and export to Go depend on the language.
//
// The smallest useful program runs a notebook in place:
//
//	n, err := nb.ReadFile("tour.ipynb")
//	if err == nil {
//		err = nb.Run(ctx, n, interp, nb.RunOptions{})
//	}
//	if err == nil {
//		err = n.WriteFile("tour.ipynb")
//	}
//
// # Tags
//
// Three tags in the metadata of a cell have an effect; the first two are nbclient's:
//
//	raises-exception  the cell may fail, and the cells after it are run
//	skip-execution    the cell is not run; it keeps the outputs that it has
//	volatile          the cell is run, but Compare ignores its outputs
//
// Two more are papermill's: [Notebook.Parameterize] reads the defaults of parameters from the cell
// with the tag parameters, and the cell that it inserts has the tag injected-parameters.
package nb
