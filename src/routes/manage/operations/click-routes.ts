import * as z from 'zod';
import { CLICKS_PER_MESSAGE } from '../../../clicks/accept/click-pairs.ts';
import {
  DEAD_REASONS,
  discardDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from '../../../clicks/consume/dead-letters.ts';
import { importClicks, pastClickInput } from '../../../clicks/import-past-clicks.ts';
import { readFiltered } from '../../../clicks/read-outcomes.ts';
import { SaltUnavailable } from '../../../clicks/salts/salts.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { parameterInvalid, ServerError } from '../../../http/errors.ts';
import { choice, ids, integer } from '../../../lib/formats/params.ts';
import { HOUR, rfc3339 } from '../../../lib/time.ts';
import { computeDays, daysRunOf } from '../../../rankings/object/days/days.ts';
import { count, time } from '../../shapes.ts';
import { authorOf, upsert } from '../lines.ts';

export const manageClicks = router();

manageClicks.post(
  '/',
  upsert(
    {
      operationId: 'importClicks',
      summary: 'Import clicks of the last 14 days',
      description: 'Repeating an import changes nothing. The earliest click per reader, article and UTC day counts.',
      line: pastClickInput.meta({ id: 'PastClick' }),
      example: { contentId: 1042, at: '2026-01-30T08:15:00Z', reader: 'r-1', continent: 'EU', companyType: 'broker' },
    },
    async ({ db, env, author: { now } }, lines) => {
      const refusals = await importClicks(db, env, lines, now).catch((thrown) => {
        throw thrown instanceof SaltUnavailable ? Object.assign(new ServerError(503), { cause: thrown }) : thrown;
      });
      // Histories and date ranges use the daily rankings, so the rankings of the affected days are recomputed too.
      await computeDays(db, daysRunOf(env, now));
      return refusals;
    },
  ),
);

const fate = {
  came: count.describe('Number of received beacons and followed links'),
  counted: count,
  waiting: count.describe('Number of clicks in the queue'),
  leftOut: z.record(z.string(), count).describe('Number of ignored clicks by reason'),
};

const FATE_EXAMPLE = { came: 1360, counted: 1200, waiting: 2, leftOut: { bot: 80, repeated: 78 } };

export const manageFiltered = operations('Management').get('/', {
  operationId: 'getFiltered',
  summary: 'List clicks by outcome and hour',
  description:
    'Each received click is in exactly one of `counted`, `waiting` and the reasons of `leftOut`. Imported clicks are not included.',
  query: z.object({
    hours: integer(1, RETENTION_DAYS.outcomes * 24, 24).describe('Number of hours up to the current one'),
  }),
  data: z.object({
    ...fate,
    hours: z.array(z.object({ hour: time.describe('Start of the hour'), ...fate })).describe('Hours, oldest first'),
    unknownArticles: z
      .array(z.object({ contentId: count, clicks: count, lastHour: time }))
      .describe('Up to 100 clicked ids without a published article; id 0 stands for all ids beyond 1,000'),
  }),
  example: {
    ...FATE_EXAMPLE,
    hours: [{ hour: '2026-01-30T08:00:00Z', ...FATE_EXAMPLE }],
    unknownArticles: [{ contentId: 90210, clicks: 3, lastHour: '2026-01-30T08:00:00Z' }],
  },
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    const { backlogCount } = await c.env.CLICKS.metrics();
    // The queue counts messages. If clicks share them, each may hold two.
    const waiting = backlogCount * (Number(c.env.CLICK_WAIT_MS) > 0 ? CLICKS_PER_MESSAGE : 1);
    const { hours, unknownArticles, ...all } = await readFiltered(db, { ...query, waiting, now });
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
    at: z.int().describe('Time in epoch seconds'),
    messageId: z.string(),
    reason: z.enum(DEAD_REASONS),
    body: z.unknown().describe('Message; null after its retention period'),
  })
  .meta({ id: 'DeadLetter' });

const selection = {
  reason: choice(DEAD_REASONS, undefined).describe('Only dead letters of this reason'),
  ids: ids.describe('Only dead letters with these ids'),
};

manageDeadLetters.get('/', {
  operationId: 'getDeadLetters',
  summary: 'List click messages that could not be counted',
  query: z.object({
    after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('Id of the last dead letter of the previous page'),
    limit: integer(1, 1000, 100).describe('Maximum number of dead letters'),
    ...selection,
  }),
  data: z.object({ deadLetters: z.array(deadLetter) }),
  example: { deadLetters: [{ id: 1, at: 1769760900, messageId: 'a1b2', reason: 'tooOld', body: { contentId: 9 } }] },
  answer: async (c, { query }) => ({ deadLetters: await listDeadLetters(c.var.db, query) }),
});

manageDeadLetters.post('/replay', {
  operationId: 'replayDeadLetters',
  summary: 'Replay dead letters',
  query: z.object({
    limit: integer(1, 10_000, 1000).describe('Maximum number of dead letters to replay'),
    ...selection,
  }),
  data: z.object({ replayed: count }),
  example: { replayed: 2 },
  answer: async (c, { query }) => ({ replayed: await replayDeadLetters(c.var.db, c.env.CLICKS, query, authorOf(c)) }),
});

manageDeadLetters.delete('/', {
  operationId: 'discardDeadLetters',
  summary: 'Discard dead letters',
  query: z.object(selection),
  data: z.object({ discarded: count }),
  example: { discarded: 2 },
  answer: async (c, { query }) => {
    if (!query.reason && query.ids.length === 0) {
      const wanted = `is required unless ids is given, and must be one of ${DEAD_REASONS.join(', ')}`;
      throw parameterInvalid({ reason: wanted });
    }
    return { discarded: await discardDeadLetters(c.var.db, query, authorOf(c)) };
  },
});
