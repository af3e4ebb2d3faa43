import { beforeAll, expect, test } from 'vitest';
import { NASTY } from '../../delivery/hostile.ts';
import { attacks } from './attacks/index.ts';
import { publishNewsroom } from './newsroom.ts';
import { withKey } from './request.ts';
import { type Target, Trial } from './trial.ts';
import { testTarget } from './worker.ts';

let target: Target;
beforeAll(async () => {
  target = await testTarget();
  // Each has a topic of its own, and each topic an object: some are enough here.
  const texts = NASTY.filter((text) => /[<>"']/.test(text) && text.length < 300);
  await publishNewsroom(target, Math.floor(Date.now() / 1000), texts);
  // Here a module that is loaded later is loaded by one request, for which others cannot wait; a bundled Worker has it already.
  await target.ask('/mcp', { method: 'POST', headers: withKey(target.keys.living.secret), body: '{}' });
});

test.each(Object.entries(attacks))(
  '%s',
  async (_, attack) => {
    const trial = new Trial(target);
    await attack(trial, false);
    expect(trial.findings.slice(0, 20).map((finding) => Object.values(finding).join(': '))).toEqual([]);
    expect(trial.tried.size).toBeGreaterThan(0);
  },
  180_000,
);
