import { abortAllDurableObjects, env, listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import type { Book, Letter } from './book.ts';
import { TOPICS } from './history.ts';
import { expectedRow } from './oracle.ts';

interface Picture {
  windows: { topic: number; counters: Record<string, unknown>; views: unknown }[];
  /** Rows of hourly aggregates inside the windows, as JSON; so with days. */
  hours: string[];
  /** Clicks that the ledger has more than the aggregates, by partition. */
  perPartition: number[];
  days: string[];
  outcomes: { hour: number; clicks: number }[];
  letters: Map<string, Letter>;
}

/** What the service has stored, and the same from the book: two values to compare. */

const PARTITIONS = [0, 1, 2, 3, 4];
const WINDOWS = [0, ...TOPICS];

export async function emptyTables(): Promise<void> {
  const tables = ['articles', 'click_days', 'click_outcomes', 'dead_letters', 'topic_windows'];
  const partitioned = PARTITIONS.flatMap((n) => [`click_ids_${n}`, `click_hours_${n}`]);
  await env.DB.batch(
    [
      ...[...tables, ...partitioned].map((table) => `DELETE FROM ${table}`),
      "INSERT INTO article_index (article_index) VALUES ('delete-all')",
      ...WINDOWS.map((id) => `INSERT INTO topic_windows (topic_id) VALUES (${id})`),
      ...TOPICS.map(
        (id) => `INSERT OR IGNORE INTO topics (id, name, slug, description, category)
        VALUES (${id}, 'Topic ${id}', 'topic-${id}', '', 1)`,
      ),
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

const LETTERS = 'SELECT message_id AS id, reason, body FROM dead_letters';
type LetterRow = { id: string } & Letter;
const byMessage = (list: LetterRow[]) => new Map(list.map(({ id, ...letter }) => [id, letter]));

export const storedLetters = async () => byMessage((await env.DB.prepare(LETTERS).all<LetterRow>()).results);

interface WindowRow {
  topic_id: number;
  version: number;
  views: string;
  [column: string]: unknown;
}

const COUNTER = /^(clicks|previous|items)_/;

export async function stored(hour: number): Promise<Picture> {
  const answers = await env.DB.batch(
    [
      'SELECT * FROM topic_windows ORDER BY topic_id',
      `SELECT content_id AS contentId, hour, company_type AS companyType, seniority, region, clicks FROM click_hours
        WHERE hour > ${hour - 336}`,
      'SELECT content_id AS contentId, day, clicks FROM click_days',
      `SELECT hour, clicks FROM click_outcomes WHERE outcome = 'counted' AND hour >= ${hour - 48} ORDER BY hour`,
      LETTERS,
      ...PARTITIONS.map(
        (n) => `SELECT (SELECT count(*) FROM click_ids_${n}) -
        (SELECT coalesce(sum(clicks), 0) FROM click_hours_${n}) AS more`,
      ),
    ].map((query) => env.DB.prepare(query)),
  );
  const [windows, hours, days, outcomes, letters, ...more] = answers.map(({ results }) => results) as [
    WindowRow[],
    object[],
    object[],
    Picture['outcomes'],
    LetterRow[],
    ...{ more: number }[][],
  ];
  return {
    windows: windows.map(({ topic_id, version, views, ...columns }) => ({
      topic: topic_id,
      counters: Object.fromEntries(Object.entries(columns).filter(([name]) => COUNTER.test(name))),
      // Not published yet says the same as empty.
      views: version === 0 ? expectedRow(topic_id, new Map(), [], hour).views : JSON.parse(views),
    })),
    hours: hours.map((row) => JSON.stringify(row)).sort(),
    days: days.map((row) => JSON.stringify(row)).sort(),
    outcomes,
    letters: byMessage(letters),
    perPartition: more.map(([row]) => row?.more ?? 0),
  };
}

export function expected(book: Book, hour: number): Picture {
  const inWindows = book.inWindows(hour);
  const today = Math.floor(hour / 24);
  const days = [...book.clicks.values()]
    .map((click) => ({ contentId: click.contentId, day: Math.floor(click.hour / 24) }))
    .filter(({ day }) => day < today);
  return {
    windows: WINDOWS.map((topic) => ({ topic, ...expectedRow(topic, book.articles, inWindows, hour) })),
    hours: counted(inWindows),
    perPartition: PARTITIONS.map(() => 0),
    days: counted(days),
    outcomes: [...book.outcomes]
      .filter(([at]) => at >= hour - 48)
      .map(([hour, clicks]) => ({ hour, clicks }))
      .sort((a, b) => a.hour - b.hour),
    letters: book.letters,
  };
}

/** Equal values once, with how many there are, as sorted JSON. */
function counted(values: readonly object[]): string[] {
  const counts = Map.groupBy(values, (value) => JSON.stringify(value));
  return Array.from(counts, ([json, same]) => JSON.stringify({ ...JSON.parse(json), clicks: same.length })).sort();
}
