import { describe, expect, test } from 'vitest';
import { isTrialDue, stepAfter } from '../../../src/selfhost/copies/copy-times.ts';

const at = (time: string) => Date.parse(`2026-01-${time}Z`);

describe('a trial is due', () => {
  test.each<[string | null, string, boolean]>([
    [null, '10T12:00:00', true],
    ['10T12:00:00', '11T03:29:59', false],
    ['10T12:00:00', '11T03:30:00', true],
    ['11T03:30:20', '11T23:59:59', false],
    ['11T03:30:20', '12T03:30:00', true],
    ['11T00:10:00', '11T03:31:00', true],
    ['01T12:00:00', '11T12:00:00', true],
  ])('after %s at %s: %s', (last, now, isDue) =>
    expect(isTrialDue(last === null ? null : at(last), at(now))).toBe(isDue),
  );
});

test('steps begin at their times, and at most a fourth of the time is spent on them', () => {
  expect(stepAfter(200, 30_000)).toBe(29_800);
  expect(stepAfter(20_000, 30_000)).toBe(60_000);
});
