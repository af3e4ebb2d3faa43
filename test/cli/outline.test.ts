import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import PRICES from '../../docs/measured/clicks.md?raw';
import GUIDE from '../../docs/reference/costs.md?raw';
import { tomlOf } from '../../src/cli/deployment/interview.ts';
import { CLICK_PRICES, outlineOf } from '../../src/cli/deployment/outline.ts';
import { mergeSettings, missingSettings } from '../../src/cli/deployment/settings.ts';

const BASE = {
  name: 'newsgauge',
  vars: { GUID_AUTHORITY: 'newsgauge.example' },
  d1_databases: [{ binding: 'DB', database_name: 'newsgauge' }],
  queues: { consumers: [{ queue: 'newsgauge-clicks' }, { queue: 'newsgauge-webhooks' }] },
  durable_objects: { bindings: [{ class_name: 'TopicWindow' }, { class_name: 'SiteCoordinator' }] },
};

/** Dollars per month of 2.592 million seconds. */
const dollars = (rate: 1 | 10 | 100): string => (2.592 * rate * CLICK_PRICES[rate]).toFixed(0);

test('the outline of a deployment lists its parts and monthly prices', () => {
  const settings = { ...BASE, routes: [{ pattern: 'news.example.com' }] };
  expect(outlineOf(settings, { location: 'weur' })).toEqual([
    'The deployment consists of:',
    '  Worker     newsgauge',
    '  address    news.example.com',
    '  database   newsgauge, location weur',
    '  key-value  newsgauge-salts',
    '  queues     newsgauge-clicks, newsgauge-webhooks',
    '  objects    TopicWindow, SiteCoordinator',
    'Monthly price of clicks, at list prices and before included usage:',
    `    1 per second ${dollars(1).padStart(5)} dollars`,
    `   10 per second ${dollars(10).padStart(5)} dollars`,
    `  100 per second ${dollars(100).padStart(5)} dollars`,
  ]);
  const [, measured = ''] =
    /\*\*together\*\* \| (\*\*.*) \|/.exec(PRICES.split('## Cost of a million clicks')[1] ?? '') ?? [];
  expect(measured.replaceAll('*', '').split(' | ').map(Number)).toEqual(Object.values(CLICK_PRICES));
  for (const rate of [1, 10, 100] as const) expect(GUIDE).toContain(` | ${rate} | ${dollars(rate)} |`);
});

test('the answers given during setup produce settings that a deployment accepts', () => {
  const own = parse(tomlOf({ name: 'weekly', host: 'news.example.com', authority: 'example.com' }));
  expect(missingSettings(mergeSettings(BASE, own))).toEqual([]);
  expect(own.name).toBe('weekly');
});
