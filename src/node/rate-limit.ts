const MAX_KEYS = 100_000;

export interface Limit {
  limit: number;
  period: number;
}

/** Creates a rate limiter in memory. Its keys are hashes of IP addresses, which must never be written to disk. */
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
