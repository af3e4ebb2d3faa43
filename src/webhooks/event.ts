import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { publishedAmong } from '../content/articles/published.ts';
import { KIND_NAMES } from '../db/click-columns.ts';
import { type Db, PreparedQuery, type Statement } from '../db/client.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../db/schema.ts';
import { inList, jsonField, jsonValue, listed } from '../db/sql.ts';
import { type EventType, SERVICE_ALARMS, type ServiceAlarm } from '../db/values.ts';
import { memoize } from '../lib/lazy.ts';
import { formatPercent, formatRange } from '../lib/percent.ts';
import type { Millis, Seconds } from '../lib/time.ts';
import { causeInWords } from '../rankings/math/figures/cause.ts';
import { type Receiver, receives, selectReceivers } from './receivers.ts';

export interface ChatText {
  text: string;
  links: { title: string; url: string }[];
}

const momentFormat = memoize(
  (zone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone || 'UTC',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
);

/** Formats a time on the publisher’s clock: `28 Nov, 14:00 UTC`. */
type FormatTime = (time: string) => string;

/** Declares an event type: the schema of its data and its chat text. The data never contains click counts. */
const event = <S extends z.ZodType>(data: S, say: (data: z.output<S>, format: FormatTime) => string | ChatText) => ({
  data,
  say,
});

const topic = z.object({ id: z.int(), name: z.string(), slug: z.string() });
const article = z.object({ id: z.int(), title: z.string(), url: z.string(), source: z.string() });
const rank = z.int().positive();
const change = z.object({
  topic,
  growthPercent: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
const alarm = z.enum(SERVICE_ALARMS);
const time = z.iso.datetime();

/** Lists changes of topics: `Rose: Marine Cargo +290% (+230% to +360%)`. Returns an empty string if there are none. */
function listInWords(heading: string, changes: readonly z.output<typeof change>[]): string {
  const each = changes.map(({ topic, growthPercent, interval }) =>
    [
      topic.name,
      growthPercent === null ? '' : ` ${formatPercent(growthPercent)}`,
      interval ? ` (${formatRange(interval)})` : '',
    ].join(''),
  );
  return each.length > 0 ? `${heading}: ${each.join(', ')}` : '';
}

export const EVENTS = {
  'topic.entered_top_ten': event(
    z.object({ topic, rank, previousRank: rank.nullable() }),
    ({ topic, rank, previousRank }) =>
      `${topic.name} entered the top ten at No. ${rank}${previousRank === null ? '' : `, up from No. ${previousRank}`}`,
  ),
  'topic.left_top_ten': event(
    z.object({ topic, rank: rank.nullable(), previousRank: rank }),
    ({ topic, rank, previousRank }) =>
      `${topic.name} left the top ten and fell from No. ${previousRank} ${rank === null ? 'to no rank' : `to No. ${rank}`}`,
  ),
  'topic.grows': event(
    // The fields `interval` and `cause` mean the same as in `/insights/trending-topics/growth/`.
    z.object({
      topic,
      growthPercent: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      confidence: z.enum(['high', 'low']),
      cause: z
        .object({
          kind: z.enum(['articles', 'source', 'many']),
          articles: z.array(article),
          source: z.string().nullable(),
          share: z.int().nullable(),
        })
        .nullable(),
    }),
    ({ topic, ...change }) => {
      const { growthPercent, interval } = change;
      const cause = causeInWords(change);
      const why = cause && `, ${cause}`;
      if (growthPercent === null) return `${topic.name} is growing (no readers the week before)${why}`;
      const range = interval ? ` (${formatRange(interval)})` : '';
      return `${topic.name} is growing: ${formatPercent(growthPercent)}${range} in a week${why}`;
    },
  ),
  'article.rising': event(z.object({ article, rank }), ({ article, rank }) => ({
    text: `An article is rising and is now at rank ${rank}`,
    links: [article],
  })),
  // Exactly one of `topic`, `source` and `article`, or none of them for the whole site.
  'engagement.falls': event(
    z.object({
      topic: topic.optional(),
      source: z.object({ domain: z.string(), name: z.string() }).optional(),
      article: article.optional(),
      date: z.iso.date(),
      percent: z.number(),
    }),
    ({ topic, source, article, date, percent }) => {
      const text = `${topic?.name ?? source?.name ?? (article ? 'An article' : 'The site')} was read less than usual on ${date}: ${formatPercent(percent)} on the same weekday of four weeks`;
      return { text, links: article ? [article] : [] };
    },
  ),
  'engagement.stops': event(
    z.object({ since: time }),
    ({ since }, format) =>
      `No clicks have arrived since ${format(since)}. Check that the script is still on your pages`,
  ),
  // The `sources` are in the order in which they reported. `article` is the first report.
  'story.breaking': event(
    z.object({ story: z.object({ id: z.int(), firstAt: time }), article, sources: z.array(z.string()) }),
    ({ article, sources }) => ({
      text: `${sources.length} sources report one story within hours: ${sources.slice(0, 5).join(', ')}`,
      links: [article],
    }),
  ),
  'source.failed': event(
    z.object({
      source: z.object({ domain: z.string(), name: z.string() }),
      feed: z.string(),
      since: time,
      reason: z.string(),
    }),
    ({ source, feed, since, reason }, format) => ({
      text: `A feed of ${source.name} has failed since ${format(since)}, because it ${reason}`,
      links: [{ title: feed, url: feed }],
    }),
  ),
  'selection.published': event(
    z.object({ date: z.iso.date(), version: z.int(), articles: z.array(article) }),
    ({ date, version, articles }) => ({
      text: `The editors’ choice of ${date} has been ${version > 1 ? 'changed' : 'published'}`,
      links: articles,
    }),
  ),
  // `monday` follows the week. The fields of `rose` and `fell` mean the same as in `/insights/week/`.
  'week.published': event(
    z.object({
      monday: z.iso.date(),
      finding: z.string(),
      rose: z.array(change),
      fell: z.array(change),
      articles: z.array(article),
    }),
    ({ finding, rose, fell, articles }) => ({
      text: [finding, listInWords('Rose', rose), listInWords('Fell', fell), articles.length > 0 ? 'Most read:' : '']
        .filter(Boolean)
        .join('. '),
      links: articles,
    }),
  ),
  'article.matched': event(
    z.object({
      search: z.object({ slug: z.string(), name: z.string() }),
      article: article.extend({ publishedAt: time }),
    }),
    ({ search, article }) => ({ text: `New in ${search.name}`, links: [article] }),
  ),
  'engagement.suspicious': event(
    // `percent` is the share of the last 24 hours' clicks that were discounted because of `concentratedIn`.
    z.object({ article, concentratedIn: z.enum(KIND_NAMES), percent: z.int() }),
    ({ article, concentratedIn, percent }) => ({
      text: `Suspicious clicks: ${percent}% of the clicks on a story were discounted because one ${concentratedIn} stands out`,
      links: [article],
    }),
  ),
  'service.alarm': event(
    z.object({ alarm, since: time, detail: z.string() }),
    ({ since, detail }, format) => `newsgauge: ${detail} (since ${format(since)})`,
  ),
  'service.recovered': event(
    z.object({ alarm, since: time, until: time }),
    ({ alarm, until }, format) => `newsgauge: ${RECOVERED_TEXTS[alarm]} (${format(until)})`,
  ),
} satisfies Record<EventType, unknown>;

const RECOVERED_TEXTS: Record<ServiceAlarm, string> = {
  database: 'the database is responding again',
  writes: 'the database accepts writes again',
  queue: 'the queue is processed promptly again',
  deadLetters: 'there are no dead letters any more',
  salts: 'clicks are accepted again',
  rankings: 'rankings are up to date again',
  jobs: 'the scheduled jobs run again',
  retention: 'deletion of old data works again',
  feeds: 'feeds can be read again',
  baseline: 'the site’s traffic sources match the baseline again',
  concentration: 'no story has received suspicious clicks for an hour',
  webhooks: 'webhooks are delivered again',
  disk: 'there is enough disk space again',
  filesLost: 'no file has been missing for an hour',
  backupFailed: 'backups succeed again',
  backupOld: 'there is a recent backup again',
  clock: 'the clock is right again',
};

/** Event that is sent to webhooks. (docs/decisions.md#H1) */
export type WebhookEvent = {
  [T in EventType]: {
    type: T;
    /** Key such as `topic.grows:47:2026-01-31`. Events with the same key are recorded once. */
    key: string;
    subject: string;
    at: Seconds;
    data: z.output<(typeof EVENTS)[T]['data']>;
  };
}[EventType];

/** Returns the text of an event, with times in the publisher’s zone (empty: UTC). */
export function chatTextOf({ type, data }: Pick<WebhookEvent, 'type' | 'data'>, zone = ''): ChatText {
  const say = EVENTS[type].say as (data: unknown, format: FormatTime) => string | ChatText;
  const said = say(data, (time) => momentFormat(zone).format(Date.parse(time)));
  return typeof said === 'string' ? { text: said, links: [] } : said;
}

interface NamingData {
  article?: { id: number };
  articles?: { id: number }[];
  cause?: { articles: { id: number }[] } | null;
}

/** Removes events, or parts of events, that are about unpublished articles. Reads two rows per article. */
export async function publishedEvents<E extends { data: unknown }>(db: Db, events: readonly E[], now: Seconds) {
  const named = ({ data }: E) => data as NamingData;
  const ids = events
    .map(named)
    .flatMap(({ article, articles = [], cause }) => [article ?? [], articles, cause?.articles ?? []].flat());
  const published = await publishedAmong(
    db,
    ids.map(({ id }) => id),
    now,
  );
  const isPublished = ({ id }: { id: number }) => published.has(id);
  return events.flatMap((event) => {
    const { article, articles, cause } = named(event);
    if (article && !isPublished(article)) return [];
    if (articles) return { ...event, data: { ...named(event), articles: articles.filter(isPublished) } };
    return cause?.articles.every(isPublished) === false ? { ...event, data: { ...named(event), cause: null } } : event;
  });
}

const keyOf = z.object({ key: z.string() }).transform(({ key }) => key);

/** Stores events and their deliveries. Returns the new events. The next cron run sends the deliveries at the latest. */
export async function recordEvents(
  db: Db,
  detected: readonly WebhookEvent[],
  now: Millis,
  receivers?: readonly Receiver[],
  further: readonly Statement[] = [],
): Promise<WebhookEvent[]> {
  const events = [...new Map(detected.map((event) => [event.key, event])).values()];
  if (events.length === 0) return [];
  const recording = crypto.randomUUID();
  const keys = events.map(({ key }) => key);
  const { recorded } = await db.transaction({
    events: insertEvents(events, recording),
    deliveries: insertDeliveries(events, receivers ?? (await selectReceivers(db)), { recording, now }),
    recorded: new PreparedQuery(
      keyOf,
      sql`SELECT ${webhookEvents.key} AS key FROM ${webhookEvents}
        WHERE ${inList(webhookEvents.key, keys)} AND ${webhookEvents.recording} = ${recording}`,
    ),
    further,
  });
  return events.filter(({ key }) => recorded.includes(key));
}

const row = sql.raw('v.value');

function insertEvents(events: readonly WebhookEvent[], recording: string): SQL {
  const { type, key, subject, at, data } = webhookEvents;
  return sql`INSERT OR IGNORE INTO ${webhookEvents} (${listed(type, key, subject, at, data, webhookEvents.recording)})
    SELECT ${jsonValue(row, 'type')}, ${jsonValue(row, 'key')}, ${jsonValue(row, 'subject')}, ${jsonValue(row, 'at')},
      ${jsonField(row, 'data')}, ${recording} FROM json_each(${JSON.stringify(events)}) v
    WHERE NOT EXISTS (SELECT 1 FROM ${webhookEvents} WHERE ${webhookEvents.key} = ${jsonValue(row, 'key')}) ORDER BY v.key`;
}

/** Inserts deliveries of new events to webhooks that are still enabled. */
function insertDeliveries(
  events: readonly WebhookEvent[],
  receivers: readonly Receiver[],
  { recording, now }: { recording: string; now: number },
): SQL {
  const wanted = events.flatMap((event) =>
    receivers
      .filter((receiver) => receives(receiver, event))
      .map(({ id }) => ({ key: event.key, webhook: id, subject: event.subject })),
  );
  const { webhookId, eventId, subject, state, nextAt, firstAt } = webhookDeliveries;
  return sql`INSERT INTO ${webhookDeliveries} (${listed(webhookId, eventId, subject, state, nextAt, firstAt)})
    SELECT ${jsonValue(row, 'webhook')}, ${webhookEvents.id}, ${jsonValue(row, 'subject')}, 'pending', ${now}, ${now}
    FROM json_each(${JSON.stringify(wanted)}) v JOIN ${webhookEvents} ON ${webhookEvents.key} = ${jsonValue(row, 'key')}
      JOIN ${webhooks} ON ${webhooks.id} = ${jsonValue(row, 'webhook')} AND ${webhooks.enabled}
    WHERE ${webhookEvents.recording} = ${recording}`;
}
