import * as z from 'zod';
import type { AppContext } from '../../../http/env.ts';
import { notFound } from '../../../http/errors.ts';
import { id, integer } from '../../../lib/formats/params.ts';
import { WIDTHS } from '../../../rankings/math/figures/hour-index.ts';
import { loadContentHistory, loadHours, loadTopicHistory } from '../../../rankings/read/read-history.ts';
import { SITE } from '../../../rankings/site.ts';
import { contentId, date, time, topicId } from '../../shapes.ts';
import { clockOf, insightsOperations, riskManagement, topicPath, unknownTopic } from './parameters.ts';
import { historyTable, hoursCsv } from './tables.ts';

export const histories = insightsOperations();

export const historyQuery = z.object({ days: integer(7, 90, 28).describe('Number of complete days'), riskManagement });
export const historyDays = z
  .array(
    z
      .object({
        date,
        index: z
          .int()
          .min(0)
          .max(100)
          .nullable()
          .describe(
            'Engagement in percent of the highest of these days; null before the first click or with too little engagement',
          ),
      })
      .meta({ id: 'HistoryDay' }),
  )
  .describe('Days, oldest first');
export const DAYS_EXAMPLE = [
  { date: '2026-01-30', index: 65 },
  { date: '2026-01-31', index: 100 },
];
export const contentPath = z.object({ id: id.describe('Content id') });

const byDay = {
  description: 'Returns the engagement of each day relative to the highest day, so that it reveals no counts.',
  query: historyQuery,
  csv: historyTable,
};

histories.get('/history', {
  operationId: 'getSiteHistory',
  summary: 'Get the site’s engagement by day',
  ...byDay,
  data: z.object({ days: historyDays }),
  example: { days: DAYS_EXAMPLE },
  answer: async (c, { query }) => ({
    days: (await loadTopicHistory(c.var.db, SITE, { ...query, ...clockOf(c) })) ?? [],
  }),
});

histories.get('/topics/:id/history', {
  operationId: 'getTopicHistory',
  summary: 'Get a topic’s engagement by day',
  ...byDay,
  path: topicPath,
  data: z.object({ topicId, days: historyDays }),
  example: { topicId: 12, days: DAYS_EXAMPLE },
  answer: async (c, { path: { id }, query }) => ({
    topicId: id,
    days: (await loadTopicHistory(c.var.db, id, { ...query, ...clockOf(c) })) ?? unknownTopic(),
  }),
});

histories.get('/content/:id/history', {
  operationId: 'getContentHistory',
  summary: 'Get an article’s engagement by day',
  ...byDay,
  path: contentPath,
  data: z.object({ contentId, days: historyDays }),
  example: { contentId: 1042, days: DAYS_EXAMPLE },
  answer: async (c, { path: { id }, query }) => ({
    contentId: id,
    days: (await loadContentHistory(c.var.db, id, { ...query, ...clockOf(c) })) ?? unknownContent(),
  }),
});

const hoursQuery = z.object({ hours: integer(24, 168, 48).describe('Number of complete hours'), riskManagement });
const curve = z.object({
  width: z
    .literal([...WIDTHS])
    .describe('Hours per point: the smallest number for which a point has enough engagement'),
  hours: z
    .array(
      z
        .object({
          at: time.describe('Start of the point, a multiple of `width` hours in UTC'),
          index: z
            .int()
            .min(0)
            .max(100)
            .nullable()
            .describe(
              'Engagement in percent of the highest of these points; null before the first click or with too little engagement',
            ),
        })
        .meta({ id: 'HistoryHour' }),
    )
    .describe('Points, oldest first'),
});
const HOURS = {
  width: 3,
  hours: [
    { at: '2026-01-31T06:00:00Z', index: 65 },
    { at: '2026-01-31T09:00:00Z', index: 100 },
  ],
};
const byHour = {
  description:
    'Returns the engagement of each point relative to the highest point, so that it reveals no counts. It is computed from current counts.',
  query: hoursQuery,
  csv: hoursCsv,
};
type Of = Parameters<typeof loadHours>[1];
const hoursOf = ({ env, var: { db, now } }: AppContext, of: Of, query: z.output<typeof hoursQuery>) =>
  loadHours({ db, env }, of, { ...query, now });

histories.get('/hours', {
  operationId: 'getSiteHours',
  summary: 'Get the site’s engagement by hour',
  ...byHour,
  data: curve,
  example: HOURS,
  answer: async (c, { query }) => (await hoursOf(c, null, query)) ?? { width: 1 as const, hours: [] },
});

histories.get('/topics/:id/hours', {
  operationId: 'getTopicHours',
  summary: 'Get a topic’s engagement by hour',
  ...byHour,
  path: topicPath,
  data: curve.extend({ topicId }),
  example: { topicId: 12, ...HOURS },
  answer: async (c, { path: { id }, query }) => ({
    topicId: id,
    ...((await hoursOf(c, { topicId: id }, query)) ?? unknownTopic()),
  }),
});

histories.get('/content/:id/hours', {
  operationId: 'getContentHours',
  summary: 'Get an article’s engagement by hour',
  ...byHour,
  path: contentPath,
  data: curve.extend({ contentId }),
  example: { contentId: 1042, ...HOURS },
  answer: async (c, { path: { id }, query }) => ({
    contentId: id,
    ...((await hoursOf(c, { contentId: id }, query)) ?? unknownContent()),
  }),
});

export function unknownContent(): never {
  throw notFound({ id: 'is not the id of an article' });
}
