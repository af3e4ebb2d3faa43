import type { components } from '../../../client/schema.d.ts';
import type { DataOf } from '../lib/request/request.ts';

export type Article = components['schemas']['DeskArticle'];
/** A day as it is stored. */
export type Day = DataOf<'/manage/recommended/{date}'>;
export type Days = DataOf<'/manage/recommended'>['days'];
export type Candidates = DataOf<'/manage/candidates'>;

/** What an editor makes of a day, and the stored day that it was made from. */
export interface Draft {
  base: Pick<Day, 'version' | 'articles'>;
  articles: Article[];
}
