import type { articles } from '../../db/schema.ts';
import type { Byline } from '../../db/values.ts';
import { TAG_KINDS } from '../../tagging/tags.ts';
import type { Article } from '../input.ts';
import { ITEM_COLUMNS, toTags } from './item.ts';
import type { Tagged } from './tag-merge.ts';

export interface ArticleDraft
  extends Omit<Article, 'id' | 'image' | 'byRules' | 'publisher' | 'source' | 'authors' | 'keywords' | 'fromPage'> {
  id: number;
  urlHash: number;
  authors: Byline[];
  keywords: string[];
  image: string | null;
  domain: string;
  /** Host that determines the article's source. `null` for an aggregator's unchanged URL, whose source stays. */
  host: string | null;
  sourceName: string;
  /** Index tokens of the article, without the token of its story. */
  tokens: string;
  /** JSON of `FromPage`. If it is `null`, the stored value stays unchanged. */
  fromPage: string | null;
  ruleTags: string | null;
  detectedLanguage: string | null;
  /** Id of the story that a new article joins. Undefined if the article starts a story. */
  story?: number | undefined;
}

export type EditableFields = Record<string, unknown>;

/** Stored article. `facts` is a single string that contains all its fields. */
export interface Stored extends Tagged {
  row: typeof articles.$inferSelect;
  url: string;
  domain: string;
  shown: EditableFields;
  facts: string;
  /** Values that show whether a stored article has changed. If a tag is merged, only `tagVersion` changes. */
  version: [modifiedAt: number, tags: string, ruleTags: string | null];
}

export const toStored = (row: typeof articles.$inferSelect): Stored => {
  const tags = toTags(row);
  const shown = shownOf({ ...row, ...tags });
  return {
    row,
    url: row.url,
    domain: row.source.domain,
    shown,
    facts: factsOf(shown, row.source.domain),
    version: [row.modifiedAt, tagVersion(row), jsonOrNull(row.ruleTags)],
    tags,
    ruleTags: row.ruleTags,
  };
};

/** Returns the tags and source of an article in the form that SQL statements compare (`store/drafts.ts`). */
export const tagVersion = ({ topics, companies, geoGroups, source }: TaggedRow): string => {
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id).join(' ');
  return [ids(topics), ids(companies), JSON.stringify(geoGroups), source.domain, Number(source.iframeable ?? 0)].join(
    '|',
  );
};
type TaggedRow = Pick<typeof articles.$inferSelect, 'topics' | 'companies' | 'geoGroups' | 'source'>;

type Unsaid = 'section' | 'language' | 'words' | 'organisationType' | 'client';
const HIDDEN = ['id', 'modifiedAt', 'source', 'detectedLanguage'] as const;
type ShownField = Exclude<(typeof ITEM_COLUMNS)[number], (typeof HIDDEN)[number]>;
const SHOWN_FIELDS = ITEM_COLUMNS.filter((name): name is ShownField => !HIDDEN.some((hidden) => hidden === name));

export const FACTS = SHOWN_FIELDS.filter((name) => !TAG_KINDS.some((kind) => kind === name));

type ShownFields = Record<Exclude<ShownField, Unsaid>, unknown> & { [name in Unsaid]?: unknown };

/** Returns the editable fields. `image` may be an object or its JSON text. */
export const shownOf = (article: ShownFields): EditableFields => ({
  ...Object.fromEntries(SHOWN_FIELDS.map((name) => [name, article[name] ?? null])),
  image: typeof article.image === 'string' ? JSON.parse(article.image) : article.image,
});

const factsOf = (shown: EditableFields, domain: string): string => JSON.stringify([shown, domain]);

/** Articles to write. For those in `remembered`, only the rule tags are written. */
export interface Differences {
  different: ArticleDraft[];
  remembered: ArticleDraft[];
}

export function differences(drafts: readonly ArticleDraft[], byId: ReadonlyMap<number, Stored>): Differences {
  const [different, remembered]: [ArticleDraft[], ArticleDraft[]] = [[], []];
  for (const draft of drafts) {
    const stored = byId.get(draft.id);
    if (!stored || stored.facts !== factsOf(shownOf(draft), draft.domain)) different.push(draft);
    else if (draft.ruleTags !== jsonOrNull(stored.ruleTags)) remembered.push(draft);
  }
  return { different, remembered };
}

export const jsonOrNull = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
