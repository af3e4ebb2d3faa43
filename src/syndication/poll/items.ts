import { sql } from 'drizzle-orm';
import { saveArticles } from '../../content/articles.ts';
import type { Article } from '../../content/input.ts';
import { chunks } from '../../content/saved.ts';
import type { Db } from '../../db/client.ts';
import { sha256 } from '../../lib/hash.ts';
import type { Tagger } from '../../tagging/tagger.ts';
import type { Story } from '../read/article.ts';
import { type KeyedStory, keyed } from './keys.ts';

/** What became of a document's items. */
export interface SavedItems {
  /** Articles that were not there before. */
  added: number;
  changed: number;
  unchanged: number;
  /** How many could not be taken, by reason. */
  refused: Record<string, number>;
  /** What was odd and taken all the same, in words. */
  notes: string[];
  /** Topics whose rankings may be different now. */
  topics: Set<number>;
}

interface Known {
  guid: string;
  articleId: number;
  hash: string;
}

/** Id of an article that is about to be stored. Should the poll break off then, the next one knows the article for its own. */
const UNSTORED = 0;

/** What of an article stands although a feed does not say it. */
type Stored = Pick<Article, 'publishedAt' | 'organisationType' | 'client' | 'image'> & {
  id: number;
  url: string;
  paywalled: number;
  registration: number;
};

/** Items looked up and noted at once: even the longest ids stay below D1's 2 MB a value. */
const PORTION = 200;

interface Saving {
  tagger: () => Promise<Tagger>;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Stores the items of a feed that are new or have changed. An item whose story is there already (from another feed, or
 * published by hand) is only noted; an article that was deleted stays deleted.
 */
export async function saveItems(
  db: Db,
  feedId: number,
  stories: readonly Story[],
  saving: Saving,
): Promise<SavedItems> {
  const { items, repeated, ambiguous } = keyed(stories, feedId);
  const total: SavedItems = {
    ...{ added: 0, changed: 0, unchanged: 0, topics: new Set<number>() },
    refused: repeated > 0 ? { 'with the address of another': repeated } : {},
    notes: ambiguous > 0 ? [`uses ${ambiguous} ${ambiguous === 1 ? 'id' : 'ids'} for several stories each`] : [],
  };
  for (const portion of chunks(items, PORTION)) add(total, await savePortion(db, feedId, portion, saving));
  return total;
}

function add(total: SavedItems, { added, changed, unchanged, refused, topics }: SavedPortion): void {
  total.added += added;
  total.changed += changed;
  total.unchanged += unchanged;
  for (const [reason, count] of Object.entries(refused)) total.refused[reason] = (total.refused[reason] ?? 0) + count;
  for (const topic of topics) total.topics.add(topic);
}

type SavedPortion = Omit<SavedItems, 'notes'>;

async function savePortion(
  db: Db,
  feedId: number,
  all: readonly KeyedStory[],
  { tagger, now }: Saving,
): Promise<SavedPortion> {
  const hashes = new Map(
    await Promise.all(all.map(async (story): Promise<[string, string]> => [story.key, await hashOf(story)])),
  );
  const known = await loadKnown(db, feedId, all);
  const different = all.filter(({ key }) => known.get(key)?.hash !== hashes.get(key));
  const result: SavedPortion = {
    ...{ added: 0, changed: 0, unchanged: all.length - different.length },
    ...{ refused: {}, topics: new Set<number>() },
  };
  if (different.length === 0) return result;

  const stored = await loadStored(db, different, known);
  const notes: Known[] = [];
  const lines: { line: number; value: Article }[] = [];
  const note = (key: string, articleId: number) => notes.push({ guid: key, articleId, hash: hashes.get(key) ?? '' });
  for (const [line, story] of different.entries()) {
    const before = known.get(story.key);
    const owner = stored.byUrl.get(story.article.url) ?? (before && stored.byId.get(before.articleId));
    if (!before && owner) note(story.key, owner.id);
    else if (before && before.articleId !== UNSTORED && !owner) note(story.key, before.articleId);
    else lines.push({ line, value: { ...merge(story, owner), ...(await tagger()).tags(story.article) } });
  }
  result.unchanged += notes.length;

  const fresh = lines.flatMap(({ line }) => different[line] ?? []).filter(({ key }) => !known.has(key));
  await noteItems(
    db,
    feedId,
    fresh.map(({ key }) => ({ guid: key, articleId: UNSTORED, hash: '' })),
  );
  const { refusals, ids, created, topics } = await saveArticles(db, lines, now, 'rules');
  for (const [line, id] of ids) note(different[line]?.key ?? '', id);
  for (const errors of refusals.values()) {
    const reason = `whose ${Object.keys(errors).join(' and ')} cannot be taken`;
    result.refused[reason] = (result.refused[reason] ?? 0) + 1;
  }
  await noteItems(db, feedId, notes);
  return { ...result, added: created.size, changed: ids.size - created.size, topics };
}

async function noteItems(db: Db, feedId: number, notes: readonly Known[]): Promise<void> {
  if (notes.length === 0) return;
  await db.run(sql`INSERT INTO feed_items (feed_id, guid, article_id, hash)
    SELECT ${feedId}, value ->> 'guid', value ->> 'articleId', value ->> 'hash' FROM json_each(${JSON.stringify(notes)}) WHERE true
    ON CONFLICT DO UPDATE SET (article_id, hash) = (excluded.article_id, excluded.hash)`);
}

/** Of what the feed says, not of when it was asked. */
const hashOf = async ({ article: { publishedAt, ...article }, dated }: Story) =>
  (await sha256(JSON.stringify([article, dated === 'published' ? publishedAt : null]))).slice(0, 32);

const loadKnown = async (db: Db, feedId: number, stories: readonly KeyedStory[]): Promise<Map<string, Known>> =>
  new Map(
    (
      await db.all<Known>(sql`SELECT guid, article_id AS articleId, hash FROM feed_items
        WHERE feed_id = ${feedId} AND guid IN (SELECT value FROM json_each(${JSON.stringify(stories.map(({ key }) => key))}))`)
    ).map((item) => [item.guid, item]),
  );

async function loadStored(db: Db, stories: readonly KeyedStory[], known: Map<string, Known>) {
  const urls = JSON.stringify(stories.map(({ article }) => article.url));
  const ids = JSON.stringify(stories.flatMap(({ key }) => known.get(key)?.articleId ?? []));
  const columns = sql.raw(`id, url, published_at AS publishedAt, organisation_type AS organisationType, client, image,
    paywalled, registration`);
  const rows = (
    await db.together<[Stored[], Stored[]]>(
      sql`SELECT ${columns} FROM articles WHERE url IN (SELECT value FROM json_each(${urls}))`,
      sql`SELECT ${columns} FROM articles WHERE id IN (SELECT value FROM json_each(${ids}))`,
    )
  ).flat();
  return { byUrl: new Map(rows.map((row) => [row.url, row])), byId: new Map(rows.map((row) => [row.id, row])) };
}

/** The feed's version of a stored article: what feeds do not say stays as it is. */
function merge({ article, dated }: Story, stored: Stored | undefined): Article {
  if (!stored) return article;
  return {
    ...article,
    id: stored.id,
    // A time of change, or of the fetch, would bring an old story up again.
    publishedAt: dated === 'published' ? article.publishedAt : stored.publishedAt,
    organisationType: stored.organisationType ?? undefined,
    client: stored.client ?? undefined,
    paywalled: Boolean(stored.paywalled),
    registration: Boolean(stored.registration),
    image: article.image ?? (stored.image ? JSON.parse(String(stored.image)) : undefined),
  };
}
