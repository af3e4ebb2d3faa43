import { and, inArray, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, webhookEvents, weeks } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import type { Dispatch, Followed, Way } from '../../db/values.ts';
import type { NewsItem, NewsLine } from '../../delivery/feed.ts';
import type { Letter, MailChart } from '../../delivery/mail.tsx';
import { linkLine } from '../../delivery/news-rss.ts';
import { absolute } from '../../delivery/rss.ts';
import { sparkInWords } from '../../lib/formats/spark.ts';
import { clockIn, type Millis, rfc3339, type Seconds, toMillis, toSeconds } from '../../lib/time.ts';
import { type HistoryDay, loadTopicHistories } from '../../rankings/read/read-history.ts';
import { weekFinding, weekItemOf, withPublishedArticles } from '../../rankings/read/weekly-summaries.ts';
import { chatTextOf, publishedEvents, type WebhookEvent } from '../../webhooks/event.ts';
import { FOLLOWED_PAGES } from '../pages.ts';

const MAX_LISTED_EVENTS = 50;
const CHART_DAYS = 28;

type Article = Pick<typeof articles.$inferSelect, 'id' | 'title' | 'url' | 'source' | 'publishedAt'>;
type Event = Pick<WebhookEvent, 'type' | 'data'> & { at: Seconds };

export interface Things {
  articles: Map<number, Article>;
  events: Map<number, Event>;
  weeks: Map<string, NewsItem>;
  /** Findings of weeks, by Monday. They are the subjects of emails. */
  findings: Map<string, string>;
  histories: Map<number, HistoryDay[]>;
}

export interface LetterMessage {
  kind: Followed;
  ref: string;
  via: Way;
  content: Dispatch;
}

/** Loads the published items of messages. Reads 2 rows per article, 1 per event and week, 30 per topic with a chart. */
export async function loadThings(
  db: Db,
  messages: readonly LetterMessage[],
  { now, zone }: { now: Millis; zone: string },
): Promise<Things> {
  const contents = messages.map(({ content }) => content);
  const ids = [...new Set(contents.flatMap((content) => content.articles))];
  const eventIds = new Set(contents.flatMap(({ events }) => events));
  const mondays = [...new Set(contents.flatMap(({ monday }) => monday ?? []))];
  const { id, type, at, data } = webhookEvents;
  const { title, url, source, publishedAt } = articles;
  const { items, events, weekRows } = await db.transaction({
    items: db
      .select({ id: articles.id, title, url, source, publishedAt })
      .from(articles)
      .where(and(inList(articles.id, ids), lte(publishedAt, toSeconds(now)))),
    events: db.select({ id, type, at, data }).from(webhookEvents).where(inList(id, eventIds)),
    weekRows: db.select().from(weeks).where(inArray(weeks.monday, mondays)),
  });
  const published = await withPublishedArticles(db, weekRows, toSeconds(now));
  const things = {
    articles: new Map(items.map((item) => [item.id, item])),
    events: new Map(
      (await publishedEvents(db, events, toSeconds(now))).map(({ id, ...event }) => [id, event as Event]),
    ),
    weeks: new Map(published.map((week) => [week.monday, weekItemOf(week)])),
    findings: new Map(published.map((week) => [week.monday, weekFinding(week)])),
  };
  const drawn = new Set(messages.flatMap((message) => (message.via === 'mail' ? drawnIn(message, things) : [])));
  return {
    ...things,
    histories: drawn.size > 0 ? await loadTopicHistories(db, [...drawn], { days: CHART_DAYS, now, zone }) : new Map(),
  };
}

function drawnIn({ kind, ref, content }: LetterMessage, { events, weeks }: Pick<Things, 'events' | 'weeks'>): number[] {
  const lines = weeks.get(content.monday ?? '')?.parts.flatMap(({ lines }) => lines) ?? [];
  return [
    ...(kind === 'topic' ? [Number(ref)] : []),
    ...lines.flatMap(({ topic = [] }) => topic),
    ...listOf(content.events, events).flatMap((event) => topicOf(event)?.id ?? []),
  ];
}

const topicOf = ({ data }: Event): { id: number; name: string } | null =>
  (data as { topic?: { id: number; name: string } | null } | null)?.topic ?? null;

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function curveOf({ histories }: Things, topic: { id: number; name: string } | null): MailChart | null {
  const days = topic ? histories.get(topic.id) : null;
  return topic && days?.some(({ index }) => index !== null)
    ? { days, words: sparkInWords(days, topic.name, (date) => DAY_AND_MONTH.format(Date.parse(date))) }
    : null;
}

const listOf = <K, V>(keys: readonly K[], things: ReadonlyMap<K, V>): V[] =>
  keys.flatMap((key) => things.get(key) ?? []);

/** Builds an email. Returns `null` if none of its items is published any more. `end` is the unsubscribe URL. */
export function letterOf(
  {
    kind,
    ref,
    name,
    rhythm,
    editor = null,
  }: { kind: Followed; ref: string; name: string; rhythm: 'once' | 'digest'; editor?: string | null },
  { articles, events, monday }: Dispatch,
  things: Things,
  { origin, zone, end, publisher }: { origin: string; zone: string; end: string; publisher: string },
): Letter | null {
  const happened = listOf(events, things.events).map((event) => ({
    ...chatTextOf(event, zone),
    topic: topicOf(event),
  }));
  const own = kind === 'topic' ? curveOf(things, { id: Number(ref), name }) : null;
  const items = listOf(articles, things.articles);
  const week = monday ? things.weeks.get(monday) : undefined;
  const unlisted = items.length - MAX_LISTED_EVENTS;
  const lines = items
    .slice(0, MAX_LISTED_EVENTS)
    .map(
      ({ title, url, source, publishedAt }): NewsLine => ({
        text: title,
        href: url,
        more: `, ${source.name}, ${clockIn(zone, toMillis(publishedAt))}`,
      }),
    );
  if (unlisted > 0) lines.push({ text: `${unlisted} more`, href: FOLLOWED_PAGES[kind](ref), more: '' });
  const parts: { heading: string; lines: (NewsLine & { curve?: MailChart | null })[] }[] = [
    {
      heading: '',
      lines: happened.flatMap(({ text, links, topic }) => [
        { text, href: '', more: '', curve: own ? null : curveOf(things, topic) },
        ...links.map(linkLine),
      ]),
    },
    { heading: happened.length > 0 ? 'New articles' : '', lines },
    ...(week?.parts ?? []),
  ].filter(({ lines }) => lines.length > 0);
  if (parts.length === 0) return null;
  const [first] = happened;
  const heading = week
    ? (things.findings.get(monday ?? '') ?? week.title)
    : first && happened.length + items.length === 1
      ? first.text
      : lines.length === 1 && !first
        ? `${name}: ${lines[0]?.text}`
        : `${name}: ${[happened.length > 0 ? many(happened.length, 'event') : '', items.length > 0 ? many(items.length, 'new article') : ''].filter(Boolean).join(' and ')}`;
  // Recipients without an account cannot open pages of newsgauge.
  const hrefOf = (href: string) => (editor !== null && href.startsWith('/') ? '' : absolute(href, origin));
  return {
    brand: publisher,
    heading,
    curve: own,
    parts: parts.map(({ heading, lines }) => ({
      heading,
      lines: lines.map(({ topic, curve, ...line }) => ({
        ...line,
        href: hrefOf(line.href),
        curve: topic === undefined ? (curve ?? null) : curveOf(things, { id: topic, name: line.text }),
      })),
    })),
    page: editor === null ? origin + FOLLOWED_PAGES[kind](ref) : null,
    why: `${editor === null ? `You follow ${name}` : `${editor} sends you ${name}, as you confirmed`}${kind === 'week' ? '' : rhythm === 'digest' ? ', with one email per day' : ', with an email for each event'}.`,
    end,
  };
}

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function mailBodyOf(
  { id, kind, ref, name }: { id: number; kind: Followed; ref: string; name: string },
  { articles, events, monday }: Dispatch,
  things: Things,
  at: Seconds,
): string | null {
  const data = {
    articles: listOf(articles, things.articles).map(({ source, publishedAt, ...article }) => ({
      ...article,
      source: source.name,
      publishedAt: rfc3339(publishedAt),
    })),
    events: listOf(events, things.events).map(({ type, at, data }) => ({ type, timestamp: rfc3339(at), data })),
    week: monday ? (things.weeks.get(monday) ?? null) : null,
  };
  if (data.articles.length + data.events.length === 0 && !data.week) return null;
  return JSON.stringify({
    type: 'subscription.news',
    timestamp: rfc3339(at),
    data: { subscription: { id, kind, ref, name }, ...data },
  });
}
