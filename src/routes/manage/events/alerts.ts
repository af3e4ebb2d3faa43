import * as z from 'zod';
import { readAlertSettings, SETTINGS_ARE, SETTINGS_ROW, saveSettings } from '../../../alerts/alert-settings.ts';
import { ALERT_TYPES } from '../../../alerts/detect.ts';
import { previewAlerts } from '../../../alerts/preview.ts';
import { operations } from '../../../http/endpoint.ts';
import { rfc3339, rfc3339OrNull } from '../../../lib/time.ts';
import { time } from '../../shapes.ts';
import { asSeen } from '../as-seen.ts';
import { authorOf } from '../lines.ts';
import { timeOfDay } from './webhook-shapes.ts';

export const manageAlerts = operations('Management');

const type = z.enum(ALERT_TYPES);

const settings = z
  .object({
    types: z
      .array(type)
      .max(ALERT_TYPES.length)
      .describe('Reported event types; webhooks choose other types themselves'),
    oncePerDay: z
      .boolean()
      .describe('Whether a topic is reported at most once per day; further alerts follow the next day'),
    quiet: z
      .object({ from: timeOfDay, to: timeOfDay })
      .nullable()
      .describe('Quiet hours in the publisher’s time zone. Alerts that still apply are reported afterwards'),
  })
  .meta({ id: 'AlertSettings' });

const EXAMPLE = { types: [...ALERT_TYPES], oncePerDay: true, quiet: { from: '22:00', to: '07:00' } };

manageAlerts.get('/', {
  operationId: 'getAlertSettings',
  summary: 'Get the alert settings',
  data: settings,
  example: EXAMPLE,
  answer: async ({ var: { db } }) => readAlertSettings(db),
});

manageAlerts.put('/', {
  operationId: 'putAlertSettings',
  summary: 'Change the alert settings',
  isConditional: true,
  input: { schema: settings, example: EXAMPLE },
  data: settings,
  example: EXAMPLE,
  answer: async (c, { input }) => {
    const chosen = { ...input, types: ALERT_TYPES.filter((one) => input.types.includes(one)) };
    const { db } = c.var;
    const seen = { kind: SETTINGS_ROW, where: SETTINGS_ARE, load: () => readAlertSettings(db) };
    await asSeen(c, seen, (_, guard) => saveSettings(db, chosen, authorOf(c), guard));
    return chosen;
  },
});

manageAlerts.get('/preview', {
  operationId: 'getAlertPreview',
  summary: 'List alerts of the last two weeks',
  description:
    'Returns the recorded alerts, whether or not a webhook receives them. For days before the first record, alerts about the top ten are recomputed daily from stored days with today’s settings. Growth, rising articles and falls cannot be recomputed.',
  data: z.object({
    recordedSince: time.nullable().describe('Time of the first record; null if there is none'),
    alarms: z.array(
      z.object({
        at: time,
        type,
        subject: z.string().describe('`topic:47`, `article:1042`, `source:ledger.example` or `site`'),
        name: z.string(),
        data: z.record(z.string(), z.unknown()).describe('Data as sent to webhooks'),
        basis: z.enum(['recorded', 'recomputed']),
      }),
    ),
  }),
  example: {
    recordedSince: '2026-01-12T08:05:00Z',
    alarms: [
      {
        at: '2026-01-30T09:05:00Z',
        type: 'topic.entered_top_ten',
        subject: 'topic:12',
        name: 'Cyber',
        data: { topic: { id: 12, name: 'Cyber', slug: 'cyber' }, rank: 7, previousRank: 14 },
        basis: 'recorded',
      },
    ],
  },
  answer: async (c) => {
    const { recordedSince, alerts } = await previewAlerts(c.var.db, { now: c.var.now, zone: c.env.TIME_ZONE });
    return {
      recordedSince: rfc3339OrNull(recordedSince),
      alarms: alerts.map(({ at, ...alert }) => ({ ...alert, at: rfc3339(at) })),
    };
  },
});
