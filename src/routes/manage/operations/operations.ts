import { accepts } from 'hono/accepts';
import * as z from 'zod';
import { operations } from '../../../http/endpoint.ts';
import { traffic } from '../../../http/traffic.ts';
import { OPENMETRICS, openMetrics, PLAIN_METRICS, plainMetrics } from '../../../lib/formats/openmetrics.ts';
import { readMetrics } from '../../../operations/metrics.ts';
import { readStatus, STATUS } from '../../../operations/status.ts';
import { daysRunOf, recomputeDays } from '../../../rankings/object/days/days.ts';
import { rebuildWindows } from '../../../rankings/object/watchdog.ts';
import { count } from '../../shapes.ts';

export const manageOperations = operations('Management');

manageOperations.post('/rebuild', {
  operationId: 'rebuild',
  summary: 'Recompute all rankings',
  data: z.object({ rebuilt: count.describe('Number of recomputed rankings') }),
  example: { rebuilt: 48 },
  answer: async ({ var: { db, now }, env }) => {
    const rebuilt = await rebuildWindows(db, env, now);
    await recomputeDays(db, daysRunOf(env, now));
    return { rebuilt };
  },
});

manageOperations.get('/status', {
  operationId: 'getStatus',
  summary: 'Get the state of the service',
  data: STATUS,
  example: {
    version: '1.0.0',
    disk: { free: 12_000_000_000, size: 50_000_000_000 },
    database: 'ok',
    queue: { queued: 3000, oldestSeconds: 240, secondsLeft: 5 },
    deadLetterQueue: { queued: 0, oldestSeconds: null, secondsLeft: null },
    deadLetters: { tooOld: 2 },
    lastClickHour: '2026-01-30T08:00:00Z',
    rankings: { published: 48, late: 0, oldestAgeSeconds: 240 },
    days: { changedArticles: 0 },
    feeds: { polled: 120, failing: 2 },
    jobs: [{ job: 'watchdog', lastRun: '2026-01-30T08:25:00Z', ageSeconds: 90, failure: null }],
    alarms: [
      {
        alarm: 'webhooks' as const,
        since: '2026-01-30T08:15:00Z',
        detail: 'deliveries to a webhook are failing, or the service disabled it',
      },
    ],
    outcomes: { counted: 1200, 'dropped:bot': 80 },
    webhooks: { enabled: 2, failing: 1, switchedOff: 0, waiting: 3, oldestSeconds: 900 },
    subscriptions: { waiting: 0, oldestSeconds: null, delivered: 40, failed: 0, failure: null },
    websub: { accepted: 412, failed: 2, failing: 0, lastPing: '2026-01-30T08:20:00Z' },
  },
  answer: (c) => readStatus(c.var.db, c.env, c.var.now),
});

const METRICS = `# TYPE newsgauge_queue_messages gauge
# HELP newsgauge_queue_messages Messages waiting to be counted, with up to two clicks each.
newsgauge_queue_messages 0
# EOF
`;

manageOperations.text('/metrics', {
  operationId: 'getMetrics',
  summary: 'Get metrics',
  description: 'Returns OpenMetrics text with the status and further figures, as gauges with the prefix `newsgauge_`.',
  means: 'OpenMetrics 1.0, or Prometheus text if `Accept` prefers it',
  answers: {
    'application/openmetrics-text': { schema: z.string(), example: METRICS },
    'text/plain': { schema: z.string(), example: METRICS.replace('# EOF\n', '') },
  },
  answer: async (c) => {
    const metrics = [...(await readMetrics(c.var.db, c.env, c.var.now)), ...traffic.metrics];
    const supports = ['application/openmetrics-text', 'text/plain'];
    const isPlain = accepts(c, { header: 'Accept', supports, default: supports[0] ?? '' }) === 'text/plain';
    return isPlain
      ? { body: plainMetrics(metrics), headers: { 'Content-Type': PLAIN_METRICS } }
      : { body: openMetrics(metrics), headers: { 'Content-Type': OPENMETRICS } };
  },
});
