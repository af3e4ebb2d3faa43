import { byKind, type ClassKind, KIND_NAMES, KINDS, MEASURES } from '../db/click-columns.ts';
import { FLAT, limited, occupied, type Shares, upper, usuallyOccupied, weightOf } from './weight.ts';

/** The site's share of each class, by the votes of its articles over the 336 complete hours before a full hour. Pure. */

/** Weight from which an article votes, and occupied classes of each kind that it needs. */
export const MIN_BASELINE_WEIGHT = 4;
const MIN_OCCUPIED_CLASSES = 3;
/** Part of the classes that its clicks would occupy on average. */
const MIN_SPREAD = 0.6;
/** Most votes of one article. */
const MAX_SAMPLES_PER_ARTICLE = 20;
/** Votes below which shares are made anew at each full hour, and bind no later ones. */
export const FEW_VOTES = 200;
/** By how much the votes of a class may exceed its share of two weeks before: a factor, and a part of all votes. */
const MAX_GROWTH = { times: 1.5, plus: 0.01 };
/** At most so much of the votes is cut. */
const MIN_LEFT_FRACTION = 1 / 4;
/** A class keeps so much of its share of two weeks before, whatever others have voted since. */
const RETAINED_FRACTION = 0.9;
const TOLERANCE = 1e-6;

export interface BaselineArticle {
  /** Unsigned clicks over the 336 hours, by audience in the order of `MEASURES`. */
  parts: ArrayLike<number>;
  /** From `offset` on the counts by class. */
  classes: ArrayLike<number>;
  offset?: number;
}

export interface ComputedBaseline {
  /** Null: no article has voted. */
  shares: Shares | null;
  /** The part of the votes that the anchor has left: of the kind of which it left least. */
  left: number;
}

/**
 * Whether clicks spread as readers' do, so that their article votes: over three classes of each kind, and where it is known what is usual, over
 * most of those that as many clicks occupy on average. Who clicks through an archive from some networks has no vote.
 */
export const contributesToBaseline = (
  weight: number,
  classes: ArrayLike<number>,
  shares: Shares,
  offset = 0,
): boolean =>
  weight >= MIN_BASELINE_WEIGHT &&
  KIND_NAMES.every((kind) => {
    const usual = shares.votes < FEW_VOTES ? 0 : usuallyOccupied(kind, weight, shares);
    return occupied(kind, classes, offset) >= Math.max(MIN_OCCUPIED_CLASSES, MIN_SPREAD * usual);
  });

/**
 * Makes the shares of a full hour. `articles` must be in ascending order of id, so that a recount adds the same fractions in the same
 * order; articles are weighed by the shares `inForce`. `anchor`: those of two weeks before, or null.
 */
export function classShares(
  articles: Iterable<BaselineArticle>,
  inForce: Shares | null,
  anchor: Shares | null,
): ComputedBaseline {
  const weighedBy = inForce ?? FLAT;
  const cast = KIND_NAMES.map((kind) => new Float64Array(KINDS[kind]));
  const audiences = MEASURES.map(() => 0);
  let weights = 0;
  for (const { parts, classes, offset = 0 } of articles) {
    const weight = weightOf(parts[0] ?? 0, classes, weighedBy, offset);
    if (!contributesToBaseline(weight, classes, weighedBy, offset)) continue;
    weights += weight;
    for (const i of audiences.keys()) audiences[i] = (audiences[i] ?? 0) + Math.min(parts[i] ?? 0, weight);
    for (const [i, kind] of KIND_NAMES.entries()) {
      const counts = limited(kind, weight, classes, weighedBy, offset);
      const sum = counts.reduce((a, b) => a + b, 0);
      const votes = cast[i] ?? counts;
      for (const [b, own] of counts.entries())
        votes[b] = (votes[b] ?? 0) + (own * Math.min(weight, MAX_SAMPLES_PER_ARTICLE)) / sum;
    }
  }
  if (weights === 0) return { shares: null, left: 1 };
  const known = anchor !== null && anchor.votes >= FEW_VOTES ? anchor : null;
  const before = known?.byVotes ?? known;
  const kept = KIND_NAMES.map((kind, i) => anchored(kind, cast[i] ?? new Float64Array(), known));
  const byVotes = byKind((kind) => {
    const { votes, total } = kept[KIND_NAMES.indexOf(kind)] as (typeof kept)[number];
    return Array.from(votes, (own) => (own + 1) / (total + votes.length));
  });
  return {
    shares: {
      ...byKind((kind) => byVotes[kind].map((own, b) => Math.max(own, RETAINED_FRACTION * (before?.[kind][b] ?? 0)))),
      byVotes,
      votes: Math.min(...kept.map(({ total }) => total)),
      audiences: audiences.map((clicks) => clicks / weights),
    },
    left: Math.min(...kept.map(({ left }) => left)),
  };
}

/** The votes of a kind, no class with much more than its share of two weeks before. */
function anchored(kind: ClassKind, votes: Float64Array, anchor: Shares | null) {
  const all = votes.reduce((a, b) => a + b, 0);
  if (anchor === null) return { votes, total: all, left: 1 };
  const most = (anchor.byVotes ?? anchor)[kind].map(
    (share) => MAX_GROWTH.times * upper(share, anchor.votes, KINDS[kind]) + MAX_GROWTH.plus,
  );
  const cut = (total: number) => votes.map((own, b) => Math.min(own, (most[b] ?? 0) * total));
  let total = all;
  for (;;) {
    const next = Math.max(
      MIN_LEFT_FRACTION * all,
      cut(total).reduce((a, b) => a + b, 0),
    );
    if (next > total - TOLERANCE) break;
    total = next;
  }
  return { votes: cut(total), total, left: total / all };
}
