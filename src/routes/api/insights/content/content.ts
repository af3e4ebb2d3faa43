import * as z from 'zod';
import { upToDate } from '../../../../http/update-rankings.ts';
import type { CsvCell, CsvTable } from '../../../../lib/formats/csv.ts';
import { rfc3339 } from '../../../../lib/time.ts';
import { STORED_BREAKDOWNS } from '../../../../rankings/dimensions.ts';
import { isDiscountingEnabled } from '../../../../rankings/object/stored-baseline.ts';
import { loadContentInsights } from '../../../../rankings/read/read-content.ts';
import { LENGTHS } from '../../../../rankings/read-depth/compute-rates.ts';
import { SITE } from '../../../../rankings/site.ts';
import {
  articleAuthors,
  contentItem,
  EXAMPLE_TOPIC,
  ITEM,
  insightsTopic,
  PLACEMENT,
  period,
  placement,
  previousRank,
  readThroughRate,
  slug,
  time,
} from '../../../shapes.ts';
import { attributes, indexedSlug } from '../audience.ts';
import { groupLabel } from '../breakdown.ts';
import { sureness } from '../growth.ts';
import { contentPath, DAYS_EXAMPLE, historyDays, historyQuery, unknownContent } from '../history.ts';
import { clockOf, insightsOperations } from '../parameters.ts';

const rank = z.int().min(1).max(50).describe('Rank in the list, from 1');
const ranks = z
  .array(z.object({ period, rank, previousRank }).meta({ id: 'PeriodRank' }))
  .describe('Only periods in which the article is among the first 50');
const listedTopic = z.object({ ...insightsTopic.shape, ranks }).meta({ id: 'TopicRanks' });
const listedGroup = z
  .object({ breakdown: z.enum(STORED_BREAKDOWNS), group: z.string().describe('Group label'), slug, rank, previousRank })
  .meta({ id: 'GroupRank' });

const contentData = z
  .object({
    ...contentItem.shape,
    publishedAt: time.describe('Publication time. The history starts with the first complete day after this time'),
    authors: articleAuthors,
    ranks,
    risingRank: rank.nullable().describe('Rank in rising content; null if not among the first 50'),
    topics: z.array(listedTopic).describe('Topics in which the article is among the first 50'),
    groups: z
      .array(listedGroup)
      .describe('Groups of popular content in which the article is among the first 50 over the last 7 days'),
    growth: z
      .object({ asOf: time.describe('Full hour at which the compared period ends'), ...sureness })
      .nullable()
      .describe('The last 168 complete hours compared with the 168 before; null if both have too little engagement'),
    placement,
    readThroughRate: readThroughRate
      .unwrap()
      .extend({
        length: z
          .enum(LENGTHS)
          .nullable()
          .describe('Length by number of words: below 400, below 1,000, or more; null if unknown'),
        usual: readThroughRate.describe(
          'Rate of all articles of its content type and length; null if fewer than 50 readers opened any',
        ),
      })
      .meta({ id: 'ContentReadThroughRate' })
      .nullable()
      .describe('Rate of today and the seven days before, computed hourly; null if fewer than 50 readers opened it'),
    days: historyDays,
    audience: z.object(attributes(indexedSlug)).describe('Audience over the last 7 days'),
  })
  .meta({ id: 'ContentInsights' });
type ContentData = z.input<typeof contentData>;

const COLUMNS = ['part', 'slug', 'name', 'period', 'rank', 'previousRank', 'index', 'growthPercent'] as const;
const CONFIDENCE_FIELDS = ['intervalLow', 'intervalHigh', 'confidence'] as const;
type ContentTableRow = Partial<Record<(typeof COLUMNS)[number] | (typeof CONFIDENCE_FIELDS)[number], CsvCell>>;

function contentTable({
  ranks,
  risingRank,
  topics,
  groups,
  growth,
  placement,
  readThroughRate,
  days,
  audience,
}: ContentData): CsvTable {
  const columns = [...COLUMNS, ...CONFIDENCE_FIELDS];
  const rows: ContentTableRow[] = [
    ...ranks.map((place) => ({ part: 'site', ...place })),
    ...(risingRank === null ? [] : [{ part: 'rising', rank: risingRank }]),
    ...topics.flatMap(({ slug, name, ranks }) => ranks.map((place) => ({ part: 'topic', slug, name, ...place }))),
    ...groups.map(({ breakdown, group, ...place }) => ({ part: breakdown, name: group, period: '7d', ...place })),
    ...(growth ? [{ part: 'growth', ...growth, ...bounds(growth.interval) }] : []),
    ...(placement
      ? [
          {
            part: 'placement',
            period: '7d',
            index: placement.index,
            ...bounds(placement.interval),
            confidence: placement.confidence,
          },
        ]
      : []),
    ...Object.entries({ read: readThroughRate, readUsually: readThroughRate?.usual }).flatMap(([part, share]) =>
      share ? [{ part, period: '7d', index: share.percent, ...bounds(share.interval) }] : [],
    ),
    ...days.map(({ date, index }) => ({ part: 'history', slug: date, index })),
    ...Object.entries(audience).flatMap(([part, list]) => list.map((one) => ({ part, period: '7d', ...one }))),
  ];
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

const bounds = (interval: [number, number] | null): ContentTableRow => ({
  intervalLow: interval?.[0] ?? null,
  intervalHigh: interval?.[1] ?? null,
});

export const contentInsights = insightsOperations().get('/content/:id', {
  operationId: 'getContentInsights',
  summary: 'Get all analytics of an article',
  description:
    'Returns the ranks of the article on the site, in its topics and in groups, and its history, audience and growth. With riskManagement, ranks are among the content of topic 47.',
  path: contentPath,
  query: historyQuery,
  data: contentData,
  csv: contentTable,
  example: {
    ...ITEM,
    publishedAt: '2026-01-30T08:00:00Z',
    authors: [{ id: 'dana-whitfield@premiumledger.example', name: 'Dana Whitfield' }],
    ranks: [{ period: '7d', rank: 3, previousRank: 8 }],
    risingRank: 2,
    topics: [{ ...EXAMPLE_TOPIC, ranks: [{ period: '7d', rank: 1, previousRank: null }] }],
    groups: [{ breakdown: 'content-type', group: 'Article', slug: 'article', rank: 2, previousRank: 5 }],
    growth: { asOf: '2026-01-31T14:00:00Z', growthPercent: 37, interval: [12, 66], confidence: 'high' },
    placement: PLACEMENT,
    readThroughRate: { percent: 62, interval: [55, 68], length: 'medium', usual: { percent: 41, interval: [40, 43] } },
    days: DAYS_EXAMPLE,
    audience: { companyTypes: [{ slug: 'broker', index: 140 }], regions: [], seniorities: [], channels: [] },
  },
  answer: async (c, { path: { id }, query }) => {
    const found = await loadContentInsights(c.var.db, id, {
      ...query,
      beforeRanks: (topics) => upToDate(c, [SITE, ...topics]),
      ...clockOf(c),
      isDiscounted: isDiscountingEnabled(c.env),
      minEngagement: Number(c.env.GROWTH_MIN_CLICKS),
    });
    if (!found) return unknownContent();
    const groups = found.groups.map(({ breakdown, slug, name, rank, previousRank }) => ({
      breakdown,
      ...groupLabel(slug, name),
      rank,
      previousRank,
    }));
    const growth = found.growth && { ...found.growth, asOf: rfc3339(found.growth.asOf) };
    return { ...found, publishedAt: rfc3339(found.publishedAt), growth, groups };
  },
});
