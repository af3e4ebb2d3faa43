/** Largest article id: an article's position holds its time above 30 bits of id. */
export const MAX_ARTICLE_ID = 2 ** 30 - 1;
/** Largest `publishedAt`, 2100-01-01 in epoch seconds. */
export const MAX_PUBLISHED_AT = 4_102_444_800;
