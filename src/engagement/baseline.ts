import { byKind, type ClassKind, KIND_NAMES, KINDS, MEASURES } from '../db/click-columns.ts';
import {
  countOccupied,
  limitToBaseline,
  type TrafficBaseline,
  UNIFORM_BASELINE,
  upper,
  usuallyOccupied,
  weightOf,
} from './discounting.ts';

/** Computes the baseline: the usual share of the site's clicks in each bucket. Uses 336 complete hours (two weeks). */

/** Minimum number of clicks after discounting for an article to contribute to the baseline. */
export const MIN_BASELINE_WEIGHT = 4;
const MIN_OCCUPIED_CLASSES = 3;
/** Minimum number of buckets with clicks, as a fraction of the number that equally many clicks usually fill. */
const MIN_SPREAD = 0.6;
const MAX_SAMPLES_PER_ARTICLE = 20;
/** Number of samples below which a baseline is recomputed hourly and does not limit later baselines. */
export const FEW_SAMPLES = 200;
/** Maximum growth of a bucket's share in two weeks: a factor, plus a fraction of all samples. */
const MAX_GROWTH = { times: 1.5, plus: 0.01 };
const MIN_LEFT_FRACTION = 1 / 4;
/** Minimum fraction of its previous share that each bucket retains, even without new samples. */
const RETAINED_FRACTION = 0.9;
const MAX_CHANGE = 1e-6;

export interface BaselineArticle {
  parts: ArrayLike<number>;
  classes: ArrayLike<number>;
  offset?: number;
}

export interface ComputedBaseline {
  baseline: TrafficBaseline | null;
  left: number;
}

/** Returns whether an article's clicks come from enough buckets. A crawler's clicks come from only a few networks. */
export const contributesToBaseline = (
  weight: number,
  classes: ArrayLike<number>,
  baseline: TrafficBaseline,
  offset = 0,
): boolean =>
  weight >= MIN_BASELINE_WEIGHT &&
  KIND_NAMES.every((kind) => {
    const usual = baseline.samples < FEW_SAMPLES ? 0 : usuallyOccupied(kind, weight, baseline);
    return countOccupied(kind, classes, offset) >= Math.max(MIN_OCCUPIED_CLASSES, MIN_SPREAD * usual);
  });

/** Computes a baseline. Articles must be in ascending order of id, because sums of fractions depend on the order. */
export function computeBaseline(
  articles: Iterable<BaselineArticle>,
  inForce: TrafficBaseline | null,
  anchor: TrafficBaseline | null,
): ComputedBaseline {
  const weighedBy = inForce ?? UNIFORM_BASELINE;
  const cast = KIND_NAMES.map((kind) => new Float64Array(KINDS[kind]));
  const audiences = MEASURES.map(() => 0);
  let weights = 0;
  for (const { parts, classes, offset = 0 } of articles) {
    const weight = weightOf(parts[0] ?? 0, classes, weighedBy, offset);
    if (!contributesToBaseline(weight, classes, weighedBy, offset)) continue;
    weights += weight;
    for (const i of audiences.keys()) audiences[i] = (audiences[i] ?? 0) + Math.min(parts[i] ?? 0, weight);
    for (const [i, kind] of KIND_NAMES.entries()) {
      const counts = limitToBaseline(kind, weight, classes, weighedBy, offset);
      const sum = counts.reduce((a, b) => a + b, 0);
      const samples = cast[i] ?? counts;
      for (const [b, own] of counts.entries())
        samples[b] = (samples[b] ?? 0) + (own * Math.min(weight, MAX_SAMPLES_PER_ARTICLE)) / sum;
    }
  }
  if (weights === 0) return { baseline: null, left: 1 };
  const known = anchor !== null && anchor.samples >= FEW_SAMPLES ? anchor : null;
  const before = known?.byVotes ?? known;
  const anchoredKinds = KIND_NAMES.map((kind, i) => anchored(kind, cast[i] ?? new Float64Array(), known));
  const byVotes = byKind((kind) => {
    const { samples, total } = anchoredKinds[KIND_NAMES.indexOf(kind)] as (typeof anchoredKinds)[number];
    return Array.from(samples, (own) => (own + 1) / (total + samples.length));
  });
  return {
    baseline: {
      ...byKind((kind) => byVotes[kind].map((own, b) => Math.max(own, RETAINED_FRACTION * (before?.[kind][b] ?? 0)))),
      byVotes,
      samples: Math.min(...anchoredKinds.map(({ total }) => total)),
      audiences: audiences.map((clicks) => clicks / weights),
    },
    left: Math.min(...anchoredKinds.map(({ left }) => left)),
  };
}

function anchored(kind: ClassKind, samples: Float64Array, anchor: TrafficBaseline | null) {
  const all = samples.reduce((a, b) => a + b, 0);
  if (anchor === null) return { samples, total: all, left: 1 };
  const most = (anchor.byVotes ?? anchor)[kind].map(
    (share) => MAX_GROWTH.times * upper(share, anchor.samples, KINDS[kind]) + MAX_GROWTH.plus,
  );
  const cut = (total: number) => samples.map((own, b) => Math.min(own, (most[b] ?? 0) * total));
  let total = all;
  for (;;) {
    const next = Math.max(
      MIN_LEFT_FRACTION * all,
      cut(total).reduce((a, b) => a + b, 0),
    );
    if (next > total - MAX_CHANGE) break;
    total = next;
  }
  return { samples: cut(total), total, left: total / all };
}
