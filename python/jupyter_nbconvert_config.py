# SPDX-License-Identifier: BSD-3-Clause

# For LaTeX and PDF, nbconvert converts SVG pictures with Inkscape, and fails if Inkscape is not installed. Polka's pictures
# also have PNG files, which nbconvert uses if the conversion is off. Jupyter reads this file from etc/jupyter below the prefix of
# the Python environment, before the files of the user.
from nbconvert.preprocessors import SVG2PDFPreprocessor

try:
    SVG2PDFPreprocessor().inkscape
except FileNotFoundError:
    c.SVG2PDFPreprocessor.enabled = False  # noqa: F821
