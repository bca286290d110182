#!/bin/bash
# Yum Extra's values, net and measurements, in the worktree of the branch `extra` (set B of its helper).
# Once, when the processors are free: about 10 to 15 minutes of processor time. Every stage may be run again by itself.
# numba and matplotlib lie in /tmp/train; else: pip install --target /tmp/train --no-deps 'numba>=0.68,<0.69' llvmlite
# 'matplotlib>=3.11,<4' contourpy cycler 'fonttools>=4.60' kiwisolver pyparsing python-dateutil six packaging
set -e
cd /work/wt/extra
export PYTHONPATH=.:/tmp/train OPENBLAS_NUM_THREADS=1
git apply --check /work/notes/extra/net.patch 2>/dev/null && git apply /work/notes/extra/net.patch
P=.venv/bin/python; M=scripts/mind; OUT=/work/notes/extra
GAMES=${GAMES:-2500}; ROUNDS=${ROUNDS:-100}
$P $M/certify.py yum_extra 2>&1 | tee $OUT/certify.txt
$P $M/train.py yum_extra --games $GAMES --rounds $ROUNDS 2>&1 | tee $OUT/train.txt | tail -2
for T in 3 0 1 2; do $P $M/measure.py yum_extra extra_tokens=$T --games 20000 2>&1 | tee $OUT/measure-$T.txt; done
cp data/mind/yum_extra-*.log docs/certified/yum_extra.log
# The champion is another player now: nothing that was measured of the one by pars may stay.
$P - <<'PY'
import json
from pathlib import Path
file = Path("docs/certified/strengths.json"); found = json.loads(file.read_text())
found["yum_extra"]["alone"].pop("best", None)
found["yum_extra"]["wins"] = {pair: won for pair, won in found["yum_extra"]["wins"].items() if not pair.startswith("best-")}
file.write_text(json.dumps(found, indent=1) + "\n")
PY
$P $M/strengths.py play yum_extra --games 4000 2>&1 | tee $OUT/strengths.txt
$P - <<'PY'
import json, re
from pathlib import Path
perfect, lost = (float(re.search(at, Path("/work/notes/extra/measure-3.txt").read_text())[1]) for at in (r"perfect play ([\d.]+)", r"seen by the table: [\d.]+ points, lost ([\d.]+)"))
file = Path("docs/certified/strengths.json"); found = json.loads(file.read_text())
found["yum_extra"]["alone"]["best"]["known"] = round(perfect - lost, 4)
file.write_text(json.dumps(found, indent=1) + "\n")
PY
$P $M/strengths.py table
$P $M/reviews.py drift yum_extra --games 1000 --way random --way greedy --way slipping --way par --way best 2>&1 | tee $OUT/drift.txt
$P $M/reviews.py decisions yum_extra --games 30 2>&1 | tee $OUT/decisions.txt
$P $M/reviews.py play yum_extra --games 20 --way par --way random 2>&1 | tee $OUT/reviews.txt
$P $M/reviews.py table
$P $M/chances.py play yum_extra --games 2000 2>&1 | tee $OUT/chances.txt
$P $M/chances.py table
# The numbers of the pages.
$P - <<'PY'
import json, re
from pathlib import Path
out = Path("/work/notes/extra")
log = Path("docs/certified/yum_extra.log").read_text()
perfect = re.search(r"empty sheet: ([\d.]+) points", log)[1]
used = int(re.search(r"this run used (\d+) s", log)[1])
lost = re.search(r"by the table: [\d.]+ points, lost ([\d.]+)", (out / "measure-3.txt").read_text())[1]
trained = re.findall(r"(\d+) s$", (out / "train.txt").read_text(), re.M)[-1]
command = "scripts/mind/train.py yum_extra --games {} --rounds {}".format(*re.search(r"GAMES:-(\d+).*ROUNDS:-(\d+)", (out / "run.sh").read_text()).groups())
error = json.loads(Path("bot/games/yum/losses.json").read_text())["yum_extra"].get("error", 0.0)
words = {"@PERFECT@": perfect, "@LOST@": lost, "@NOISE@": f"{2 * error:.1f}", "@MINUTES@": f"{max(1, round(used / 60))}", "`@TRAIN@`": f"`{command}` ({trained} s)"}
for page in ("docs/mind.md", "docs/certified/training.md", "CHANGELOG.md"):
    text = Path(page).read_text()
    for mark, word in words.items():
        text = text.replace(mark, word)
    Path(page).write_text(text)
print(words)
PY
