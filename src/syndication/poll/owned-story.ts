import type { Story } from '../read/article.ts';

/** A story, and whether it is one of the feed's own site. */
export interface OwnedStory extends Story {
  own: boolean;
}
