import * as z from 'zod';
import { listDeadLetters, replayDeadLetters } from '../../clicks/dead-letters.ts';
import { importClicks, pastClickInput } from '../../clicks/past.ts';
import { router } from '../../http/base.ts';
import { integer, validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { OPENMETRICS, openMetrics } from '../../lib/openmetrics.ts';
import { rebuildWindows } from '../../rankings/watchdog.ts';
import { readMetrics } from './metrics.ts';
import { readStatus } from './status.ts';
import { upsert } from './upsert.ts';

/** Operating the clicks' way from beacon to ranking. */
export const manageClicks = router();

manageClicks.post(
  '/clicks',
  upsert(pastClickInput, (db, lines, now, env) => importClicks(db, env.TOPIC_WINDOW, lines, now)),
);

export const deadLettersQuery = z.object({
  after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('Id of the last dead letter of the page before'),
  limit: integer(1, 1000, 100).describe('Maximum dead letters'),
});

manageClicks.get('/dead-letters', validated('query', deadLettersQuery), async (c) =>
  c.json(success({ deadLetters: await listDeadLetters(c.var.db, c.req.valid('query')) })),
);

export const replayQuery = z.object({ limit: integer(1, 10_000, 1000).describe('Maximum dead letters to replay') });

manageClicks.post('/dead-letters/replay', validated('query', replayQuery), async (c) =>
  c.json(success({ replayed: await replayDeadLetters(c.var.db, c.env.CLICKS, c.req.valid('query').limit) })),
);

manageClicks.post('/rebuild', async (c) =>
  c.json(success({ rebuilt: await rebuildWindows(c.var.db, c.env.TOPIC_WINDOW, c.var.now) })),
);

manageClicks.get('/status', async (c) => c.json(success(await readStatus(c.var.db, c.env.CLICKS, c.var.now))));

manageClicks.get('/metrics', async (c) =>
  c.body(openMetrics(await readMetrics(c.var.db, c.env.CLICKS, c.var.now)), 200, { 'Content-Type': OPENMETRICS }),
);
