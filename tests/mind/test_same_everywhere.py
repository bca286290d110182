"""Two hosts get the same values to the last digit, whatever their processors can do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_FEATURES = "import numpy._core._multiarray_umath as found; print(*found.__cpu_dispatch__)"
"""What numpy would use on some processors."""
_OLD = {"OPENBLAS_CORETYPE": "Prescott", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F"}


def said(code: list[str], **environment: str) -> list[str]:
    """The lines that a process prints."""
    inherited = {name: value for name, value in os.environ.items() if name not in _OLD}
    command, folder = [sys.executable, *code], Path(__file__).parents[2]
    found = subprocess.run(command, cwd=folder, env=inherited | environment, check=True, capture_output=True, text=True)
    return found.stdout.splitlines()


def processors() -> dict[str, dict[str, str]]:
    """By name, what makes a process take itself for one on another processor; those that this one can stand for."""
    (features,) = said(["-c", _FEATURES])
    found = {"an old one": {**_OLD, "NPY_DISABLE_CPU_FEATURES": features, "PYTHONHASHSEED": "1"}}
    flags = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    for kind, flag in (("Haswell", "avx2"), ("SkylakeX", "avx512f")):
        if flag in flags:
            found[kind] = {"OPENBLAS_CORETYPE": kind, "PYTHONHASHSEED": "2"}
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process cannot take itself for another processor")
def test_every_evaluator_says_the_same_on_every_processor() -> None:
    """In the search for pars a difference in the last digit of a sum grows until boxes are worth half as much."""
    here = dict(line.split("\t") for line in said(["-m", "tests.mind.fingerprints"]))
    assert len(here) > 30
    for name, environment in processors().items():
        there = dict(line.split("\t") for line in said(["-m", "tests.mind.fingerprints"], **environment))
        assert [one for one in here if here[one] != there.get(one)] == [], f"other values on {name}"
