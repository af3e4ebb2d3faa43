import { sql } from 'drizzle-orm';
import { companiesJson, selectClicked, topicsJson } from '../content/article-store.ts';
import { type FacetSource, facetText } from '../content/facets.ts';
import { loadGeography } from '../content/geography.ts';
import { mergeTags, type Tagged, without } from '../content/tag-merge.ts';
import { TAG_KINDS, type TagKind, type Tags, tagsOf } from '../content/tags.ts';
import type { Db } from '../db/client.ts';
import type { RuleTags } from '../db/values.ts';
import { readTagger } from './tagger.ts';

/** Articles read and written in one transaction each. */
const CHUNK = 100;
/** Changed articles that an answer names. */
const SAMPLE = 20;

/** What an article gained and lost. */
export interface Retagged {
  contentId: number;
  title: string;
  added: Tags;
  removed: Tags;
}

export interface RetagReport {
  examined: number;
  changed: number;
  /** Tags given and taken, by kind. */
  tags: Record<TagKind, { added: number; removed: number }>;
  /** The first that have changed. */
  sample: Retagged[];
  /** Article id to go on after; null: all have been examined. */
  after: number | null;
}

/**
 * Applies the rules as they stand to at most `limit` stored articles with ids above `after`: adds what matches now, takes away what
 * rules added and matches no longer, and leaves tags set by hand alone. Unchanged articles write nothing.
 * Returns the topics whose rankings may change, too. `now`: epoch milliseconds.
 */
export async function retag(
  db: Db,
  { after, limit }: { after: number; limit: number },
  now: number,
): Promise<{ report: RetagReport; topics: Set<number> }> {
  const tagger = await readTagger(db);
  const groupIds = new Map((await loadGeography(db, now)).map(({ slug, id }) => [slug, id]));
  const topics = new Set<number>();
  const counts = TAG_KINDS.map((kind) => [kind, { added: 0, removed: 0 }]);
  const report: RetagReport = { examined: 0, changed: 0, tags: Object.fromEntries(counts), sample: [], after };
  while (report.after !== null && report.examined < limit) {
    const size = Math.min(CHUNK, limit - report.examined);
    const rows = await readArticles(db, report.after, size);
    const changes = rows.flatMap((row) => change(row, mergeTags(row, tagger.tags(row), 'rules'), groupIds) ?? []);
    const { written, clicked } = await write(db, changes, Math.floor(now / 1000));
    for (const one of changes) if (written.has(one.row.id)) note(one, report);
    for (const { row, after } of changes) {
      if (clicked.has(row.id)) for (const topic of [...row.tags.topics, ...after.tags.topics]) topics.add(topic);
    }
    report.examined += rows.length;
    report.after = rows.length < size ? null : (rows.at(-1)?.id ?? null);
  }
  return { report, topics };
}

interface Row extends Tagged, Omit<FacetSource, keyof Tags> {
  id: number;
  title: string;
  introduction: string;
  facets: string;
}

interface Change {
  row: Row;
  after: Tagged;
  facets: string;
  added: Tags;
  removed: Tags;
}

async function readArticles(db: Db, after: number, limit: number): Promise<Row[]> {
  type Stored = Omit<Row, 'tags' | 'ruleTags'> & Record<TagKind, string> & { ruleTags: string | null; url: string };
  const rows =
    await db.all<Stored>(sql`SELECT id, title, introduction, url, url_key AS urlKey, content_type AS contentType, paywalled,
      registration, source ->> 'iframeable' AS iframeable, facets, rule_tags AS ruleTags,
      (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(topics)) AS topics,
      (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(companies)) AS companies, countries, geo_groups AS geoGroups
    FROM articles WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
  return rows.map((row) => ({
    ...row,
    https: row.url.startsWith('https:'),
    iframeable: Boolean(row.iframeable),
    paywalled: Boolean(row.paywalled),
    registration: Boolean(row.registration),
    tags: tagsOf((kind) => JSON.parse(row[kind])),
    ruleTags: row.ruleTags === null ? null : (JSON.parse(row.ruleTags) as RuleTags),
  }));
}

/** Null where the rules find what is there already. */
function change(row: Row, after: Tagged, groupIds: Map<string, number>): Change | null {
  const added = tagsOf((kind) => without(after.tags[kind], row.tags[kind]));
  const removed = tagsOf((kind) => without(row.tags[kind], after.tags[kind]));
  if (TAG_KINDS.every((kind) => added[kind].length + removed[kind].length === 0)) return null;
  const geoGroups = after.tags.geoGroups.map((slug) => groupIds.get(slug) ?? 0);
  return { row, after, facets: facetText({ ...row, ...after.tags, geoGroups }), added, removed };
}

/**
 * Writes articles and their index entries. An article that somebody has changed since it was read is left alone: what was
 * set by hand meanwhile must not be undone. Returns the ids written, and those that have clicks.
 */
async function write(
  db: Db,
  changes: readonly Change[],
  now: number,
): Promise<{ written: Set<number>; clicked: Set<number> }> {
  if (changes.length === 0) return { written: new Set(), clicked: new Set() };
  const rows = JSON.stringify(
    changes.map(({ row, after, facets }) => ({
      id: row.id,
      ...after.tags,
      ruleTags: after.ruleTags && JSON.stringify(after.ruleTags),
      facets,
      before: {
        title: row.title,
        introduction: row.introduction,
        facets: row.facets,
        ruleTags: row.ruleTags && JSON.stringify(row.ruleTags),
      },
    })),
  );
  const ids = JSON.stringify(changes.map(({ row }) => row.id));
  const [clicked, written] = await db.together<[{ id: number }[], { id: number }[], never[]]>(
    selectClicked(ids),
    sql`UPDATE articles SET (topics, companies, countries, geo_groups, facets, rule_tags, modified_at) =
        (${topicsJson("v -> 'topics'", 'j.value')}, ${companiesJson("v -> 'companies'", 'j.value')}, v -> 'countries', v -> 'geoGroups',
        v ->> 'facets', v ->> 'ruleTags', ${now})
      FROM (SELECT value AS v FROM json_each(${rows}))
      WHERE articles.id = v ->> 'id' AND (articles.title, articles.introduction, articles.facets, articles.rule_tags) IS
        (v -> 'before' ->> 'title', v -> 'before' ->> 'introduction', v -> 'before' ->> 'facets', v -> 'before' ->> 'ruleTags')
      RETURNING articles.id`,
    sql`INSERT OR REPLACE INTO article_index (rowid, title, introduction, facets)
      SELECT position, title, introduction, facets FROM articles WHERE id IN (SELECT value FROM json_each(${ids}))`,
  );
  return { written: new Set(written.map(({ id }) => id)), clicked: new Set(clicked.map(({ id }) => id)) };
}

function note({ row, added, removed }: Change, report: RetagReport): void {
  report.changed++;
  for (const kind of TAG_KINDS) {
    report.tags[kind].added += added[kind].length;
    report.tags[kind].removed += removed[kind].length;
  }
  if (report.sample.length < SAMPLE) report.sample.push({ contentId: row.id, title: row.title, added, removed });
}
