import * as z from 'zod';
import { SERVICE_ALARMS } from '../../../db/values.ts';
import { router } from '../../../http/base.ts';
import { endpoint, textEndpoint } from '../../../http/endpoint.ts';
import { OPENMETRICS, openMetrics } from '../../../lib/formats/openmetrics.ts';
import { readMetrics } from '../../../operations/metrics.ts';
import { readStatus } from '../../../operations/status.ts';
import { areWeighed } from '../../../rankings/object/class-shares.ts';
import { recomputeDays } from '../../../rankings/object/days.ts';
import { rebuildWindows } from '../../../rankings/object/watchdog.ts';
import { count, time } from '../../shapes.ts';

/** How the service is, and making its rankings new. */
export const manageOperations = router();

manageOperations.post(
  '/rebuild',
  endpoint(
    {
      operationId: 'rebuild',
      summary: 'Recompute every ranking, and the days of two weeks, from the stored aggregates',
      tag: 'Management',
      data: z.object({ rebuilt: count.describe('Rankings') }),
      example: { rebuilt: 48 },
    },
    async ({ var: { db, now }, env }) => {
      const rebuilt = await rebuildWindows(db, env.TOPIC_WINDOW, now);
      await recomputeDays(db, { now, isWeighed: areWeighed(env) });
      return { rebuilt };
    },
  ),
);

const counts = z.record(z.string(), count);

const waiting = z.object({
  queued: count,
  oldestSeconds: z.int().nullable(),
  secondsLeft: count
    .nullable()
    .describe(
      'Until none waits, at the rate of the last minute; null where they do not become fewer, and on Cloudflare',
    ),
});

const status = z
  .object({
    database: z.enum(['ok', 'unavailable']).describe('Where it does not answer, what it would say is null'),
    queue: waiting.describe('Clicks that wait to be counted'),
    deadLetterQueue: waiting.describe('Messages that the queue gave up on and that are not stored yet'),
    deadLetters: counts.nullable().describe('By reason'),
    lastClickHour: z.iso.datetime().nullable().describe('Start of the last hour in which clicks were counted'),
    rankings: z.object({ published: count, late: count, oldestAgeSeconds: z.int().nullable() }).nullable(),
    jobs: z
      .array(
        z.object({
          job: z.string().describe('`copy` and `trial`: copies that a server makes of itself, and their trial restore'),
          lastRun: time.nullable().describe('When it last came to its end; null: never'),
          ageSeconds: count.nullable(),
          failure: z.object({ at: time, reason: z.string() }).nullable().describe('How it has failed since'),
        }),
      )
      .nullable()
      .describe('What became of each scheduled job'),
    alarms: z
      .array(z.object({ alarm: z.enum(SERVICE_ALARMS), since: time, detail: z.string() }))
      .nullable()
      .describe('What the service has raised an alarm about itself for, as `service.alarm` tells webhooks'),
    outcomes: counts.nullable().describe('Clicks of the last 24 hours by outcome'),
    webhooks: z
      .object({
        enabled: count.describe('Webhooks that are switched on'),
        failing: count.describe('Of these, those that something waits for after a failed attempt'),
        switchedOff: count.describe('Switched off by the service, because the receiver wants no more'),
        waiting: count.describe('Deliveries that wait'),
        oldestSeconds: z.int().nullable().describe('For how long the oldest of them has been due'),
      })
      .nullable(),
    websub: z
      .object({
        accepted: count.describe('Times that the hub was notified of a change, since the installation began'),
        failed: count.describe('Times that it could not be notified'),
        failing: count.describe('Feeds of which it could not be notified in the last 15 minutes'),
        lastPing: time.nullable().describe('When it was last notified; null: never'),
      })
      .nullable()
      .describe('`GET /manage/websub` has each feed'),
  })
  .meta({ id: 'Status' });

manageOperations.get(
  '/status',
  endpoint(
    {
      operationId: 'getStatus',
      summary: 'Queue, dead letters, freshness, alarms, webhooks, WebSub',
      tag: 'Management',
      data: status,
      example: {
        database: 'ok',
        queue: { queued: 3000, oldestSeconds: 240, secondsLeft: 5 },
        deadLetterQueue: { queued: 0, oldestSeconds: null, secondsLeft: null },
        deadLetters: { unknownArticle: 2 },
        lastClickHour: '2026-01-30T08:00:00Z',
        rankings: { published: 48, late: 0, oldestAgeSeconds: 240 },
        jobs: [{ job: 'watchdog', lastRun: '2026-01-30T08:25:00Z', ageSeconds: 90, failure: null }],
        alarms: [
          {
            alarm: 'webhooks' as const,
            since: '2026-01-30T08:15:00Z',
            detail: 'a webhook cannot be delivered to, or was switched off',
          },
        ],
        outcomes: { counted: 1200, 'dropped:bot': 80 },
        webhooks: { enabled: 2, failing: 1, switchedOff: 0, waiting: 3, oldestSeconds: 900 },
        websub: { accepted: 412, failed: 2, failing: 0, lastPing: '2026-01-30T08:20:00Z' },
      },
    },
    (c) => readStatus(c.var.db, c.env, c.var.now),
  ),
);

const METRICS = `# TYPE newsgauge_queue_messages gauge
# HELP newsgauge_queue_messages Clicks that wait to be counted.
newsgauge_queue_messages 0
# EOF
`;

manageOperations.get(
  '/metrics',
  textEndpoint(
    {
      operationId: 'getMetrics',
      summary: 'Figures for a monitor',
      description: 'OpenMetrics text: what the status says and more, as gauges whose names begin with `newsgauge_`.',
      tag: 'Management',
      means: 'OpenMetrics 1.0',
      answers: { 'application/openmetrics-text': { schema: z.string(), example: METRICS } },
    },
    async (c) => ({
      body: openMetrics(await readMetrics(c.var.db, c.env, c.var.now)),
      headers: { 'Content-Type': OPENMETRICS },
    }),
  ),
);
