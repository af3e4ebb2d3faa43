import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import type { SQL } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { consumeClicks } from '../../../src/clicks/consume/consumer.ts';
import { partitionOf } from '../../../src/engagement/partitions.ts';
import { sha256 } from '../../../src/lib/hash/hash.ts';
import { backup } from '../../../src/operations/backup/backup.ts';
import { TABLES } from '../../../src/operations/backup/backup-tables.ts';
import { findDifferences, finish, type Hash, restoration } from '../../../src/operations/backup/restore.ts';
import { clickedArticles, emptyNewsroom, rows } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';

const NOW = Date.parse('2026-02-10T12:30:00Z');
const HOUR = Math.floor(NOW / 3_600_000);
const PARTITIONS = [0, 1, 2, 3, 4];
const KINDS = ['click', 'view', 'read'] as const;
const db = openTestDb();

const kept = new Map<string, string[]>();
const hash: Hash = async (pages) => {
  const lines: string[] = [];
  for await (const page of pages) lines.push(...page);
  return { rows: lines.length, sha256: await sha256(lines.join('\n')) };
};
async function* linesOf(table: string): AsyncIterable<string[]> {
  yield kept.get(table) ?? [];
}

const senderOf = (who: number) =>
  who % 2 ? { origin: 'signed', reader: who % 32 } : { origin: 'unsigned', network: 1, prefix: 2, browser: 3 };
const idOf = (what: number, who: number) => `${what}${String(who).padStart(31, '0')}`;

function bodyOf(kind: (typeof KINDS)[number], who: number) {
  const of = { v: 1, contentId: 1, hour: HOUR, ...senderOf(who) };
  if (kind === 'read') return { ...of, kind, id: idOf(1, who), level: 'half' };
  if (kind === 'view') return { ...of, kind, id: idOf(2, who), seen: [1, 2].map((id) => [idOf(2 + id, who), id, id]) };
  return { ...of, id: idOf(5, who), mark: 1, companyType: null, seniority: null, continent: null };
}

async function consume(bodies: readonly object[]): Promise<void> {
  const messages = bodies.map((body, i) => ({ id: `${i}`, timestamp: new Date(NOW), attempts: 1, body }));
  const batch = createMessageBatch('newsgauge-clicks', messages);
  await consumeClicks(batch, env, NOW);
  expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
}

async function counted(): Promise<string[]> {
  const tables = PARTITIONS.flatMap((n) => [`click_hours_${n}`, `view_hours_${n}`, `read_days_${n}`]);
  const found = await Promise.all(tables.map((table) => rows(`SELECT '${table}' AS "table", * FROM ${table}`)));
  return found.flat().map((row) => JSON.stringify(row));
}

beforeEach(async () => {
  await emptyNewsroom();
  const tables = PARTITIONS.flatMap((n) => [`view_hours_${n}`, `read_ids_${n}`, `read_days_${n}`]);
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await clickedArticles();
  // Impressions of demo readers, for which no ledger has entries.
  await env.DB.exec(
    `INSERT INTO view_hours_${partitionOf(HOUR)} (content_id, hour, clicked, mark_0__mark_1) VALUES (3, ${HOUR}, 0, 7)`,
  );
});

test.each([0, 1, 2])(
  'clicks, impressions and reads are restored with their ledgers if %d arrive after each table is copied',
  async (times) => {
    const sent: object[] = [];
    let readers = 0;
    const come = async () => {
      readers++;
      const bodies = KINDS.map((kind) => bodyOf(kind, readers));
      sent.push(...bodies);
      await consume(bodies);
    };
    await come();
    await come();
    const left = new Map(TABLES.map(({ name }) => [name, /_(ids|hours|days)_/.test(name) ? times : 0]));
    const manifest = await backup(
      db,
      async (table, pages) => {
        const lines: string[] = [];
        for await (const page of pages) lines.push(...page);
        kept.set(table, lines);
        const more = left.get(table) ?? 0;
        left.set(table, more - 1);
        if (more > 0) await come();
        return hash(linesOf(table));
      },
      () => NOW,
    );
    const all = await counted();

    const apply = async (transactions: AsyncIterable<SQL[]>) => {
      for await (const statements of transactions) await db.transaction(...statements);
    };
    await apply(restoration(manifest, linesOf, 10_000));
    expect(await findDifferences(db, manifest, hash)).toEqual([]);
    await db.transaction(...finish());
    await consume(sent);
    expect(await counted()).toEqual(all);
  },
  120_000,
);
