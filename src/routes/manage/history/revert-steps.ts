import type { SQL } from 'drizzle-orm';
import type { Collection, Writing } from '../../../collections/core/collection.ts';
import { merge, remove, restore, save } from '../../../collections/core/service.ts';
import { COLLECTIONS } from '../../../collections/index.ts';
import { changedFields, isAsLeft, type NetChange } from '../../../content/articles/net-changes.ts';
import { CHANGED } from '../../../content/articles/revert-articles.ts';
import { findKept } from '../../../content/history/trash.ts';
import type { Refusals } from '../../../content/lines.ts';
import { loadDay, removeRecommended, saveRecommended, unknownArticles } from '../../../content/recommended.ts';
import { restoreRecommended } from '../../../content/removal/recommended.ts';
import { whyNotWhole } from '../../../content/removal/restore-article.ts';
import { guardOf, loadThing } from '../../../content/things.ts';
import { Overtaken } from '../../../db/guard.ts';

/** What takes back the change of one thing, by its kind. Nothing is changed until a step is applied. */

export interface Reverting {
  /** In the name of the change that takes the other back. */
  writing: Writing;
  /** The change that is taken back. */
  change: string;
}

/** A reason not to, or what takes it back, which may find a reason, too. */
export type Step = string | (() => Promise<Refusals | unknown>);

/** A change of an article's fields: several are taken back at once. */
export type Edit = NetChange & { before: Record<string, unknown>; after: Record<string, unknown> };
export const isEdit = (net: NetChange): net is Edit => net.kind === 'article' && net.action === 'update';

/** Applies a step; returns why it could not be: null, it was. */
export async function applied(step: Exclude<Step, string>): Promise<string | null> {
  try {
    const refusals = await step();
    const [wrong] = refusals instanceof Map ? [...refusals.values()] : [];
    return wrong
      ? Object.entries(wrong)
          .map(([field, text]) => `${field} ${text}`)
          .join('; ')
      : null;
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return 'its name, slug or address is in use again, or somebody has changed it at this moment';
  }
}

export async function stepOf(reverting: Reverting, net: NetChange): Promise<Step> {
  if (isEdit(net)) return async () => null;
  if (net.kind === 'recommended') return ofDay(reverting, net);
  const of = COLLECTIONS.find(({ kind }) => kind === net.kind);
  return of ? ofThing(reverting, net, of) : CHANGED;
}

async function ofThing({ writing, change }: Reverting, net: NetChange, of: Collection): Promise<Step> {
  const { db, author } = writing;
  const { stored, where, trail = {} } = of;
  const { ref, action, before, after } = net;
  const found = await loadThing(db, stored, where(ref));
  const guardFor = (other?: SQL) => guardOf(stored, where(ref), found?.seen ?? null, other);
  const put = async (value: object) => {
    const done = await save(of, writing, [{ line: 1, value: withoutNulls(value) }], guardFor());
    return done.refusals;
  };
  if (action === 'delete' || action === 'merge') {
    if (found && !trail.isStopgap?.(found.value)) return 'there is another one by now';
    if (!of.restore) return () => put(before ?? {});
    const kept = await findKept(db, net.kind, ref, author.now, change);
    if (kept) {
      const reason = net.kind === 'article' ? await whyNotWhole(db, kept) : null;
      return reason ?? (() => restore(of, writing, ref, change));
    }
    return action === 'delete' && net.kind === 'rule' ? () => put(before ?? {}) : 'it has been put back since';
  }
  if (!found) return 'it has been deleted since';
  const { value } = found;
  const fields = action === 'update' ? changedFields(net) : (trail.facts ?? changedFields({ before: null, after }));
  if (!isAsLeft(trail.shown?.(value) ?? value, after, fields)) return CHANGED;
  if (action === 'update') {
    const former = Object.fromEntries(fields.map((name) => [name, before?.[name] ?? null]));
    return () => put({ ...value, ...former });
  }
  const into = before?.mergedInto;
  if (into !== undefined && of.merge)
    return () => merge(of, writing, value, { into: String(into), guard: guardFor(where(String(into))) });
  const uses = action === 'create' ? Object.entries((await of.usesOf?.(db, value)) ?? {}) : [];
  const counted = uses.flatMap(([what, count]) =>
    typeof count === 'number' && count > 0 && (trail.counted?.includes(what) ?? true)
      ? [`${count} ${count === 1 ? what.replace(/s$/, '') : what}`]
      : [],
  );
  if (counted.length === 0) return () => remove(of, writing, value, guardFor());
  return `${counted.join(' and ')} would lose it by now; delete it if they shall`;
}

/** What is null in the trail is left out of a line. */
const withoutNulls = (thing: object) => Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null));

/** The selection of a day: brought back with all of its articles, or not at all. */
async function ofDay(
  { writing: { db, author }, change }: Reverting,
  { ref: date, action, before, after }: NetChange,
): Promise<Step> {
  const day = await loadDay(db, date);
  const was = (before?.articles as number[] | undefined) ?? null;
  const is = (after?.articles as number[] | undefined) ?? null;
  if (JSON.stringify(day.version === 0 ? null : day.articles) !== JSON.stringify(is)) return CHANGED;
  const missing = await unknownArticles(db, was ?? []);
  if (missing.length > 0)
    return `it names articles that are deleted: ${missing.slice(0, 5).join(', ')}; restore them first`;
  const late = (isConflict: boolean) => {
    if (isConflict) throw new Overtaken();
  };
  if (was === null || action === 'restore')
    return async () => late((await removeRecommended(db, { date, seen: day.version }, author)).isConflict);
  const kept = action === 'delete' ? await findKept(db, 'recommended', date, author.now, change) : null;
  if (kept) return () => restoreRecommended(db, kept, author);
  return async () => late((await saveRecommended(db, { date, articles: was, seen: day.version }, author)).isConflict);
}
