import { randomNonce } from '../../../src/clicks/consume/consumer.ts';
import { type Click, countClicks } from '../../../src/clicks/consume/ledger.ts';
import { countUnknown } from '../../../src/clicks/consume/unknown-articles.ts';
import { ARTICLE, articleIs } from '../../../src/content/articles/article-thing.ts';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { findTrashEntry } from '../../../src/content/history/trash.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveRecommended } from '../../../src/content/recommended.ts';
import { removeArticle } from '../../../src/content/removal/remove-article.ts';
import { mergeSources, removeSource, restoreSource } from '../../../src/content/removal/remove-source.ts';
import { mergeTagThings, removeTagThing, restoreTagThing } from '../../../src/content/removal/remove-tags.ts';
import { restoreArticle } from '../../../src/content/removal/restore-article.ts';
import { saveStories, splitStory, storiesOf } from '../../../src/content/removal/stories-by-hand.ts';
import { saveCompanies, saveGeoGroups } from '../../../src/content/rows.ts';
import { ruleInput } from '../../../src/content/rules/rule-input.ts';
import { saveRules } from '../../../src/content/rules/rules.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { companyIs, geoGroupIs, guardOf, loadThing, sourceIs, topicIs } from '../../../src/content/things.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { ConflictError, NO_PRECONDITION } from '../../../src/db/client.ts';
import { utcHourIndex } from '../../../src/engagement/hours.ts';
import { feedsByUrl } from '../../../src/syndication/poll/claim.ts';
import { addFeeds } from '../../../src/syndication/poll/feed-store.ts';
import { pollFeeds } from '../../../src/syndication/poll/run.ts';
import { author, openTestDb } from '../../support/index.ts';
import { companyInput, geoGroupInput, STORED, sourceInput, topicInput } from '../../support/lines.ts';
import { ALLOWED, rss, SERVER, serve } from '../../syndication/stage.ts';
import type { Kind, Model } from './model.ts';
import { all } from './stored.ts';

/** Applies the operations of a history to the service, with a real database. */

const db = openTestDb();
const NOW = author.now;

const whereOf = (kind: Kind, ref: string) =>
  ({ topic: topicIs(Number(ref)), company: companyIs(Number(ref)), geoGroup: geoGroupIs(ref) })[kind];

export type Op =
  | { op: 'save' | 'rule' | 'remove' | 'restore'; kind: Kind; ref: string; name: string }
  | { op: 'merge'; kind: Kind; ref: string; into: string }
  | { op: 'publish'; id: number; host: string; tags: Record<Kind, string[]> }
  | { op: 'deleteStory' | 'restoreStory' | 'split'; id: number }
  | { op: 'join'; id: number; into: number }
  | { op: 'saveSource' | 'removeSource' | 'restoreSource'; domain: string; name: string }
  | { op: 'mergeSource'; domain: string; into: string }
  | { op: 'nameHosts'; domain: string; name: string; aliases: string[] }
  | { op: 'select'; day: string; ids: number[] }
  | { op: 'addFeed' | 'deleteBrought' | 'restoreBrought'; host: string }
  | { op: 'poll'; host: string; version: number }
  | { op: 'click'; id: number; reader: number };

export function apply(model: Model, op: Op): boolean {
  switch (op.op) {
    case 'save':
      return model.save(op.kind, op.ref, op.name);
    case 'rule':
      return model.rule(op.kind, op.ref);
    case 'remove':
      return model.remove(op.kind, op.ref);
    case 'restore':
      return model.restore(op.kind, op.ref);
    case 'merge':
      return model.merge(op.kind, op.ref, op.into);
    case 'publish':
      return model.publish(op.id, op.host, op.tags);
    case 'deleteStory':
      return model.deleteStory(op.id);
    case 'restoreStory':
      return model.restore('article', String(op.id));
    // The reference model contains no stories.
    case 'join':
    case 'split':
      return true;
    case 'saveSource':
      return model.saveSource(op.domain, op.name);
    case 'nameHosts':
      return model.nameHosts(op.domain, op.name, op.aliases);
    case 'removeSource':
      return model.removeSource(op.domain);
    case 'restoreSource':
      return model.restore('source', op.domain);
    case 'mergeSource':
      return model.mergeSource(op.domain, op.into);
    case 'select':
      return model.select(op.day, op.ids);
    case 'addFeed':
      return model.addFeed(op.host);
    case 'poll':
      return model.poll(op.host, op.version);
    case 'deleteBrought':
      return model.deleteStory(model.storyOfFeed(op.host)?.id ?? 0);
    case 'restoreBrought':
      return model.restore('article', String(model.deletedStoryOfFeed(op.host)));
    case 'click':
      return model.click(op.id, op.reader);
  }
}

const line = <T>(value: T) => [{ line: 1, value }];

export async function run(op: Op): Promise<void> {
  try {
    await change(op);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

async function change(op: Op): Promise<unknown> {
  switch (op.op) {
    case 'save':
      return saveThing(op.kind, op.ref, op.name);
    case 'rule':
      return saveRules(db, line(ruleInput.parse({ kind: op.kind, ref: op.ref, words: ['word'] })), author);
    case 'remove':
      return removeThing(op.kind, op.ref);
    case 'merge':
      return merge(op.kind, op.ref, op.into);
    case 'restore':
      return restore(op.kind, op.ref, restoreTagThing);
    case 'publish':
      return saveArticles(db, line(storyOf(op)), NOW, 'hand', author);
    case 'deleteStory':
      return deleteStory(op.id);
    case 'restoreStory':
      return restore('article', String(op.id), restoreArticle);
    case 'join': {
      const [one, other] = await Promise.all([op.into, op.id].map((id) => storiesOf(db, [id])));
      const [story] = one ?? [];
      const articles = [...(story?.articles ?? []), ...(other?.[0]?.articles ?? [])];
      return story && saveStories(db, line({ ...story, articles: [...new Set(articles)], lead: op.into }), author);
    }
    case 'split': {
      const [story] = await storiesOf(db, [op.id]);
      return story && story.articles.length > 1 && splitStory(db, story, [op.id], author, NO_PRECONDITION);
    }
    case 'saveSource':
      return saveSources(db, line(sourceInput.parse({ domain: op.domain, name: op.name })), author);
    case 'nameHosts': {
      const source = sourceInput.parse({ domain: op.domain, name: op.name, aliases: op.aliases });
      return saveSources(db, line(source), author);
    }
    case 'removeSource': {
      const found = await loadThing(db, STORED.source, sourceIs(op.domain));
      return found && removeSource(db, found.value, author, guardOf(STORED.source, sourceIs(op.domain), found.seen));
    }
    case 'restoreSource':
      return restore('source', op.domain, restoreSource);
    case 'mergeSource':
      return mergeSource(op.domain, op.into);
    case 'select':
      return saveRecommended(db, { date: op.day, articles: op.ids, seen: undefined }, author);
    case 'addFeed':
      return addFeeds(db, line({ url: feedOf(op.host), domain: op.host }), { now: NOW, allowed: ALLOWED });
    case 'poll':
      return poll(op.host, op.version);
    case 'deleteBrought': {
      const [story] = await all<{ id: number }>(`SELECT id FROM articles WHERE url = '${broughtBy(op.host)}'`);
      return story && deleteStory(story.id);
    }
    case 'restoreBrought': {
      const url = broughtBy(op.host);
      const [kept] = await all<{ ref: string }>(
        `SELECT ref FROM trash WHERE kind = 'article' AND rows ->> '$.articles[0].url' = '${url}' ORDER BY id DESC LIMIT 1`,
      );
      return kept && restore('article', kept.ref, restoreArticle);
    }
    case 'click':
      return click(op.id, op.reader);
  }
}

async function deleteStory(id: number): Promise<unknown> {
  const found = await loadThing(db, ARTICLE, articleIs(id));
  return found && removeArticle(db, found.value, author, guardOf(ARTICLE, articleIs(id), found.seen));
}

const feedOf = (host: string) => `${SERVER}/managed/${host}`;
const broughtBy = (host: string) => `https://${host}/brought`;

async function poll(host: string, version: number): Promise<unknown> {
  const found = await feedsByUrl(db, [feedOf(host)]);
  if (found.length === 0) return;
  // Concurrent polls must both read a complete document.
  await serve(`/managed/${host}`, {
    body: rss([{ title: `The word in version ${version}`, link: broughtBy(host), guid: host }]),
  });
  polls++;
  const now = NOW + polls * HOUR;
  const reach = { fetch: (url: string, init: RequestInit) => fetch(url, init), allowed: ALLOWED };
  return pollFeeds(db, found, { reach, now, wait: async () => undefined, elapsed: () => 0, report: raise });
}

let polls = 0;
const HOUR = 3_600_000;

const raise = (error: Error) => {
  throw error;
};

/** Counts a click as the queue consumer does, but does not notify ranking objects. */
async function click(contentId: number, reader: number): Promise<void> {
  const clicked: Click = {
    ...{ id: `${reader} ${contentId}`, contentId, hour: utcHourIndex(NOW), reader, origin: 'signed' as const },
    ...{ companyType: null, seniority: null, continent: null },
  };
  const counted = await countClicks(db, [clicked], { nonce: randomNonce(), now: NOW });
  await countUnknown(db, [clicked].filter(counted.isUnknown));
}

const storyOf = ({ id, host, tags }: Extract<Op, { op: 'publish' }>) =>
  articleInput.parse({
    ...{
      id,
      url: `https://${host}/${id}`,
      title: `Story ${id}`,
      publishedAt: '2026-01-01T00:00:00Z',
      contentType: 'article',
    },
    ...{ topics: tags.topic.map(Number), companies: tags.company.map(Number), geoGroups: tags.geoGroup },
  });

function saveThing(kind: Kind, ref: string, name: string): Promise<unknown> {
  if (kind === 'topic')
    return saveTopics(db, line(topicInput.parse({ id: Number(ref), name, slug: `topic-${ref}`, category: 1 })), author);
  if (kind === 'company')
    return saveCompanies(db, line(companyInput.parse({ id: Number(ref), name, organisationType: 'Broker' })), author);
  return saveGeoGroups(db, line(geoGroupInput.parse({ slug: ref, name, countries: ['GB'] })), author);
}

async function removeThing(kind: Kind, ref: string): Promise<unknown> {
  const found = await loadThing<{ name: string }>(db, STORED[kind], whereOf(kind, ref));
  const guard = found && guardOf(STORED[kind], whereOf(kind, ref), found.seen);
  return (
    guard &&
    removeTagThing(db, { kind, ref: kind === 'geoGroup' ? ref : Number(ref), name: found.value.name }, author, guard)
  );
}

async function merge(kind: Kind, ref: string, into: string): Promise<unknown> {
  if (kind === 'geoGroup' || ref === into) return;
  const found = await loadThing<{ name: string }>(db, STORED[kind], whereOf(kind, ref));
  const guard = found && guardOf(STORED[kind], whereOf(kind, ref), found.seen, whereOf(kind, into));
  return (
    guard && mergeTagThings(db, { kind, ref: Number(ref), into: Number(into), name: found.value.name }, author, guard)
  );
}

async function mergeSource(domain: string, into: string): Promise<unknown> {
  if (domain === into) return;
  const found = await loadThing(db, STORED.source, sourceIs(domain));
  const guard = found && guardOf(STORED.source, sourceIs(domain), found.seen, sourceIs(into));
  return guard && mergeSources(db, { domain, into, name: found.value.name }, author, guard);
}

async function restore(kind: Kind | 'article' | 'source', ref: string, put: typeof restoreTagThing): Promise<unknown> {
  const kept = await findTrashEntry(db, kind, ref, NOW);
  return kept && put(db, kept, author);
}
