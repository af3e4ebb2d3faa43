import { sql } from 'drizzle-orm';
import { openTestDb } from '../../../support/index.ts';

/** Actions of an operator in random histories, as API requests. */

export type Op =
  | { op: 'edit'; id: number; fields: Record<string, unknown> }
  | { op: 'bulk'; ids: number[]; add: number[]; take: number[]; isEdit: boolean }
  | { op: 'deleteArticles'; ids: number[] }
  | { op: 'publish'; n: number; fields: Record<string, unknown> }
  | { op: 'topic'; id: number; name: string }
  | { op: 'company'; id: number; name: string }
  | { op: 'group'; slug: string; countries: string[] }
  | { op: 'rule'; topic: number; words: string[] }
  | { op: 'source'; domain: string; name: string; aliases: string[] }
  | { op: 'delete'; path: string }
  | { op: 'merge'; path: string; into: number | string }
  | { op: 'select'; day: string; ids: number[] }
  | { op: 'unselect'; day: string }
  | { op: 'join' | 'split' | 'lead'; id: number; other: number }
  | { op: 'note'; day: string; text: string };

export interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

const put = (path: string, body: unknown): Sent => ({ method: 'PUT', path, body });

type Story = Record<string, unknown> & { id: number; topics: number[] };

const ids = (list: unknown) => (JSON.parse(String(list)) as { id: number }[]).map(({ id }) => id);

type ArticleRow = Record<'url' | 'title' | 'introduction' | 'content_type' | 'topics' | 'companies', string> &
  Record<'countries' | 'geo_groups', string> &
  Record<'published_at' | 'paywalled' | 'registration', number> &
  Record<'rule_tags' | 'image', string | null>;

async function readOne(id: number): Promise<Story | null> {
  const [row] = await openTestDb().all<ArticleRow>(sql`SELECT * FROM articles WHERE id = ${id}`);
  if (!row) return null;
  const topics = ids(row.topics);
  const added = (JSON.parse(row.rule_tags ?? 'null') as { added: { topics: number[] } } | null)?.added.topics ?? [];
  return {
    id,
    url: row.url,
    title: row.title,
    introduction: row.introduction,
    contentType: row.content_type,
    publishedAt: new Date(row.published_at * 1000).toISOString(),
    topics,
    companies: ids(row.companies),
    countries: JSON.parse(row.countries),
    geoGroups: JSON.parse(row.geo_groups),
    paywalled: row.paywalled === 1,
    registration: row.registration === 1,
    byRules: { topics: added.filter((one) => topics.includes(one)), companies: [], countries: [], geoGroups: [] },
    ...(row.image ? { image: withoutNulls(JSON.parse(row.image)) } : {}),
  };
}

const withoutNulls = (value: object) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));

const storyOf = (id: number, host: string, topics: number[]) => ({
  id,
  url: `https://${host}/${id}`,
  title: `On flood and hail ${id}`,
  contentType: 'article',
  topics,
  publishedAt: '2026-01-01T00:00:00Z',
  companies: [1, 2],
  geoGroups: ['group-1'],
  countries: ['GB'],
});

export const BEGINNING: Sent[] = [
  put(
    'topics',
    [1, 2, 3, 4].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 })),
  ),
  put(
    'companies',
    [1, 2, 3].map((id) => ({ id, name: `Company ${id}`, organisationType: 'Broker' })),
  ),
  put(
    'geo-groups',
    ['group-1', 'group-2'].map((slug) => ({ slug, name: slug, countries: ['GB', 'FR'] })),
  ),
  put(
    'sources',
    ['a.example', 'b.example', 'c.example'].map((domain) => ({ domain, name: `Of ${domain}` })),
  ),
  put('rules', [
    { kind: 'topic', ref: 1, words: ['flood'] },
    { kind: 'topic', ref: 2, words: ['hail', 'frost'] },
  ]),
  put(
    'articles',
    [1, 2, 3, 4].map((id) => storyOf(id, id % 2 ? 'a.example' : 'b.example', id === 3 ? [1, 3] : [3])),
  ),
  put('recommended/2026-01-01', { articles: [2, 1, 3] }),
];

export async function requestsOf(op: Op): Promise<Sent[]> {
  switch (op.op) {
    case 'publish':
      return [put(`articles/${5 + op.n}`, { ...storyOf(5 + op.n, 'c.example', [3]), ...op.fields })];
    case 'edit': {
      const story = await readOne(op.id);
      return story ? [put(`articles/${op.id}`, { ...story, ...op.fields })] : [];
    }
    case 'bulk': {
      const stories = (await Promise.all(op.ids.map(readOne))).filter((story) => story !== null);
      const changed = stories.map(({ byRules, ...story }) => ({
        ...story,
        ...(op.isEdit ? { byRules } : {}),
        topics: [...new Set([...story.topics, ...op.add])].filter((one) => !op.take.includes(one)),
      }));
      return changed.length > 0 ? [put('articles', changed)] : [];
    }
    case 'deleteArticles':
      return op.ids.map((id) => ({ method: 'DELETE', path: `articles/${id}` }));
    case 'topic':
      return [put(`topics/${op.id}`, { name: op.name, slug: `topic-${op.id}`, category: 1 })];
    case 'company':
      return [put(`companies/${op.id}`, { name: op.name, organisationType: 'Broker' })];
    case 'group':
      return [put(`geo-groups/${op.slug}`, { name: op.slug, countries: op.countries })];
    case 'rule':
      return [put(`rules/topic/${op.topic}`, { words: op.words, exclusions: [] })];
    case 'source':
      return [put(`sources/${op.domain}`, { name: op.name, aliases: op.aliases })];
    case 'delete':
      return [{ method: 'DELETE', path: op.path }];
    case 'merge':
      return [{ method: 'POST', path: `${op.path}/merge`, body: { into: op.into } }];
    case 'select':
      return [put(`recommended/${op.day}`, { articles: op.ids })];
    case 'join':
    case 'split':
    case 'lead': {
      const [row] = await openTestDb().all<{ story: number }>(
        sql`SELECT story_id AS story FROM articles WHERE id = ${op.id}`,
      );
      const body = op.op === 'lead' ? { article: op.other } : { articles: [op.other] };
      return row ? [{ method: 'POST', path: `stories/${row.story}/${op.op}`, body }] : [];
    }
    case 'unselect':
      return [{ method: 'DELETE', path: `recommended/${op.day}` }];
    case 'note':
      return [put(`annotations/${op.day}`, { text: op.text })];
  }
}
