import { beforeAll, expect, test } from 'vitest';
import { ask, askWith, makeKey, publish, rowsRead } from '../support/index.ts';

const [SCHEDULED, DELETED, UNKNOWN, OTHER] = [9001, 9003, 9004, 9005];
const [PUBLISHED, DAY] = [9010, '2026-01-30'];

let keys: Record<'secret' | 'publishable' | 'operator', string>;

const article = (id: number, publishedAt: string) => ({
  id,
  url: `https://example.com/${id}`,
  title: `Article ${id}`,
  contentType: 'article',
  publishedAt,
  image: 'https://example.com/picture.png',
});

beforeAll(async () => {
  const [secret, publishable, operator] = await Promise.all([
    makeKey('secret'),
    makeKey('publishable'),
    makeKey('operator'),
  ]);
  keys = { secret, publishable, operator };
  await publish(operator, 'articles', [
    article(SCHEDULED, '2099-01-01T00:00:00Z'),
    article(SCHEDULED + 1, '2098-01-01T00:00:00Z'),
    article(DELETED, '2026-01-01T00:00:00Z'),
    article(PUBLISHED, '2026-01-01T00:00:00Z'),
  ]);
  await askWith(operator, `/manage/articles/${DELETED}`, { method: 'DELETE' });
});

/** Every route with an article id, without a key and with keys of readers and servers. */
const DOORS: [door: string, ask: (id: number) => Promise<Response>][] = [
  ['a tracked link', (id) => ask(`/go/${id}?key=${keys.publishable}`, { redirect: 'manual' })],
  [
    'a HEAD request for a tracked link',
    (id) => ask(`/go/${id}?key=${keys.publishable}`, { method: 'HEAD', redirect: 'manual' }),
  ],
  ['a tracked link without a key', (id) => ask(`/go/${id}`, { redirect: 'manual' })],
  [
    'a click',
    (id) =>
      ask('/clicks', {
        method: 'POST',
        body: JSON.stringify({ key: keys.publishable, contentId: id }),
        headers: {
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          'CF-Connecting-IP': `192.0.2.${id % 250}`,
        },
      }),
  ],
  ['article images', (id) => askWith(keys.secret, `/api/v2/insights/pictures/?ids=${id}`)],
  ['images of several articles', (id) => askWith(keys.secret, `/api/v2/insights/pictures/?ids=${PUBLISHED},${id}`)],
  ['article analytics', (id) => askWith(keys.secret, `/api/v2/insights/content/${id}/`)],
  ['article analytics as CSV', (id) => askWith(keys.secret, `/api/v2/insights/content/${id}/?format=csv`)],
  ['article history', (id) => askWith(keys.secret, `/api/v2/insights/content/${id}/history/`)],
  [
    'article history within risk management',
    (id) => askWith(keys.secret, `/api/v2/insights/content/${id}/history/?riskManagement=true&days=7`),
  ],
  ['topic content with the id', (id) => askWith(keys.secret, `/api/v2/insights/topics/${id}/content/`)],
];

async function whole(response: Response): Promise<string> {
  const headers = Array.from(response.headers)
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => `${name}: ${value.replace(/dur=[\d.]+|\br=\d+;t=\d+/g, '')}`);
  return [response.status, ...headers, await response.text()].join('\n');
}

test.each(DOORS)('%s returns the same for a scheduled, a deleted and an unknown article', async (_, door) => {
  // The service reads an unused key again after a second, so the response with the fewest row reads counts.
  const said = async (id: number) => {
    const answers: { rows: number; text: string }[] = [];
    for (let i = 0; i < 3; i++) {
      const response = await door(id);
      answers.push({ rows: rowsRead(response), text: await whole(response) });
    }
    const least = Math.min(...answers.map(({ rows }) => rows));
    return answers.find(({ rows }) => rows === least)?.text.replaceAll(String(id), 'ID');
  };
  await door(OTHER);
  const [scheduled, deleted, unknown] = [await said(SCHEDULED), await said(DELETED), await said(UNKNOWN)];
  expect(scheduled).toBe(unknown);
  expect(deleted).toBe(unknown);
});

test('scheduled articles in a selection cause no additional row reads', async () => {
  const select = (articles: number[]) =>
    askWith(keys.operator, `/manage/recommended/${DAY}`, { method: 'PUT', body: JSON.stringify({ articles }) });
  const read = async (accent: string) => {
    const counts: number[] = [];
    for (const end of ['1', '2', '3']) {
      const path = `/api/v2/feed-recommended/?date=${DAY}&accent=${accent}${end}`;
      counts.push(rowsRead(await askWith(keys.publishable, path)));
    }
    return Math.min(...counts);
  };
  await select([PUBLISHED]);
  const alone = await read('22222');
  await select([PUBLISHED, SCHEDULED, SCHEDULED + 1]);
  expect(await read('33333')).toBe(alone);
  await select([]);
  const empty = await read('44444');
  await select([SCHEDULED]);
  expect(await read('55555')).toBe(empty);
});
