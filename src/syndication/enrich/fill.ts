import type { Article } from '../../content/input.ts';
import { languageOf } from '../../content/language.ts';
import { betterAddress, storyKey } from '../../lib/url.ts';
import { NO_TAGS } from '../../tagging/tags.ts';
import type { PageArticle } from '../page/read-page.ts';
import type { StoredArticle } from '../poll/known-items.ts';
import type { ReadPage } from './visit.ts';

const LEAST_WORDS_IN_COMMON = 0.5;

/**
 * A stored article with what it lacks and its page says; null: nothing. What it has stays, and so does what a hand has set (`touched`:
 * names of fields), be it to nothing. `isFree`: whether no other article has an address.
 */
export function filled(
  stored: StoredArticle,
  { article: page, waiting, at }: ReadPage,
  { touched, isFree }: { touched: ReadonlySet<string>; isFree: (url: string) => boolean },
): Article | null {
  const { image } = stored;
  const isMoved = storyKey(page.url) !== storyKey(stored.url);
  // Where it was led elsewhere it may be a page for all: of cookies, of a login, of what is gone.
  if (waiting.url !== stored.url && isMoved && !isAbout(page, stored.title)) return null;
  const found: Partial<Article> = {};
  const fill = <K extends keyof Article>(name: K, value: Article[K] | null, isMissing: boolean) => {
    if (isMissing && value && !touched.has(name)) found[name] = value;
  };
  const list = (value: readonly string[]) => (value.length > 0 ? [...value] : null);
  const authors = page.authors.map((name) => ({ name }));
  fill('authors', authors.length > 0 ? authors : null, !stored.authors?.length);
  fill('keywords', list(page.keywords), !stored.keywords?.length);
  fill('section', page.section ?? undefined, !stored.section);
  fill('language', languageIn(page) ?? undefined, !stored.language);
  fill('words', page.words ?? undefined, !stored.words);
  fill('introduction', page.introduction, stored.introduction === '');
  fill('paywalled', page.paywalled, !stored.paywalled);
  fill('image', imageOf(page), !image || (!image.width && image.url === page.image?.url && Boolean(page.image.width)));
  const url = isMoved ? page.url : betterAddress(stored.url, page.url);
  fill('url', url, url !== stored.url && isFree(url));
  const fields = Object.keys(found);
  if (fields.length === 0) return null;
  return { ...stored, ...NO_TAGS, ...found, fromPage: { at, fields } };
}

/** What its page says, unless its words are surely of another language: templates are copied. */
function languageIn({ language, title, introduction }: PageArticle): string | null {
  const said = language?.split('-', 1)[0];
  const found = languageOf(`${title} ${introduction}`, said);
  return found && found !== said ? found : language;
}

const imageOf = ({ image }: PageArticle): Article['image'] | null => image as Article['image'] | null;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** Whether a page has the title of an article, or most of its words. */
function isAbout(page: PageArticle, title: string): boolean {
  const own = wordsOf(title);
  const said = wordsOf(`${page.title} ${page.introduction}`);
  const common = [...own].filter((word) => said.has(word)).length;
  return common > 0 && common >= own.size * LEAST_WORDS_IN_COMMON;
}
