import { expect, test } from 'vitest';
import { bCubed, placed, reports } from './judge.ts';

test('articles are grouped into the stories that a person has labelled', () => {
  const held = reports(1);
  const { precision, f1 } = bCubed(
    placed(held),
    held.map(({ story }) => story),
  );
  expect(precision).toBeGreaterThanOrEqual(0.97);
  expect(f1).toBeGreaterThanOrEqual(0.93);
});
