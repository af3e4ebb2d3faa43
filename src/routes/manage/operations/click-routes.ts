import * as z from 'zod';
import {
  DEAD_REASONS,
  discardDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from '../../../clicks/consume/dead-letters.ts';
import { readFiltered } from '../../../clicks/filtered.ts';
import { importClicks, pastClickInput } from '../../../clicks/past.ts';
import { SaltUnavailable } from '../../../clicks/salts/salts.ts';
import { KEPT_DAYS } from '../../../db/kept.ts';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { parameterInvalid, ServerError } from '../../../http/errors.ts';
import { choice, ids, integer } from '../../../http/params.ts';
import { HOUR, rfc3339 } from '../../../lib/time.ts';
import { computeDays } from '../../../rankings/object/days/days.ts';
import { isDiscountingEnabled } from '../../../rankings/object/stored-baseline.ts';
import { count, time } from '../../shapes.ts';
import { authorOf, upsert } from '../lines.ts';

export const manageClicks = router();

manageClicks.post(
  '/',
  upsert(
    {
      operationId: 'importClicks',
      summary: 'Import clicks of the last 14 days',
      description:
        'Importing the same again changes nothing. Of several clicks by one reader on one article in one UTC day the earliest counts.',
      line: pastClickInput.meta({ id: 'PastClick' }),
      example: { contentId: 1042, at: '2026-01-30T08:15:00Z', reader: 'r-1', continent: 'EU', companyType: 'broker' },
    },
    async ({ db, env, author: { now } }, lines) => {
      const refusals = await importClicks(db, env, lines, now).catch((thrown) => {
        throw thrown instanceof SaltUnavailable ? Object.assign(new ServerError(503), { cause: thrown }) : thrown;
      });
      // Recompute the days too, because histories and ranges are derived from the rankings.
      await computeDays(db, { now, isDiscounted: isDiscountingEnabled(env) });
      return refusals;
    },
  ),
);

const fate = {
  came: count.describe('Beacons and followed links'),
  counted: count,
  waiting: count.describe('In the queue'),
  leftOut: z.record(z.string(), count).describe('By reason'),
};

const FATE = { came: 1360, counted: 1200, waiting: 2, leftOut: { bot: 80, repeated: 78 } };

export const manageFiltered = operations('Management').get('/', {
  operationId: 'getFiltered',
  summary: 'Why clicks were left out, by hour and reason',
  description:
    'Everything that came is in exactly one of `counted`, `waiting` and the reasons of `leftOut`. Imported clicks are not among it.',
  query: z.object({
    hours: integer(1, KEPT_DAYS.outcomes * 24, 24).describe('The running hour and those before it, so many in all'),
  }),
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

export const manageDeadLetters = operations('Management');

const deadLetter = z
  .object({
    id: z.int(),
    at: z.int().describe('Epoch seconds'),
    messageId: z.string(),
    reason: z.enum(DEAD_REASONS),
    body: z.unknown().describe('The message; null once it may no longer be kept'),
  })
  .meta({ id: 'DeadLetter' });

const selection = {
  reason: choice(DEAD_REASONS, undefined).describe('Only dead letters of this reason'),
  ids: ids.describe('Only dead letters with these ids'),
};

manageDeadLetters.get('/', {
  operationId: 'getDeadLetters',
  summary: 'Click messages that could not be counted, oldest first',
  query: z.object({
    after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('Id of the last dead letter of the page before'),
    limit: integer(1, 1000, 100).describe('Maximum dead letters'),
    ...selection,
  }),
  data: z.object({ deadLetters: z.array(deadLetter) }),
  example: { deadLetters: [{ id: 1, at: 1769760900, messageId: 'a1b2', reason: 'tooOld', body: { contentId: 9 } }] },
  answer: async (c, { query }) => ({ deadLetters: await listDeadLetters(c.var.db, query) }),
});

manageDeadLetters.post('/replay', {
  operationId: 'replayDeadLetters',
  summary: 'Put dead letters back into the queue: all, those of a reason, or some by id',
  query: z.object({ limit: integer(1, 10_000, 1000).describe('Maximum dead letters to replay'), ...selection }),
  data: z.object({ replayed: count }),
  example: { replayed: 2 },
  answer: async (c, { query }) => ({ replayed: await replayDeadLetters(c.var.db, c.env.CLICKS, query, authorOf(c)) }),
});

manageDeadLetters.delete('/', {
  operationId: 'discardDeadLetters',
  summary: 'Throw dead letters away: those of a reason, or some by id',
  query: z.object(selection),
  data: z.object({ discarded: count }),
  example: { discarded: 2 },
  answer: async (c, { query }) => {
    if (!query.reason && query.ids.length === 0) {
      const wanted = `is required, or ids: one of ${DEAD_REASONS.join(', ')}`;
      throw parameterInvalid({ reason: wanted });
    }
    return { discarded: await discardDeadLetters(c.var.db, query, authorOf(c)) };
  },
});
