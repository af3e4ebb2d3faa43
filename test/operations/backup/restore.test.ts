import { env, SELF } from 'cloudflare:test';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeDeadLetters } from '../../../src/clicks/consume/dead-letters.ts';
import { LOW_BITS } from '../../../src/db/click-columns.ts';
import { forgetKeys } from '../../../src/keys/authenticate.ts';
import { sha256 } from '../../../src/lib/hash/hash.ts';
import { backup, ClicksKeepComing, type StoreLines } from '../../../src/operations/backup/backup.ts';
import { EXCLUDED_TABLES, TABLES } from '../../../src/operations/backup/backup-tables.ts';
import type { Manifest } from '../../../src/operations/backup/manifest.ts';
import { tableLines } from '../../../src/operations/backup/read-backup.ts';
import {
  findDifferences,
  findHindrance,
  findRows,
  finish,
  type Hash,
  restoration,
} from '../../../src/operations/backup/restore.ts';
import { NEWEST_MIGRATION } from '../../../src/operations/ready.ts';
import { wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import { forgetObjects } from '../../clicks/exactness/world.ts';
import { hostileNewsroom, NASTY } from '../../delivery/hostile.ts';
import { publishNewsroom, TOPICS } from '../../routes/reference/newsroom.ts';
import { ask, askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { askReady } from '../openmetrics.ts';
import { everyPath } from './questions.ts';

const db = openTestDb();
const today = new Date().toISOString().slice(0, 10);
const kept = new Map<string, string[]>();
let keys = { secret: '', operator: '' };
let manifest: Manifest;

async function collect(pages: AsyncIterable<string[]>): Promise<string[]> {
  const lines: string[] = [];
  for await (const page of pages) lines.push(...page);
  return lines;
}
const hash: Hash = async (pages) => {
  const lines = await collect(pages);
  return { rows: lines.length, sha256: await sha256(lines.join('\n')) };
};
const keep: StoreLines = async (table, pages) => {
  const lines = await collect(pages);
  kept.set(table, lines);
  return hash(linesOf(table));
};
async function* linesOf(table: string): AsyncIterable<string[]> {
  yield kept.get(table) ?? [];
}

async function apply(transactions: AsyncIterable<SQL[]>): Promise<void> {
  for await (const statements of transactions) await db.transaction(...statements);
}

/** Returns the responses of all endpoints. Each run uses another host name, so that no cached response is returned. */
async function answers(
  host: string,
  paths = everyPath(TOPICS, [today, '2020-01-01']).filter((_, i) => i % sized(5, 1) === 0),
): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const path of paths) {
    const response = await SELF.fetch(`https://${host}${path}`, { headers: { 'X-API-Key': keys.secret } });
    all.set(path, `${response.status} ${(await response.text()).replaceAll(host, 'host')}`);
  }
  return all;
}

/** A third of the ranking requests, with at least one of each kind. */
const isRanking = (path: string, i: number) => i % sized(2, 3) === 0 && !/\/feed|geography/.test(path);

async function empty(): Promise<void> {
  await env.DB.batch([
    ...TABLES.map(({ name }) => env.DB.prepare(`DELETE FROM ${name}`)),
    env.DB.prepare("INSERT INTO article_index (article_index) VALUES ('delete-all')"),
  ]);
  await forgetObjects();
  forgetKeys();
}

beforeAll(async () => {
  keys = { secret: await makeKey('secret'), operator: await makeKey('operator') };
  await publishNewsroom(keys.operator);
  // Each text creates a topic and its object, so the test uses a part of the texts.
  const texts = NASTY.filter((_, i) => i % sized(9, 3) === 0);
  const { topics, sources, articles } = hostileNewsroom(texts, Math.floor(Date.now() / 1000) - 86_400);
  await publish(keys.operator, 'topics', topics);
  await publish(keys.operator, 'sources', sources);
  await publish(keys.operator, 'articles', articles);
  const letters = NASTY.map((body, i) => ({ messageId: `m${i}`, reason: 'malformed' as const, body }));
  await storeDeadLetters(db, letters, 1_700_000_000);
});

test('every table is either copied or listed as never copied', async () => {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table'
    AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence') AND substr(name, 1, 4) <> '_cf_' AND name NOT LIKE 'article_index%' AND name <> 'd1_migrations'`);
  expect([...TABLES.map(({ name }) => name), ...EXCLUDED_TABLES].toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test('a restored newsroom returns the same responses, byte for byte, as before', async () => {
  await db.run(sql`INSERT INTO reader_salts (day, name, half, made_at) VALUES (1, 'name', 'secret salt', 1)`);
  const letters = await (await askWith(keys.operator, '/manage/dead-letters?limit=1000')).text();
  const before = await answers('before.test');
  expect([...before.values()].filter((answer) => answer.startsWith('200 ')).length).toBeGreaterThan(sized(20, 100));

  manifest = await backup(db, keep, Date.now);
  expect(Object.keys(manifest.tables)).not.toContain('reader_salts');
  expect([...kept.values()].join()).not.toContain('secret salt');
  await empty();
  expect(await findRows(db)).toEqual([]);
  expect((await ask(`/api/v2/feed/?apiKey=${keys.secret}`)).status).toBe(401);

  expect(await findHindrance(db, manifest)).toBeNull();
  await apply(restoration(manifest, linesOf, 10_000));
  expect((await askReady()).status).toBe(503);
  expect(await findDifferences(db, manifest, hash)).toEqual([]);
  await db.transaction(...finish());
  forgetKeys();
  expect((await askReady()).status).toBe(200);
  expect(await answers('restored.test')).toEqual(before);
  expect(await (await askWith(keys.operator, '/manage/dead-letters?limit=1000')).text()).toBe(letters);

  expect(await wakeLateWindows(db, env, Date.now())).toBeGreaterThan(0);
  const woken = await answers('woken.test', [...before.keys()].filter(isRanking));
  expect(woken.size).toBeGreaterThan(sized(10, 30));
  for (const [path, answer] of woken) expect([path, answer]).toEqual([path, before.get(path)]);
});

test.each(TABLES.map((table) => [table.name, table] as const))(
  '%s: reading the table in pages leaves no gaps or duplicates',
  async (name, table) => {
    const whole = kept.get(name) ?? [];
    const limit = Math.max(2, Math.ceil(whole.length / 7));
    const pages: string[][] = [];
    for await (const page of tableLines(db, table, limit)) pages.push(page);
    expect(pages.flat().length).toBe(whole.length);
    expect(new Set(pages.flat()).size).toBe(whole.length);
    expect(pages.every(({ length }) => length <= limit)).toBe(true);
  },
);

test('restored articles are stored in the order of their publication times', async () => {
  const [wrong] = await db.all<{ wrong: number; all: number }>(
    sql`SELECT count(*) FILTER (WHERE published_at < last) AS wrong, count(*) AS "all"
      FROM (SELECT published_at, lag(published_at) OVER (ORDER BY position) AS last FROM articles)`,
  );
  expect(wrong).toEqual({ wrong: 0, all: manifest.tables.articles?.rows });
});

test('a restore replaces existing rows, and findDifferences reports changed rows', async () => {
  await apply(restoration(manifest, linesOf, 500_000));
  expect(await findDifferences(db, manifest, hash)).toEqual([]);
  await db.run(sql`UPDATE articles SET title = title || '!' WHERE id = 2001`);
  await db.run(sql`DELETE FROM companies`);
  expect(await findDifferences(db, manifest, hash)).toEqual([
    expect.stringContaining('articles: '),
    'companies: 0 of 1 rows',
  ]);
});

test('ids assigned after the backup are not assigned again', async () => {
  const last = async () =>
    (
      await env.DB.prepare(
        'SELECT name, last FROM sequences UNION ALL SELECT name, seq FROM sqlite_sequence ORDER BY name',
      ).all()
    ).results;
  const atBackup = await last();
  await env.DB.batch([
    env.DB.prepare('UPDATE sequences SET last = 5000000'),
    env.DB.prepare(`UPDATE sqlite_sequence SET seq = 4000000 WHERE name = 'api_keys'`),
  ]);
  const higher = await last();
  expect(higher).not.toEqual(atBackup);
  await apply(restoration(manifest, linesOf, 10_000));
  expect(await last()).toEqual(higher);
  await env.DB.batch([env.DB.prepare('DELETE FROM sequences'), env.DB.prepare('DELETE FROM sqlite_sequence')]);
  await apply(restoration(manifest, linesOf, 10_000));
  expect(await last()).toEqual(atBackup);
});

test('findRows lists the tables of a database that is not empty', async () => {
  const rows = await findRows(db);
  expect(rows).toContain(`${manifest.tables.articles?.rows} articles`);
  expect(rows.join()).not.toMatch(/countries|geo_groups|geography/);
});

describe('backups that cannot be restored', () => {
  test('a backup from another version is rejected', async () => {
    const other = { ...manifest, migrations: [...manifest.migrations, '9999_future.sql'] };
    expect(await findHindrance(db, other)).toMatch(/another version .* lacks 9999_future\.sql/);
  });

  test('a backup with unknown tables and columns is rejected', async () => {
    const [name, entry] = Object.entries(manifest.tables)[0] ?? [];
    if (!name || !entry) throw new Error('a backup has tables');
    const tables = { ...manifest.tables, stranger: entry, [name]: { ...entry, columns: [...entry.columns, 'odd'] } };
    expect(await findHindrance(db, { ...manifest, tables })).toMatch(
      new RegExp(`${name}\\.odd.*stranger|stranger.*${name}\\.odd`),
    );
  });
});

describe('consistency of a copied ledger and its aggregates', () => {
  const click = (id: string) => [
    sql`INSERT INTO click_ids_0 (id, nonce, kind) VALUES (${id}, 1, 1)`,
    sql`INSERT INTO click_hours_0 (content_id, hour, signed_all__signed_broker) VALUES (1, 1, 1) ON CONFLICT DO UPDATE SET signed_all__signed_broker = signed_all__signed_broker + 1`,
  ];
  const total = async () => {
    const place =
      TABLES.find(({ name }) => name === 'click_hours_0')?.columns.indexOf('signed_all__signed_broker') ?? 0;
    const hours = (kept.get('click_hours_0') ?? []).map((line) => JSON.parse(line)[place] % 2 ** LOW_BITS);
    return { ledger: kept.get('click_ids_0')?.length, clicks: hours.reduce((sum, clicks) => sum + clicks, 0) };
  };

  test.each([1, 3])('the copy is consistent if clicks arrive %d times during the backup', async (times) => {
    let left = times;
    await backup(
      db,
      async (table, pages) => {
        const result = await keep(table, pages);
        if (table === 'click_ids_0' && left-- > 0) await db.transaction(...click(`between ${times} ${left}`));
        return result;
      },
      Date.now,
    );
    expect(left).toBeLessThan(0);
    const { ledger, clicks } = await total();
    expect(clicks).toBe(ledger);
  });

  test('the backup fails if the ledger and aggregates never match', async () => {
    await db.run(sql`INSERT INTO click_ids_0 (id, nonce, kind) VALUES ('not counted', 1, 1)`);
    await expect(backup(db, keep, Date.now)).rejects.toThrow(ClicksKeepComing);
  });
});

test(`the newest migration in a backup is ${NEWEST_MIGRATION}`, () => {
  expect(manifest.migrations.at(-1)).toBe(NEWEST_MIGRATION);
});
