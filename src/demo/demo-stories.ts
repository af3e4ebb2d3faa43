import type { ContentType } from '../content/types.ts';
import foreign from './data/foreign-stories.json' with { type: 'json' };
import lines from './data/lines.json' with { type: 'json' };
import stories from './data/stories.json' with { type: 'json' };

/**
 * A story template. `topics` are slugs parted by spaces, the main one first. Slots in braces are filled once per
 * article, so that headline and introduction agree: see fill.ts for what they mean.
 */
export interface DemoStory {
  topics: string;
  title: string;
  intro: string;
  type?: ContentType;
}

const { general, line, new: latest, ...house } = stories as Record<keyof typeof stories, readonly DemoStory[]>;

/** Stories with subjects of their own. */
export const STORIES = general;
/** Stories that any line of business can have, told in its own words. `topics` are added to the line's. */
export const LINE_STORIES = line;
/** The stories of the topic that is new this week, oldest first. */
export const NEW_STORIES = latest;
/** Stories that a company tells of itself; `{own}` is the company. Told in the words of a line of business. */
export const HOUSE_STORIES = house;

/** A ready-made story in another language than English; `slug` is the last part of its URL. */
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
 * The words in which general stories speak of one line of business. `line` precedes a noun ("cargo rates"), `cover` is
 * singular; the others are plural, so that verbs agree whichever is drawn.
 */
export interface LineWords {
  line: string;
  cover: readonly string[];
  insureds: readonly string[];
  risks: readonly string[];
  losses: readonly string[];
}

/** By topic slug. Topics that are missing have stories of their own only. */
export const LINES: Readonly<Record<string, LineWords>> = lines;
