// Writes fields.json: 1,000 fields with ties, scored by bridge-scorer (MIT), which is not ours.
//
//   npm pack bridge-scorer@2.4.0 && tar xzf bridge-scorer-2.4.0.tgz && node fields.js ./package > fields.json
//
// A line is [scores, their percents, their places, IMPs of the first half of the field against the second one].
"use strict";

const scorer = require(require("path").resolve(process.argv[2]));

let state = 20261126;

/** A number below `limit`, the same in every run. */
function drawn(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

const mean = (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

function scored() {
  const size = 2 + drawn(8), values = 1 + drawn(2 * size), step = [1, 7, 40, 150][drawn(4)];
  const scores = Array.from({ length: size }, () => 150 + step * drawn(values));
  const games = scores.map((score) => ({ contract: { declaror: "N" }, score }));
  scorer.matchpoints(games);
  const places = scores.map((score, player) => ({ score, player }));
  scorer.rank(places);
  const half = Math.floor(size / 2), apart = mean(scores.slice(0, half)) - mean(scores.slice(half));
  const tens = Math.sign(apart) * Math.round((10 * Math.abs(apart)) / 10) * 10;
  const duel = [{ contract: { declaror: "N" }, score: tens }, { score: 0 }];
  scorer.crossImps(duel);
  return [
    scores,
    games.map((game) => Number(game.matchpointsNS.percentage.toFixed(2))),
    places.map((one) => parseInt(one.rank, 10)),
    duel[0].impsNS.value,
  ];
}

const lines = Array.from({ length: 1000 }, () => JSON.stringify(scored()));
console.log("[\n" + lines.join(",\n") + "\n]");
