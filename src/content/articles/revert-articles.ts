import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { valuesOf } from '../../db/sql.ts';
import type { RuleTags } from '../../db/values.ts';
import { repeated } from '../../lib/running.ts';
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

/** A change of an article as the trail has it: the fields that differed. */
export interface ArticleChange {
  id: number;
  before: EditableFields;
  after: EditableFields;
}

export interface RevertedArticles extends Changed {
  /** Why an article cannot get its former fields back, by its id. If there is any, nothing was stored. */
  reasons: Map<number, string>;
}

type Row = typeof articles.$inferSelect;

const ATTEMPTS = 5;

/**
 * Gives articles the fields back that changes have changed, exactly as they were: the tags with what rules had set of them and
 * may not set. What no change names stays. All of them or none, in one transaction: at most 100.
 */
export const revertArticles = (
  db: Db,
  changes: readonly ArticleChange[],
  author: Author,
  isDry = false,
): Promise<RevertedArticles> => repeated(ATTEMPTS, isOvertaken, () => tryRevert(db, changes, author, isDry));

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
  // Somebody was quicker between the two reads.
  if (rows.some((row) => !same(stock.byId.get(row.id)?.version, toStored(row).version)))
    return tryRevert(db, changes, author, isDry);
  const reasons = new Map<number, string>();
  for (const { id, after } of changes) {
    const stored = stock.byId.get(id);
    if (!stored) reasons.set(id, 'it has been deleted since');
    else if (!holds(recordedOf(stored), after)) reasons.set(id, CHANGED);
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

/** Where what is stored is not what the change made of it: the caller finds out who. */
export const CHANGED = 'it has been changed since';

/** Whether every field that a change has set is as the change has left it. */
export const holds = (current: EditableFields, after: EditableFields): boolean =>
  Object.keys(after).every((name) => same(current[name], after[name]));

type Former = Article & { id: number };

/** An article as it can be stored again: as it is, but for the fields that it had before. */
export function formerOf(row: Row, before: EditableFields): Former {
  const { ruleTags: _, source: __, ...former } = before;
  const { organisationType, client, image, ...shown } = { ...shownOf({ ...row, ...toTags(row) }), ...former };
  const given = Object.entries({ organisationType, client, image }).filter(([, value]) => value !== null);
  const { domain, name } = row.source;
  return { ...shown, ...Object.fromEntries(given), id: row.id, source: { domain, name } } as unknown as Former;
}

const ruleTagsOf = (row: Row, before: EditableFields): RuleTags | null =>
  'ruleTags' in before ? (before.ruleTags as RuleTags | null) : row.ruleTags;

/** Where an article's host is of another source than it was. */
export const otherSource = (domain: unknown, former: unknown): string | null =>
  domain === former ? null : `its host is of source ${domain} now`;

/** What an article would name that is not there any more, or an address that another one has. */
export function missingIn(stock: Stock, value: Former): string | null {
  const owner = stock.idByUrl.get(value.url) ?? stock.idByKey.get(dedupeKey(value.url));
  if (owner !== undefined && owner !== value.id) return `its address belongs to article ${owner} now`;
  for (const kind of TAG_KINDS) {
    if (kind === 'countries') continue;
    const gone = (value[kind] as (number | string)[]).find((tag) => !(stock[kind] as ReadonlySet<unknown>).has(tag));
    if (gone !== undefined) return `${WORDS[kind]} ${gone} is gone`;
  }
  return null;
}

const WORDS = { topics: 'topic', companies: 'company', geoGroups: 'geo group' } as const;
