import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../search/seed.ts';
import { rowsRead } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { accepted, multiplied, type Scene, scene } from './newsroom.ts';
import { everyQuestion, pathOf } from './questions.ts';
import { askFresh, showKeys, stage } from './stage.ts';

const NUMBERS = new Set([
  'contentId',
  'topicId',
  'id',
  'category',
  'growthPercent',
  'minContentItems',
  'code',
  'previousRank',
  // Confidence, audiences, histories and rising content are omitted, because they depend on the number of clicks.
  'interval[]',
  'rank',
  // The share of a cause is rounded to tens.
  'share',
]);
const BY_AMOUNT = /insights\/(audience|rising-content|content\/|.*\/history)/;

/** All scales exceed the growth threshold, which may be visible. */
const SCALES = [
  [10, 30],
  [10, 11],
  [11, 30],
];

const FAULTS = [
  '/api/v2/insights/topics/999/content/',
  '/api/v2/insights/popular-content/?limit=51&breakdown=x',
  '/api/v2/topics/trending/?includeTopics=1&excludeTopics=1',
  '/api/v2/insights/trending-topics/growth/?minContentItems=1001',
];

const scenes = fc
  .sample(scene, { seed, numRuns: sized(1, SCALES.length) })
  .flatMap((scene, i) => (accepted(scene.deliveries).length > 0 ? [{ scene, scales: SCALES[i] ?? [] }] : []));

const paths = ({ newsroom: { topics } }: Scene) => [
  ...everyQuestion({
    topicIds: topics.slice(-2).map(({ id }) => id),
    limits: sized([3], [3, 50]),
    minContentItems: [1],
    lists: [{ includeTopics: topics.map(({ id }) => id) }],
  })
    .map(pathOf)
    .filter((path) => !BY_AMOUNT.test(path)),
  ...FAULTS,
];

const PASSING = ['server-timing', 'date', 'x-request-id', 'ratelimit'];

async function observe(path: string) {
  const response = await askFresh(path);
  const isGrowth = path.includes('growth');
  const headers = [...response.headers].filter(([name]) => !PASSING.includes(name) && !(isGrowth && name === 'etag'));
  const body = (await response.text()).replace(/"interval":.*?"confidence":"\w+",/g, '');
  return { path, status: response.status, body, headers, rows: rowsRead(response) };
}

function* numberedFields(value: unknown, name = ''): Iterable<string> {
  if (typeof value === 'number') yield name;
  if (Array.isArray(value)) for (const each of value) yield* numberedFields(each, `${name}[]`);
  else if (value && typeof value === 'object')
    for (const [key, each] of Object.entries(value)) yield* numberedFields(each, key);
}

test.each(scenes)(
  `newsroom %#: responses do not reveal the scale of clicks in any byte (seed ${seed})`,
  async ({ scene, scales }) => {
    const { newsroom, deliveries } = scene;
    const { now } = deliveries[1];
    let first: Awaited<ReturnType<typeof observe>>[] = [];
    for (const scale of scales) {
      // Signed clicks are never discounted. Discounting depends on their number.
      const clicks = multiplied(accepted(deliveries), scale).map((click) => ({ ...click, signed: true }));
      await stage({ ...newsroom, shares: null, clicks }, now);
      await showKeys();
      const seen = [];
      for (const path of paths(scene)) seen.push(await observe(path));
      if (first.length === 0) first = seen;
      expect(seen).toEqual(first);
    }
    const fields = new Set(first.flatMap(({ body }) => [...numberedFields(JSON.parse(body))]));
    expect([...fields].filter((name) => !NUMBERS.has(name))).toEqual([]);
    const tagged = first.filter(({ headers }) => headers.some(([name]) => name === 'etag'));
    expect(tagged).toHaveLength(first.filter(({ path, status }) => status === 200 && !path.includes('growth')).length);
  },
  60_000,
);
