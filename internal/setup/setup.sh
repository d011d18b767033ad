#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What the Makefile needs from the system. Called as
#
#   setup.sh need COMMAND PACKAGE...    install the distribution's packages unless COMMAND is there
#   setup.sh browser                    install Chromium unless there is one: the variant without windows, which takes
#                                       a quarter less of a processor, where the distribution has it
#   setup.sh venv PYTHON DIR            make a Python environment, also where the distribution keeps the
#                                       venv module in a package of its own
set -eu -o pipefail

fail() { echo "setup: $*" >&2; exit 1; }

# apt installs packages as root, or through sudo.
apt() {
  local as=()
  [ "$(id -u)" = 0 ] || as=(sudo)
  command -v apt-get >/dev/null || fail "please install $* and try again (this machine has no apt-get)"
  [ ${#as[@]} = 0 ] || command -v sudo >/dev/null || fail "please install $* as root and try again"
  echo "setup: installing $*" >&2
  "${as[@]}" apt-get -qq update >/dev/null || true
  DEBIAN_FRONTEND=noninteractive "${as[@]}" apt-get -qq install -y --no-install-recommends "$@" >/dev/null ||
    fail "the distribution's packages $* could not be installed"
}

need() {
  local command=$1
  shift
  command -v "$command" >/dev/null || apt "$@"
  command -v "$command" >/dev/null || fail "$command is still missing"
}

browser() {
  local shell=chromium-headless-shell
  command -v $shell chromium chromium-browser google-chrome >/dev/null && return
  (apt $shell fonts-dejavu-core) || need chromium chromium fonts-dejavu-core # not every distribution has the variant
}

venv() {
  local python=$1 dir=$2
  command -v "$python" >/dev/null || fail "$python is missing: Polka's notebooks need Python 3.10 or newer"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "$python is $("$python" --version), and JupyterLab needs Python 3.10 or newer"
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    apt "$(basename "$(readlink -f "$(command -v "$python")")")-venv"
  fi
  "$python" -m venv "$dir"
}

case ${1-} in
  need | browser | venv) "$@" ;;
  *) fail "unknown request '${1-}'" ;;
esac
