import * as z from 'zod';
import { dayIndex } from '../../../engagement/days.ts';
import { choice } from '../../../lib/formats/params.ts';
import { DAY, toSeconds, utcDay } from '../../../lib/time.ts';
import { loadYields, YIELD_GROUPINGS } from '../../../rankings/yields.ts';
import { count, previousRank } from '../../shapes.ts';
import {
  clockOf,
  comparedRange,
  insightsOperations,
  isLongRange,
  limit,
  rangeFaults,
  rangeFields,
  rangeOf,
  riskManagement,
} from './parameters.ts';

const DEFAULT_DAYS = 7;
const COLUMNS = ['rank', 'previousRank', 'id', 'name', 'articles', 'yield', 'growthPercent', 'placement'] as const;

export const sourceYields = insightsOperations().get('/sources', {
  operationId: 'getSourceYields',
  summary: 'List sources, companies or authors by engagement',
  description:
    'Compares shares of engagement and of published articles, over the last seven complete days or a range. Most popular first.',
  query: z.object({
    by: choice(YIELD_GROUPINGS, 'source').describe('Grouping of articles'),
    limit,
    riskManagement,
    ...comparedRange,
  }),
  check: rangeFaults(),
  isCostly: isLongRange,
  data: z.object({
    by: z.enum(YIELD_GROUPINGS),
    ...rangeFields,
    sources: z.array(
      z
        .object({
          id: z.string().describe('Domain, company id or author id'),
          name: z.string(),
          rank: z.int().min(1),
          previousRank,
          articles: count.describe('Articles published in the range'),
          yield: z
            .int()
            .nullable()
            .describe(
              'Share of engagement divided by share of published articles, times 100; null below an engagement of 50 or without published articles',
            ),
          interval: z.tuple([z.int(), z.int()]).nullable().describe('90% interval'),
          growthPercent: z
            .number()
            .nullable()
            .describe(
              'Change in engagement; null for ranges under seven days, or with too little engagement in either range',
            ),
          placement: z
            .int()
            .nullable()
            .describe('Median placement index of its articles over the last 7 days; null if unknown'),
        })
        .meta({ id: 'SourceYield' }),
    ),
  }),
  csv: ({ sources }) => ({ columns: [...COLUMNS], rows: sources.map((row) => COLUMNS.map((name) => row[name])) }),
  example: {
    by: 'source',
    from: '2026-01-25',
    to: '2026-01-31',
    sources: [
      {
        id: 'premiumledger.example',
        name: 'Premium Ledger',
        rank: 1,
        previousRank: 2,
        articles: 38,
        yield: 160,
        interval: [120, 210],
        growthPercent: 12,
        placement: 110,
      },
    ],
  },
  answer: async (c, { query: { by, from, to, ...query } }) => {
    const { now, zone } = clockOf(c);
    const today = dayIndex(now, zone);
    const range = rangeOf({ from, to }) ?? { from: today - DEFAULT_DAYS, to: today };
    const minEngagement = Number(c.env.GROWTH_MIN_CLICKS);
    const question = { ...query, by, range, zone, minEngagement, now: toSeconds(now) };
    return {
      by,
      from: utcDay(range.from * DAY),
      to: utcDay((range.to - 1) * DAY),
      sources: await loadYields(c.var.db, question),
    };
  },
});
