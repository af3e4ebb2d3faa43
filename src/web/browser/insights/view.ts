import type { components } from '../lib/api.ts';
import { IS_SERVER } from '../lib/request.ts';
import { optionOrFirst, optionsOf } from '../lib/words.ts';
import DIMENSIONS from './dimensions.generated.ts';

export type GrowingTopic = components['schemas']['GrowingTopic'];
/** Day in a history. `index` is a percentage of the best day's value, or `null` if there are too few readers. */
export type HistoryDay = components['schemas']['HistoryDay'];

export const VIEW_DEFAULTS = {
  view: 'overview',
  audience: '',
  risk: '',
  /** Name of a period in the calendar (empty: the usual one of the view). `dates` means from `from` to `to`. */
  period: '',
  from: '',
  to: '',
  against: 'before',
  breakdown: '',
  /** Dimension and value that the first screen is filtered by, such as `source` and its domain. */
  by: '',
  is: '',
  min: '5',
  /** Trending list that an open topic or article is next to. */
  list: 'week',
  topic: '',
  content: '',
  author: '',
  story: '',
  /** Domain or name of a source, or id of a company, whose page is open. */
  source: '',
  company: '',
  way: 'topics',
  a: '',
  b: '',
  c: '',
  d: '',
};
export type InsightsView = typeof VIEW_DEFAULTS;

export interface InsightsSession {
  paused: boolean;
  pause: (paused: boolean) => void;
  view: InsightsView;
  change: (part: Partial<InsightsView>) => void;
  set: (name: keyof InsightsView) => (value: string) => void;
  /** Returns the URL of a view, or undefined in a shared view, which has no links to other views. */
  href: (part: Partial<InsightsView>) => string | undefined;
  /** Parameters of a shared view. They take precedence over those of the page. */
  given?: Record<string, string>;
}

export const insightsHref: InsightsSession['href'] = ({ topic = '', content = '', story = '' }) =>
  IS_SERVER ? undefined : `/insights?${new URLSearchParams(topic ? { topic } : story ? { story } : { content })}`;

/** Poll interval of live views. The API caches responses for three seconds. */
export const LIVE_POLL_MS = 3_000;
export const SLOW_POLL_MS = 10_000;

export const TABS = optionsOf({
  overview: 'Overview',
  trending: 'Trending',
  growth: 'Growth',
  popular: 'Popular',
  places: 'Positions',
  topic: 'By topic',
  sources: 'Sources',
  companies: 'Companies',
  compare: 'Compare',
});
export type Tab = (typeof TABS)[number][0];

export const AUDIENCES = optionsOf({ '': 'Everyone', broker: 'Brokers', carrier: 'Carriers' });

export const BREAKDOWN_CHOICES = [['', 'All'] as const, ...DIMENSIONS.breakdowns];

export const CATEGORIES = DIMENSIONS.categories;

/** Tabs with a list that stays visible next to an open topic or article. */
const LISTS: readonly Tab[] = ['trending', 'growth', 'popular', 'places'];

/** Returns the current tab. A topic that was not opened from a list has its own tab. */
export function tabOf({ view, topic }: InsightsView): Tab {
  const tab = optionOrFirst(TABS, view);
  return topic && !LISTS.includes(tab) ? 'topic' : tab;
}

export const hasDetailPanel = (view: InsightsView): boolean =>
  LISTS.includes(tabOf(view)) && (view.topic !== '' || view.content !== '');

const WEEK_DAYS = 7;

/** Returns the days that are compared unless others are chosen: the last complete week of a history. */
export function lastDays(days: readonly HistoryDay[]): { from: string; to: string } | null {
  const [from, to] = [days.at(-WEEK_DAYS)?.date, days.at(-1)?.date];
  return from && to ? { from, to } : null;
}

export const weeksOf = (days: readonly HistoryDay[]): { name: string; days: HistoryDay[] }[] => [
  { name: 'This week', days: days.slice(-WEEK_DAYS) },
  { name: 'Last week', days: days.slice(-2 * WEEK_DAYS, -WEEK_DAYS) },
];
