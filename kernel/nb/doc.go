// Package nb reads, runs, compares, writes and exports notebook files, without Jupyter.
//
// A [Notebook] is a file in Jupyter's format 4 (.ipynb). What this package does not know of it is
// kept as it is, and [Notebook.Encode] gives the bytes that Jupyter itself would write, so that a
// version control system shows what has changed and nothing else. [Run] runs the cells with any
// engine.Interpreter and stores what they show as a Jupyter client would; [Compare] lists where two
// runs differ; [Export] makes a page, a Markdown file or a Go file of a notebook.
//
// The package is neither an editor nor a kernel: cells cannot ask for input, and no messages are
// sent. It knows Go only where it colors it.
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
// Three tags of a cell's metadata have an effect, two of them with the meaning that nbclient gives
// them:
//
//	raises-exception  the cell may fail, and the cells after it are run
//	skip-execution    the cell is not run; it keeps the outputs that it has
//	volatile          the cell is run, but Compare does not look at its outputs
//
// Two more are papermill's: [Notebook.Parameterize] reads the defaults of parameters in the cell
// with the tag parameters, and gives the tag injected-parameters to the cell that it inserts.
package nb
