import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { randomNonce } from '../../src/clicks/consume/consumer.ts';
import { countClicks } from '../../src/clicks/consume/ledger.ts';
import { importClicks, pastClickInput } from '../../src/clicks/import-past-clicks.ts';
import type { ClickMessage } from '../../src/clicks/message.ts';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { makePending } from '../../src/content/index/entries.ts';
import { articleInput } from '../../src/content/input.ts';
import { saveTopics } from '../../src/content/topics.ts';
import { askWindows } from '../../src/rankings/object/notify.ts';
import { author, openTestDb } from '../support/index.ts';
import { CLICK_TABLES, DERIVED_TABLES } from './click-tables.ts';
import { forgetObjects } from './exactness/world.ts';

const HOUR = 3_600_000;
const db = openTestDb();

export const rows = async <T = Record<string, unknown>>(query: string): Promise<T[]> =>
  (await env.DB.prepare(query).all<T>()).results;

export async function emptyNewsroom(): Promise<void> {
  await forgetObjects();
  const tables = ['articles', 'story_words', 'story_terms', 'topics', 'dead_letters'];
  // All rows are deleted in one call, because the simulator takes equally long for any call.
  const deletes = [...tables, ...DERIVED_TABLES, ...CLICK_TABLES].map((table) => `DELETE FROM ${table};`);
  deletes.push("INSERT INTO article_index (article_index) VALUES ('delete-all');");
  await env.DB.prepare(deletes.join('\n')).run();
}

/** Tables filled by the first articles, in the order in which their rows can be restored. Triggers fill the others. */
const FILLED = [
  'topics',
  'sources',
  'stories',
  'articles',
  'story_terms',
  'story_words',
  'name_lists',
  'topic_windows',
];
let again = '';

async function rowsAgain(): Promise<string> {
  const statements: string[] = [];
  for (const table of FILLED) {
    const names = (await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
      ({ name }) => name,
    );
    const values = names.map((name) => `quote("${name}")`).join(" || ',' || ");
    const found = await rows<{ all: string }>(`SELECT ${values} AS "all" FROM ${table}`);
    statements.push(...found.map(({ all }) => `REPLACE INTO ${table} ("${names.join('","')}") VALUES (${all});`));
  }
  return statements.join('\n');
}

/**
 * Publishes article 1 with topics 1 and 2, article 2 with topic 1 and article 3 with topic 3. Later calls in a file
 * restore the rows.
 */
export async function clickedArticles(): Promise<void> {
  const [found] = await rows<{ count: number }>(
    'SELECT (SELECT count(*) FROM topics) + (SELECT count(*) FROM articles) AS count',
  );
  if (found?.count === 0 && again) {
    await env.DB.prepare(again).run();
    await db.run(makePending(sql`true`));
    return;
  }
  const topics = [1, 2, 3].map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    description: '',
    category: 1 as const,
    excludedFromTrending: false,
  }));
  await saveTopics(
    db,
    topics.map((value, i) => ({ line: i + 1, value })),
    author,
  );
  await saveArticles(db, [article(1, [1, 2]), article(2, [1]), article(3, [3])], 0);
  if (found?.count === 0) again = await rowsAgain();
}

export const article = (id: number, topics: number[]) => ({
  line: id,
  value: articleInput.parse({
    id,
    url: `https://a.example/${id}`,
    title: `Article ${id}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics,
  }),
});

/** Imports clicks with the given ages in hours, by default from distinct readers. Returns the rejected lines. */
export const importAgo = (clicks: { contentId: number; ago: number; reader?: string }[], now: number) =>
  importClicks(
    db,
    env,
    clicks.map(({ contentId, ago, reader }, i) => ({
      line: i + 1,
      value: pastClickInput.parse({
        contentId,
        at: new Date(now - ago * HOUR).toISOString(),
        reader: reader ?? `reader ${i} ${now}`,
      }),
    })),
    now,
  );

/** Counts clicks by distinct readers in the ledger and the aggregates, without notifying objects. */
export async function countAgo(clicks: { contentId: number; ago: number }[], now: number): Promise<void> {
  const readers = clicks.map((_, i) => (now + i).toString(16).padStart(32, '0'));
  const messages = clicks.map(({ contentId, ago }, i) => message(contentId, now - ago * HOUR, readers[i]));
  await countClicks(db, messages, { nonce: randomNonce(), now });
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Queue message of a signed click. `at` is in epoch milliseconds, and `reader` is hexadecimal. */
export const message = (contentId: number, at: number, reader = '0'.repeat(32)): ClickMessage => ({
  v: 1,
  id: `${hex(contentId, 6)}${hex(Math.floor(at / (24 * HOUR)), 6)}${reader.slice(-20)}`,
  contentId,
  hour: Math.floor(at / HOUR),
  origin: 'signed',
  reader: Number.parseInt(reader.slice(-1), 16),
  companyType: null,
  seniority: null,
  continent: null,
});

export async function askedRow(topicId: number): Promise<Record<string, unknown>> {
  await askWindows(env, [topicId], Date.now());
  return windowRow(topicId);
}

export async function windowRow(topicId: number): Promise<Record<string, unknown>> {
  const [row] = await rows(`SELECT * FROM topic_windows WHERE topic_id = ${topicId}`);
  return row ?? {};
}

export async function clickedNewsroomAt(now: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await emptyNewsroom();
  await clickedArticles();
}
