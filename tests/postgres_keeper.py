"""Keeps a PostgreSQL only as long as a run of tests: ``postgres_keeper.py RUN FOLDER UID:GID COMMAND...``.

A process of its own, since pytest may be killed. When process RUN has ended, the server ends and its folder goes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from typing import Any

RUN = "GOBELET_TEST_RUN"
"""The variable that names the process of the whole run to those of ``-n``."""

LOOK_SECONDS = 0.5


def lives(process: int) -> bool:
    """Return whether a process of this number runs, anybody's."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def main(run: int, folder: str, who: str, command: list[str]) -> None:
    person: dict[str, Any] = {}
    if who:
        user, group = map(int, who.split(":"))
        person = {"user": user, "group": group, "extra_groups": []}
    with open(os.path.join(folder, "log"), "ab") as log:
        server = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **person)
    while lives(run):
        try:
            server.wait(LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return
    server.send_signal(signal.SIGCONT)
    server.send_signal(signal.SIGQUIT)
    server.wait()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:])
