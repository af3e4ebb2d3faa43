import * as z from 'zod';
import { listDeadLetters, replayDeadLetters } from '../../clicks/dead-letters.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { integer } from '../../http/params.ts';
import { count } from '../shapes.ts';

/** Click messages that could not be counted. */
export const manageDeadLetters = router();

const deadLetter = z
  .object({
    id: z.int(),
    at: z.int().describe('Epoch seconds'),
    messageId: z.string(),
    reason: z.enum(['malformed', 'unknownArticle', 'tooOld', 'failed']),
    body: z.unknown(),
  })
  .meta({ id: 'DeadLetter' });

manageDeadLetters.get(
  '/',
  endpoint(
    {
      operationId: 'getDeadLetters',
      summary: 'Click messages that could not be counted, oldest first',
      tag: 'Management',
      query: z.object({
        after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('Id of the last dead letter of the page before'),
        limit: integer(1, 1000, 100).describe('Maximum dead letters'),
      }),
      data: z.object({ deadLetters: z.array(deadLetter) }),
      example: {
        deadLetters: [{ id: 1, at: 1769760900, messageId: 'a1b2', reason: 'unknownArticle', body: { contentId: 9 } }],
      },
    },
    async (c, { query }) => ({ deadLetters: await listDeadLetters(c.var.db, query) }),
  ),
);

manageDeadLetters.post(
  '/replay',
  endpoint(
    {
      operationId: 'replayDeadLetters',
      summary: 'Put dead letters back into the queue',
      tag: 'Management',
      query: z.object({ limit: integer(1, 10_000, 1000).describe('Maximum dead letters to replay') }),
      data: z.object({ replayed: count }),
      example: { replayed: 2 },
    },
    async (c, { query: { limit } }) => ({ replayed: await replayDeadLetters(c.var.db, c.env.CLICKS, limit) }),
  ),
);
