import type { ContentType } from '../content/types.ts';
import foreign from './data/foreign-stories.json' with { type: 'json' };
import lines from './data/lines.json' with { type: 'json' };
import stories from './data/stories.json' with { type: 'json' };

/**
 * Template of a story. `topics` contains slugs separated by spaces, main topic first. Slots in braces are filled once
 * per article, so that headline and introduction agree. fill.ts explains the slots.
 */
export interface DemoStory {
  topics: string;
  title: string;
  intro: string;
  type?: ContentType;
}

const { general, line, new: latest, ...house } = stories as Record<keyof typeof stories, readonly DemoStory[]>;

/** Stories with specific subjects. */
export const STORIES = general;
/** Stories that fit any line of business, with slots for its words. `topics` are added to those of the line. */
export const LINE_STORIES = line;
/** Stories of the topic that is new this week, oldest first. */
export const NEW_STORIES = latest;
/**
 * Stories that a company publishes about itself, with slots for the words of a line of business. `{own}` is the
 * company.
 */
export const HOUSE_STORIES = house;

/** Complete story in a language other than English. `slug` is the last part of its URL. */
export interface ForeignStory {
  language: string;
  slug: string;
  title: string;
  intro: string;
  topics: string;
  countries?: readonly string[];
  geoGroups?: readonly string[];
}

export const FOREIGN_STORIES: readonly ForeignStory[] = foreign;

/**
 * Words for one line of business in general stories. `line` precedes a noun ("cargo rates"), `cover` is singular; the
 * others are plural, so that verbs agree with any of them.
 */
export interface LineWords {
  line: string;
  cover: readonly string[];
  insureds: readonly string[];
  risks: readonly string[];
  losses: readonly string[];
}

/** Words by topic slug. Topics without an entry have specific stories only. */
export const LINES: Readonly<Record<string, LineWords>> = lines;
