import { env } from 'cloudflare:test';
import { articleTokens } from '../../../src/content/index/facets.ts';
import { audit, clickOutcomes, feedItems, feeds, topicWindows, unknownClicks } from '../../../src/db/schema.ts';
import { utcHourIndex } from '../../../src/engagement/hours.ts';
import { hoursTable, ledgerTable, partitionOf } from '../../../src/engagement/partitions.ts';
import { urlKey } from '../../../src/lib/url.ts';
import { emptyContent } from '../../support/empty-content.ts';
import { author } from '../../support/index.ts';
import { SERVER } from '../../syndication/stage.ts';
import { FIRST_BROUGHT } from './model.ts';

/** Reads the content of the database after a random history. */

export const all = async <T>(query: string): Promise<T[]> => (await env.DB.prepare(query).all<T>()).results;
const text = async (query: string) => (await all<{ line: string }>(query)).map(({ line }) => line);

const PARTITION = partitionOf(utcHourIndex(author.now));
const HOURS = `click_hours_${PARTITION}`;
/** Each query returns a list of `Model.snapshot`, with the single column `line`. */
const LISTS = {
  topics: `SELECT id || ': ' || name AS line FROM topics WHERE id < 40`,
  companies: `SELECT id || ': ' || name AS line FROM companies`,
  geoGroups: `SELECT slug || ': ' || name AS line FROM geo_groups WHERE slug LIKE 'group-%'`,
  rules: `SELECT kind || ' ' || ref AS line FROM tag_rules`,
  sources: `SELECT domain || ': ' || name AS line FROM sources`,
  aliases: `SELECT alias || ': ' || domain AS line FROM source_aliases`,
  days: `SELECT date || ': ' || (SELECT coalesce(group_concat(value, ' ' ORDER BY key), '') FROM json_each(articles)) AS line FROM recommended`,
  feeds: `SELECT replace(url, '${SERVER}/managed/', '') || ': ' || domain AS line FROM feeds`,
  readers: `SELECT content_id || ': ' || sum(signed_all__signed_broker) AS line FROM ${HOURS} GROUP BY content_id`,
  unknown: `SELECT content_id || ': ' || clicks AS line FROM unknown_clicks`,
};
const ROWS = `SELECT json_object('id', id, 'url', url, 'title', title, 'topics', json(topics), 'companies', json(companies),
  'geoGroups', json(geo_groups), 'source', json(source)) AS line FROM articles`;

interface StoredStory {
  id: number;
  url: string;
  title: string;
  topics: { id: number; name: string }[];
  companies: { id: number; name: string }[];
  geoGroups: string[];
  source: { domain: string; name: string };
}

/** Reads the content of the database in the form of `Model.snapshot`, in one transaction. */
export async function stored(): Promise<unknown> {
  const queries = [...Object.values(LISTS), ROWS].map((query) => env.DB.prepare(query));
  const results = (await env.DB.batch<{ line: string }>(queries)).map(({ results }) =>
    results.map(({ line }) => line).sort(),
  );
  const named = (tags: StoredStory['topics']) => tags.map(({ id, name }) => `${id}: ${name}`);
  const stories = (results.pop() ?? []).map((line): StoredStory => JSON.parse(line));
  return {
    ...Object.fromEntries(Object.keys(LISTS).map((name, i) => [name, results[i]])),
    stories: stories
      .map(({ id, url, title, topics, companies, geoGroups, source }) => ({
        name: id > FIRST_BROUGHT ? `${new URL(url).host} in ${title.slice(title.indexOf('version'))}` : String(id),
        topics: named(topics),
        companies: named(companies),
        geoGroups,
        source: `${source.domain}: ${source.name}`,
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

export async function indexFaults(): Promise<string[]> {
  return [...(await articleFaults()), ...(await nameFaults())];
}

async function nameFaults(): Promise<string[]> {
  const lines = async (query: string) => JSON.stringify((await text(query)).toSorted());
  const listed = await lines(
    `SELECT kind || ' ' || j.key || ' ' || j.value AS line FROM name_lists, json_each(names) j`,
  );
  const stored = await lines(`SELECT 'topic ' || id || ' ' || json_array(name, slug, category) AS line FROM topics
    UNION ALL SELECT 'company ' || id || ' ' || json_array(name, organisation_type) FROM companies
    UNION ALL SELECT 'source ' || domain || ' ' || json_array(name, domain, organisation_type,
      EXISTS (SELECT 1 FROM feeds WHERE feeds.domain = sources.domain)) FROM sources
    UNION ALL SELECT 'rule ' || kind || '/' || ref || ' ' || json_array(ref, words, kind) FROM tag_rules`);
  return listed === stored ? [] : [`names: ${listed} instead of ${stored}`];
}

async function cardFaults(): Promise<string[]> {
  const cards = await text('SELECT j.value AS line FROM article_cards, json_each(cards) j');
  const stored = await text(`SELECT json_array(id, title, url, source ->> 'name', content_type,
    coalesce(organisation_type, source ->> 'organisationType'), coalesce(client, source ->> 'client'), published_at) AS line FROM articles`);
  const [listed, expected] = [cards, stored].map((lines) => JSON.stringify(lines.toSorted()));
  return listed === expected ? [] : [`cards: ${listed} instead of ${expected}`];
}

/** Each article must be in exactly one story. */
export async function storyFaults(): Promise<string[]> {
  const of = (copies: string) => `json_array(story_id, min(published_at), max(published_at), json(${copies}))`;
  const stored =
    await text(`SELECT json_array(id, first_at, last_at, (SELECT json_group_array(json_array(CAST(j.key AS INTEGER), json(j.value)) ORDER BY CAST(j.key AS INTEGER))
    FROM json_each(copies) j)) AS line FROM stories`);
  const expected = await text(
    `SELECT ${of(
      "json_group_array(json_array(id, json_array(published_at, source ->> 'domain', source ->> 'name', position)) ORDER BY id)",
    )} AS line FROM articles GROUP BY story_id`,
  );
  const leads = await text(
    "SELECT id AS line FROM stories WHERE lead_id IS NOT NULL AND NOT decided OR copies -> ('$.\"' || lead_id || '\"') IS NULL AND lead_id IS NOT NULL",
  );
  const [are, should] = [stored, expected].map((lines) => JSON.stringify(lines.toSorted()));
  return [
    ...(are === should ? [] : [`stories: ${are} instead of ${should}`]),
    ...leads.map((id) => `story ${id} is led by no copy`),
  ];
}

async function articleFaults(): Promise<string[]> {
  const groups = new Map(
    (await all<{ id: number; slug: string }>('SELECT id, slug FROM geo_groups')).map(({ id, slug }) => [slug, id]),
  );
  const rows = await all<Record<string, string>>('SELECT * FROM articles');
  const faults = [...(await cardFaults()), ...(await storyFaults())];
  const tokensOf = new Map<number, string[]>();
  for (const row of rows) {
    const list = (name: string) => JSON.parse(row[name] ?? '[]');
    const ids = (name: string) => list(name).map(({ id }: { id: number }) => id);
    const expected = articleTokens({
      title: row.title ?? '',
      introduction: row.introduction ?? '',
      urlKey: urlKey(row.url ?? ''),
      https: true,
      source: JSON.parse(row.source ?? '{}'),
      iframeable: JSON.parse(row.source ?? '{}').iframeable === 1,
      contentType: 'article',
      paywalled: false,
      registration: false,
      authors: [],
      topics: ids('topics'),
      companies: ids('companies'),
      countries: [],
      geoGroups: list('geo_groups').map((slug: string) => groups.get(slug) ?? 0),
    });
    tokensOf.set(Number(row.id), [...expected, `y${row.story_id}`]);
  }
  const tokens = new Set([...tokensOf.values()].flat().filter((token) => /^[a-z]\d+$|^[adfkp]/.test(token)));
  for (const token of [...tokens, 't1', 't2', 't3', 'o1', 'o2', 'a', 'fiframeable', 'fpending']) {
    const found = await all<{ id: number }>(
      `SELECT a.id FROM article_index i LEFT JOIN articles a ON a.position = i.rowid WHERE article_index MATCH '${token}' ORDER BY a.id`,
    );
    const expected = [...tokensOf].filter(([, tokens]) => tokens.includes(token)).map(([id]) => id);
    if (JSON.stringify(found.map(({ id }) => id)) !== JSON.stringify(expected.sort((a, b) => a - b)))
      faults.push(`index of ${token}: ${found.map(({ id }) => id)} instead of ${expected}`);
  }
  return faults;
}

/** Empties the newsroom. Feeds then add articles with ids that no history uses. */
export async function empty(): Promise<void> {
  await emptyContent(
    audit,
    topicWindows,
    feeds,
    feedItems,
    unknownClicks,
    clickOutcomes,
    ledgerTable(PARTITION),
    hoursTable(PARTITION),
  );
  await env.DB.exec(
    `INSERT INTO sequences (name, last) VALUES ('articles', ${FIRST_BROUGHT}) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`,
  );
}
