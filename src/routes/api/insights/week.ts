import * as z from 'zod';
import type { Db } from '../../../db/client.ts';
import { renderNewsRss } from '../../../delivery/news-rss.ts';
import { RSS_TYPE } from '../../../delivery/rss.ts';
import { json } from '../../../http/cache.ts';
import { enveloped } from '../../../http/endpoint.ts';
import { upToDate } from '../../../http/update-rankings.ts';
import { success } from '../../../lib/formats/jsend.ts';
import { choice } from '../../../lib/formats/params.ts';
import { type Millis, rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { loadWeek, loadWeekOf, WEEK_ITEMS } from '../../../rankings/read/read-week.ts';
import { loadWeeks, weekItemOf } from '../../../rankings/read/weekly-summaries.ts';
import { contentItem, ITEM, insightsTopic, RISK_MANAGEMENT } from '../../shapes.ts';
import { asOf, causeFields, GROWN_TOPIC, MIN_GROWTH_DAYS, sureness } from './growth.ts';
import { insightsOperations, isLongRange, range, rangeFaults, rangeFields, rangeOf } from './parameters.ts';

const WEEKS = 26;

const changedTopic = z
  .object({
    ...insightsTopic.shape,
    ...sureness,
    ...causeFields,
    readWith: z.array(insightsTopic).max(3).describe('Pairs of topics with common articles, most read first'),
  })
  .meta({ id: 'ChangedTopic' });

const changed = z.array(changedTopic).max(5);
const lists = {
  asOf,
  rose: changed.describe('Growing topics, certain growth first'),
  fell: changed.describe('Shrinking topics, certain losses first'),
  isNew: changed.describe('Topics without readers in the week before'),
  mostRead: z.array(contentItem).max(5),
};
const week = z.union([z.object({ period: z.literal('7d'), ...lists }), z.object({ ...rangeFields, ...lists })]);

const CYBER = { ...GROWN_TOPIC, readWith: [RISK_MANAGEMENT] };
const EXAMPLE = { period: '7d', asOf: '2026-01-31T14:00:00Z', rose: [CYBER], fell: [], isNew: [], mostRead: [ITEM] };

export const weekInsights = insightsOperations().text('/week', {
  operationId: 'getWeek',
  summary: 'Summarise the changes of a week',
  description:
    'Returns rising, falling and new topics. JSON covers the last seven days, updated hourly, or a range of at least seven days compared with the range before. RSS has one item per complete week, as of Monday in the publisher’s time zone, for half a year. Neither contains counts.',
  query: z.object({ output: choice(['json', 'rss'], 'json').describe('Output format'), ...range }),
  check: rangeFaults({ output: ['rss'] }, MIN_GROWTH_DAYS),
  isCostly: isLongRange,
  means: 'The week in the format of `output`',
  answers: {
    'application/json': enveloped(week, EXAMPLE),
    'application/rss+xml': { schema: z.string().describe('RSS 2.0 with an item per week') },
  },
  answer: async (c, { query: { output, from, to } }) => {
    const { db, now } = c.var;
    if (output === 'json') {
      const limits = { minEngagement: Number(c.env.GROWTH_MIN_CLICKS), minItems: WEEK_ITEMS };
      const days = rangeOf({ from, to });
      if (!days) await upToDate(c, 'all');
      const { asOf, ...lists } = days
        ? await loadWeekOf(db, { ...limits, range: days, now: toSeconds(now) })
        : await loadWeek(db, limits);
      return json(success({ ...(days ? { from, to } : { period: '7d' }), asOf: rfc3339OrNull(asOf), ...lists }));
    }
    const self = '/api/v2/insights/week/?output=rss';
    const body = await weekRss(db, c.env, { origin: new URL(c.req.url).origin, self }, now);
    return { body, headers: { 'Content-Type': RSS_TYPE } };
  },
});

export const weekRss = async (
  db: Db,
  { PUBLISHER, GUID_AUTHORITY }: Pick<Env, 'PUBLISHER' | 'GUID_AUTHORITY'>,
  at: { origin: string; self: string },
  now: Millis,
): Promise<string> =>
  renderNewsRss({
    ...at,
    title: `${PUBLISHER}: the week`,
    description: `Most-read topics of ${PUBLISHER}, week by week`,
    authority: GUID_AUTHORITY,
    page: '/insights/week',
    items: (await loadWeeks(db, WEEKS, toSeconds(now))).map(weekItemOf),
  });
