import * as z from 'zod';
import {
  DEAD_REASONS,
  discardDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from '../../../clicks/count/dead-letters.ts';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { parameterInvalid } from '../../../http/errors.ts';
import { choice, ids, integer } from '../../../http/params.ts';
import { count } from '../../shapes.ts';
import { authorOf } from '../lines.ts';

/** Click messages that could not be counted. */
export const manageDeadLetters = router();
const on = operations(manageDeadLetters, 'Management');

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

on.get('/', {
  operationId: 'getDeadLetters',
  summary: 'Click messages that could not be counted, oldest first',
  query: z.object({
    after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('Id of the last dead letter of the page before'),
    limit: integer(1, 1000, 100).describe('Maximum dead letters'),
    ...selection,
  }),
  data: z.object({ deadLetters: z.array(deadLetter) }),
  example: {
    deadLetters: [{ id: 1, at: 1769760900, messageId: 'a1b2', reason: 'unknownArticle', body: { contentId: 9 } }],
  },
  answer: async (c, { query }) => ({ deadLetters: await listDeadLetters(c.var.db, query) }),
});

on.post('/replay', {
  operationId: 'replayDeadLetters',
  summary: 'Put dead letters back into the queue: all, those of a reason, or some by id',
  query: z.object({ limit: integer(1, 10_000, 1000).describe('Maximum dead letters to replay'), ...selection }),
  data: z.object({ replayed: count }),
  example: { replayed: 2 },
  answer: async (c, { query }) => ({ replayed: await replayDeadLetters(c.var.db, c.env.CLICKS, query, authorOf(c)) }),
});

on.delete('/', {
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
