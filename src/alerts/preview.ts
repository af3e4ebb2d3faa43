import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { alertMemory, topicDays, topics, webhookEvents } from '../db/schema.ts';
import { dayIndex, firstHourOf } from '../engagement/days.ts';
import { DAY, type Millis, type Seconds, startOfDay, toSeconds, utcDay } from '../lib/time.ts';
import { selectOpenTopics } from '../rankings/object/days/open-topics.ts';
import { SITE } from '../rankings/site.ts';
import { readAlertSettings } from './alert-settings.ts';
import {
  ALERT_TYPES,
  type AlertType,
  detectTopics,
  type HourFigures,
  INITIAL_DETECTION,
  type Memory,
} from './detect.ts';
import { readFirstDay } from './published.ts';

export interface PastAlert {
  at: Seconds;
  type: AlertType;
  subject: string;
  name: string;
  data: Record<string, unknown>;
  /** Origin of the alerts. `recorded` alerts were detected at the time. `recomputed` alerts come from stored days. */
  basis: 'recorded' | 'recomputed';
}

export interface AlertPreview {
  recordedSince: Seconds | null;
  alerts: PastAlert[];
}

interface Clock {
  now: Millis;
  zone: string;
}

const PREVIEW_DAYS = 14;
const WEEK_DAYS = 7;
/** Number of days evaluated before the first displayed day. A state causes an alert only after several days. */
const RUN_UP_DAYS = 3;
const MAX_RECORDED_ALERTS = 200;

/**
 * Returns the alerts of the last two weeks, some of them recomputed from stored days. Reads one row per alert, topic
 * and day of up to 31 days.
 */
export async function previewAlerts(db: Db, clock: Clock): Promise<AlertPreview> {
  const { now } = clock;
  const since = toSeconds(now) - PREVIEW_DAYS * DAY;
  const {
    storedMemory: [storedMemory],
    events,
  } = await db.transaction({
    storedMemory: db.select({ memory: alertMemory.memory }).from(alertMemory).where(eq(alertMemory.id, 1)),
    events: db
      .select({
        at: webhookEvents.at,
        type: webhookEvents.type,
        subject: webhookEvents.subject,
        data: webhookEvents.data,
      })
      .from(webhookEvents)
      .where(and(gte(webhookEvents.at, since), inArray(webhookEvents.type, [...ALERT_TYPES])))
      .orderBy(desc(webhookEvents.at))
      .limit(MAX_RECORDED_ALERTS),
  });
  const recordedSince = (storedMemory?.memory as Memory | undefined)?.began ?? null;
  const recorded = events.map(({ type, data, ...event }): PastAlert => {
    return { ...event, type: type as AlertType, data, name: nameOf(data), basis: 'recorded' };
  });
  const until = recordedSince ?? toSeconds(now);
  const recomputed = until > since ? await recompute(db, since, until, clock) : [];
  return { recordedSince, alerts: [...recorded, ...recomputed] };
}

const nameOf = (data: Record<string, unknown>): string => {
  const { name, title } = (data.topic ?? data.article ?? data.source ?? {}) as { name?: string; title?: string };
  return name ?? title ?? '';
};

async function recompute(db: Db, since: Seconds, until: Seconds, { now, zone }: Clock): Promise<PastAlert[]> {
  const settings = await readAlertSettings(db);
  const firstDay = await readFirstDay(db);
  if (firstDay === null) return [];
  const today = dayIndex(now, zone);
  const from = today - PREVIEW_DAYS - RUN_UP_DAYS - WEEK_DAYS;
  const { topicId, day, engagement } = topicDays;
  const { names, rows, open } = await db.transaction({
    open: selectOpenTopics(db, { from, to: today }),
    names: db
      .select({ topicId: topics.id, name: topics.name, slug: topics.slug, excluded: topics.excludedFromTrending })
      .from(topics),
    rows: db
      .select({ topicId, day, engagement })
      .from(topicDays)
      .where(and(gte(day, from), lt(day, today))),
  });
  const byTopic = new Map<number, Map<number, number>>();
  const openRows = open.flatMap((row) =>
    Object.entries(row.topics).map(([id, [all]]) => ({ topicId: Number(id), day: row.day, engagement: all })),
  );
  for (const row of [...rows, ...openRows]) {
    if (row.topicId === SITE) continue;
    const own = byTopic.get(row.topicId) ?? new Map<number, number>();
    byTopic.set(row.topicId, own.set(row.day, row.engagement));
  }
  const found: PastAlert[] = [];
  let memory: Memory = INITIAL_DETECTION;
  for (let end = today - PREVIEW_DAYS - RUN_UP_DAYS; end <= today; end++) {
    const seven = (id: number) => {
      let sum = 0;
      for (let i = end - WEEK_DAYS; i < end; i++) sum += byTopic.get(id)?.get(i) ?? 0;
      return sum;
    };
    const figures: HourFigures = {
      hour: firstHourOf(end, zone),
      days: end - firstDay,
      site: { current: 0, previous: 0 },
      topics: names.map((topic) => ({ ...topic, ...NO_GROWTH, engagement: seven(topic.topicId) })),
    };
    const at = startOfDay(utcDay(end * DAY), zone);
    const detected = detectTopics(memory, figures, {
      ...settings,
      isQuiet: false,
      day: utcDay(end * DAY),
      minEngagement: Number.POSITIVE_INFINITY,
      suspects: new Set(),
    });
    memory = detected.memory;
    if (at < since || at >= until) continue;
    for (const { type, topicId, rank, previousRank } of detected.alerts) {
      const { name = '', slug = '' } = names.find((topic) => topic.topicId === topicId) ?? {};
      const data = { topic: { id: topicId, name, slug }, rank, previousRank };
      found.push({ at, type, subject: `topic:${topicId}`, name, data, basis: 'recomputed' });
    }
  }
  return found.reverse();
}

const NO_GROWTH = {
  before: 0,
  current: 0,
  previous: 0,
  items: 0,
  interval: null,
  confidence: 'low',
  cause: null,
  gains: [],
} as const;
