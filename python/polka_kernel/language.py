# SPDX-License-Identifier: BSD-3-Clause

"""The language server, for the extension jupyterlab-lsp, which finds it by an entry point."""

import os
import sysconfig


def server(manager):
    program = os.path.join(sysconfig.get_path("scripts"), "polka.exe" if os.name == "nt" else "polka")
    if not os.path.exists(program):
        return {}
    return {
        "polka": {
            "version": 2,
            "argv": [program, "lsp"],
            "languages": ["go", "dlx"],
            "mime_types": ["text/x-go", "text/x-dlx"],
            "display_name": "polka lsp",
            "requires_documents_on_disk": False,
        }
    }
