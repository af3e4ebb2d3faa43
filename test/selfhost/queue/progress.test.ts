import { expect, test } from 'vitest';
import { Progress } from '../../../src/selfhost/queue/progress.ts';

const SECOND = 1000;
const NOW = Date.UTC(2026, 0, 1);

/** Notes how many wait, a second apart, up to now. */
function after(...waiting: number[]): Progress {
  const progress = new Progress();
  for (const [i, count] of waiting.entries()) progress.note(count, NOW - (waiting.length - 1 - i) * SECOND);
  return progress;
}

test.each([
  { what: 'nothing waits', seen: [], waiting: 0, left: 0 },
  { what: 'nothing is known yet', seen: [500], waiting: 500, left: null },
  { what: 'a hundred a second are counted', seen: [1000, 900, 800], waiting: 800, left: 8 },
  { what: 'they do not become fewer', seen: [800, 800, 800], waiting: 800, left: null },
  { what: 'they become more', seen: [800, 850, 900], waiting: 900, left: null },
])('$what', ({ seen, waiting, left }) => {
  expect(after(...seen).secondsLeft(waiting, NOW)).toBe(left);
});

test('what was more than a minute ago says nothing', () => {
  expect(after(1000, 900).secondsLeft(900, NOW + 62 * SECOND)).toBeNull();
});

test('of minutes of work only the last one counts', () => {
  const progress = new Progress();
  // A thousand a second at first, one a second at last.
  for (let i = 0; i <= 120; i++) progress.note(i <= 60 ? 100_000 - 1000 * i : 40_000 - (i - 60), NOW + i * SECOND);
  expect(progress.secondsLeft(39_940, NOW + 120 * SECOND)).toBeCloseTo(39_940, -3);
});
