import type { ContentType } from '../content/types.ts';
import foreign from './data/foreign-stories.json' with { type: 'json' };
import lines from './data/lines.json' with { type: 'json' };
import stories from './data/stories.json' with { type: 'json' };

/** Story template. Each placeholder gets one value per article, so that headline and introduction agree (fill.ts). */
export interface DemoStory {
  topics: string;
  title: string;
  intro: string;
  type?: ContentType;
}

const { general, line, new: latest, ...house } = stories as Record<keyof typeof stories, readonly DemoStory[]>;

export const STORIES = general;
/** Stories that fit any line of business. Their `topics` are added to the topics of the line. */
export const LINE_STORIES = line;
export const NEW_STORIES = latest;
/** Demo stories that a company publishes about itself. `{own}` is the company. */
export const HOUSE_STORIES = house;

/** Story in a language other than English. `slug` is the last part of its URL. */
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

/** Words for a line of business. `line` precedes a noun ("cargo rates"), `cover` is singular, others are plural. */
export interface LineWords {
  line: string;
  cover: readonly string[];
  insureds: readonly string[];
  risks: readonly string[];
  losses: readonly string[];
}

/** Words of each line of business by topic slug. Topics without an entry use only specific stories. */
export const LINES: Readonly<Record<string, LineWords>> = lines;
