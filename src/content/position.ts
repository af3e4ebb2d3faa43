/** Largest possible id of an article. Larger numbers are reserved for ids of stories (`ownStory`). */
export const MAX_ARTICLE_ID = 2 ** 30 - 1;
/** Exclusive maximum of `publishedAt`: 2100-01-01 in epoch seconds. */
export const MAX_PUBLISHED_AT = 4_102_444_800;
