import type { TopicInput } from '../content/types.ts';
import topics from './data/topics.json' with { type: 'json' };
import type { ImageTheme } from './images.ts';

interface DemoTopic extends TopicInput {
  themes: readonly ImageTheme[];
  words: string;
  exclusions?: string;
}

const DEMO_TOPICS = topics as readonly DemoTopic[];

/** Space, a demo topic whose articles are all from this week, so that it has no earlier readers. */
export const NEW_TOPIC = 35;

export const TOPICS: readonly TopicInput[] = DEMO_TOPICS.map(
  ({ themes: _, words: __, exclusions: ___, ...topic }) => topic,
);

export const THEMES_OF_TOPIC: ReadonlyMap<string, readonly ImageTheme[]> = new Map(
  DEMO_TOPICS.map(({ slug, themes }) => [slug, themes]),
);

export interface DemoRule {
  kind: 'topic';
  ref: number;
  words: string[];
  exclusions: string[];
}

export const RULES: readonly DemoRule[] = DEMO_TOPICS.map(({ id, words, exclusions }) => ({
  kind: 'topic',
  ref: id,
  words: words.split(', '),
  exclusions: exclusions?.split(', ') ?? [],
}));
