import { ConflictError, type Db } from '../../db/client.ts';
import type { articles } from '../../db/schema.ts';
import type { RuleTags } from '../../db/values.ts';
import { retry } from '../../lib/async-control.ts';
import { toSeconds } from '../../lib/time.ts';
import { type TagKind, type Tags, tagsOf } from '../../tagging/tags.ts';
import { restoreNotes } from '../annotations.ts';
import { jsonOrNull } from '../articles/article-facts.ts';
import { ARTICLE, articleIs } from '../articles/article-thing.ts';
import { draft, loadStock, type Stock } from '../articles/articles.ts';
import { toTags } from '../articles/item.ts';
import { formerOf, missingIn, otherSource } from '../articles/revert-articles.ts';
import { keepModified, storeDrafts } from '../articles/store/drafts.ts';
import type { Changed } from '../changed.ts';
import { type Author, newAuditChange, recordRestored } from '../history/audit.ts';
import { type TrashRow, takeFromTrash } from '../history/trash.ts';
import { restorePins } from '../pins/pins.ts';
import { backIntoStory } from '../stories/assign.ts';
import { restoreSubscriptions } from './followers.ts';
import { backIntoDays } from './remove-article.ts';

type Row = typeof articles.$inferSelect;

/** Restores a deleted article with the current names of its tags. Throws `ConflictError` if its id or URL is in use. */
export const restoreArticle = (db: Db, trashEntry: TrashRow, author: Author): Promise<Changed> =>
  // Tags and sources may change concurrently, so a restore is retried. If the id or URL is in use, all attempts fail.
  retry(
    MAX_ATTEMPTS,
    (error) => error instanceof ConflictError,
    () => tryRestore(db, trashEntry, author),
  );

const MAX_ATTEMPTS = 5;

async function tryRestore(db: Db, trashEntry: TrashRow, author: Author): Promise<Changed> {
  const row = trashEntry.rows.articles?.[0] as unknown as Row;
  const value = formerOf(row, {});
  const stock = await loadStock(db, [{ value }]);
  if (stock.byId.size > 0) throw new ConflictError();
  const known = (tags: Tags): Tags =>
    tagsOf((kind) => (tags[kind] as (number | string)[]).filter((tag) => isKnown(stock, kind, tag)));
  const stored = {
    ...draft({ ...value, ...known(toTags(row)) }, row.id, stock, 'hand'),
    ruleTags: jsonOrNull(row.ruleTags && withKnown(row.ruleTags, known)),
    story: row.storyId,
  };
  const seconds = toSeconds(author.now);
  const records = [
    keepModified(db, row.id, row.modifiedAt).getSQL(),
    backIntoStory(row.id, trashEntry.rows.stories ?? []),
    backIntoDays(row.id, trashEntry.rows.recommended ?? [], seconds),
    recordRestored(newAuditChange(author), 'article', { thing: ARTICLE, where: articleIs(row.id), ref: row.id }),
    ...takeFromTrash(db, trashEntry.id).map((statement) => statement.getSQL()),
    restoreNotes(trashEntry.rows.notes),
    restorePins(trashEntry.rows.pins),
    restoreSubscriptions('story', row.storyId, trashEntry.rows.followers),
  ];
  const seen = { byId: stock.byId, known: stock, records };
  return storeDrafts(db, { different: [stored], remembered: [] }, seen, seconds);
}

const withKnown = ({ added, barred }: RuleTags, known: (tags: Tags) => Tags): RuleTags => ({
  added: known(added),
  barred,
});

const isKnown = (stock: Stock, kind: TagKind, tag: number | string): boolean =>
  kind === 'countries' || (stock[kind] as ReadonlySet<unknown>).has(tag);

/** Returns why a deleted article cannot be restored unchanged, or `null`: a tag is missing, or its URL is in use. */
export async function whyNotWhole(db: Db, trashEntry: TrashRow): Promise<string | null> {
  const row = trashEntry.rows.articles?.[0] as unknown as Row;
  const value = formerOf(row, {});
  const stock = await loadStock(db, [{ value }]);
  return missingIn(stock, value) ?? otherSource(draft(value, row.id, stock, 'hand').domain, row.source.domain);
}
