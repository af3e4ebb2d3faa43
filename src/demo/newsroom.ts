import type { CompanyInput, SourceInput, TopicInput } from '../content/types.ts';
import { DAY, HOUR, utcDay } from '../lib/time.ts';
import { type DemoArticle, demoArticles } from './demo-articles.ts';
import { COMPANIES } from './demo-companies.ts';
import { iconFile, SOURCES } from './demo-sources.ts';
import { type DemoRule, NEW_TOPIC, RULES, TOPICS } from './demo-topics.ts';
import { createRandom, type Random } from './random.ts';

export const DEMO_DAYS = 60;

export interface DemoNewsroom {
  topics: TopicInput[];
  companies: CompanyInput[];
  sources: SourceInput[];
  rules: readonly DemoRule[];
  /** Demo articles, oldest first, with ids from 1001. */
  articles: DemoArticle[];
  recommended: RecommendedDay[];
  annotations: { date: string; topic: number; text: string }[];
}

/** Generates a newsroom whose data ends at `now` (epoch seconds). The articles depend only on the seed. */
export function demoNewsroom({ seed, now, assetBase }: { seed: number; now: number; assetBase: string }): DemoNewsroom {
  const assets = `${assetBase.replace(/\/+$/, '')}/demo`;
  const articles = demoArticles({ seed, now, days: DEMO_DAYS, assets });
  return {
    topics: TOPICS.map((topic) => ({ ...topic })),
    companies: COMPANIES.map(({ id, name, organisationType }) => ({ id, name, organisationType })),
    sources: SOURCES.map(({ domain, name, iframeable, organisationType, client }) => ({
      domain,
      name,
      icon: `${assets}/${iconFile(domain)}`,
      iframeable,
      client,
      ...(organisationType ? { organisationType } : {}),
    })),
    rules: RULES,
    articles,
    recommended: recommend(articles, { seed, now, days: DEMO_DAYS }),
    annotations: annotationsOf(articles),
  };
}

/** Newsroom in a JSON file. Its articles, oldest first, have an age in hours instead of a time. */
interface NewsroomFile extends Pick<DemoNewsroom, 'topics' | 'companies' | 'sources' | 'rules'> {
  articles: (Omit<DemoArticle, 'publishedAt'> & { hoursAgo: number })[];
}

/** Creates the newsroom described by a file, as of `now` (epoch seconds). */
export function newsroomFromFile(
  { articles: articlesByAge, ...rest }: NewsroomFile,
  seed: number,
  now: number,
): DemoNewsroom {
  const articles = articlesByAge.map(({ hoursAgo, ...article }) => ({
    ...article,
    publishedAt: new Date((now - hoursAgo * HOUR) * 1000).toISOString(),
  }));
  return { ...rest, articles, recommended: recommend(articles, { seed, now, days: DEMO_DAYS }), annotations: [] };
}

function annotationsOf(articles: readonly DemoArticle[]): DemoNewsroom['annotations'] {
  const [first] = articles.filter(({ topics }) => topics?.includes(NEW_TOPIC));
  return first
    ? [{ date: first.publishedAt.slice(0, 10), topic: NEW_TOPIC, text: 'A broadband satellite fails in orbit' }]
    : [];
}

const LOOK_BACK_DAYS = 4;

interface RecommendedDay {
  date: string;
  articles: number[];
}

/** Selects 6–8 varied articles from the last four days for each UTC date. `articles` must be sorted by time. */
function recommend(articles: readonly DemoArticle[], { seed, now, days }: { seed: number; now: number; days: number }) {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: days }, (_, i) => {
    const midnight = today - (days - 1 - i) * DAY;
    const random = createRandom(seed, `recommended ${i}`);
    const recent = articles.filter(({ publishedAt }) => {
      const at = Date.parse(publishedAt) / 1000;
      return at < midnight + DAY && at >= midnight - LOOK_BACK_DAYS * DAY;
    });
    return {
      date: utcDay(midnight),
      articles: mostVaried(recent, random.int(6, 8), random).flatMap(({ id }) => id ?? []),
    };
  });
}

function mostVaried(candidates: readonly DemoArticle[], count: number, random: Random): DemoArticle[] {
  const chosen: DemoArticle[] = [];
  let rest = candidates.map((article, rank) => ({ article, charm: random.next() + rank / candidates.length }));
  while (chosen.length < count && rest.length > 0) {
    const score = ({ article, charm }: (typeof rest)[number]) => charm - overlap(article, chosen);
    const best = rest.reduce((a, b) => (score(b) > score(a) ? b : a));
    chosen.push(best.article);
    rest = rest.filter((one) => one !== best);
  }
  return chosen;
}

function overlap(article: DemoArticle, chosen: readonly DemoArticle[]): number {
  const host = new URL(article.url).host;
  const shared = chosen.map(
    (other) =>
      article.topics.filter((topic) => other.topics.includes(topic)).length +
      (new URL(other.url).host === host ? 0.7 : 0) +
      (other.contentType === article.contentType ? 0.3 : 0),
  );
  return shared.reduce((sum, value) => sum + value, 0);
}
