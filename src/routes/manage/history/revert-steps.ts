import type { SQL } from 'drizzle-orm';
import type { Context } from 'hono';
import { annotationKey, removeAnnotation, saveAnnotation } from '../../../content/annotations.ts';
import { ARTICLE, articleIs } from '../../../content/articles/article-thing.ts';
import { changedFields, isAsLeft, type NetChange } from '../../../content/articles/net-changes.ts';
import { CHANGED } from '../../../content/articles/revert-articles.ts';
import type { Author } from '../../../content/history/audit.ts';
import { findKept } from '../../../content/history/trash.ts';
import type { Annotation, GeoGroupChange, Source } from '../../../content/input.ts';
import { loadDay, removeRecommended, saveRecommended, unknownArticles } from '../../../content/recommended.ts';
import { restoreRecommended } from '../../../content/removal/recommended.ts';
import { whyNotWhole } from '../../../content/removal/restore-article.ts';
import { hangingOn } from '../../../content/removal/tags.ts';
import type { Refusals } from '../../../content/saved.ts';
import {
  annotationIs,
  companyIs,
  geoGroupIs,
  guardOf,
  loadThing,
  ruleIs,
  sourceIs,
  THINGS,
  type ThingKind,
  topicIs,
} from '../../../content/things.ts';
import type { Db } from '../../../db/client.ts';
import { type Guard, Overtaken } from '../../../db/guard.ts';
import type { AppEnv } from '../../../http/env.ts';
import type { Newsroom } from '../../../rankings/newsroom.ts';
import { allowedHosts } from '../../../syndication/fetch/public-url.ts';
import { settingFeeds } from '../../../syndication/poll/store.ts';

/** What takes back the change of one thing, by its kind. Nothing is changed until a step is applied. */

export interface Reverting {
  c: Context<AppEnv>;
  db: Db;
  /** Of the change that takes the other back. */
  author: Author;
  content: Newsroom;
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
  if (net.kind === 'article') return isEdit(net) ? async () => null : ofThing(reverting, net, articleVerbs(reverting));
  if (net.kind === 'recommended') return ofDay(reverting, net);
  const verbs = VERBS[net.kind as keyof typeof VERBS];
  return ofThing(reverting, net, verbs(reverting, net.ref) as Verbs<object>);
}

/** How things of a kind are read and changed. */
interface Verbs<T> {
  kind: ThingKind<T>;
  where: (ref: string) => SQL;
  /** What the trail would say of a thing that is stored. */
  shown?: (thing: T) => object;
  /** The fields by which it is told whether a thing that was made is still as it was made; left out: all. */
  facts?: readonly string[];
  save: (thing: T, guard: Guard) => Promise<unknown>;
  remove: (thing: T, guard: Guard) => Promise<unknown>;
  /** Whether it is in the trash: else what the trail has is all there was. */
  isKept: boolean;
  /** Whether it was only made for want of another, which may take its place. */
  isStopgap?: (thing: T) => boolean;
  merge?: (thing: T, into: string, guard: (other: SQL) => Guard) => Promise<unknown>;
  /** What names it by now. */
  hanging?: () => Promise<Record<string, number>>;
}

async function ofThing<T extends object>(
  { db, content, author, change }: Reverting,
  net: NetChange,
  verbs: Verbs<T>,
): Promise<Step> {
  const {
    kind,
    where,
    save,
    remove,
    merge,
    isKept,
    isStopgap = () => false,
    hanging,
    shown = (thing) => thing,
    facts,
  } = verbs;
  const { ref, action, before, after } = net;
  const found = await loadThing(db, kind, where(ref));
  const guardFor = (other?: SQL) => guardOf(kind, where(ref), found?.seen ?? null, other);
  if (action === 'delete' || action === 'merge') {
    if (found && !isStopgap(found.value)) return 'there is another one by now';
    if (!isKept) return () => save(before as T, guardFor());
    const kept = await findKept(db, net.kind, ref, author.now, change);
    if (kept) {
      const reason = net.kind === 'article' ? await whyNotWhole(db, kept) : null;
      return reason ?? (() => content.restore(net.kind as Restorable, ref, change));
    }
    return action === 'delete' && net.kind === 'rule'
      ? () => save(before as T, guardFor())
      : 'it has been put back since';
  }
  if (!found) return 'it has been deleted since';
  const { value } = found;
  const fields = action === 'update' ? changedFields(net) : (facts ?? changedFields({ before: null, after }));
  if (!isAsLeft(shown(value), after, fields)) return CHANGED;
  if (action === 'update') {
    const former = Object.fromEntries(fields.map((name) => [name, before?.[name] ?? null]));
    return () => save({ ...value, ...former }, guardFor());
  }
  const into = before?.mergedInto;
  if (into !== undefined && merge) return () => merge(value, String(into), guardFor);
  const named = action === 'create' ? Object.entries((await hanging?.()) ?? {}).filter(([, count]) => count > 0) : [];
  if (named.length === 0) return () => remove(value, guardFor());
  const counted = named.map(([what, count]) => `${count} ${count === 1 ? what.replace(/s$/, '') : what}`).join(' and ');
  return `${counted} would lose it by now; delete it if they shall`;
}

type Restorable = Parameters<Newsroom['restore']>[0];

/** When it was published is a number in the trail. */
const inTrail = ({ publishedAt, ...article }: { publishedAt: string }) => ({
  ...article,
  publishedAt: Date.parse(publishedAt) / 1000,
});

const FACTS = [
  ...['url', 'title', 'introduction', 'publishedAt', 'contentType', 'organisationType', 'client'],
  ...['paywalled', 'registration', 'image'],
];

type StoredArticle = (typeof ARTICLE)['shape']['_output'];

const articleVerbs = ({ content }: Reverting): Verbs<StoredArticle> => ({
  ...{ kind: ARTICLE, where: (ref) => articleIs(Number(ref)), isKept: true },
  ...{ shown: inTrail, facts: FACTS },
  save: async () => null,
  remove: ({ id, title }, guard) => content.removeArticle({ id, title }, guard),
});

const line = <T>(value: T) => [{ line: 1, value }];

const VERBS = {
  topic: ({ db, content }: Reverting, ref: string): Verbs<(typeof THINGS.topic)['shape']['_output']> => ({
    ...{ kind: THINGS.topic, where: (ref) => topicIs(Number(ref)), isKept: true },
    save: (topic, guard) => content.saveTopics(line(topic), guard),
    remove: ({ id, name }, guard) => content.removeTagThing({ kind: 'topic', ref: id, name }, guard),
    merge: ({ id, name }, into, guard) =>
      content.mergeTagThings({ kind: 'topic', ref: id, into: Number(into), name }, guard(topicIs(Number(into)))),
    hanging: async () => ({ ...(await hangingOn(db, 'topic', ref)) }),
  }),
  company: ({ db, content }: Reverting, ref: string): Verbs<(typeof THINGS.company)['shape']['_output']> => ({
    ...{ kind: THINGS.company, where: (ref) => companyIs(Number(ref)), isKept: true },
    save: (company, guard) => content.saveCompanies(line(company), guard),
    remove: ({ id, name }, guard) => content.removeTagThing({ kind: 'company', ref: id, name }, guard),
    merge: ({ id, name }, into, guard) =>
      content.mergeTagThings({ kind: 'company', ref: id, into: Number(into), name }, guard(companyIs(Number(into)))),
    hanging: async () => ({ ...(await hangingOn(db, 'company', ref)) }),
  }),
  geoGroup: ({ db, content }: Reverting, ref: string): Verbs<GeoGroupChange> => ({
    ...{ kind: THINGS.geoGroup, where: geoGroupIs, isKept: true },
    save: (group, guard) => content.saveGeoGroups(line(group), guard),
    remove: ({ slug, name }, guard) => content.removeTagThing({ kind: 'geoGroup', ref: slug, name }, guard),
    hanging: async () => ({ ...(await hangingOn(db, 'geoGroup', ref)) }),
  }),
  // Its articles are their host's again, as they were before it was added.
  source: ({ c, db, content, author }: Reverting): Verbs<(typeof THINGS.source)['shape']['_output']> => ({
    ...{ kind: THINGS.source, where: sourceIs, isKept: true, isStopgap: ({ name, domain }) => name === domain },
    save: async (source, guard) => {
      const lines = line(withoutNulls(source) as Source);
      const allowed = allowedHosts(c.env.FEED_ALLOW_HOSTS);
      const { refusals, statements } = await settingFeeds(db, lines, { now: author.now, author, allowed });
      if (refusals.size === 0) await content.saveSources(lines, guard, statements);
      return refusals;
    },
    remove: ({ domain, name }, guard) => content.removeSource({ domain, name }, guard),
    merge: ({ domain, name }, into, guard) => content.mergeSources({ domain, into, name }, guard(sourceIs(into))),
  }),
  rule: ({ content }: Reverting): Verbs<(typeof THINGS.rule)['shape']['_output']> => ({
    kind: THINGS.rule,
    where: (ref) => ruleIs(ref.slice(0, ref.indexOf('/')), ref.slice(ref.indexOf('/') + 1)),
    isKept: true,
    save: (rule, guard) => content.saveRules(line(rule), guard),
    remove: (rule, guard) => content.removeRule(rule, guard),
  }),
  annotation: ({ db, author }: Reverting): Verbs<Annotation> => ({
    ...{ kind: THINGS.annotation, where: annotationIs, isKept: false },
    save: (annotation, guard) => saveAnnotation(db, annotation, author, guard),
    remove: (annotation, guard) => removeAnnotation(db, annotationKey(annotation), author, guard),
  }),
};

const withoutNulls = (thing: object) => Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null));

/** The selection of a day: brought back with all of its articles, or not at all. */
async function ofDay(
  { db, author, change }: Reverting,
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
