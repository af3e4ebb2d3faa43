import { and, desc, eq, gt, type SQL } from 'drizzle-orm';
import { COLLECTIONS } from '../../../collections/all-collections.ts';
import type { Collection, Writing } from '../../../collections/core/collection.ts';
import {
  mergeResources,
  notifyRankings,
  removeResource,
  restoreResource,
  saveResources,
} from '../../../collections/core/service.ts';
import { same } from '../../../content/articles/article-audit.ts';
import {
  changedFields,
  isAsImported,
  isAsLeft,
  type NetChange,
  netChanges,
  REVERTED_SUFFIX,
  recordsByResource,
} from '../../../content/articles/net-changes.ts';
import { CHANGED_SINCE, revertArticles } from '../../../content/articles/revert-articles.ts';
import { findTrashEntry } from '../../../content/history/trash.ts';
import type { Refusals } from '../../../content/import-lines.ts';
import { loadDay, removeRecommended, saveRecommended, unknownArticles } from '../../../content/recommended.ts';
import { restoreRecommended } from '../../../content/removal/remove-recommended.ts';
import { whyNotWhole } from '../../../content/removal/restore-article.ts';
import { reassignArticles, STORY, storedStory, storyIs } from '../../../content/removal/stories-by-hand.ts';
import { guardOf, loadThing } from '../../../content/things.ts';
import { ConflictError, type Db } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { audit } from '../../../db/schema.ts';
import type { AuditKind } from '../../../db/values.ts';
import type { AppContext } from '../../../http/env.ts';
import { DAY, rfc3339, type Seconds, toSeconds } from '../../../lib/time.ts';
import { publishSelections } from '../../../webhooks/publish.ts';
import { authorOf } from '../lines.ts';

interface Reverting {
  writing: Writing;
  change: string;
  stories: readonly NetChange[];
}

type RevertStep = string | (() => Promise<Refusals | unknown>);

type Edit = NetChange & { before: Record<string, unknown>; after: Record<string, unknown> };
const isEdit = (net: NetChange): net is Edit => net.kind === 'article' && net.action === 'update';

async function applyStep(step: Exclude<RevertStep, string>): Promise<string | null> {
  try {
    const refusals = await step();
    const [wrong] = refusals instanceof Map ? [...refusals.values()] : [];
    return wrong
      ? Object.entries(wrong)
          .map(([field, text]) => `${field} ${text}`)
          .join('; ')
      : null;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return 'its name, slug or URL is in use again, or it was changed at the same time';
  }
}

async function stepOf(reverting: Reverting, net: NetChange): Promise<RevertStep> {
  if (isEdit(net)) return async () => null;
  if (net.kind === 'recommended') return ofDay(reverting, net);
  if (net.kind === 'story') return ofStory(reverting, net);
  const of = COLLECTIONS.find(({ kind }) => kind === net.kind);
  return of ? ofThing(reverting, net, of) : CHANGED_SINCE;
}

async function ofThing({ writing, change }: Reverting, net: NetChange, of: Collection): Promise<RevertStep> {
  const { db, author } = writing;
  const { stored, where, trail = {} } = of;
  const { ref, action, before, after } = net;
  const found = await loadThing(db, stored, where(ref));
  const guardFor = (other?: SQL) => guardOf(stored, where(ref), found?.seen ?? null, other);
  const put = async (value: object) => {
    const done = await saveResources(of, writing, [{ line: 1, value: withoutNulls(value) }], guardFor());
    return done.refusals;
  };
  if (action === 'delete' || action === 'merge') {
    if (found && !trail.isStopgap?.(found.value)) return 'another record has its place now';
    if (!of.restore) return () => put(before ?? {});
    const trashEntry = await findTrashEntry(db, net.kind, ref, author.now, change);
    if (trashEntry) {
      const reason = net.kind === 'article' ? await whyNotWhole(db, trashEntry) : null;
      return reason ?? (() => restoreResource(of, writing, ref, change));
    }
    return action === 'delete' && net.kind === 'rule' ? () => put(before ?? {}) : 'it has been restored since';
  }
  if (!found) return 'it has been deleted since';
  const { value } = found;
  const fields = action === 'update' ? changedFields(net) : (trail.facts ?? changedFields({ before: null, after }));
  const current = trail.shown?.(value) ?? value;
  if (!(net.imported ? isAsImported(current, net.imported, after) : isAsLeft(current, after, fields)))
    return CHANGED_SINCE;
  if (action === 'update') {
    const former = Object.fromEntries(fields.map((name) => [name, before?.[name] ?? null]));
    return () => put({ ...value, ...former });
  }
  const into = before?.mergedInto;
  if (into !== undefined && of.merge)
    return () => mergeResources(of, writing, value, { into: String(into), guard: guardFor(where(String(into))) });
  const uses = action === 'create' ? Object.entries((await of.usesOf?.(db, value)) ?? {}) : [];
  const counted = uses.flatMap(([what, count]) =>
    typeof count === 'number' && count > 0 && (trail.counted?.includes(what) ?? true)
      ? [`${count} ${count === 1 ? what.replace(/s$/, '') : what}`]
      : [],
  );
  if (counted.length === 0) return () => removeResource(of, writing, value, guardFor());
  return `${counted.join(' and ')} would lose it; to remove it anyway, delete it`;
}

/** Reverts a story of a change. The call for the first story reverts all stories, and the other calls do nothing. */
async function ofStory({ writing: { db, env, author }, stories }: Reverting, net: NetChange): Promise<RevertStep> {
  const found = await loadThing(db, STORY, storyIs(Number(net.ref)));
  if (!same(found?.value, net.after)) return CHANGED_SINCE;
  const former = stories.flatMap(({ before }) => (before ? [storedStory.parse(before)] : []));
  return async () => {
    if (net === stories[0]) await notifyRankings(env, await reassignArticles(db, former, author), author.now);
  };
}

/** Removes `null` fields, because the audit trail stores absent fields as `null`. */
const withoutNulls = (thing: object) => Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null));

/** Reverts the selection of a day unless one of its articles was deleted. */
async function ofDay({ writing: { db, author }, change }: Reverting, { ref: date, action, before, after }: NetChange) {
  const day = await loadDay(db, date);
  const was = (before?.articles as number[] | undefined) ?? null;
  const is = (after?.articles as number[] | undefined) ?? null;
  if (JSON.stringify(day.version === 0 ? null : day.articles) !== JSON.stringify(is)) return CHANGED_SINCE;
  const missing = await unknownArticles(db, was ?? []);
  if (missing.length > 0) return `it contains deleted articles: ${missing.slice(0, 5).join(', ')}; restore them first`;
  const late = (isConflict: boolean) => {
    if (isConflict) throw new ConflictError();
  };
  if (was === null || action === 'restore')
    return async () => late((await removeRecommended(db, { date, seen: day.version }, author)).isConflict);
  const trashEntry = action === 'delete' ? await findTrashEntry(db, 'recommended', date, author.now, change) : null;
  if (trashEntry) return () => restoreRecommended(db, trashEntry, author);
  return async () => late((await saveRecommended(db, { date, articles: was, seen: day.version }, author)).isConflict);
}

/** This module reverts changes in the audit trail. A revert restores the previous state or changes nothing. */

const IRREVERSIBLE_KINDS: Partial<Record<AuditKind, string>> = {
  plan: 'Change or cancel the planned publication on the desk',
  key: 'Revoked keys stay revoked; change or create keys under Keys',
  person: 'Change, invite or remove people under People',
  passkey: 'A removed passkey cannot be restored; add another one under your account',
  session: 'An ended session cannot be restored; sign in again',
  share: 'A revoked link cannot be restored; share the view again',
  letter: 'Replayed or discarded dead letters cannot be restored',
  feed: 'Pause or resume the feed under its source',
  webhook: 'Change webhooks under Alerts',
  alerts: 'Change the alert settings under Alerts',
  staff: 'Change the networks of your own staff under Operate',
  search: 'Change the saved search itself',
};

export function finalReason(record: Pick<NetChange, 'kind' | 'action' | 'at'>, now: Seconds): string | null {
  const isGone = record.action === 'delete' || record.action === 'merge';
  if (isGone && record.at < now - RETENTION_DAYS.trash * DAY)
    return `Deleted records can be restored for ${RETENTION_DAYS.trash} days only`;
  return IRREVERSIBLE_KINDS[record.kind] ?? null;
}

export const revertOf = (change: string): string => change + REVERTED_SUFFIX;

const MAX_RESOURCES_PER_REQUEST = 100;

export interface RevertResult {
  reverted: number;
  /** Number of resources left to revert. The client repeats the request until it is 0. */
  left: number;
  reasons: Map<string, string>;
}

/** Reverts a change, or only the resources in `only`. `kinds`: kinds that the caller may see (default: all). */
export async function revertChange(
  c: AppContext,
  change: string,
  { only, kinds }: { only: readonly string[] | undefined; kinds: readonly string[] | undefined },
): Promise<RevertResult | null> {
  const { db, now } = c.var;
  const nets = netChanges(await recordsOf(db, change)).filter(({ kind }) => kinds?.includes(kind) ?? true);
  if (nets.length === 0) return null;
  const done = new Set((await recordsOf(db, revertOf(change))).map(keyOf));
  const wanted = only ? nets.filter((net) => only.includes(keyOf(net))) : nets;
  const open = wanted.filter((net) => !done.has(keyOf(net)));
  const portion = open.slice(0, MAX_RESOURCES_PER_REQUEST);
  const author = { ...authorOf(c), change: revertOf(change) };
  const stories = portion.filter(({ kind }) => kind === 'story');
  const reverting: Reverting = { writing: { db, env: c.env, author }, change, stories };
  const seconds = toSeconds(now);
  const steps = await Promise.all(portion.map((net) => finalReason(net, seconds) ?? stepOf(reverting, net)));
  const edits = portion.filter(isEdit).map(({ ref, before, after }) => ({ id: Number(ref), before, after }));
  const reasons = new Map<string, string>();
  if (open.length === 0)
    for (const net of wanted) reasons.set(keyOf(net), 'it has already been reverted; revert that entry instead');
  portion.forEach((net, i) => {
    const step = steps[i];
    if (typeof step === 'string') reasons.set(keyOf(net), step);
  });
  const dry = await revertArticles(db, edits, author, true);
  for (const [id, reason] of dry.reasons) reasons.set(`article/${id}`, reason);
  for (const net of portion) {
    const key = keyOf(net);
    if (reasons.get(key) === CHANGED_SINCE) reasons.set(key, `${CHANGED_SINCE}, ${await byWhom(db, net)}`);
  }
  if (reasons.size > 0) return { reverted: 0, left: open.length, reasons };
  for (const [i, net] of portion.entries()) {
    const step = steps[i];
    const reason = typeof step === 'function' ? await applyStep(step) : null;
    if (reason) return { reverted: i, left: open.length - i, reasons: new Map([[keyOf(net), reason]]) };
  }
  const { reasons: late, ...changed } = await revertArticles(db, edits, author);
  await notifyRankings(c.env, changed, now);
  if (portion.some(({ kind }) => kind === 'recommended')) await publishSelections(db, c.env, now);
  const lateReasons = new Map([...late].map(([id, reason]) => [`article/${id}`, reason]));
  return { reverted: portion.length - late.size, left: open.length - portion.length + late.size, reasons: lateReasons };
}

const keyOf = ({ kind, ref }: Pick<NetChange, 'kind' | 'ref'>) => `${kind}/${ref}`;

const recordsOf = async (db: Db, change: string) =>
  recordsByResource(await db.select().from(audit).where(eq(audit.change, change)).orderBy(audit.id));

async function byWhom(db: Db, { kind, ref, id }: NetChange): Promise<string> {
  const [last] = await db
    .select({ actor: audit.actor, at: audit.at })
    .from(audit)
    .where(and(eq(audit.kind, kind), eq(audit.ref, ref), gt(audit.id, id)))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(1);
  return last ? `by ${last.actor} at ${rfc3339(last.at)}` : 'by a feed, or by rules';
}
