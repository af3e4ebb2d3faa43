import { abortAllDurableObjects, env, listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { COUNTERS, counterOf } from '../../../src/db/click-columns.ts';
import { engagement, expectedRow, type OracleShares, rowOf, rowsOf } from '../../rankings/oracle.ts';
import type { Book, Letter } from './book.ts';
import { TOPICS } from './history.ts';

interface Picture {
  windows: { topic: number; counters: Record<string, unknown>; audience: unknown; views: unknown }[];
  /** Rows of hourly aggregates inside the windows, as JSON; so with days. */
  hours: string[];
  /** Clicks that the ledger has more than the aggregates, by partition. */
  perPartition: number[];
  /** Of articles, and of topics, that are not sealed. */
  days: string[];
  topicDays: string[];
  outcomes: { hour: number; clicks: number }[];
  letters: Map<string, Letter>;
}

/** What the service has stored, and the same from the book: two values to compare. */

const PARTITIONS = [0, 1, 2, 3, 4];
const WINDOWS = [0, ...TOPICS];
const OPEN_DAYS = 15;
/** Hours for which shares are given; in a third of them, and later, the site's object makes its own, which are none: so few vote. */
const HOURS = 1500;

/** Shares by which the clicks of one network, prefix or browser weigh little. */
const RARE = {
  ...{ votes: 500, audiences: null },
  network: shares(32, 0.004, 31),
  prefix: shares(32, 0.5, 1),
  browser: shares(16, 0.02, 7),
};
const COMMON = {
  ...{ votes: 200, audiences: Array(16).fill(0.3) },
  network: shares(32, 0.3, 3),
  prefix: shares(32, 0.01, 2),
  browser: shares(16, 0.004, 0),
};

function shares(classes: number, share: number, at: number): number[] {
  return Array.from({ length: classes }, (_, i) => (i === at || i === 0 ? share : (1 - share) / classes));
}

/** An empty newsroom in whose next hours these shares are in force. */
export async function emptyTables(hour: number): Promise<void> {
  const tables = [
    'articles',
    'click_days',
    'topic_days',
    'computed_days',
    'site_shares',
    'click_outcomes',
    'dead_letters',
  ];
  const partitioned = PARTITIONS.flatMap((n) => [`click_ids_${n}`, `click_hours_${n}`]);
  await env.DB.batch(
    [
      ...[...tables, ...partitioned, 'topic_windows'].map((table) => `DELETE FROM ${table}`),
      "INSERT INTO article_index (article_index) VALUES ('delete-all')",
      ...WINDOWS.map((id) => `INSERT INTO topic_windows (topic_id) VALUES (${id})`),
      ...TOPICS.map(
        (id) => `INSERT OR IGNORE INTO topics (id, name, slug, description, category)
        VALUES (${id}, 'Topic ${id}', 'topic-${id}', '', 1)`,
      ),
      `INSERT INTO site_shares (hour, "left", is_accepted, shares) SELECT value, 1, 0,
        CASE value % 3 WHEN 1 THEN '${JSON.stringify(RARE)}' ELSE '${JSON.stringify(COMMON)}' END
        FROM (WITH RECURSIVE h (value) AS (SELECT ${hour - 400} UNION ALL SELECT value + 1 FROM h LIMIT ${HOURS})
          SELECT value FROM h) WHERE value % 3 > 0`,
    ].map((query) => env.DB.prepare(query)),
  );
}

/** Objects as if they had never been. */
export async function forgetObjects(): Promise<void> {
  for (const id of await listDurableObjectIds(env.TOPIC_WINDOW)) {
    await runInDurableObject(env.TOPIC_WINDOW.get(id), (_object, { storage }) => storage.deleteAll());
  }
  await abortAllDurableObjects();
}

/** A letter lies between blanks, so that what is emptied can be overwritten. */
const LETTERS = 'SELECT message_id AS id, reason, trim(body) AS body FROM dead_letters';
type LetterRow = { id: string } & Letter;
const byMessage = (list: LetterRow[]) => new Map(list.map(({ id, ...letter }) => [id, letter]));

export const storedLetters = async () => byMessage(await all<LetterRow>(LETTERS));

interface WindowRow {
  topic_id: number;
  version: number;
  views: string;
  audience: string;
  [column: string]: unknown;
}

/** Clicks of each origin. */
const ALL = ['unsigned_all', 'signed_all', 'trusted_all'].map((name) => counterOf(COUNTERS.indexOf(name)));

const COUNTER = /^(engagement|before|growth)_/;

async function all<T>(query: string): Promise<T[]> {
  return (await env.DB.prepare(query).all<T>()).results;
}

export async function stored(hour: number): Promise<Picture> {
  const firstDay = Math.floor(hour / 24) - OPEN_DAYS;
  const windows = await all<WindowRow>('SELECT * FROM topic_windows ORDER BY topic_id');
  const hours = await all<Record<string, number>>(
    PARTITIONS.map((n) => `SELECT * FROM click_hours_${n} WHERE hour >= ${hour - 337}`).join(' UNION ALL '),
  );
  const days = await all(`SELECT content_id AS contentId, day, engagement FROM click_days WHERE day >= ${firstDay}`);
  const topicDays = await all(
    `SELECT topic_id AS topicId, day, engagement, engagement_rm AS rm FROM topic_days WHERE day >= ${firstDay}`,
  );
  const outcomes = await all<Picture['outcomes'][number]>(
    `SELECT hour, sum(clicks) AS clicks FROM click_outcomes
      WHERE outcome IN ('counted', 'imported') AND hour >= ${hour - 48} GROUP BY 1 ORDER BY 1`,
  );
  const more = PARTITIONS.map(
    (n) =>
      `(SELECT count(*) FROM click_ids_${n}) - (SELECT coalesce(sum(${ALL.join(' + ')}), 0) FROM click_hours_${n})`,
  );
  const [perPartition] = await all<{ more: string }>(`SELECT json_array(${more.join(', ')}) AS more`);
  return {
    windows: windows.map(({ topic_id, version, views, audience, ...columns }) => ({
      topic: topic_id,
      counters: Object.fromEntries(Object.entries(columns).filter(([name]) => COUNTER.test(name))),
      // Not published yet says the same as empty.
      ...(version === 0 ? nothing(topic_id, hour) : { audience: JSON.parse(audience), views: JSON.parse(views) }),
    })),
    hours: hours.map(rowOf).sort(),
    days: days.map((row) => JSON.stringify(row)).sort(),
    topicDays: topicDays.map((row) => JSON.stringify(row)).sort(),
    outcomes,
    letters: await storedLetters(),
    perPartition: JSON.parse(perPartition?.more ?? '[]'),
  };
}

function nothing(topic: number, hour: number) {
  const { audience, views } = expectedRow(topic, { articles: [], clicks: [], shares: null, now: hour * 3600 });
  return { audience, views };
}

/** The shares in force at an hour; there may be none of its own where nothing is in any window. */
export async function sharesAt(hour: number): Promise<OracleShares> {
  const [row] = await all<{ shares: string | null }>(
    `SELECT shares FROM site_shares WHERE hour <= ${hour} ORDER BY hour DESC LIMIT 1`,
  );
  return row?.shares ? JSON.parse(row.shares) : null;
}

/** `now`: epoch milliseconds. `dayShares`: in force when the days were computed last. */
export function expected(book: Book, now: number, shares: OracleShares, dayShares: OracleShares): Picture {
  const hour = Math.floor(now / 3_600_000);
  const inWindows = book.inWindows(hour);
  const asked = { articles: [...book.articles.values()], clicks: inWindows, shares, now: Math.floor(now / 1000) };
  return {
    windows: WINDOWS.map((topic) => ({ topic, ...expectedRow(topic, asked) })),
    hours: rowsOf(inWindows),
    perPartition: PARTITIONS.map(() => 0),
    ...daysOf(book, now, dayShares),
    outcomes: [...book.outcomes]
      .filter(([at]) => at >= hour - 48)
      .map(([hour, clicks]) => ({ hour, clicks }))
      .sort((a, b) => a.hour - b.hour),
    letters: book.letters,
  };
}

function daysOf(book: Book, now: number, shares: OracleShares): { days: string[]; topicDays: string[] } {
  const today = Math.floor(now / 86_400_000);
  const clicks = [...book.clicks.values()].filter((c) => {
    const day = Math.floor(c.hour / 24);
    return day >= today - OPEN_DAYS && day < today;
  });
  const days = [...Map.groupBy(clicks, (c) => `${c.contentId} ${Math.floor(c.hour / 24)}`)].map(([key, list]) => {
    const [contentId = 0, day = 0] = key.split(' ').map(Number);
    return { contentId, day, list };
  });
  const topicDays = WINDOWS.flatMap((topicId) => {
    const tags = (id: number) => {
      const article = book.articles.get(id);
      return article && article.publishedAt <= now / 1000 ? [0, ...article.topics] : [];
    };
    const own = days.filter(({ contentId }) => tags(contentId).includes(topicId));
    return [...Map.groupBy(own, ({ day }) => day)].map(([day, list]) => {
      const of = (some: typeof list) =>
        engagement(
          some.map(({ list }) => list),
          shares,
        );
      return { topicId, day, engagement: of(list), rm: of(list.filter((d) => tags(d.contentId).includes(47))) };
    });
  });
  return {
    days: days.map(({ list, ...row }) => JSON.stringify({ ...row, engagement: engagement([list], shares) })).sort(),
    topicDays: topicDays.map((row) => JSON.stringify(row)).sort(),
  };
}
