import { SERVICE_ALARMS, type ServiceAlarm } from '../../db/values.ts';
import { HOUR, rfc3339, type Seconds } from '../../lib/time.ts';
import type { WebhookEvent } from '../../webhooks/event.ts';

/** This module starts and ends service alarms. Its functions are pure. */

/** Current problem of each alarm as a sentence, or `null` if there is no problem. An absent alarm does not change. */
export type Signs = { [K in ServiceAlarm]?: string | null };

interface Trouble {
  since: Seconds;
  seen: number;
  detail: string;
  isRaised: boolean;
}

export interface AlarmMemory {
  troubles: { [K in ServiceAlarm]?: Trouble };
  raised: { [K in ServiceAlarm]?: number };
}

export const NO_TROUBLES: AlarmMemory = { troubles: {}, raised: {} };

/** Time without the problem after which an alarm ends. A recurring problem thus raises only one alarm. */
const CLEAR_AFTER_S = 150;
const REPEAT_AFTER_S = HOUR;

export type ServiceEvent = Extract<WebhookEvent, { type: 'service.alarm' | 'service.recovered' }>;

export function follow(memory: AlarmMemory, signs: Signs, now: number) {
  const next: AlarmMemory = { troubles: {}, raised: { ...memory.raised } };
  const events: ServiceEvent[] = [];
  for (const alarm of SERVICE_ALARMS) {
    const known = memory.troubles[alarm];
    const detail = signs[alarm];
    const at = { subject: `service:${alarm}`, at: now };
    if (detail) {
      const last = memory.raised[alarm];
      const isRaised = known?.isRaised || last === undefined || Math.abs(now - last) >= REPEAT_AFTER_S;
      const since = known?.since ?? now;
      next.troubles[alarm] = { since, seen: now, detail, isRaised };
      if (!isRaised || known?.isRaised) continue;
      next.raised[alarm] = now;
      const data = { alarm, since: rfc3339(since), detail };
      events.push({ type: 'service.alarm', key: `service.alarm:${alarm}:${since}`, ...at, data });
    } else if (known && (detail === undefined || (known.isRaised && Math.abs(now - known.seen) < CLEAR_AFTER_S))) {
      next.troubles[alarm] = known;
    } else if (known?.isRaised) {
      const data = { alarm, since: rfc3339(known.since), until: rfc3339(now) };
      events.push({ type: 'service.recovered', key: `service.recovered:${alarm}:${known.since}`, ...at, data });
    }
  }
  return { memory: next, events };
}

export const raisedIn = ({ troubles }: AlarmMemory) =>
  SERVICE_ALARMS.flatMap((alarm) => {
    const trouble = troubles[alarm];
    return trouble?.isRaised ? [{ alarm, since: rfc3339(trouble.since), detail: trouble.detail }] : [];
  });
