import * as z from 'zod';

/** How many there are, as answers say it. */
export const count = z.int().min(0);

/** What uses a tag of articles. */
export const TAG_USES = {
  shape: { articles: count.describe('Articles that are tagged with it'), rules: count.describe('Rules for it') },
  example: { articles: 120, rules: 0 },
};
