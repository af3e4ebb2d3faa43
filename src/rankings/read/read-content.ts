import { eq, inArray, sql } from 'drizzle-orm';
import { publishedOf } from '../../content/articles/published.ts';
import { authorIdsOf } from '../../content/authors.ts';
import { COUNTRY_NAMES } from '../../content/geography.ts';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { MEASURES } from '../../db/click-columns.ts';
import { type Db, PreparedQuery } from '../../db/client.ts';
import { articles, topicWindows } from '../../db/schema.ts';
import { pickColumns } from '../../db/sql.ts';
import { cellOfRow, selectArticleCells } from '../../engagement/aggregates.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { firstHour, utcHourIndex, windowsAt } from '../../engagement/hours.ts';
import { partitionsOf } from '../../engagement/partitions.ts';
import type { ReadThroughRate } from '../../engagement/reads.ts';
import { type Score, scoreOf, type WindowScore } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import { HOUR, type Seconds, toSeconds } from '../../lib/time.ts';
import { STORED_BREAKDOWNS } from '../dimensions.ts';
import { type Confidence, growthConfidence, readerClasses } from '../math/figures/growth-interval.ts';
import { growthPercent } from '../math/figures/growth-percent.ts';
import type { AudienceSums, Groups, SiteViews } from '../math/ranking-rows.ts';
import { baselineInForce } from '../object/stored-baseline.ts';
import { type Length, lengthClassOf, loadArticleRates, loadUsualReadThroughRate } from '../read-depth/compute-rates.ts';
import { SITE } from '../site.ts';
import {
  type GroupPlace,
  groupPlacesOf,
  groupsPath,
  type PeriodPlace,
  type RankingLists,
  ranksOf,
  risingRank,
} from './article-lists.ts';
import { audienceIndexes, type ByAudience } from './read-audience.ts';
import { contentDays, type HistoryDay, type HistoryQuestion, toHistory } from './read-history.ts';
import { loadPlacements, type StandingPlacement } from './read-placements.ts';
import type { ContentItem, InsightsTopic } from './read-rankings.ts';

export interface ContentInsights extends ContentItem {
  publishedAt: Seconds;
  authors: { id: string; name: string }[];
  ranks: PeriodPlace[];
  risingRank: number | null;
  topics: (InsightsTopic & { ranks: PeriodPlace[] })[];
  groups: (GroupPlace & { name: string | null })[];
  /** Growth of the article. `asOf` is the full hour at which the current time window ends, in epoch seconds. */
  growth: (Confidence & { asOf: Seconds; growthPercent: number | null }) | null;
  placement: StandingPlacement | null;
  /** Read-through rate of today and the seven days before. `null` if too few readers opened the article. */
  readThroughRate: (ReadThroughRate & { length: Length | null; usual: ReadThroughRate | null }) | null;
  days: HistoryDay[];
  audience: ByAudience<{ index: number | null }>;
}

export interface ContentQuestion extends HistoryQuestion {
  isDiscounted: boolean;
  /** Called with the article's topics before their rankings are read, so that they can be updated. */
  beforeRanks: (topicIds: readonly number[]) => Promise<void>;
  minEngagement: number;
}

type Article = NonNullable<Awaited<ReturnType<typeof loadArticle>>>;
type SiteWindow = Partial<RankingLists> & { rising: SiteViews['rising']; groups: Partial<Record<string, Groups>> };

/** Number of rows read in addition to one per topic, hour and day. */
const FIXED_ROWS = 16;

/** Loads the analytics of a published article. The reported usage assumes that every hour and day had clicks. */
export async function loadContentInsights(db: Db, id: number, question: ContentQuestion) {
  const article = await loadArticle(db, id, question.now);
  if (!article) return null;
  await question.beforeRanks(article.topics.map((topic) => topic.id));
  const isAsked = (topics: readonly number[]) => !question.riskManagement || topics.includes(RISK_MANAGEMENT_TOPIC);
  const isInside = isAsked(article.topics.map((topic) => topic.id));
  const {
    score,
    shares: baseline,
    first,
    days,
    site,
    topics,
    placement,
    share,
    usual,
  } = await loadFigures(db, article, question);
  const hour = utcHourIndex(question.now);
  db.usage.saidRows = FIXED_ROWS + 2 * article.topics.length + (hour + 1 - firstHour(hour)) + question.days;
  const places = (lists: Partial<RankingLists>) => ranksOf(id, lists, question.riskManagement);
  const views = (site?.views ?? { rising: [], groups: {} }) as SiteWindow;
  return {
    ...itemOf(article),
    publishedAt: article.publishedAt,
    authors: authorIdsOf(article.authors, article.source),
    ranks: places(views),
    risingRank: risingRank(id, views.rising ?? [], isAsked),
    topics: article.topics.flatMap(({ id }) => {
      const { views, ...topic } = topics.find((each) => each.topicId === id) ?? {};
      const ranks = places((views ?? {}) as Partial<RankingLists>);
      return ranks.length > 0 ? [{ ...(topic as InsightsTopic), ranks }] : [];
    }),
    groups: groupPlacesOf(id, views.groups).map((group) => ({ ...group, name: nameOf(group, article) })),
    growth: isInside ? growthOf(score, baseline, hour, question.minEngagement) : null,
    placement: isInside ? (placement.get(id) ?? null) : null,
    readThroughRate: isInside && share ? { ...share, length: lengthClassOf(article.words), usual } : null,
    days: isInside ? toHistory(days, first[0]?.day ?? null, question) : toHistory([], null, question),
    audience: audienceIndexes(
      isInside ? MEASURES.map((_, i) => sumsOf(score.week).engagement(baseline, i)) : [],
      (site?.audience as Partial<AudienceSums> | undefined)?.['7d'] ?? [],
    ),
  };
}

async function loadArticle(db: Db, id: number, now: number) {
  const found = await db
    .select({
      ...pickColumns(articles, 'id', 'title', 'url', 'source', 'contentType', 'organisationType', 'client'),
      ...pickColumns(articles, 'topics', 'companies', 'authors', 'publishedAt', 'words'),
    })
    .from(articles)
    .where(eq(articles.id, id));
  return publishedOf(db, found, toSeconds(now))[0];
}

const itemOf = ({ id, title, url, source, contentType, organisationType, client }: Article): ContentItem => ({
  contentId: id,
  title,
  url,
  source: source.name,
  contentType,
  organisationType: organisationType ?? source.organisationType ?? null,
  client: client ?? source.client ?? null,
});

async function loadFigures(db: Db, article: Article, question: ContentQuestion) {
  const { id, topics } = article;
  const { riskManagement, now, isDiscounted } = question;
  const hour = utcHourIndex(now);
  const from = firstHour(hour);
  const groups = sql.join(
    STORED_BREAKDOWNS.flatMap((name) => [
      sql`${name}`,
      sql`${topicWindows.views} -> ${groupsPath(name, riskManagement)}`,
    ]),
    sql`, `,
  );
  const lists = sql`'items', ${topicWindows.views} -> '$.items', 'previous', ${topicWindows.views} -> '$.previous'`;
  const { topicId, name, slug, category, audience } = topicWindows;
  const [
    baseline,
    {
      cells,
      first,
      days,
      site: [site],
      topicRows,
    },
    placement,
    readThroughRates,
    usual,
  ] = await Promise.all([
    isDiscounted ? baselineInForce(db, hour) : null,
    db.transaction({
      cells: new PreparedQuery(cellOfRow, selectArticleCells(partitionsOf({ from, to: hour + 1 }), id, from)),
      ...contentDays(db, id, question),
      site: db
        .select({
          audience,
          views:
            sql`json_object(${lists}, 'rising', ${topicWindows.views} -> '$.rising', 'groups', json_object(${groups}))`.mapWith(
              JSON.parse,
            ),
        })
        .from(topicWindows)
        .where(eq(topicId, SITE)),
      topicRows: db
        .select({ topicId, name, slug, category, views: sql`json_object(${lists})`.mapWith(JSON.parse) })
        .from(topicWindows)
        .where(
          inArray(
            topicId,
            topics.map((topic) => topic.id),
          ),
        ),
    }),
    loadPlacements(db, [id]),
    loadArticleRates(db, [id]),
    loadUsualReadThroughRate(db, article, riskManagement),
  ]);
  const score = scoreOf(
    (visit) => {
      for (const { hour, counts } of cells) {
        visit(hour, Int32Array.from(counts), counts.length);
      }
    },
    { windows: windowsAt(hour), baseline, wants: 'sets' },
  );
  return {
    score,
    shares: baseline,
    first,
    days,
    site,
    topics: topicRows,
    placement,
    share: readThroughRates.get(id),
    usual,
  };
}

/** Computes growth between two periods of 168 complete hours. `null` if both have too little engagement. */
function growthOf(
  score: Score,
  baseline: TrafficBaseline | null,
  hour: number,
  minEngagement: number,
): ContentInsights['growth'] {
  const [current, previous] = [sumsOf(score.growth), sumsOf(score.growthBefore)];
  const [now, before] = [current.engagement(baseline), previous.engagement(baseline)];
  if (Math.max(now, before) < Math.max(1, minEngagement)) return null;
  return {
    asOf: hour * HOUR,
    growthPercent: growthPercent(now, before),
    ...growthConfidence(readerClasses(current, baseline), readerClasses(previous, baseline)),
  };
}

function sumsOf({ weighed, certain, counts }: WindowScore): Sums {
  const sums = new Sums();
  for (const [i, own] of weighed.entries()) sums.weighed[i] = own;
  for (const [i, own] of certain.entries()) sums.certain[i] = own;
  for (let i = 0; i < counts.length; i += 2) sums.counts[counts[i] ?? 0] = counts[i + 1] ?? 0;
  return sums;
}

function nameOf({ breakdown, slug }: GroupPlace, { companies, source }: Article): string | null {
  if (breakdown === 'company') return companies.find(({ id }) => String(id) === slug)?.name ?? null;
  if (breakdown === 'source') return source.name;
  if (breakdown === 'country') return COUNTRY_NAMES.get(slug.toUpperCase()) ?? null;
  return null;
}
