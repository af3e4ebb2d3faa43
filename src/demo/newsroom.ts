import type { ArticleInput, CompanyInput, SourceInput, TopicInput } from '../content/types.ts';
import { demoArticles } from './articles.ts';
import { COMPANIES } from './companies.ts';
import { type RecommendedDay, recommend } from './recommend.ts';
import { iconFile, SOURCES } from './sources.ts';
import { NEW_TOPIC, TOPICS } from './topics.ts';

/** How far back the demo newsroom goes. */
export const DEMO_DAYS = 60;

/** Everything a publisher would send to the management endpoints, in the shapes these take. */
export interface DemoNewsroom {
  topics: TopicInput[];
  companies: CompanyInput[];
  sources: SourceInput[];
  /** Ascending by time; all have explicit ids, from 1001. */
  articles: ArticleInput[];
  recommended: RecommendedDay[];
  /** What happened on days (YYYY-MM-DD), each of concern to one topic. */
  annotations: { date: string; topic: number; text: string }[];
}

/**
 * Makes up a newsroom that ends at `now` (epoch seconds). Images and icons point to `<assetBase>/demo/`. The stories
 * depend on the seed alone: a later `now` moves the same articles to later times.
 */
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
    articles,
    recommended: recommend(articles, { seed, now, days: DEMO_DAYS }),
    annotations: annotationsOf(articles),
  };
}

/** The day on which the first story of the topic that is new appeared. */
function annotationsOf(articles: readonly ArticleInput[]): DemoNewsroom['annotations'] {
  const [first] = articles.filter(({ topics }) => topics?.includes(NEW_TOPIC));
  return first
    ? [{ date: first.publishedAt.slice(0, 10), topic: NEW_TOPIC, text: 'A broadband satellite fails in orbit' }]
    : [];
}
