/** Keys that a limiter counts at the same time; beyond, the one that was counted first is forgotten. */
const MAX_KEYS = 100_000;

/** Requests that a key may make within a period, in seconds. */
export interface Limit {
  limit: number;
  period: number;
}

/** A rate limiter in memory: its keys are hashes of addresses, which no disk may hold. */
export function rateLimiter({ limit, period }: Limit, clock: () => number = () => performance.now()): RateLimit {
  let window = 0;
  const counts = new Map<string, number>();
  return {
    async limit({ key }) {
      const now = Math.floor(clock() / (period * 1000));
      if (now !== window) counts.clear();
      window = now;
      const count = (counts.get(key) ?? 0) + 1;
      const oldest = count === 1 && counts.size >= MAX_KEYS ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
      counts.set(key, count);
      return { success: count <= limit };
    },
  };
}
