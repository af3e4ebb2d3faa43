import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { QUICK } from './inflation/attacks/index.ts';
import { type Campaign, campaign, isActive } from './inflation/campaign.ts';
import { campaignKeys } from './inflation/newsroom.ts';
import { workerStage } from './inflation/worker-stage.ts';

let made: Campaign;
beforeAll(async () => {
  const stage = workerStage();
  made = await campaign(stage, await campaignKeys(stage), { attacks: QUICK, later: [], scale: 0.01, days: 1 });
});
afterAll(() => void vi.useRealTimers());

test('before the attacks, the campaign newsroom has an active list of every kind', () => {
  const [view] = made.views;
  const active = view?.lists.filter((list) => isActive(list, view.standings, made.silent)).map(({ name }) => name);
  expect(active).toEqual(
    expect.arrayContaining([
      'popular, 24h',
      'popular, 7d, risk management',
      'of a topic, 24h',
      'of a topic, 7d',
      'rising',
      'content-type: article',
      'source-type: carrier',
      'audience-region: europe',
      'seniority: c-suite',
      'specialty-line: topic',
      'company: 1',
      'source: honest.example',
      'country: gb',
    ]),
  );
});

test.each(QUICK.map(({ name }, i) => [name, i] as const))(
  'an attack does not lift a silent article into an active ranking: %s',
  (_, i) => {
    expect(made.results[i]?.problems).toEqual([]);
  },
);

test('the service accepts and counts every click of a fleet before discounting', () => {
  const fleets = made.results.filter(({ attack: { name } }) => /share 0/.test(name));
  expect(fleets.length).toBeGreaterThan(5);
  for (const { cost, counted } of fleets) expect([cost.requests, cost.said.accepted, counted]).toEqual([16, 16, 16]);
});
