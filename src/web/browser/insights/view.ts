import type { components } from '../lib/api.ts';
import { known, optionsOf } from '../lib/words.ts';

export type GrowingTopic = components['schemas']['GrowingTopic'];
/** A day of a history. `index`: hundredths of the highest day; null: too little to say. */
export type Day = components['schemas']['HistoryDay'];

/** What the page can show, as its address has it. */
export const DEFAULTS = {
  view: 'overview',
  audience: '',
  risk: '',
  /** A name of the calendar, and the days of `dates`. */
  period: '7d',
  from: '',
  to: '',
  /** What a range is compared with. */
  against: 'before',
  breakdown: '',
  min: '5',
  topic: '',
  /** Id of the article that is open. */
  content: '',
  /** Id of the author whose page is open. */
  author: '',
  /** Id of the story whose page is open. */
  story: '',
  /** What is compared: two to four topics, or two weeks of one. */
  way: 'topics',
  a: '',
  b: '',
  c: '',
  d: '',
};
export type InsightsView = typeof DEFAULTS;

/** What every view of the page gets. */
export interface Session {
  paused: boolean;
  pause: (paused: boolean) => void;
  view: InsightsView;
  change: (part: Partial<InsightsView>) => void;
  /** What changes one part, for a control of it. */
  set: (name: keyof InsightsView) => (value: string) => void;
  /** Address of the present view with a change. */
  href: (part: Partial<InsightsView>) => string;
}

/** Address of a topic, an article or a story in Insights, from another page. */
export const insightsHref = ({ topic = '', content = '', story = '' }: Partial<InsightsView>): string =>
  `/insights?${new URLSearchParams(topic ? { topic } : story ? { story } : { content })}`;

/** Milliseconds between two requests: answers are kept for three seconds behind the API. */
export const LIVE = 3_000;
/** For what changes less. */
export const SLOW = 10_000;

export const TABS = optionsOf({
  overview: 'Overview',
  trending: 'Trending',
  growth: 'Growth',
  popular: 'Popular',
  places: 'Places',
  topic: 'By topic',
  compare: 'Compare',
});
export type Tab = (typeof TABS)[number][0];

export const AUDIENCES = optionsOf({ '': 'Everyone', broker: 'Brokers', carrier: 'Carriers' });

export const BREAKDOWNS = optionsOf({
  '': 'All',
  'content-type': 'Content type',
  'source-type': 'Source type',
  'specialty-line': 'Specialty line',
  'interest-area': 'Interest area',
  author: 'Author',
  section: 'Section',
  'audience-region': 'Region',
  seniority: 'Seniority',
  channel: 'Where from',
});

export const CATEGORIES: Record<number, string> = { 1: 'Specialty line', 2: 'Interest area' };

/** Views whose lists stay beside what is opened from them. */
const LISTS: readonly Tab[] = ['trending', 'growth', 'popular', 'places'];

/** An address that names a topic and no list shows the topic on a page of its own. */
export function tabOf({ view, topic }: InsightsView): Tab {
  const tab = known(TABS, view);
  return topic && !LISTS.includes(tab) ? 'topic' : tab;
}

/** Whether what is open is beside a list. */
export const isBeside = (view: InsightsView): boolean =>
  LISTS.includes(tabOf(view)) && (view.topic !== '' || view.content !== '');

const WEEK = 7;

/** The last seven complete days, and the seven before, on the same days of the week. */
export const weeksOf = (days: readonly Day[]): { name: string; days: Day[] }[] => [
  { name: 'This week', days: days.slice(-WEEK) },
  { name: 'Last week', days: days.slice(-2 * WEEK, -WEEK) },
];
