import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CRONS } from '../../../../src/operations/cron-times.ts';
import { runScheduledJobs } from '../../../../src/operations/jobs.ts';
import { askWith, makeKey, publish } from '../../../support/index.ts';

const MINUTE = 60_000;
const START = Date.UTC(2031, 4, 12, 9, 30);
const DATE = '2031-05-12';
const AT = '2031-05-12T14:03:00Z';

let operator = '';
beforeEach(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  vi.setSystemTime(START);
  await env.DB.exec('DELETE FROM recommended; DELETE FROM planned_selections; DELETE FROM service_clock;');
  operator = await makeKey('operator');
  await publish(
    operator,
    'articles',
    [1, 2, 3].map((id) => ({
      ...{ id, url: `https://example.com/${id}`, title: `Story ${id}` },
      ...{ publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' },
    })),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const send = (method: string, path: string, body?: object) =>
  askWith(operator, `/manage/recommended/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
interface Day {
  version: number;
  articles: { contentId: number }[];
  planned: { at: string; actor: string; articles: { contentId: number }[] } | null;
}
async function stored() {
  const { data } = await (await send('GET', DATE)).json<{ data: Day }>();
  return { ...data, articles: data.articles.map(({ contentId }) => contentId) };
}

/** Moves the clock and runs the job of every minute, as after a restart: only the database remembers the plan. */
async function runAt(at: number): Promise<void> {
  vi.setSystemTime(at);
  await runScheduledJobs({ cron: CRONS.minutely, scheduledTime: at, noRetry: () => {} }, env);
}

test('a planned selection replaces the published one at its time, once, in the name of its editor', async () => {
  await send('PUT', DATE, { articles: [1] });
  expect((await send('PUT', `${DATE}/plan`, { articles: [2, 3], at: AT })).status).toBe(200);
  expect(await stored()).toMatchObject({ articles: [1], planned: { at: AT, articles: [{ contentId: 2 }, {}] } });
  await runAt(Date.parse(AT) - MINUTE);
  expect((await stored()).articles).toEqual([1]);
  await runAt(Date.parse(AT));
  expect(await stored()).toMatchObject({ articles: [2, 3], version: 2, planned: null });
  await send('PUT', DATE, { articles: [3] });
  await runAt(Date.parse(AT) + MINUTE);
  expect((await stored()).articles).toEqual([3]);
  const audit = await askWith(operator, `/manage/audit?kind=recommended&ref=${DATE}`);
  const { entries } = (await audit.json<{ data: { entries: { actor: string; after: object }[] } }>()).data;
  expect(entries[1]).toMatchObject({ actor: entries[2]?.actor, after: { articles: [2, 3] } });
});

test('a publication whose minute was missed is made by the next run', async () => {
  await send('PUT', `${DATE}/plan`, { articles: [2], at: AT });
  await runAt(Date.parse(AT) + 50 * MINUTE);
  expect(await stored()).toMatchObject({ articles: [2], planned: null });
});

test('a plan can be replaced and cancelled', async () => {
  await send('PUT', `${DATE}/plan`, { articles: [2], at: AT });
  await send('PUT', `${DATE}/plan`, { articles: [3], at: '2031-05-12T16:00:00Z' });
  await runAt(Date.parse(AT));
  expect(await stored()).toMatchObject({ articles: [], planned: { at: '2031-05-12T16:00:00Z' } });
  expect((await send('DELETE', `${DATE}/plan`)).status).toBe(200);
  expect((await send('DELETE', `${DATE}/plan`)).status).toBe(404);
  await runAt(Date.UTC(2031, 4, 12, 17));
  expect(await stored()).toMatchObject({ articles: [], version: 0, planned: null });
});

test('a deleted article is missing from a planned selection when it is published', async () => {
  await send('PUT', `${DATE}/plan`, { articles: [1, 2], at: AT });
  await askWith(operator, '/manage/articles/1', { method: 'DELETE' });
  await runAt(Date.parse(AT));
  expect((await stored()).articles).toEqual([2]);
});

test.each([
  ['a time that has passed', { at: '2031-05-12T09:29:00Z', articles: [1] }, 'at'],
  ['a time after the day', { at: '2031-05-13T00:00:00Z', articles: [1] }, 'at'],
  ['no article', { at: AT, articles: [] }, 'articles'],
  ['an unknown article', { at: AT, articles: [1, 99] }, 'articles'],
])('a plan with %s is rejected', async (_, body, field) => {
  const response = await send('PUT', `${DATE}/plan`, body);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json<{ data: object }>()).data)).toEqual([field]);
});
