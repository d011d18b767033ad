# SPDX-License-Identifier: BSD-3-Clause

"""The files for releases, containers and other machines are valid, and what they refer to exists."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
import yaml

from conftest import ROOT, Judged

pytestmark = pytest.mark.polka

FILES = ["CITATION.cff", ".goreleaser.yaml", ".binder/environment.yml", ".github/workflows/test.yml", ".github/workflows/release.yml", ".github/workflows/dependencies.yml", ".github/workflows/pages.yml"]


@pytest.mark.parametrize("name", FILES)
def test_yaml(name: str):
    assert isinstance(yaml.safe_load((ROOT / name).read_text()), dict)


def test_what_they_name():
    """Packages, folders and make targets that these files name exist in the repository."""
    text = "\n".join((ROOT / name).read_text() for name in [*FILES, "Dockerfile", "internal/release/Dockerfile", ".binder/postBuild", ".devcontainer/devcontainer.json"])
    targets = re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text())
    for target in re.findall(r"\bmake ([a-z-]+)", text):
        assert target in targets
    for package in re.findall(r"(?:go run|main:) (\./\S+)", text):
        assert list((ROOT / package).glob("*.go")), package
    config = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert (ROOT / ".devcontainer" / config["build"]["dockerfile"]).exists()
    subprocess.run(["bash", "-n", str(ROOT / ".binder/postBuild")], check=True)


def test_commands_of_the_release(judged: Judged, directory):
    """The commands that a release runs before packing work."""
    subprocess.run([judged.command[0], "man", str(directory / "man")], check=True, timeout=300)
    assert len(list((directory / "man").glob("polka*.1"))) > 20
    for shell in ("bash", "zsh", "fish"):
        assert subprocess.run([judged.command[0], "completion", shell], check=True, capture_output=True, timeout=300).stdout
