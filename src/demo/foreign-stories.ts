import stories from './foreign-stories.json' with { type: 'json' };

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

export const FOREIGN_STORIES: readonly ForeignStory[] = stories;
