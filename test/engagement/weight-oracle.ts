import type { TrafficBaseline } from '../../src/engagement/discounting.ts';

/**
 * Reference implementation of discounting. It shares no code with the service. Its buckets are networks, prefixes and
 * browsers.
 */

const up = (p: number, V: number, K: number) => Math.min(1, p + 1.645 * Math.sqrt((p * (1 - p)) / (V / 2 + K)));
/** Maximum clicks of a bucket before discounting. It grows with the weight and is higher for browsers (16 buckets). */
export const lim = (bound: number, W: number, K: number) => {
  const m = 1 + (3 * W) / (W + 5000);
  const u = (m * bound) / (1 - bound + m * bound);
  const [floor, d] = K === 16 ? [20, 9] : [3, 5.25];
  return Math.max(floor, u * W + d * Math.sqrt(u * W * (1 - u)));
};
const total = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
const kindsOf = ({ network, prefix, browser }: TrafficBaseline) => [network, prefix, browser];

/** Weight of N clicks, given the clicks n per bucket of one kind. */
export function plainWeightBy(N: number, n: readonly number[], s: readonly number[], V: number): number {
  const K = s.length;
  const standOut = n.map((_, b) => b).sort((a, b) => (n[b] ?? 0) / (s[b] ?? 0) - (n[a] ?? 0) / (s[a] ?? 0) || a - b);
  const f = (W: number) => {
    const single = total(n.map((count, b) => Math.min(count, lim(up(s[b] ?? 0, V, K), W, K))));
    const unions = standOut.map((_, i) => {
      const B = standOut.slice(0, i + 1);
      const [nB, sB] = [n, s].map((list) => total(B.map((b) => list[b] ?? 0))) as [number, number];
      return Math.min(nB, lim(up(Math.min(1, sB), V, K), W, K) + B.length - 1) + N - nB;
    });
    return Math.min(single, ...unions);
  };
  let W = N;
  while (N > 3 && Math.floor(f(W) + 1e-9) < W) W = Math.floor(f(W) + 1e-9);
  return W;
}

export const plainWeight = (
  N: number,
  kinds: readonly (readonly number[])[],
  baseline: TrafficBaseline | null,
): number =>
  baseline ? Math.min(...kindsOf(baseline).map((s, i) => plainWeightBy(N, kinds[i] ?? [], s, baseline.samples))) : N;

/** Fraction of the clicks in each bucket that is not discounted. */
export const plainKept = (N: number, n: readonly number[], s: readonly number[], V: number): number[] =>
  n.map((count, b) =>
    Math.min(1, lim(up(s[b] ?? 0, V, s.length), plainWeightBy(N, n, s, V), s.length) / Math.max(1, count)),
  );

export const plainVotes = (W: number, kinds: readonly (readonly number[])[], baseline: TrafficBaseline): boolean =>
  W >= 4 &&
  kinds.every((n, kind) => {
    const usual = total((kindsOf(baseline)[kind] ?? []).map((s) => 1 - (1 - s) ** W));
    return n.filter((count) => count > 0).length >= Math.max(3, baseline.samples < 200 ? 0 : 0.6 * usual);
  });

/** Each article is a pair of the number of clicks and the clicks by kind and bucket. */
export function plainShares(
  articles: [number, number[][]][],
  inForce: TrafficBaseline,
  anchor: TrafficBaseline | null,
): (Pick<TrafficBaseline, 'samples' | 'network' | 'prefix' | 'browser' | 'byVotes'> & { left: number }) | null {
  const voters = articles
    .map(([N, kinds]) => ({ kinds, W: plainWeight(N, kinds, inForce) }))
    .filter(({ W, kinds }) => plainVotes(W, kinds, inForce));
  if (voters.length === 0) return null;
  const made = kindsOf(inForce).map((s, kind) => {
    const samples = s.map(() => 0);
    for (const { kinds, W } of voters) {
      const c = (kinds[kind] ?? []).map((n, b) =>
        Math.min(n, lim(up(s[b] ?? 0, inForce.samples, s.length), W, s.length)),
      );
      for (const [b, own] of c.entries()) samples[b] = (samples[b] ?? 0) + (own * Math.min(W, 20)) / total(c);
    }
    const all = total(samples);
    const before = anchor && anchor.samples >= 200 ? (kindsOf({ ...anchor, ...anchor.byVotes })[kind] ?? []) : null;
    const bound = (b: number, V: number) =>
      before ? (1.5 * up(before[b] ?? 0, anchor?.samples ?? 0, s.length) + 0.01) * V : Number.POSITIVE_INFINITY;
    const bounded = (V: number) => samples.map((v, b) => Math.min(v, bound(b, V)));
    let V = all;
    while (V > all / 4 && V - total(bounded(V)) > 1e-6) V = Math.max(all / 4, total(bounded(V)));
    const own = bounded(V).map((v) => (v + 1) / (V + s.length));
    return { V, all, own, s: own.map((one, b) => Math.max(one, 0.9 * (before?.[b] ?? 0))) };
  });
  const named = ([network = [], prefix = [], browser = []]: number[][]) => ({ network, prefix, browser });
  const left = Math.min(...made.map(({ V, all }) => V / all));
  const byVotes = named(made.map(({ own }) => own));
  return { ...named(made.map(({ s }) => s)), byVotes, samples: Math.min(...made.map(({ V }) => V)), left };
}

/**
 * Median of three numbers: the part's clicks if all discounted clicks were its own, its share of the site, and all its
 * clicks.
 */
export const plainPart = (n: number, N: number, W: number, q: number | null): number =>
  [Math.max(0, n - (N - W)), Math.max(0, Math.ceil((q ?? (N === 0 ? 0 : n / N)) * W - 1e-9)), n].sort(
    (a, b) => a - b,
  )[1] ?? 0;

interface Placed {
  hour: number;
  classes: readonly number[];
}

/** Returns the clicks of the hours without those of concentrated buckets, or `null` if no bucket is concentrated. */
export function plainTrusted<T extends Placed>(clicks: readonly T[], W: number, baseline: TrafficBaseline): T[] | null {
  const standing = kindsOf(baseline).flatMap((s, kind) =>
    s.flatMap((share, b) => {
      const isOf = ({ classes }: Placed) => classes[kind] === b;
      const n = clicks.filter(isOf).length;
      return n > 0 && n > lim(share, W, s.length) ? [{ isOf, share }] : [];
    }),
  );
  if (standing.length === 0) return null;
  let left = [...clicks];
  for (const { isOf, share } of standing) {
    const of = (hour: number) => left.filter((click) => click.hour === hour);
    const part = (hour: number) => of(hour).filter(isOf).length / of(hour).length;
    const hours = [...new Set(left.map(({ hour }) => hour))].map((hour) => ({ hour, part: part(hour) }));
    for (const { hour } of hours.sort((a, b) => b.part - a.part || b.hour - a.hour)) {
      const usual = share * left.length;
      if (left.filter(isOf).length > usual + 2 * Math.sqrt(usual)) left = left.filter((click) => click.hour !== hour);
    }
  }
  return left;
}
