import { env } from 'cloudflare:test';
import { getTableName, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consumeClicks } from '../../src/clicks/consume/consumer.ts';
import { forgetSalts, readerSalt } from '../../src/clicks/salts/salts.ts';
import { UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { ALL_TABLES } from '../../src/operations/all-tables.ts';
import { readClock, type StoredClock, saveClock, withTrustedTime } from '../../src/operations/clock/clock.ts';
import { CRONS } from '../../src/operations/cron-times.ts';
import { runScheduledJobs } from '../../src/operations/jobs.ts';
import { readSigns } from '../../src/operations/watch/signs.ts';
import { CLICK_TABLES } from '../clicks/click-tables.ts';
import { clickedNewsroomAt, message, rows } from '../clicks/support.ts';
import { openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2031, 4, 12, 9, 30);
const db = openTestDb();
const stores = { db, kv: env.SALTS };

beforeEach(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  await clickedNewsroomAt(START);
  for (const table of [
    'service_clock',
    'job_runs',
    'job_failures',
    'reader_salts',
    'unknown_clicks',
    ...Object.keys(rowsOfNow(START)),
  ])
    await env.DB.prepare(`DELETE FROM "${table}"`).run();
  for (const { name } of (await env.SALTS.list()).keys) await env.SALTS.delete(name);
  forgetSalts();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Runs a cron job at a time. Jobs that are postponed because of the clock fail. */
async function run(cron: keyof typeof CRONS, at: number): Promise<void> {
  vi.setSystemTime(at);
  await runScheduledJobs({ cron: CRONS[cron], scheduledTime: at, noRetry: () => {} }, env).catch(() => {});
}

async function begin(at: number): Promise<void> {
  await run('daily', at);
  await run('frequent', at);
  for (let minute = 1; minute <= 3; minute++) await run('minutely', at + minute * MINUTE);
}

async function count(contentId: number, at: number, reader: string): Promise<void> {
  const batch = { queue: 'newsgauge-clicks', ackAll: () => {}, retryAll: () => {} };
  const one = {
    id: crypto.randomUUID(),
    body: message(contentId, at, reader.padStart(32, '0')),
    timestamp: new Date(at),
    attempts: 1,
  };
  await consumeClicks({ ...batch, messages: [one] } as unknown as MessageBatch, env, Date.now());
}

const clickRows = async () =>
  (
    await Promise.all([0, 1, 2, 3, 4].map((n) => rows<{ ids: number }>(`SELECT count(*) AS ids FROM click_ids_${n}`)))
  ).reduce((sum, [row]) => sum + (row?.ids ?? 0), 0);

const STEPS: [string, number][] = sized(
  [
    ['-400 days', -400 * DAY],
    ['-1 day', -DAY],
    ['+3 days', 3 * DAY],
  ],
  [
    ['-400 days', -400 * DAY],
    ['-1 day', -DAY],
    ['-3 hours', -3 * HOUR],
    ['-100 seconds', -100_000],
    ['+3 hours', 3 * HOUR],
    ['+3 days', 3 * DAY],
    ['+400 days', 400 * DAY],
  ],
);

describe('a temporarily wrong clock', () => {
  test.each(STEPS)(
    'a clock that is wrong by %s deletes no rows, counts no reader twice and loses no clicks',
    async (_, by) => {
      await begin(START);
      const salt = await readerSalt(stores, START);
      await db.run(sql`UPDATE articles SET published_at = ${Math.floor(START / 1000) - 60} WHERE id = 2`);
      await fill(START);
      await run('minutely', START + 5 * MINUTE);
      await count(1, START + 5 * MINUTE, 'a1');
      const before = await sizes();

      forgetSalts();
      await begin(START + 6 * MINUTE + by);
      await count(2, START + 5 * MINUTE, 'b1');
      await count(2, Date.now(), 'c1');
      const wrong = await readSigns(db, env, Date.now());
      if (Math.abs(by) > DAY) expect(wrong.clock).toContain('deletion of old data is paused');
      else if (by < -2 * MINUTE) expect(wrong.clock).toContain('the clock was set back');

      forgetSalts();
      await begin(START + 12 * MINUTE);
      const after = await sizes();
      for (const [table, size] of before) expect(after.get(table), table).toBeGreaterThanOrEqual(size);
      forgetSalts();
      expect(await readerSalt(stores, Date.now())).toBe(salt);
      await count(1, START + 14 * MINUTE, 'a1');
      expect(await clickRows()).toBe(3);
      expect(await rows('SELECT * FROM dead_letters')).toHaveLength(1);
      expect(await rows('SELECT * FROM unknown_clicks')).toHaveLength(1);
      const days = await rows<{ day: number }>('SELECT day FROM reader_salts');
      for (const { day } of days) expect(Math.abs(day - Math.floor(START / DAY))).toBeLessThan(4);
    },
  );
});

/** Tables without an age limit. In all other tables, `fill` creates a row with the current time. */
const TIMELESS = new Set(
  `alert_memory alert_settings annotations api_keys appeal_snapshots article_cards article_facets articles changed_articles
   click_totals companies company_odds computed_days countries counts demo_load feed_hubs feed_items feed_moves
   feeds geo_groups geography job_failures job_runs list_sampling name_lists open_days passkeys place_rates pulls
   recommended restore_lock saved_searches secrets sequences service_clock set_reads source_aliases sources
   staff_settings stories story_words tag_rules topic_windows topics webhooks websub_topics`.split(/\s+/),
);

const kept = () =>
  ALL_TABLES.map((table) => getTableName(table)).filter(
    (name) => !TIMELESS.has(name) && !/^(click|read|view)_(ids|hours|days)_\d$/.test(name),
  );

async function sizes(): Promise<Map<string, number>> {
  const names = [...kept(), ...CLICK_TABLES];
  const query = names.map((name) => `SELECT '${name}' AS name, count(*) AS size FROM "${name}"`);
  const found: { name: string; size: number }[] = [];
  for (let i = 0; i < query.length; i += 5)
    found.push(...(await rows<never>(query.slice(i, i + 5).join(' UNION ALL '))));
  return new Map(found.map(({ name, size }) => [name, size]));
}

/** Rows with the current time, one per table with an age limit. Salts exist already. */
function rowsOfNow(now: number): Record<string, Record<string, string | number>> {
  const [at, day, hour] = [Math.floor(now / 1000), Math.floor(now / DAY), Math.floor(now / HOUR)];
  const soon = at + 3600;
  return {
    audit: { at, kind: 'topic', ref: '77', action: 'create' },
    click_days: { content_id: 77, day },
    click_outcomes: { hour, outcome: 'burst' },
    dead_letters: { at, message_id: 'm77', reason: 'malformed' },
    dispatches: { subscription_id: 77, state: 'failed', content: '{}', first_at: now, next_at: now },
    host_rests: { host: 'h.example', until: at, gap: 60 },
    import_salts: { day, name: 'n77' },
    key_days: { key_id: 77, day, outcome: 'answered' },
    list_views: { list: 'l77', network: 1, slot: hour % 2, hour },
    order_days: { key_id: 77, day },
    once_tokens: { hash: 'h77', use: 'invitation', expires_at: soon },
    page_hosts: { host: 'h.example', domain: 'h.example', waiting: '[]', next_at: at },
    pins: { id: 77, position: 1, until: new Date(now + HOUR).toISOString().replace('.000', '') },
    planned_selections: { date: '2031-05-12', articles: '[]', at: soon, actor: 'dana' },
    range_days: { id: 16 * (day - 20), sums: '{"origins":[],"articles":[],"topics":[]}' },
    read_rates: { day },
    read_sums: { content_id: 77, day },
    recipient_addresses: { mac: 'm77', first_at: at },
    sessions: { hash: 'h77', expires_at: soon },
    shares: { hash: 'h77', expires_at: soon },
    signing_secrets: { name: 'n77', expires_at: soon },
    site_shares: { hour: hour - 1, shares: JSON.stringify(UNIFORM_BASELINE) },
    story_terms: { portion: 77, states: '{}', last_at: at },
    subscriptions: { kind: 'week', via: 'feed', ended_at: at, next_at: now, sent_items: '[]' },
    topic_days: { topic_id: 77, day: day - 20 },
    trash: { id: 77, kind: 'topic', ref: '77', deleted_at: at, rows: '{}' },
    trash_links: { trash_id: 77, links: '[]' },
    unknown_clicks: { content_id: 77, last_hour: hour },
    view_rates: { day },
    webhook_deliveries: { webhook_id: 77, event_id: 77, state: 'failed', next_at: now, first_at: now },
    webhook_events: { id: 77, type: 'article.rising', key: 'k77', at, data: '{}' },
    weeks: { monday: '2031-05-12', at, week: '{}' },
  };
}

async function fill(now: number): Promise<void> {
  for (const [table, given] of Object.entries(rowsOfNow(now))) {
    const columns = await rows<{ name: string; type: string; notnull: number; dflt_value: unknown; pk: number }>(
      `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${table}')`,
    );
    const all = columns.flatMap(({ name, type, notnull, dflt_value }): [string, unknown][] => {
      if (name in given) return [[name, given[name]]];
      if (name === 'id' || !notnull || dflt_value !== null) return [];
      return [[name, /int|real/i.test(type) ? 1 : '']];
    });
    const [names, values] = [all.map(([name]) => `"${name}"`).join(), all.map(() => '?').join()];
    await env.DB.prepare(`INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${values})`)
      .bind(...all.map(([, value]) => value))
      .run();
  }
}

async function filled(now: number): Promise<string[]> {
  const left: string[] = [];
  for (const [table, given] of Object.entries(rowsOfNow(now))) {
    const where = Object.keys(given).map((name) => `"${name}" = ?`);
    const found = await env.DB.prepare(`SELECT 1 FROM "${table}" WHERE ${where.join(' AND ')}`)
      .bind(...Object.values(given))
      .first();
    if (found) left.push(table);
  }
  return left;
}

test('every table is listed as timeless or has a row in `rowsOfNow`', () => {
  expect(
    kept()
      .filter((table) => table !== 'reader_salts')
      .toSorted(),
  ).toEqual(Object.keys(rowsOfNow(START)).toSorted());
});

describe('deletion by age with a clock that is 800 days fast', () => {
  /** First day of a month, on which days older than two years are also deleted. */
  const LATER = Date.UTC(2033, 7, 1, 3, 20);
  const everything = () => Object.keys(rowsOfNow(START));
  const salts = () => rows<{ day: number }>(`SELECT day FROM reader_salts WHERE day < ${Math.floor(LATER / DAY) - 1}`);
  beforeEach(async () => {
    await begin(START);
    await fill(START);
    await run('minutely', START + 5 * MINUTE);
  });

  const openings: [string, () => Promise<unknown>][] = [
    ['24 hours of running time', () => env.DB.prepare('UPDATE service_clock SET minutes = 1439').run()],
    ['two witnesses', async () => witnesses({ 'a.example': 0, 'b.example': 9 * MINUTE })],
    [
      'an operator',
      async () => db.run(saveClock(db, withTrustedTime((await readClock(db)) as StoredClock, Date.now()))),
    ],
  ];
  test.each(openings)(
    'the service deletes nothing until the clock is confirmed by %s, then deletes all expired rows',
    async (_, open) => {
      await begin(LATER);
      expect(await filled(START)).toEqual(everything());
      expect(await salts()).toHaveLength(2);
      expect((await readSigns(db, env, Date.now())).clock).toContain('812 days ahead of the newest stored time');
      await open();
      await run('minutely', LATER + 4 * MINUTE);
      await run('frequent', LATER + 5 * MINUTE);
      expect(await filled(START)).toEqual([]);
      expect(await salts()).toEqual([]);
      expect((await env.SALTS.list()).keys.length).toBeLessThanOrEqual(3);
      expect((await readSigns(db, env, Date.now())).clock).toBeNull();
    },
  );

  test('the clock is not confirmed by one site, or by witnesses that are not a clear majority', async () => {
    const insufficient: Record<string, number>[] = [
      { 'a.example': 0 },
      { 'a.example': 0, 'feeds.a.example': 0 },
      { 'a.example': 0, 'a.example hub.example': 0 },
      { 'a.example': 0, 'b.example': 0, 'c.example': -DAY, 'd.example': 11 * MINUTE },
    ];
    for (const [n, hosts] of insufficient.entries()) {
      await forgetWitnesses();
      await env.DB.prepare('UPDATE service_clock SET minutes = 0').run();
      await witnesses(hosts);
      await begin(LATER + n * HOUR);
      expect(await filled(START), Object.keys(hosts).join(', ')).toEqual(everything());
    }
  });

  /** Adds polled hosts, each with the offset of its clock. A hub is listed after the source that names it. */
  async function witnesses(hosts: Record<string, number>): Promise<void> {
    for (const name of Object.keys(hosts)) {
      const [domain = '', hub] = name.split(' ');
      const feed = `https://${domain}/feed`;
      const values = `'${feed}', '${domain.replace(/^feeds\./, '')}', '', 1800, ${Math.floor(LATER / 1000) + 900_000}`;
      await env.DB.prepare(
        `INSERT OR IGNORE INTO feeds (url, domain, title, interval, next_at) VALUES (${values})`,
      ).run();
      if (hub)
        await env.DB.prepare(
          `INSERT OR IGNORE INTO feed_hubs (feed_id, hub, topic, ask_at) SELECT id, 'https://${hub}/', url, 99999999999 FROM feeds WHERE url = '${feed}'`,
        ).run();
    }
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      const host = new URL(String(url)).host;
      const name = Object.keys(hosts).find((known) => known === host || known.endsWith(` ${host}`)) ?? '';
      return new Response(null, { headers: { Date: new Date(Date.now() + (hosts[name] ?? DAY)).toUTCString() } });
    });
  }
  const forgetWitnesses = () =>
    env.DB.batch(['feeds', 'feed_hubs'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  afterEach(forgetWitnesses);
});
