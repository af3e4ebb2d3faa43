import { expect, test } from 'vitest';
import { runtime } from './runtime.ts';

test('each key has its own rate limit', async () => {
  // A period may end between two requests. In that case, the next period allows all of them.
  const attempt = async (i: number) => {
    const outcomes: boolean[] = [];
    for (let n = 0; n < 6; n++) {
      outcomes.push((await runtime.limiter.limit({ key: `a ${i}` })).success);
      expect((await runtime.limiter.limit({ key: `b ${i} ${n}` })).success).toBe(true);
    }
    return outcomes;
  };
  const first = await attempt(1);
  const outcomes = first.at(-1) ? await attempt(2) : first;
  expect(outcomes).toEqual([true, true, true, true, true, false]);
});
