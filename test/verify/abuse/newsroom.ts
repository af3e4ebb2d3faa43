import { hostileNewsroom } from '../../delivery/hostile.ts';
import { WORDS } from '../../search/words.ts';
import { JSON_TYPE, withKey } from './request.ts';
import type { Target } from './trial.ts';

/** An article whose words are known, to be searched for. */
export interface SearchedArticle {
  id: number;
  title: string;
  introduction: string;
}

const FIRST_SEARCHED = 100_000;
/** The topic of the articles that are searched. */
export const SEARCHED = 6000;

/** Titles of three words and introductions of five, so that every word occurs in some and no two are alike. */
export const SEARCHED_ARTICLES: readonly SearchedArticle[] = WORDS.map((_, i) => {
  const word = (step: number) => WORDS[(i * step + step * step) % WORDS.length] ?? '';
  return {
    id: FIRST_SEARCHED + i,
    title: [word(1), word(2), word(3)].join(' '),
    introduction: [word(5), word(7), word(11), word(13), word(17)].join(' '),
  };
});

/** Publishes what attacks ask for, `texts` among it, through the service's own doors. `now`: epoch seconds. */
export async function publishNewsroom(target: Target, now: number, texts: readonly string[]): Promise<void> {
  const hostile = hostileNewsroom(texts, now - 3600);
  const searched = SEARCHED_ARTICLES.map((article) => ({
    ...article,
    url: `https://searched.example/${article.id}`,
    publishedAt: new Date((now - 60) * 1000).toISOString(),
    contentType: 'article',
    topics: [SEARCHED],
  }));
  const topics = [1, 2, 47, SEARCHED].map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    description: '',
    category: 1,
    excludedFromTrending: id === 2,
  }));
  const clicks = hostile.articles
    .slice(0, 3)
    .map(({ id }) => ({
      contentId: id,
      at: new Date((now - 7200) * 1000).toISOString(),
      reader: 'someone',
      companyType: 'broker',
      seniority: 'director',
      continent: 'EU',
    }));
  const articles = [...hostile.articles.map((one) => ({ ...one, topics: [...one.topics, 1, 2] })), ...searched];
  const selection = { articles: hostile.articles.slice(0, 5).map(({ id }) => id) };
  await put(target, 'PUT', 'topics', [...hostile.topics, ...topics]);
  await put(target, 'PUT', 'sources', hostile.sources);
  await put(target, 'PUT', 'articles', articles);
  await put(target, 'PUT', 'recommended/2026-01-02', selection);
  await put(target, 'POST', 'clicks', clicks);
}

async function put(target: Target, method: string, path: string, value: unknown): Promise<void> {
  const headers = withKey(target.keys.living.operator, JSON_TYPE);
  const { status, body } = await target.ask(`/manage/${path}`, { method, headers, body: JSON.stringify(value) });
  const rejected = JSON.parse(body).data?.rejected ?? [];
  if (status !== 200 || rejected.length > 0) throw new Error(`${path}: ${status} ${body.slice(0, 500)}`);
}
