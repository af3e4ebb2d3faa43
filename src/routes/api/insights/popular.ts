import * as z from 'zod';
import { upToDate } from '../../../http/update-rankings.ts';
import { bool, choice, choiceOrOther } from '../../../lib/formats/params.ts';
import { toSeconds } from '../../../lib/time.ts';
import { BREAKDOWNS, RANGE_BREAKDOWNS, READER_BREAKDOWNS } from '../../../rankings/dimensions.ts';
import { listName } from '../../../rankings/math/ranking-rows.ts';
import { loadRangeItems } from '../../../rankings/read/range.ts';
import { withPlacements } from '../../../rankings/read/read-placements.ts';
import { loadSiteItems } from '../../../rankings/read/read-rankings.ts';
import { loadStoryItems } from '../../../rankings/read/read-stories.ts';
import { SITE } from '../../../rankings/site.ts';
import { preferenceOf } from '../../../search/story-items.ts';
import { period, placement, RANKED_ITEM, rankedItem, storyShape } from '../../shapes.ts';
import { categoryOf, group, loadBreakdown, loadRangeBreakdown } from './breakdown.ts';
import {
  common,
  comparedRange,
  insightsOperations,
  isLongRange,
  PERIOD_MEANS,
  PERIODS,
  rangeFaults,
  rangeFields,
  rangeOf,
  withPlacement,
} from './parameters.ts';
import { groupTable, placementTable, rankedItemTable } from './tables.ts';

const isOneOf = (words: readonly string[], word: unknown) => words.some((each) => each === word);

const popularQuery = z
  .object({
    ...common,
    period: choiceOrOther(PERIODS, '7d').describe(PERIOD_MEANS),
    breakdown: choice(BREAKDOWNS, undefined).describe(
      'Groups the response, over the last 7 days or the range; `limit` applies per group',
    ),
    ...comparedRange,
    stories: bool(false).describe(
      'true ranks stories by the engagement of all their articles, each represented by its most-read article; cannot be combined with breakdown or a range',
    ),
    placement: withPlacement.describe(
      'If true, each item has its placement; cannot be combined with breakdown or a range',
    ),
    author: z
      .string()
      .trim()
      .max(300)
      .optional()
      .transform((id) => id || undefined)
      .describe(
        'Only articles by this author (id in `_article.authors`); requires a range and cannot be combined with breakdown',
      ),
  })
  // A breakdown always covers seven days and ignores the period.
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

export const popularContent = insightsOperations().get('/popular-content', {
  operationId: 'getPopularContent',
  summary: 'List the most-clicked content',
  description:
    'Returns one list, or with `breakdown` a list per group over the last 7 days, whatever the period. With `from` and `to`, lists rank by the sum of the daily engagement, with the tags of each day.',
  query: popularQuery,
  async check(c) {
    const faults = await rangeFaults({ period: [], breakdown: READER_BREAKDOWNS })(c);
    const { author, breakdown, from, to, stories, placement } = c.req.query();
    for (const [name, asked] of Object.entries({ stories, placement }))
      if (asked?.trim() === 'true' && (breakdown?.trim() || from?.trim() || to?.trim()))
        faults[name] = 'cannot be given with breakdown, from or to';
    if (author?.trim() && !faults.from && !(from && to)) faults.author = 'can only be given with from and to';
    if (author?.trim() && breakdown) faults.author = 'cannot be given with breakdown';
    return faults;
  },
  isCostly: isLongRange,
  cacheBy: (query) => (query.breakdown ? { ...query, period: '7d' } : query),
  data: z.union([
    z
      .object({
        period,
        items: z.array(
          rankedItem.extend({
            story: storyShape.optional().describe('Present only with `stories`'),
            placement: placement.optional().describe('Present only with `placement`'),
          }),
        ),
      })
      .meta({ id: 'PopularContent' }),
    z
      .object({ breakdown: z.enum(BREAKDOWNS), period: z.literal('7d'), groups: z.array(group) })
      .meta({ id: 'PopularGroups' }),
    z.object({ ...rangeFields, items: z.array(rankedItem) }).meta({ id: 'PopularContentOfRange' }),
    z
      .object({ breakdown: z.enum(RANGE_BREAKDOWNS), ...rangeFields, groups: z.array(group) })
      .meta({ id: 'PopularGroupsOfRange' }),
  ]),
  csv: (data) => ('groups' in data ? groupTable(data.groups) : placementTable(rankedItemTable(data.items), data.items)),
  example: {
    breakdown: 'content-type',
    period: '7d',
    groups: [{ group: 'Article', slug: 'article', items: [RANKED_ITEM] }],
  },
  answer: async (
    c,
    {
      query: {
        author,
        stories,
        placement: hasPlacement,
        breakdown,
        period: asked,
        from,
        to,
        against,
        limit,
        riskManagement,
      },
    },
  ) => {
    const { db, now } = c.var;
    const days = rangeOf({ from, to });
    if (days && from && to) {
      const question = { range: days, against, limit, riskManagement, now: toSeconds(now) };
      if (!breakdown) return { from, to, items: await loadRangeItems(db, { ...question, author }) };
      return { breakdown, from, to, groups: await loadRangeBreakdown(db, breakdown, question) };
    }
    await upToDate(c, categoryOf(breakdown) ? 'topics' : [SITE]);
    if (breakdown) {
      const groups = await loadBreakdown(db, { breakdown, limit, riskManagement });
      return { breakdown, period: '7d' as const, groups };
    }
    const period: (typeof PERIODS)[number] = asked === '24h' ? '24h' : '7d';
    const list = listName(period, riskManagement);
    const question = { limit, preference: preferenceOf(c.env), now: toSeconds(now) };
    const items = stories ? await loadStoryItems(db, list, question) : await loadSiteItems(db, list, limit);
    return { period, items: hasPlacement ? await withPlacements(db, items) : items };
  },
});
