import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, failWhere, NO_PRECONDITION, type Precondition } from '../../db/client.ts';
import { articles, stories } from '../../db/schema.ts';
import { bare, inJson, inList } from '../../db/sql.ts';
import { placeInStories } from '../articles/store/drafts.ts';
import { indexPending } from '../articles/store/pending.ts';
import { type Changed, changedBy, markRankingsOf } from '../changed.ts';
import { type Author, newAuditChange, recordAround } from '../history/audit.ts';
import { type ImportLine, type Refusals, refuse } from '../import-lines.ts';
import { makePending } from '../index/entries.ts';
import { ownStory } from '../stories/assign.ts';
import { retellStories } from '../stories/rebuild.ts';
import type { ThingKind } from '../things.ts';

/** Editors can merge and split stories and choose a representative article. New articles never change this. */

export interface StoryInput {
  id: number;
  articles: readonly number[];
  lead: number | null;
}

export const storedStory = z.object({
  id: z.int(),
  articles: z.array(z.int()).describe('Content ids, earliest publication first'),
  lead: z.int().nullable().describe('Representative article chosen by an editor; null if none was chosen'),
  decided: z
    .boolean()
    .describe('Whether an editor has joined or split the story, or chosen its representative article'),
});
export type Story = z.output<typeof storedStory>;

const COPIES = sql`(SELECT json_group_array(CAST(j.key AS INTEGER) ORDER BY j.value ->> 0, CAST(j.key AS INTEGER)) FROM json_each(${stories.copies}) j)`;

export const STORY: ThingKind<Story> = {
  shape: storedStory,
  row: sql`json_object('id', ${stories.id}, 'articles', json(${COPIES}), 'lead', ${stories.leadId}, 'decided', ${inJson(stories.decided)})`,
  table: sql`${stories}`,
};

export const storyIs = (id: number): SQL => sql`${stories.id} = ${id}`;

const storyRows = (db: Db, where: SQL): Promise<Story[]> =>
  db
    .rows(z.object({ row: z.string() }), sql`SELECT ${STORY.row} AS row FROM ${stories} WHERE ${where}`)
    .then((rows) => rows.map(({ row }) => storedStory.parse(JSON.parse(row))));

/** Loads the stories that contain these articles. Ignores unknown ids. */
export const storiesOf = (db: Db, ids: readonly number[]): Promise<Story[]> =>
  storyRows(db, sql`${stories.id} IN (SELECT ${articles.storyId} FROM ${articles} WHERE ${inList(articles.id, ids)})`);

async function ownIds(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.rows(
    z.object({ id: z.int(), own: z.int() }),
    sql`SELECT value AS id, ${ownStory(sql.raw('value'))} AS own FROM json_each(${JSON.stringify(ids)})`,
  );
  return new Map(rows.map(({ id, own }) => [id, own]));
}

/**
 * Moves articles into stories. An article that leaves a story must join another one. Throws `ConflictError` if an
 * article moved concurrently.
 */
export async function reassignArticles(
  db: Db,
  states: readonly Story[],
  author: Author,
  guard: Precondition = NO_PRECONDITION,
) {
  const places = states.flatMap(({ id, articles }) => articles.map((article) => [article, id] as const));
  const before = await storiesOf(
    db,
    places.map(([article]) => article),
  );
  const seen = before.flatMap(({ id, articles }) => articles.map((article) => [article, id]));
  const refs = [...before, ...states].map(({ id }) => String(id));
  const record = recordAround(newAuditChange(author), 'story', {
    table: STORY.table,
    key: stories.id,
    refs,
    row: STORY.row,
  });
  const moved = before.flatMap((story) =>
    story.articles.filter((article) => places.some(([one, id]) => one === article && id !== story.id)),
  );
  const { marked } = await db.transaction({
    guard,
    seen: failWhere(sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(seen)}) v LEFT JOIN ${articles} ON ${articles.id} = v.value ->> 0
      WHERE ${articles.storyId} IS NOT v.value ->> 1)`),
    before: record.before,
    placed: placeInStories(places),
    decided: sql`UPDATE ${stories} SET (${bare(stories.leadId)}, ${bare(stories.decided)}) = (v.value ->> 'lead', v.value ->> 'decided')
      FROM json_each(${JSON.stringify(states)}) v WHERE ${stories.id} = v.value ->> 'id'`,
    pending: makePending(inList(articles.id, moved)),
    marked: markRankingsOf(inList(articles.id, moved)),
    after: record.after,
  });
  await indexPending(db, author.now);
  await retellStories(db, [...new Set([...before, ...states].map(({ id }) => id))], author.now);
  return changedBy(marked);
}

const apart = async (db: Db, ids: readonly number[]): Promise<Story[]> =>
  Array.from(await ownIds(db, ids), ([article, id]) => ({ id, articles: [article], lead: null, decided: true }));

/** Stores stories from the lines of an import. Each article removed from a story becomes a separate story. */
export async function saveStories(
  db: Db,
  lines: readonly ImportLine<StoryInput>[],
  author: Author,
  guard: Precondition = NO_PRECONDITION,
): Promise<Changed & { refusals: Refusals }> {
  const refusals: Refusals = new Map();
  const topics = new Set<number>();
  for (const { line, value } of lines) {
    const found = await storiesOf(db, value.articles);
    const known = new Set(found.flatMap(({ articles }) => articles));
    const unknown = value.articles.filter((id) => !known.has(id));
    if (unknown.length > 0) refuse(refusals, line, 'articles', `unknown articles: ${unknown.slice(0, 5).join(', ')}`);
    if (value.lead !== null && !value.articles.includes(value.lead))
      refuse(refusals, line, 'lead', 'must be one of the articles of the story');
    if (refusals.has(line)) continue;
    const [before] = await storyRows(db, storyIs(value.id));
    const lost = before?.articles.filter((id) => !value.articles.includes(id)) ?? [];
    const whole = { ...value, articles: [...value.articles], decided: true };
    const changed = await reassignArticles(db, [whole, ...(await apart(db, lost))], author, guard);
    for (const topic of changed.topics) topics.add(topic);
  }
  return { refusals, topics };
}

/** Moves each article except the first into a story of its own. */
export const dissolve = async (
  db: Db,
  { id, articles }: Story,
  author: Author,
  guard: Precondition,
): Promise<Changed> =>
  reassignArticles(
    db,
    [{ id, articles: articles.slice(0, 1), lead: null, decided: true }, ...(await apart(db, articles.slice(1)))],
    author,
    guard,
  );

export async function splitStory(db: Db, story: Story, ids: readonly number[], author: Author, guard: Precondition) {
  const [own] = await apart(db, ids.slice(0, 1));
  if (!own) throw new Error('a story needs an article');
  const rest = story.articles.filter((id) => !ids.includes(id));
  const lead = story.lead !== null && rest.includes(story.lead) ? story.lead : null;
  const changed = await reassignArticles(
    db,
    [
      { ...story, articles: rest, lead, decided: true },
      { ...own, articles: [...ids] },
    ],
    author,
    guard,
  );
  return { ...changed, id: own.id };
}
