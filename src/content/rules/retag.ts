import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { DAY, type Millis, toSeconds } from '../../lib/time.ts';
import { TAG_KINDS, type TagKind, type Tags, tagsOf } from '../../tagging/tags.ts';
import { jsonOrNull, tagVersion } from '../articles/article-facts.ts';
import { toTags } from '../articles/item.ts';
import { storeTags } from '../articles/store/drafts.ts';
import { mergeTags, type Tagged, without } from '../articles/tag-merge.ts';
import type { Changed } from '../changed.ts';
import { chunks } from '../import-lines.ts';
import { firstFrom } from '../position-sql.ts';
import { loadTagger } from './rules.ts';

const ARTICLES_PER_TRANSACTION = 100;
const MAX_SAMPLE = 20;

export interface Retagged {
  contentId: number;
  title: string;
  added: Tags;
  removed: Tags;
}

export interface RetagReport {
  examined: number;
  changed: number;
  tags: Record<TagKind, { added: number; removed: number }>;
  sample: Retagged[];
  /** Id of the article after which to continue. `null` if all articles are done. */
  after: number | null;
}

/** Applies the current rules to up to `limit` articles with ids above `after`. Tags set by editors do not change. */
export async function retag(db: Db, { after, limit }: { after: number; limit: number }, now: Millis) {
  const tagger = await loadTagger(db);
  const topics = new Set<number>();
  const counts = TAG_KINDS.map((kind) => [kind, { added: 0, removed: 0 }]);
  const report: RetagReport = { examined: 0, changed: 0, tags: Object.fromEntries(counts), sample: [], after };
  while (report.after !== null && report.examined < limit) {
    const size = Math.min(ARTICLES_PER_TRANSACTION, limit - report.examined);
    const rows = await readArticles(db, report.after, size);
    const changes = rows.flatMap((row) => change(row, mergeTags(row, tagger.tags(row), 'rules')) ?? []);
    const stored = await storeTags(db, changes.map(toRetagging), toSeconds(now));
    for (const one of changes) if (stored.written.has(one.row.id)) note(one, report);
    for (const topic of stored.topics) topics.add(topic);
    report.examined += rows.length;
    report.after = rows.length < size ? null : (rows.at(-1)?.id ?? null);
  }
  return { report, topics };
}

const RECENT_DAYS = 14;
const MAX_RECENT_ARTICLES = 500;

/** Applies the current rules to untagged articles of the last 14 days, because the rules may have new words. */
export async function retagUntagged(db: Db, now: Millis): Promise<Changed & { changed: number }> {
  const seconds = toSeconds(now);
  const untagged = [articles.topics, articles.companies, articles.countries, articles.geoGroups].map((tags) =>
    eq(tags, []),
  );
  const stored = await db
    .select()
    .from(articles)
    .where(and(sql`${articles.position} >= ${firstFrom(seconds - RECENT_DAYS * DAY)}`, ...untagged))
    .orderBy(desc(articles.position))
    .limit(MAX_RECENT_ARTICLES);
  if (stored.length === 0) return { changed: 0, topics: new Set() };
  const tagger = await loadTagger(db);
  const rows = stored.map(toRow);
  const changes = rows.flatMap((row) => change(row, mergeTags(row, tagger.tags(row), 'rules')) ?? []);
  const topics = new Set<number>();
  let changed = 0;
  for (const some of chunks(changes, ARTICLES_PER_TRANSACTION)) {
    const { written, topics: touched } = await storeTags(db, some.map(toRetagging), seconds);
    changed += written.size;
    for (const topic of touched) topics.add(topic);
  }
  return { changed, topics };
}

interface TaggedRow extends Tagged {
  id: number;
  title: string;
  introduction: string;
  language: string | null;
  version: string;
}

interface Change {
  row: TaggedRow;
  after: Tagged;
  added: Tags;
  removed: Tags;
}

async function readArticles(db: Db, after: number, limit: number): Promise<TaggedRow[]> {
  const rows = await db.select().from(articles).where(gt(articles.id, after)).orderBy(articles.id).limit(limit);
  return rows.map(toRow);
}

const toRow = (row: typeof articles.$inferSelect): TaggedRow => ({
  ...row,
  version: tagVersion(row),
  tags: toTags(row),
});

function change(row: TaggedRow, after: Tagged): Change | null {
  const added = tagsOf((kind) => without(after.tags[kind], row.tags[kind]));
  const removed = tagsOf((kind) => without(row.tags[kind], after.tags[kind]));
  if (TAG_KINDS.every((kind) => added[kind].length + removed[kind].length === 0)) return null;
  return { row, after, added, removed };
}

const toRetagging = ({ row, after }: Change) => ({
  id: row.id,
  tags: after.tags,
  ruleTags: jsonOrNull(after.ruleTags),
  before: { title: row.title, introduction: row.introduction, tags: row.version, ruleTags: jsonOrNull(row.ruleTags) },
});

function note({ row, added, removed }: Change, report: RetagReport): void {
  report.changed++;
  for (const kind of TAG_KINDS) {
    report.tags[kind].added += added[kind].length;
    report.tags[kind].removed += removed[kind].length;
  }
  if (report.sample.length < MAX_SAMPLE) report.sample.push({ contentId: row.id, title: row.title, added, removed });
}
