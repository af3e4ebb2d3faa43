import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import GUIDE from '../../docs/reference/costs.md?raw';
import worker from '../../src/index.ts';
import { CRONS } from '../../src/operations/cron-times.ts';
import { makeKey, ORIGIN } from '../support/index.ts';
import { rss, SERVER, serve, stories } from '../syndication/stage.ts';

/** Number of queries in the current invocation. A batch counts as one query. */
let asked = 0;

const meteredStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
  new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => meteredStatement(target.bind(...values));
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        if (/^(all|first|run|raw)$/.test(String(name))) asked++;
        return value.apply(target, values);
      };
    },
  });

type Doors = Pick<D1Database, 'prepare' | 'batch'>;
const metered = <T extends Doors>(database: T): T =>
  new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => meteredStatement(target.prepare(text));
      if (name === 'withSession') return (by: never) => metered((target as never as D1Database).withSession(by));
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) => {
          asked++;
          return target.batch(statements);
        };
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const bindings = { ...env, DB: metered(env.DB), FEED_ALLOW_HOSTS: new URL(SERVER).host } as Env;

async function queriesOf(invoke: (context: ExecutionContext) => Promise<unknown>): Promise<number> {
  const context = createExecutionContext();
  asked = 0;
  await invoke(context);
  await waitOnExecutionContext(context);
  return asked;
}

const asking = (path: string, init: RequestInit = {}) =>
  queriesOf((context) => worker.fetch(new Request(ORIGIN + path, init), bindings, context));
const running = (cron: string) =>
  queriesOf(() => worker.scheduled({ cron, scheduledTime: Date.now(), noRetry() {} }, bindings));

/** Documented maximum number of queries by invocation, from the table in the guide. */
const promised = new Map(
  Array.from(GUIDE.matchAll(/^\| (.+?) \| (\d+) \|/gm), ([, name = '', queries]) => [name, Number(queries)]),
);

test('an invocation runs at most as many database queries as the guide states', async () => {
  // Some jobs run once per hour, day or month. The first of a month has the most work.
  const today = new Date();
  const now = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1, 12, 20);
  vi.useFakeTimers({ toFake: ['Date'], now });
  const operator = await makeKey('operator');
  const key = await makeKey('publishable');
  const headers = { Authorization: `Bearer ${operator}` };
  const reader = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'CF-Connecting-IP': '192.0.2.7' };
  const put = (path: string, body: unknown) => asking(path, { method: 'PUT', headers, body: JSON.stringify(body) });
  const addFeeds = async (count: number) => {
    const names = Array.from({ length: count }, (_, i) => `of-${count}-${i}`);
    for (const name of names) await serve(`/${name}`, { body: rss(stories(name, 20)) });
    await put(
      '/manage/sources',
      names.map((name) => ({ domain: `${name}.example`, name, feeds: [`${SERVER}/${name}`], aggregator: true })),
    );
  };
  const articles = Array.from({ length: 20 }, (_, i) => ({
    url: `https://a.example/${i}`,
    title: `Story ${i}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
  }));
  const measured: Record<string, number> = {};
  measured['20 articles published'] = await put('/manage/articles', articles);
  measured['a feed'] = await asking('/api/v2/feed/', { headers });
  measured['a ranking'] = await asking('/api/v2/topics/trending/', { headers });
  const click = { method: 'POST', headers: reader, body: JSON.stringify({ key, contentId: 1 }) };
  const later = vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined);
  measured['a click'] = await asking('/clicks', click);
  later.mockRestore();
  const counted = env.DB.prepare('SELECT 1 FROM click_hours');
  await expect.poll(() => counted.first()).not.toBeNull();
  await running(CRONS.frequent);
  measured['the job of each minute'] = await running(CRONS.minutely);
  measured['the jobs of each day'] = await running(CRONS.daily);
  measured['the jobs of every five minutes'] = await running(CRONS.frequent);
  vi.setSystemTime(now + 3_600_000);
  measured['… once an hour'] = await running(CRONS.frequent);
  await addFeeds(1);
  measured['… with a feed that has 20 new stories'] = await running(CRONS.frequent);
  await addFeeds(3);
  measured['… with three such feeds'] = await running(CRONS.frequent);
  const wrong = Object.entries(measured).filter(([name, queries]) => {
    const most = promised.get(name) ?? 0;
    return queries > most || most > 1.3 * queries;
  });
  expect(wrong).toEqual([]);
});
