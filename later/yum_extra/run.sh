#!/bin/bash
# Yum Extra: solve, fit, measure. Each stage may run again by itself: run.sh certify|train|measure|strengths|reviews|chances
set -e -o pipefail
cd /work/wt/extra
export PYTHONPATH=.:/tmp/train OPENBLAS_NUM_THREADS=1
P=${P:-.venv/bin/python}; M=scripts/mind; OUT=/tmp/extra
certify() { $P $M/certify.py yum_extra --threads ${THREADS:-2} 2>&1 | tee $OUT/certify.txt; }
train() { $P $M/train.py yum_extra --games ${GAMES:-2500} --rounds ${ROUNDS:-100} > $OUT/train.txt 2>&1; tail -2 $OUT/train.txt; }
measure() { for T in 3 0 1 2; do $P $M/measure.py yum_extra extra_tokens=$T --games 20000 2>&1 | tee $OUT/measure-$T.txt; done; }
strengths() {
$P - <<'PY'
import json
from pathlib import Path
file = Path("docs/certified/strengths.json"); found = json.loads(file.read_text())
found["yum_extra"]["alone"].pop("best", None)  # The champion is another player now.
found["yum_extra"]["wins"] = {pair: won for pair, won in found["yum_extra"]["wins"].items() if not pair.startswith("best-")}
file.write_text(json.dumps(found, indent=1) + "\n")
PY
$P $M/strengths.py play yum_extra --games 4000 2>&1 | tee $OUT/strengths.txt
$P - <<'PY'
import json, re
from pathlib import Path
text = Path("/tmp/extra/measure-3.txt").read_text()
perfect, lost = (float(re.search(at, text)[1]) for at in (r"perfect play ([\d.]+)", r"seen by the table: [\d.]+ points, lost ([\d.]+)"))
file = Path("docs/certified/strengths.json"); found = json.loads(file.read_text())
found["yum_extra"]["alone"]["best"]["known"] = round(perfect - lost, 4)
file.write_text(json.dumps(found, indent=1) + "\n")
PY
$P $M/strengths.py table
}
reviews() {
$P $M/reviews.py drift yum_extra --games 1000 --way random --way greedy --way slipping --way par --way best 2>&1 | tee $OUT/drift.txt
$P $M/reviews.py decisions yum_extra --games 30 2>&1 | tee $OUT/decisions.txt
$P $M/reviews.py play yum_extra --games 20 --way random --way greedy --way par --way best 2>&1 | tee $OUT/reviews.txt
$P $M/reviews.py table
}
chances() { $P $M/chances.py play yum_extra --games 2000 2>&1 | tee $OUT/chances.txt; $P $M/chances.py table; }
for stage in "$@"; do echo "== $stage $(date +%T)"; $stage; done; echo "== done $(date +%T)"
