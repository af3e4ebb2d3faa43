/** An import that shares its thread with other requests stores the same content, in smaller transactions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { openDb } from '../../../src/db/client.ts';
import { shareThread } from '../../../src/lib/thread/turns.ts';
import { d1On } from '../../../src/node/d1/database.ts';
import { openD1File } from '../../../src/node/d1/sqlite.ts';
import { migrateFile } from '../../../src/node/state/migrate.ts';
import { Turns } from '../../../src/node/turns.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-import-turns-'));
afterAll(() => {
  shareThread(null);
  rmSync(folder, { recursive: true, force: true });
});

const NOW = 1_764_400_000_000;
const EVENTS = ['Ferry Astrid sinks near Bergen', 'Cyber attack stops Hotel Lumen', 'Quake damages bridge in Izmir'];
const article = (i: number, more: object = {}) => ({
  url: `https://news-${i % 4}.example/${i}`,
  title: `${EVENTS[i % 3]}, report ${i}`,
  introduction: `Insurers expect claims of $${i + 2}m.`,
  language: 'en',
  publishedAt: new Date(NOW - 3_600_000 + i * 1000).toISOString(),
  contentType: 'article',
  ...more,
});

async function stored(values: readonly object[], isShared: boolean) {
  const file = join(folder, `${values.length} ${isShared}.sqlite`);
  migrateFile(file);
  const database = openD1File(file);
  const turns = new Turns();
  shareThread(isShared ? turns.ofLongTask : null);
  const lines = values.map((value, i) => ({ line: i + 1, value: articleInput.parse(value) }));
  const db = openDb(d1On(database, { turns }));
  const { refusals, ids, created } = await saveArticles(db, lines, NOW, 'hand', { actor: 'editor', now: NOW });
  const rows = database
    .prepare('SELECT id, url, title, position, story_id, published_at, modified_at FROM articles ORDER BY id')
    .all();
  const audited = Number(database.prepare('SELECT count(*) AS n FROM audit').get()?.n);
  database.close();
  return { content: { rows, refusals: [...refusals], ids: [...ids], created: [...created] }, audited };
}

test('an import with a shared thread stores the same articles and stories in several transactions', async () => {
  const values = Array.from({ length: 150 }, (_, i) => article(i, i === 70 ? { topics: [99] } : {}));
  const [whole, shared] = [await stored(values, false), await stored(values, true)];
  expect(shared.content).toEqual(whole.content);
  expect(whole.content.refusals).toEqual([[71, { topics: 'unknown topic: 99' }]]);
  expect(new Set(whole.content.rows.map(({ story_id }) => story_id)).size).toBeLessThan(150);
  expect(whole.audited).toBe(1);
  expect(shared.audited).toBeGreaterThan(1);
});

test('a later line replaces a far earlier line for the same article', async () => {
  const values = [...Array.from({ length: 100 }, (_, i) => article(i)), article(3, { title: 'Ferry Astrid is found' })];
  const [whole, shared] = [await stored(values, false), await stored(values, true)];
  expect(shared).toEqual(whole);
  expect(whole.content.rows[3]).toMatchObject({ title: 'Ferry Astrid is found' });
});
