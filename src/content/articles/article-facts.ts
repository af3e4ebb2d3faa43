import type { articles } from '../../db/schema.ts';
import type { Byline } from '../../db/values.ts';
import type { Article } from '../input.ts';
import { ITEM_COLUMNS, toTags } from './item.ts';
import type { Tagged } from './tag-merge.ts';

/** An article as it is about to be stored. */
export interface ArticleDraft
  extends Omit<Article, 'id' | 'image' | 'byRules' | 'publisher' | 'source' | 'authors' | 'keywords' | 'fromPage'> {
  id: number;
  authors: Byline[];
  keywords: string[];
  /** JSON, or null. */
  image: string | null;
  urlKey: string;
  domain: string;
  /** The host by which the source was found; null: the source is that of the link before. */
  host: string | null;
  /** What the source is called if it is new. */
  sourceName: string;
  /** In the index, but that of its story. */
  tokens: string;
  /** JSON of `FromPage`; null: as it was. */
  fromPage: string | null;
  /** JSON of `RuleTags`, or null. */
  ruleTags: string | null;
  /** The story that a new article is a copy of; left out: one of its own. */
  story?: number | undefined;
}

/** The editable fields of an article, by name. */
export type EditableFields = Record<string, unknown>;

/** An article as it is stored: its tags, and its facts as one text. */
export interface Stored extends Tagged {
  url: string;
  /** Of its source. */
  domain: string;
  shown: EditableFields;
  facts: string;
  /** The fields that reveal a change: `modified_at`, what changes without it (`tagVersion`), and the rules' tags. */
  version: [modifiedAt: number, tags: string, ruleTags: string | null];
}

export const toStored = (row: typeof articles.$inferSelect): Stored => {
  const tags = toTags(row);
  const shown = shownOf({ ...row, ...tags });
  return {
    url: row.url,
    domain: row.source.domain,
    shown,
    facts: factsOf(shown, row.source.domain),
    version: [row.modifiedAt, tagVersion(row), jsonOrNull(row.ruleTags)],
    tags,
    ruleTags: row.ruleTags,
  };
};

/** Tags and source of an article, as statements compare them (`store/drafts.ts`). */
export const tagVersion = ({ topics, companies, geoGroups, source }: TaggedRow): string => {
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id).join(' ');
  return [ids(topics), ids(companies), JSON.stringify(geoGroups), source.domain, Number(source.iframeable ?? 0)].join(
    '|',
  );
};
type TaggedRow = Pick<typeof articles.$inferSelect, 'topics' | 'companies' | 'geoGroups' | 'source'>;

type Unsaid = 'section' | 'language' | 'words' | 'organisationType' | 'client';
const HIDDEN = ['id', 'modifiedAt', 'source'] as const;
type ShownField = Exclude<(typeof ITEM_COLUMNS)[number], (typeof HIDDEN)[number]>;
const SHOWN = ITEM_COLUMNS.filter((name): name is ShownField => !HIDDEN.some((hidden) => hidden === name));

type ShownFields = Record<Exclude<ShownField, Unsaid>, unknown> & { [name in Unsaid]?: unknown };

/** `image` as JSON or as its text. */
export const shownOf = (article: ShownFields): EditableFields => ({
  ...Object.fromEntries(SHOWN.map((name) => [name, article[name] ?? null])),
  image: typeof article.image === 'string' ? JSON.parse(article.image) : article.image,
});

/** The fields of an article whose change counts, as one text. */
const factsOf = (shown: EditableFields, domain: string): string => JSON.stringify([shown, domain]);

/** What has to be written: whole articles, and those of which only the rules' tags have changed. */
export interface Differences {
  different: ArticleDraft[];
  remembered: ArticleDraft[];
}

export function differences(drafts: readonly ArticleDraft[], byId: ReadonlyMap<number, Stored>): Differences {
  const different = drafts.filter((draft) => byId.get(draft.id)?.facts !== factsOf(shownOf(draft), draft.domain));
  const remembered = drafts.filter(
    (draft) => !different.includes(draft) && draft.ruleTags !== jsonOrNull(byId.get(draft.id)?.ruleTags),
  );
  return { different, remembered };
}

export const jsonOrNull = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
