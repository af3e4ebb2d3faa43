import { env } from 'cloudflare:test';
import { ARTICLE, articleIs } from '../../../src/content/article-thing.ts';
import { saveArticles } from '../../../src/content/articles.ts';
import { saveCompanies } from '../../../src/content/companies.ts';
import { facetText } from '../../../src/content/facets.ts';
import { saveGeoGroups } from '../../../src/content/geo-groups.ts';
import { articleInput, companyInput, geoGroupInput, sourceInput, topicInput } from '../../../src/content/input.ts';
import { saveRecommended } from '../../../src/content/recommended.ts';
import { removeArticle } from '../../../src/content/removal/article.ts';
import { restoreArticle } from '../../../src/content/removal/restore-article.ts';
import { mergeSources, removeSource, restoreSource } from '../../../src/content/removal/source.ts';
import { mergeTagThings, removeTagThing, restoreTagThing } from '../../../src/content/removal/tags.ts';
import { findKept } from '../../../src/content/removal/trash.ts';
import { ruleInput } from '../../../src/content/rule-input.ts';
import { saveRules } from '../../../src/content/rules.ts';
import { saveSources } from '../../../src/content/sources.ts';
import {
  companyIs,
  geoGroupIs,
  guardOf,
  loadThing,
  Overtaken,
  sourceIs,
  THINGS,
  topicIs,
} from '../../../src/content/things.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { author, openTestDb } from '../../support/index.ts';
import type { Kind, Model } from './model.ts';

/** The service's own verbs, on a real database. */

const db = openTestDb();
const NOW = author.now;

const whereOf = (kind: Kind, ref: string) =>
  ({ topic: topicIs(Number(ref)), company: companyIs(Number(ref)), geoGroup: geoGroupIs(ref) })[kind];

export type Op =
  | { op: 'save' | 'rule' | 'remove' | 'restore'; kind: Kind; ref: string; name: string }
  | { op: 'merge'; kind: Kind; ref: string; into: string }
  | { op: 'publish'; id: number; host: string; tags: Record<Kind, string[]> }
  | { op: 'deleteStory' | 'restoreStory'; id: number }
  | { op: 'saveSource' | 'removeSource' | 'restoreSource'; domain: string; name: string }
  | { op: 'mergeSource'; domain: string; into: string }
  | { op: 'select'; day: string; ids: number[] };

/** Does to the oracle what `run` does to the service. */
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
    case 'saveSource':
      return model.saveSource(op.domain, op.name);
    case 'removeSource':
      return model.removeSource(op.domain);
    case 'restoreSource':
      return model.restore('source', op.domain);
    case 'mergeSource':
      return model.mergeSource(op.domain, op.into);
    case 'select':
      return model.select(op.day, op.ids);
  }
}

const line = <T>(value: T) => [{ line: 1, value }];

/** Asks the service. What another writer was quicker at is nothing. */
export async function run(op: Op): Promise<void> {
  try {
    await change(op);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
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
      return saveArticles(db, line(storyOf(op)), NOW, 'hand', 'test');
    case 'deleteStory': {
      const found = await loadThing(db, ARTICLE, articleIs(op.id));
      return found && removeArticle(db, found.value, author, guardOf(ARTICLE, articleIs(op.id), found.seen));
    }
    case 'restoreStory':
      return restore('article', String(op.id), restoreArticle);
    case 'saveSource':
      return saveSources(db, line(sourceInput.parse({ domain: op.domain, name: op.name })), author);
    case 'removeSource': {
      const found = await loadThing(db, THINGS.source, sourceIs(op.domain));
      return found && removeSource(db, found.value, author, guardOf(THINGS.source, sourceIs(op.domain), found.seen));
    }
    case 'restoreSource':
      return restore('source', op.domain, restoreSource);
    case 'mergeSource':
      return mergeSource(op.domain, op.into);
    case 'select':
      return saveRecommended(db, { date: op.day, articles: op.ids, seen: undefined }, author);
  }
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
  const found = await loadThing<{ name: string }>(db, THINGS[kind], whereOf(kind, ref));
  const guard = found && guardOf(THINGS[kind], whereOf(kind, ref), found.seen);
  return (
    guard &&
    removeTagThing(db, { kind, ref: kind === 'geoGroup' ? ref : Number(ref), name: found.value.name }, author, guard)
  );
}

async function merge(kind: Kind, ref: string, into: string): Promise<unknown> {
  if (kind === 'geoGroup' || ref === into) return;
  const found = await loadThing<{ name: string }>(db, THINGS[kind], whereOf(kind, ref));
  const guard = found && guardOf(THINGS[kind], whereOf(kind, ref), found.seen, whereOf(kind, into));
  return (
    guard && mergeTagThings(db, { kind, ref: Number(ref), into: Number(into), name: found.value.name }, author, guard)
  );
}

async function mergeSource(domain: string, into: string): Promise<unknown> {
  if (domain === into) return;
  const found = await loadThing(db, THINGS.source, sourceIs(domain));
  const guard = found && guardOf(THINGS.source, sourceIs(domain), found.seen, sourceIs(into));
  return guard && mergeSources(db, { domain, into, name: found.value.name }, author, guard);
}

async function restore(kind: Kind | 'article' | 'source', ref: string, put: typeof restoreTagThing): Promise<unknown> {
  const kept = await findKept(db, kind, ref, NOW);
  return kept && put(db, kept, author);
}

const all = async <T>(query: string): Promise<T[]> => (await env.DB.prepare(query).all<T>()).results;
const text = async (query: string) => (await all<{ line: string }>(query)).map(({ line }) => line).sort();

/** What the database holds, as `Model.snapshot` says it. */
export async function stored(): Promise<unknown> {
  const rows = await all<Record<string, string>>(
    'SELECT id, topics, companies, geo_groups, source FROM articles ORDER BY id',
  );
  const named = (json: string | undefined) =>
    JSON.parse(json ?? '[]').map(({ id, name }: { id: number; name: string }) => `${id}: ${name}`);
  return {
    topics: await text(`SELECT id || ': ' || name AS line FROM topics WHERE id < 40`),
    companies: await text(`SELECT id || ': ' || name AS line FROM companies`),
    geoGroups: await text(`SELECT slug || ': ' || name AS line FROM geo_groups WHERE slug LIKE 'group-%'`),
    rules: await text(`SELECT kind || ' ' || ref AS line FROM tag_rules`),
    sources: await text(`SELECT domain || ': ' || name AS line FROM sources`),
    aliases: await text(`SELECT alias || ': ' || domain AS line FROM source_aliases`),
    days: await text(
      `SELECT date || ': ' || (SELECT coalesce(group_concat(value, ' ' ORDER BY key), '') FROM json_each(articles)) AS line FROM recommended`,
    ),
    stories: rows.map(({ id, topics, companies, geo_groups, source }) => {
      const { domain, name } = JSON.parse(source ?? '{}');
      const tags = { topics: named(topics), companies: named(companies), geoGroups: JSON.parse(geo_groups ?? '[]') };
      return { id, ...tags, source: `${domain}: ${name}` };
    }),
  };
}

/** What is wrong with what the index knows: facets of another content than the row's, or entries that are not those of its facets. */
export async function indexFaults(): Promise<string[]> {
  const groups = new Map(
    (await all<{ id: number; slug: string }>('SELECT id, slug FROM geo_groups')).map(({ id, slug }) => [slug, id]),
  );
  const rows = await all<Record<string, string>>('SELECT * FROM articles');
  const faults: string[] = [];
  for (const row of rows) {
    const list = (name: string) => JSON.parse(row[name] ?? '[]');
    const ids = (name: string) => list(name).map(({ id }: { id: number }) => id);
    const expected = facetText({
      ...{ title: row.title ?? '', introduction: row.introduction ?? '', urlKey: row.url_key ?? '', https: true },
      source: JSON.parse(row.source ?? '{}'),
      ...{
        iframeable: JSON.parse(row.source ?? '{}').iframeable === 1,
        contentType: 'article',
        paywalled: false,
        registration: false,
      },
      ...{ topics: ids('topics'), companies: ids('companies'), countries: [] },
      geoGroups: list('geo_groups').map((slug: string) => groups.get(slug) ?? 0),
    });
    if (row.facets !== expected)
      faults.push(`facets of ${row.id}: ${row.facets?.slice(0, 60)} instead of ${expected.slice(0, 60)}`);
  }
  const tokens = [
    ...new Set(rows.flatMap(({ facets }) => (facets ?? '').split(' ').filter((token) => /^[tog]\d+$/.test(token)))),
  ];
  for (const token of [...tokens, 't1', 't2', 't3', 'o1', 'o2', 'all0', 'iframeable0']) {
    const found = await all<{ id: number }>(
      `SELECT a.id FROM article_index i LEFT JOIN articles a ON a.position = i.rowid WHERE article_index MATCH 'facets: ${token}' ORDER BY a.id`,
    );
    const expected = rows.filter(({ facets }) => facets?.split(' ').includes(token)).map(({ id }) => Number(id));
    if (JSON.stringify(found.map(({ id }) => id)) !== JSON.stringify(expected.sort((a, b) => a - b)))
      faults.push(`index of ${token}: ${found.map(({ id }) => id)} instead of ${expected}`);
  }
  return faults;
}
