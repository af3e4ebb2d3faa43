import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../../support/index.ts';

let operator = '';
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  askWith(operator, `/manage/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const webhook = {
  name: 'Room',
  url: 'https://chat.example/hook',
  format: 'standard',
  events: ['source.failed'],
  topics: null,
  searches: [],
  quiet: null,
  enabled: true,
};
const story = { url: 'https://a.example/1', title: 'A', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' };

const THINGS: [path: string, first: object, other: (n: number) => object][] = [
  ['articles/1', story, (n) => ({ ...story, title: `Title ${n}` })],
  ['topics/2', { name: 'A', slug: 'a', category: 1 }, (n) => ({ name: `Topic ${n}`, slug: 'a', category: 1 })],
  ['companies/1', { name: 'A', organisationType: 'Broker' }, (n) => ({ name: `${n}`, organisationType: 'Broker' })],
  ['sources/a.example', { name: 'A' }, (n) => ({ name: `Source ${n}` })],
  ['geo-groups/here', { name: 'A', countries: ['GB'] }, (n) => ({ name: `Group ${n}`, countries: ['GB'] })],
  ['rules/topic/1', { words: ['flood'] }, (n) => ({ words: [`flood${n}`] })],
  ['searches/floods', { name: 'A', filter: {} }, (n) => ({ name: `Search ${n}`, filter: {} })],
  ['annotations/2026-01-01', { text: 'A' }, (n) => ({ text: `Note ${n}` })],
  ['pins/2', { notAbove: 2 }, (n) => ({ position: n + 1 })],
  ['keys', { kind: 'secret', name: 'A' }, (n) => ({ name: `Key ${n}` })],
  ['webhooks', webhook, (n) => ({ ...webhook, name: `Room ${n}` })],
];

beforeAll(async () => {
  operator = await makeKey('operator');
  await publish(operator, 'topics', [{ id: 1, name: 'One', slug: 'one', category: 1 }]);
  await publish(operator, 'articles', [{ ...story, id: 2, url: 'https://a.example/2' }]);
});

async function made(path: string, first: object): Promise<string> {
  if (path.includes('/')) {
    expect((await send('PUT', path, first)).status).toBe(200);
    return path;
  }
  const { data } = await (await send('POST', path, first)).json<{ data: { stored: { id: number } } }>();
  return `${path}/${data.stored.id}`;
}

describe.each(THINGS)('concurrent writers of %s', (path, first, other) => {
  test(`exactly one of ten concurrent changes of ${path} with the same ETag is stored`, async () => {
    const one = await made(path, first);
    const seen = (await send('GET', one)).headers.get('ETag') ?? '';
    const writers = Array.from({ length: 10 }, (_, n) => send('PUT', one, other(n), { 'If-Match': seen }));
    const statuses = (await Promise.all(writers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(412)]);
    const now = (await send('GET', one)).headers.get('ETag');
    expect(now).not.toBe(seen);
  });

  test(`only one of a concurrent change and deletion of ${path} with the same ETag succeeds`, async () => {
    const one = await made(path, first);
    const seen = (await send('GET', one)).headers.get('ETag') ?? '';
    const both = [
      send('PUT', one, other(99), { 'If-Match': seen }),
      send('DELETE', one, undefined, { 'If-Match': seen }),
    ];
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => [404, 412].includes(status))).toHaveLength(1);
  });
});

test('exactly one of ten concurrent writes of a source with hosts and aliases is stored completely, and the history matches', async () => {
  const bodies = Array.from({ length: 10 }, (_, n) => ({
    name: `Whole ${n}`,
    publishes: [`publisher${n}.example`],
    aggregator: n % 2 === 0,
    aliases: [`alias${n}.example`],
  }));
  const writers = bodies.map((body) => send('PUT', 'sources/whole.example', body));
  expect((await Promise.all(writers)).map(({ status }) => status)).toEqual(bodies.map(() => 200));
  const { data } = await (await send('GET', 'sources/whole.example')).json<{ data: { name: string } }>();
  expect(data).toMatchObject(bodies.find(({ name }) => name === data.name) ?? {});

  const trail = await send('GET', 'audit?kind=source&ref=whole.example&limit=100');
  const { data: audit } = await trail.json<{ data: { entries: Record<'before' | 'after', object | null>[] } }>();
  const stored: Record<string, unknown> = {};
  for (const { before, after } of audit.entries.toReversed()) {
    for (const [field, was] of Object.entries(before ?? {})) if (field in stored) expect(was).toEqual(stored[field]);
    Object.assign(stored, after);
  }
  expect(data).toMatchObject(stored);
});
