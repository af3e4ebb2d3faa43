import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { valuesOf } from '../../db/sql.ts';
import type { RuleTags } from '../../db/values.ts';
import { retry } from '../../lib/async-control.ts';
import { toSeconds } from '../../lib/time.ts';
import { dedupeKey } from '../../lib/url.ts';
import { TAG_KINDS } from '../../tagging/tags.ts';
import { type Changed, changedBy } from '../changed.ts';
import { type Author, newAuditChange } from '../history/audit.ts';
import type { Article } from '../input.ts';
import { recordArticles, recordedOf, same } from './article-audit.ts';
import { type ArticleDraft, differences, type EditableFields, jsonOrNull, shownOf, toStored } from './article-facts.ts';
import { draft, loadStock, type Stock } from './articles.ts';
import { toTags } from './item.ts';
import { isOvertaken, storeDrafts } from './store/drafts.ts';

export interface ArticleChange {
  id: number;
  before: EditableFields;
  after: EditableFields;
}

export interface RevertedArticles extends Changed {
  /** Reasons why articles cannot be reverted, by article id. If the map is not empty, nothing is stored. */
  reasons: Map<number, string>;
}

type Row = typeof articles.$inferSelect;

const MAX_ATTEMPTS = 5;

/** Restores changed fields and rule tags of up to 100 articles, or of none if one article cannot be restored. */
export const revertArticles = (
  db: Db,
  changes: readonly ArticleChange[],
  author: Author,
  isDry = false,
): Promise<RevertedArticles> => retry(MAX_ATTEMPTS, isOvertaken, () => tryRevert(db, changes, author, isDry));

async function tryRevert(db: Db, changes: readonly ArticleChange[], author: Author, isDry: boolean) {
  const ids = changes.map(({ id }) => id);
  const rows = await db
    .select()
    .from(articles)
    .where(inArray(articles.id, valuesOf(ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wanted = changes.flatMap(({ id, before }) => {
    const row = byId.get(id);
    if (!row) return [];
    const source = before.source ?? row.source.domain;
    return [{ value: formerOf(row, before), ruleTags: ruleTagsOf(row, before), source }];
  });
  const stock = await loadStock(db, wanted);
  // The rows differ if an article changed between the two reads.
  if (rows.some((row) => !same(stock.byId.get(row.id)?.version, toStored(row).version)))
    return tryRevert(db, changes, author, isDry);
  const reasons = new Map<number, string>();
  for (const { id, after } of changes) {
    const stored = stock.byId.get(id);
    if (!stored) reasons.set(id, 'it has been deleted since');
    else if (!isUnchangedSince(recordedOf(stored), after)) reasons.set(id, CHANGED_SINCE);
  }
  const drafts = wanted.map(
    ({ value, ruleTags }): ArticleDraft => ({
      ...draft(value, value.id, stock, 'hand'),
      ruleTags: jsonOrNull(ruleTags),
    }),
  );
  for (const [i, { value, source }] of wanted.entries()) {
    const reason = missingIn(stock, value) ?? otherSource(drafts[i]?.domain, source);
    if (reason && !reasons.has(value.id)) reasons.set(value.id, reason);
  }
  if (reasons.size > 0 || isDry) return { ...changedBy(), reasons };
  const changed = differences(drafts, stock.byId);
  const records = recordArticles(newAuditChange(author), changed, stock.byId);
  const seen = { byId: stock.byId, known: stock, records };
  return { ...(await storeDrafts(db, changed, seen, toSeconds(author.now))), reasons };
}

/** Reason given if an article's fields changed again after the change to revert. The caller finds the later change. */
export const CHANGED_SINCE = 'it has been changed since';

export const isUnchangedSince = (current: EditableFields, after: EditableFields): boolean =>
  Object.keys(after).every((name) => same(current[name], after[name]));

type Former = Article & { id: number };

export function formerOf(row: Row, before: EditableFields): Former {
  const { ruleTags: _, source: __, ...former } = before;
  const { organisationType, client, image, ...shown } = { ...shownOf({ ...row, ...toTags(row) }), ...former };
  const given = Object.entries({ organisationType, client, image }).filter(([, value]) => value !== null);
  const { domain, name } = row.source;
  return { ...shown, ...Object.fromEntries(given), id: row.id, source: { domain, name } } as unknown as Former;
}

const ruleTagsOf = (row: Row, before: EditableFields): RuleTags | null =>
  'ruleTags' in before ? (before.ruleTags as RuleTags | null) : row.ruleTags;

/** Returns why an article cannot be reverted if its host now belongs to another source, or else `null`. */
export const otherSource = (domain: unknown, former: unknown): string | null =>
  domain === former ? null : `its host now belongs to source ${domain}`;

/** Returns why an article cannot be reverted, or `null`: a tag was deleted, or another article has the URL. */
export function missingIn(stock: Stock, value: Former): string | null {
  const owner = stock.idByUrl.get(value.url) ?? stock.idByKey.get(dedupeKey(value.url));
  if (owner !== undefined && owner !== value.id) return `its URL now belongs to article ${owner}`;
  for (const kind of TAG_KINDS) {
    if (kind === 'countries') continue;
    const gone = (value[kind] as (number | string)[]).find((tag) => !(stock[kind] as ReadonlySet<unknown>).has(tag));
    if (gone !== undefined) return `${WORDS[kind]} ${gone} no longer exists`;
  }
  return null;
}

const WORDS = { topics: 'topic', companies: 'company', geoGroups: 'geo group' } as const;
