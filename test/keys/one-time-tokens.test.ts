import { expect, test } from 'vitest';
import { findOnce, makeOnce } from '../../src/keys/one-time-tokens.ts';
import { openTestDb } from '../support/index.ts';

const NOW = 1_800_000_000;

test('only the newest anonymous challenges are kept, and tokens for other uses are unaffected', async () => {
  const db = openTestDb();
  const invitation = await makeOnce(db, { use: 'invitation', keyId: 7, life: 60 }, NOW);
  const joining = await makeOnce(db, { use: 'joining', keyId: 8, life: 60 }, NOW);
  const asked: string[] = [];
  for (let i = 0; i < 12; i++) asked.push(await makeOnce(db, { use: 'signIn', keyId: null, life: 60 }, NOW + i, 5));
  for (let i = 0; i < 12; i++) await makeOnce(db, { use: 'joining', keyId: 7, life: 60 }, NOW + i, 5);
  const alive = await Promise.all(asked.map((token) => findOnce(db, token, 'signIn', NOW + 12)));
  expect(alive.map((token) => token !== null)).toEqual(asked.map((_, i) => i >= 7));
  expect(await findOnce(db, invitation, 'invitation', NOW + 12)).not.toBeNull();
  expect(await findOnce(db, joining, 'joining', NOW + 12)).not.toBeNull();
});
