import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { notFound } from '../../../http/errors.ts';
import { id, integer } from '../../../http/params.ts';
import { loadContentHistory, loadTopicHistory, SITE } from '../../../rankings/read/read-history.ts';
import { contentId, date, topicId } from '../../shapes.ts';
import { riskManagement, topicPath, unknownTopic } from './parameters.ts';
import { historyTable } from './tables.ts';

/** Engagement by day. */
export const histories = router();

export const historyQuery = z.object({
  days: integer(7, 90, 28).describe('The last so many complete UTC days'),
  riskManagement,
});
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
          .describe('Hundredths of the highest of these days; null: before the first click, or too little to say'),
      })
      .meta({ id: 'HistoryDay' }),
  )
  .describe('Oldest first');
export const DAYS = [
  { date: '2026-01-30', index: 65 },
  { date: '2026-01-31', index: 100 },
];
export const contentPath = z.object({ id: id.describe('Content id') });

operations(histories, 'Insights').get('/history', {
  operationId: 'getSiteHistory',
  summary: 'Engagement of the whole site by day',
  description: 'As parts of its own highest day, so that it tells no counts.',
  query: historyQuery,
  data: z.object({ days: historyDays }),
  csv: historyTable,
  example: { days: DAYS },
  answer: async ({ var: { db, now } }, { query }) => ({
    days: (await loadTopicHistory(db, SITE, { ...query, now })) ?? [],
  }),
});

operations(histories, 'Insights').get('/topics/:id/history', {
  operationId: 'getTopicHistory',
  summary: 'Engagement of a topic by day',
  description: 'As parts of its own highest day, so that it tells no counts.',
  path: topicPath,
  query: historyQuery,
  errors: [404],
  data: z.object({ topicId, days: historyDays }),
  csv: historyTable,
  example: { topicId: 12, days: DAYS },
  answer: async (c, { path: { id }, query }) => ({
    topicId: id,
    days: (await loadTopicHistory(c.var.db, id, { ...query, now: c.var.now })) ?? unknownTopic(),
  }),
});

operations(histories, 'Insights').get('/content/:id/history', {
  operationId: 'getContentHistory',
  summary: 'Engagement of an article by day',
  description: 'As parts of its own highest day, so that it tells no counts.',
  path: contentPath,
  query: historyQuery,
  errors: [404],
  data: z.object({ contentId, days: historyDays }),
  csv: historyTable,
  example: { contentId: 1042, days: DAYS },
  answer: async (c, { path: { id }, query }) => ({
    contentId: id,
    days: (await loadContentHistory(c.var.db, id, { ...query, now: c.var.now })) ?? unknownContent(),
  }),
});

export function unknownContent(): never {
  throw notFound({ id: 'is not the id of an article' });
}
