import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { computeReadThroughRates } from '../../../src/rankings/read-depth/compute-rates.ts';
import { BROWSERS } from '../../clicks/accept/user-agents.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { consumed, newAddress, overrides, visit } from './beacon-support.ts';

const keys = { site: '', secret: '', operator: '' };
let sent: unknown[] = [];

beforeAll(async () => {
  keys.site = await makeKey('publishable');
  keys.secret = await makeKey('secret');
  keys.operator = await makeKey('operator');
  const of = (id: number) => ({
    id,
    url: `https://news.example.com/${id}`,
    title: `Story ${id}`,
    contentType: 'article',
    publishedAt: `2026-01-0${id}T08:00:00Z`,
  });
  await publish(keys.operator, 'articles', [1, 2, 3, 4].map(of));
  overrides.CLICKS = { send: async (message: unknown) => void sent.push(message) } as never;
});

beforeEach(() => {
  sent = [];
});

const report = (body: object, headers: Record<string, string> = {}, asn = 64_496) =>
  visit('/reads', { method: 'POST', body: JSON.stringify({ key: keys.site, ...body }), headers, cf: { asn } as never });

async function count(): Promise<void> {
  await consumed(sent);
  await computeReadThroughRates(openTestDb(), { now: Date.now(), isDiscounted: true, secret: 'a' });
  sent = [];
}

async function readers(contentId: number, opened: number, half: number): Promise<void> {
  for (let i = 0; i < opened; i++) {
    const headers = {
      'CF-Connecting-IP': `${20 + (i % 90)}.${i}.7.1`,
      'User-Agent':
        BROWSERS[i % BROWSERS.length]?.replace('Mozilla', `Mozilla${'abcdefghijklmnop'.charAt(i % 16)}`) ?? '',
    };
    const answer = await report(
      { contentId, level: i < half ? 'half' : 'opened' },
      headers,
      64_496 + ((i * 7919) % 400),
    );
    expect(answer.headers.get('X-Click')).toBe('accepted');
  }
  await count();
}

async function shareOf(contentId: number): Promise<{ percent: number; interval: [number, number] } | null> {
  const answer = await askWith(keys.secret, `/api/v2/insights/content/${contentId}/?t=${contentId}`);
  return (
    (await answer.json()) as { data: { readThroughRate: { percent: number; interval: [number, number] } | null } }
  ).data.readThroughRate;
}

test('an unknown read level is rejected and not counted', async () => {
  const answer = await report({ contentId: 1, level: 'finished' });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toMatch(/opened.*stayed.*half.*read/);
  expect(sent).toEqual([]);
});

test('the read-through rate of an article is returned once 50 readers have opened it', async () => {
  await readers(1, 40, 30);
  expect(await shareOf(1)).toBeNull();
  await readers(2, 120, 72);
  const share = await shareOf(2);
  expect(share?.percent).toBeGreaterThanOrEqual(55);
  expect(share?.percent).toBeLessThanOrEqual(65);
  expect(share?.interval[0]).toBeLessThan(share?.percent ?? 0);
  expect(share?.interval[1]).toBeGreaterThan(share?.percent ?? 100);
  const csv = await (await askWith(keys.secret, '/api/v2/insights/content/2/csv/')).text();
  expect(csv).toContain(`read,`);
});

test('a single network changes the read-through rate only slightly', async () => {
  await readers(3, 120, 36);
  for (let i = 0; i < 300; i++)
    await report(
      { contentId: 3, level: 'read' },
      { 'CF-Connecting-IP': newAddress(), 'User-Agent': BROWSERS[0] ?? '' },
      65_000,
    );
  await count();
  const share = await shareOf(3);
  expect(share?.percent).toBeGreaterThanOrEqual(25);
  expect(share?.percent).toBeLessThanOrEqual(40);
});

test('a sampled reader counts with all levels or none, and the responses do not reveal which', async () => {
  const day = Math.floor(Date.now() / 86_400_000);
  await env.DB.exec(`DELETE FROM read_rates; INSERT INTO read_rates (day, part) VALUES (${day + 1}, 0.4)`);
  vi.setSystemTime((day + 1) * 86_400_000 + 1000);
  try {
    for (let i = 0; i < 60; i++) {
      const headers = { 'CF-Connecting-IP': newAddress() };
      for (const level of ['opened', 'half'])
        expect((await report({ contentId: 4, level }, headers)).headers.get('X-Click')).toBe('accepted');
    }
  } finally {
    vi.useRealTimers();
  }
  const levels = Map.groupBy(sent as { id: string }[], ({ id }) => id);
  expect(levels.size).toBeGreaterThan(8);
  expect(levels.size).toBeLessThan(45);
  expect([...levels.values()].every((of) => of.length === 2)).toBe(true);
});
