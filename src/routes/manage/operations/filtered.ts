import * as z from 'zod';
import { readFiltered } from '../../../clicks/filtered.ts';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { integer } from '../../../http/params.ts';
import { HOUR, rfc3339 } from '../../../lib/time.ts';
import { count, time } from '../../shapes.ts';

/** Hours that are kept. */
const KEPT = 30 * 24;

const fate = {
  came: count.describe('Beacons and followed links'),
  counted: count,
  waiting: count.describe('In the queue'),
  leftOut: z.record(z.string(), count).describe('By reason'),
};

const FATE = { came: 1360, counted: 1200, waiting: 2, leftOut: { bot: 80, repeated: 78 } };

/** Why clicks were left out. */
export const manageFiltered = router();

operations(manageFiltered, 'Management').get('/', {
  operationId: 'getFiltered',
  summary: 'Why clicks were left out, by hour and reason',
  description:
    'Everything that came is in exactly one of `counted`, `waiting` and the reasons of `leftOut`. Imported clicks are not among it.',
  query: z.object({ hours: integer(1, KEPT, 24).describe('The running hour and those before it, so many in all') }),
  data: z.object({
    ...fate,
    hours: z.array(z.object({ hour: time.describe('Its start'), ...fate })).describe('Oldest first'),
    unknownArticles: z
      .array(z.object({ contentId: count, clicks: count, lastHour: time }))
      .describe('Ids that were clicked and name no published article, at most 100; 0: all beyond 1,000 ids'),
  }),
  example: {
    ...FATE,
    hours: [{ hour: '2026-01-30T08:00:00Z', ...FATE }],
    unknownArticles: [{ contentId: 90210, clicks: 3, lastHour: '2026-01-30T08:00:00Z' }],
  },
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    const { backlogCount } = await c.env.CLICKS.metrics();
    const { hours, unknownArticles, ...all } = await readFiltered(db, { ...query, waiting: backlogCount, now });
    return {
      ...all,
      hours: hours.map(({ hour, ...rest }) => ({ hour: rfc3339(hour * HOUR), ...rest })),
      unknownArticles: unknownArticles.map(({ hour, ...rest }) => ({ ...rest, lastHour: rfc3339(hour * HOUR) })),
    };
  },
});
