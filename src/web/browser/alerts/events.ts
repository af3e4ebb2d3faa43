import {
  CLEAR_HOURS,
  FALL_FRACTIONS,
  GROWING_HOURS,
  MIN_GROWTH_PERCENT,
  MIN_LEAD_S,
  SILENT_HOURS,
} from '../../../alerts/thresholds.ts';
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

const percentBelow = (fraction: number) => Math.round(100 * (1 - fraction));

/** Rules of alerts, in short. */
export const ALERT_RULES: Partial<Record<EventType, string>> = {
  'topic.entered_top_ten': `Stays for ${CLEAR_HOURS} hours or more`,
  'topic.left_top_ten': `Stays out for ${CLEAR_HOURS} hours or more`,
  'topic.grows': `${MIN_GROWTH_PERCENT} points more than the site, for ${GROWING_HOURS} hours`,
  'article.rising': `Clearly first for ${MIN_LEAD_S / 60} minutes`,
  'engagement.falls': `Site by ${percentBelow(FALL_FRACTIONS.site)}% in a day, others by ${percentBelow(FALL_FRACTIONS.part)}%`,
  'engagement.stops': `For one to ${SILENT_HOURS} hours`,
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
