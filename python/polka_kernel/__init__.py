# SPDX-License-Identifier: BSD-3-Clause

"""Extensions of Jupyter's tools for Polka, a kernel for Go. The kernel itself is not written in Python."""
