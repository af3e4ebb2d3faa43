import type { TopicInput } from '../content/types.ts';
import topics from './data/topics.json' with { type: 'json' };
import type { ImageTheme } from './images.ts';

/** A topic, the themes that suit it, and its words and exclusions, parted by commas. */
interface DemoTopic extends TopicInput {
  themes: readonly ImageTheme[];
  words: string;
  exclusions?: string;
}

const ALL = topics as readonly DemoTopic[];

/** The topic (Space) of which all articles are of this week, so that nobody can have read it before. */
export const NEW_TOPIC = 35;

/** The demo newsroom's topics. Stories name them by slug. */
export const TOPICS: readonly TopicInput[] = ALL.map(({ themes: _, words: __, exclusions: ___, ...topic }) => topic);

/** Themes that suit a topic, by the topic's slug. */
export const THEMES_OF_TOPIC: ReadonlyMap<string, readonly ImageTheme[]> = new Map(
  ALL.map(({ slug, themes }) => [slug, themes]),
);

/** A rule as `PUT /manage/rules` takes it. */
export interface DemoRule {
  kind: 'topic';
  ref: number;
  words: string[];
  exclusions: string[];
}

/** The rules of the demo newsroom: one per topic. */
export const RULES: readonly DemoRule[] = ALL.map(({ id, words, exclusions }) => ({
  kind: 'topic',
  ref: id,
  words: words.split(', '),
  exclusions: exclusions?.split(', ') ?? [],
}));
