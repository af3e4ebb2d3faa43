import { gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { articles } from '../db/schema.ts';
import { readTagger } from '../tagging/tagger.ts';
import { jsonOrNull } from './article-facts.ts';
import { storeTags } from './article-store.ts';
import type { Changed } from './changed.ts';
import { type FacetSource, facetText } from './facets.ts';
import { loadGeography } from './geography.ts';
import { toTags } from './item.ts';
import { mergeTags, type Tagged, without } from './tag-merge.ts';
import { TAG_KINDS, type TagKind, type Tags, tagsOf } from './tags.ts';

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
 * `now`: epoch milliseconds.
 */
export async function retag(
  db: Db,
  { after, limit }: { after: number; limit: number },
  now: number,
): Promise<Changed & { report: RetagReport }> {
  const tagger = await readTagger(db);
  const groupIds = new Map((await loadGeography(db, now)).map(({ slug, id }) => [slug, id]));
  const topics = new Set<number>();
  const counts = TAG_KINDS.map((kind) => [kind, { added: 0, removed: 0 }]);
  const report: RetagReport = { examined: 0, changed: 0, tags: Object.fromEntries(counts), sample: [], after };
  while (report.after !== null && report.examined < limit) {
    const size = Math.min(CHUNK, limit - report.examined);
    const rows = await readArticles(db, report.after, size);
    const changes = rows.flatMap((row) => change(row, mergeTags(row, tagger.tags(row), 'rules'), groupIds) ?? []);
    const stored = await storeTags(db, changes.map(toRetagging), Math.floor(now / 1000));
    for (const one of changes) if (stored.written.has(one.row.id)) note(one, report);
    for (const topic of stored.topics) topics.add(topic);
    report.examined += rows.length;
    report.after = rows.length < size ? null : (rows.at(-1)?.id ?? null);
  }
  return { report, topics };
}

interface Row extends Tagged, Omit<FacetSource, keyof Tags> {
  id: number;
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
  const rows = await db.select().from(articles).where(gt(articles.id, after)).orderBy(articles.id).limit(limit);
  return rows.map((row) => ({
    ...row,
    https: row.url.startsWith('https:'),
    iframeable: Boolean(row.source.iframeable),
    tags: toTags(row),
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

const toRetagging = ({ row, after, facets }: Change) => ({
  id: row.id,
  tags: after.tags,
  facets,
  ruleTags: jsonOrNull(after.ruleTags),
  before: {
    title: row.title,
    introduction: row.introduction,
    facets: row.facets,
    ruleTags: jsonOrNull(row.ruleTags),
  },
});

function note({ row, added, removed }: Change, report: RetagReport): void {
  report.changed++;
  for (const kind of TAG_KINDS) {
    report.tags[kind].added += added[kind].length;
    report.tags[kind].removed += removed[kind].length;
  }
  if (report.sample.length < SAMPLE) report.sample.push({ contentId: row.id, title: row.title, added, removed });
}
