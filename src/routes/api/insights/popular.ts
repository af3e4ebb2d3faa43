import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { choice, choiceOrOther } from '../../../http/params.ts';
import { listName } from '../../../rankings/math/views.ts';
import { loadSiteItems } from '../../../rankings/read/read.ts';
import { period, RANKED_ITEM, rankedItem } from '../../shapes.ts';
import { BREAKDOWNS, group, loadBreakdown } from './breakdown.ts';
import { common, PERIOD_MEANS, PERIODS } from './parameters.ts';
import { groupTable, rankedItemTable } from './tables.ts';

const isOneOf = (words: readonly string[], word: unknown) => words.some((each) => each === word);

const popularQuery = z
  .object({
    ...common,
    period: choiceOrOther(PERIODS, '7d').describe(PERIOD_MEANS),
    breakdown: choice(BREAKDOWNS, undefined).describe(
      'Groups the answer, always over the last 7 days; limit is per group',
    ),
  })
  // A breakdown takes any period, because it is always of seven days.
  .check(
    z.refine<{ period: string; breakdown?: string | undefined }>(
      ({ period, breakdown }) => isOneOf(BREAKDOWNS, breakdown) || isOneOf(PERIODS, period),
      {
        path: ['period'],
        error: `must be one of ${PERIODS.join(', ')}`,
        when: ({ value }) => typeof (value as { period?: unknown }).period === 'string',
      },
    ),
  );

export const popularContent = router();

popularContent.get(
  '/popular-content',
  endpoint(
    {
      operationId: 'getPopularContent',
      summary: 'Most-clicked content, flat or in groups',
      description: 'Without `breakdown` one list; with it a list per group, of the last 7 days.',
      tag: 'Insights',
      query: popularQuery,
      // A breakdown is always of seven days, whatever period was asked for.
      cacheBy: (query) => (query.breakdown ? { ...query, period: '7d' } : query),
      data: z.union([
        z.object({ period, items: z.array(rankedItem) }).meta({ id: 'PopularContent' }),
        z
          .object({ breakdown: z.enum(BREAKDOWNS), period: z.literal('7d'), groups: z.array(group) })
          .meta({ id: 'PopularGroups' }),
      ]),
      csv: (data) => ('groups' in data ? groupTable(data.groups) : rankedItemTable(data.items)),
      example: {
        breakdown: 'content-type',
        period: '7d',
        groups: [{ group: 'Article', slug: 'article', items: [RANKED_ITEM] }],
      },
    },
    async ({ var: { db } }, { query: { breakdown, period: asked, limit, riskManagement } }) => {
      if (breakdown) {
        const groups = await loadBreakdown(db, { breakdown, limit, riskManagement });
        return { breakdown, period: '7d' as const, groups };
      }
      const period: (typeof PERIODS)[number] = asked === '24h' ? '24h' : '7d';
      return { period, items: await loadSiteItems(db, listName(period, riskManagement), limit) };
    },
  ),
);
