import { formatPercent } from '../../../lib/percent.ts';
import { type Cause, causeInWords } from '../../../rankings/math/figures/cause.ts';
import type { DataOf, Schemas } from '../lib/request.ts';
import { dayAndMonth, formatHour, longWeekday } from '../lib/time.ts';

export type Webhook = DataOf<'/manage/webhooks'>['webhooks'][number];
export type EventType = Schemas['WebhookEvent']['type'];

export const EVENT_NAMES: Record<EventType, string> = {
  'topic.entered_top_ten': 'Topic enters the top ten',
  'topic.left_top_ten': 'Topic leaves the top ten',
  'topic.grows': 'Topic grows',
  'article.rising': 'Story rises',
  'engagement.falls': 'Site, topic, source or story falls',
  'engagement.stops': 'Clicks stop',
  'story.breaking': 'Several sources report one story',
  'source.failed': 'Source fails',
  'selection.published': 'Selection is published',
  'week.published': 'Week is published',
  'article.matched': 'Article matches a saved search',
  'engagement.suspicious': 'Suspicious clicks on a story',
  'service.alarm': 'Service alarm',
  'service.recovered': 'Service recovered',
};
export const EVENT_OPTIONS = Object.entries(EVENT_NAMES);
export const ALERT_OPTIONS = EVENT_OPTIONS.slice(0, 6);

/** Rules of alerts, in short. */
export const ALERT_RULES: Partial<Record<EventType, string>> = {
  'topic.entered_top_ten': 'For 24 hours, 36 at rank 9 or 10, or 48 if it left in the past week',
  'topic.left_top_ten': 'For 24 hours, 36 at rank 11 or 12, or 48 if it entered in the past week',
  'topic.grows': 'At least 10 points more than the site, for 6 hours',
  'article.rising': 'First for 10 minutes, with 3.5 times the reading of the tenth',
  'engagement.falls': 'On a day: the site by 30%, others by half',
  'engagement.stops': 'For one to six hours in which readers usually click 20 times',
};

type Data = Partial<{
  topic: { name: string };
  article: { title: string };
  source: { name: string };
  sources: string[];
  search: { name: string };
  rank: number | null;
  previousRank: number | null;
  growthPercent: number | null;
  confidence: 'high' | 'low';
  cause: Cause<{ title: string }> | null;
  date: string;
  percent: number;
  since: string;
  finding: string;
  alarm: string;
  detail: string;
}>;

const EVENT_TEXTS: Record<string, (data: Data) => string> = {
  'topic.entered_top_ten': ({ topic, rank }) => `${topic?.name} entered the top ten at ${ordinal(rank)}`,
  'topic.left_top_ten': ({ topic, previousRank }) =>
    `${topic?.name} left the top ten${previousRank ? `, from ${ordinal(previousRank)}` : ''}`,
  'topic.grows': ({ topic, growthPercent = null, confidence = 'low', cause = null }) =>
    [
      `${topic?.name} is growing`,
      growthPercent ? `${formatPercent(growthPercent)} on last week` : '',
      causeInWords({ growthPercent, confidence, cause }),
    ]
      .filter(Boolean)
      .join(', '),
  'article.rising': ({ article }) => `“${article?.title}” is rising`,
  'engagement.falls': ({ topic, source, article, date = '', percent = 0 }) => {
    const name = topic?.name ?? source?.name ?? (article ? `“${article.title}”` : 'The site');
    return `${name} was at ${formatPercent(percent)} on ${dayAndMonth(date)}, compared with its usual ${longWeekday(date)}`;
  },
  'engagement.stops': ({ since = '' }) =>
    `No clicks since ${formatHour(Date.parse(since))}. Is the script still on your pages?`,
  'story.breaking': ({ article, sources }) => `${sources?.length} sources report “${article?.title}”`,
  'source.failed': ({ source }) => `${source?.name} : feed can’t be read`,
  'selection.published': ({ date }) => `The selection for ${date} was published`,
  'week.published': ({ finding }) => finding ?? '',
  'article.matched': ({ article, search }) => `“${article?.title}” matches “${search?.name}”`,
  'engagement.suspicious': ({ article }) => `“${article?.title}” gets suspicious clicks`,
  'service.alarm': ({ detail }) => `Alarm: ${detail}`,
  'service.recovered': ({ alarm }) => `Recovered: ${alarm}`,
};

export const eventText = (type: string, data: Record<string, unknown>): string => EVENT_TEXTS[type]?.(data) ?? type;

const ordinal = (rank: number | null | undefined) => (rank ? `No. ${rank}` : 'an unknown rank');
