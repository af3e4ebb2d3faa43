import type { ContentType } from '../content/types.ts';
import stories from './stories.json' with { type: 'json' };

/**
 * A story template. `topics` are slugs parted by spaces, the main one first. Slots in braces are filled once per
 * article, so that headline and introduction agree: see fill.ts for what they mean.
 */
export interface Story {
  topics: string;
  title: string;
  intro: string;
  type?: ContentType;
}

const { general, line, new: latest, ...house } = stories as Record<keyof typeof stories, readonly Story[]>;

/** Stories with subjects of their own. */
export const STORIES = general;
/** Stories that any line of business can have, told in its own words (see lines.ts). `topics` are added to the line's. */
export const LINE_STORIES = line;
/** The stories of the topic that is new this week, oldest first. */
export const NEW_STORIES = latest;
/** Stories that a company tells of itself; `{own}` is the company. Told in the words of a line of business. */
export const HOUSE_STORIES = house;
