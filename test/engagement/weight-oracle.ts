/** The weight in ten plain lines, from the text of the rule alone. Classes are lists of counts, one a kind. */
export function plainWeight(N: number, kinds: number[][], shares: number[][] | null): number {
  if (!shares) return N;
  const limit = (s: number, W: number) => Math.max(6, s * W + 6 * Math.sqrt(s * W));
  const weights = kinds.map((n, kind) => {
    let W = N;
    const f = () => n.map((nb, b) => Math.min(nb, limit(shares[kind]?.[b] ?? 0, W))).reduce((a, b) => a + b);
    while (Math.floor(f() + 1e-9) < W) W = Math.floor(f() + 1e-9);
    return W;
  });
  return Math.min(...weights);
}

/** The site's shares in as many lines: articles as [N, kinds]. */
export function plainShares(articles: [number, number[][]][], inForce: number[][] | null): number[][] | null {
  const limit = (s: number, W: number) =>
    inForce ? Math.max(6, s * W + 6 * Math.sqrt(s * W)) : Number.POSITIVE_INFINITY;
  const voters = articles
    .map(([N, kinds]) => ({ kinds, W: plainWeight(N, kinds, inForce) }))
    .filter(({ W }) => W >= 10);
  const V = voters.reduce((sum, { W }) => sum + Math.min(W, 20), 0);
  if (V < 200) return null;
  const votesOf = (kind: number, b: number) =>
    voters.reduce((sum, { kinds, W }) => {
      const c = (kinds[kind] ?? []).map((n, i) => Math.min(n, limit(inForce?.[kind]?.[i] ?? 0, W)));
      return sum + ((c[b] ?? 0) * Math.min(W, 20)) / c.reduce((x, y) => x + y);
    }, 0);
  return [32, 32, 16].map((K, kind) => Array.from({ length: K }, (_, b) => (votesOf(kind, b) + 1) / (V + K)));
}
