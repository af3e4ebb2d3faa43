import { fold, readHtml } from './html.ts';
import { monthIn } from './month-names.ts';

const MAX_AUTHORS = 20;
const MAX_KEYWORDS = 50;
const MAX_NAME_LENGTH = 100;
const MAX_NAMES_LENGTH = 500;

/** Shortens a text at a separator, so that no name is truncated. */
function cutAtSeparator(text: string): string {
  if (text.length <= MAX_NAMES_LENGTH) return text;
  const first = text.slice(0, MAX_NAMES_LENGTH);
  return first.slice(0, Math.max(0, ...[',', ';', '|'].map((mark) => first.lastIndexOf(mark))));
}

const bare = (text: string) => text.toLowerCase().replace(/^the\s+|[^\p{L}\p{N}]/gu, '');

/** Returns the distinct names of people and institutions. Excludes URLs and the names of the site. */
export function bylinesOf(given: readonly string[], sites: readonly string[]): string[] {
  const own = new Set(sites.map(bare));
  const names = given
    .flatMap((text) => (text.startsWith(ONE_NAME) ? text.slice(1) : namesIn(text)))
    .map((name) => nameCase(fold(withoutDate(name))))
    .filter(
      (name) =>
        name && name.length <= MAX_NAME_LENGTH && !/^(https?:|www\.|@)|^\S+@\S+$/i.test(name) && !own.has(bare(name)),
    );
  return distinct(names).slice(0, MAX_AUTHORS);
}

const ONE_NAME = '\u2060';

/** Marks a text as a single name although it contains a separator: `Simon & Schuster`. */
export const asOneName = (name: string): string => ONE_NAME + name;

function namesIn(text: string): string[] {
  const line = readHtml(cutAtSeparator(text).replace(/^\S+@\S+\s*\((.+)\)$|\s*<\S+@\S+>$/s, '$1'))
    .text.replace(/^(written by|by|par|por)[:\s]\s*/i, '')
    .replace(/^"(.+)"$/, '$1')
    .replace(/^(?:di|[Vv]on|door)\s+(?=\p{Lu}\S*\s+\p{Lu})/u, '');
  return parseInvertedName(line) ?? line.split(/\s*[,;|]\s*|\s+(?:and|und|et|&)\s+/);
}

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;
const DATE_WORD = /^\p{P}*(?:\d.*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\p{P}*$/iu;
const BEFORE_DATE = /(?:\s+(?:on|am|le|el|il|published|posted|updated|at))*\s*[-–—·•:]?$/i;

/** Removes a date after a name: `Jane Doe on 20 November 2026`. Returns an empty string for a date without a name. */
function withoutDate(name: string): string {
  if (!/\d/.test(name)) return WEEKDAY.test(name) ? '' : name;
  const words = name.split(/\s+/);
  const isMonth = (word: string) => monthIn([word.replace(/\P{L}/gu, '')], null) !== undefined;
  const hasMonth = words.some((word) => !/\d/.test(word) && isMonth(word));
  if (!hasMonth && !/\b(?:19|20)\d\d\b|\d:\d\d/.test(name)) return name;
  const start = words.findIndex((word) => DATE_WORD.test(word) || (hasMonth && isMonth(word)));
  return words.slice(0, Math.max(0, start)).join(' ').replace(BEFORE_DATE, '');
}

/** Parses names in the inverted form that catalogues use: `Diallo, Amina`. */
function parseInvertedName(text: string): string[] | null {
  const [, last, first] =
    /^(\p{L}[\p{L}'’-]+|(?:\p{Ll}+ )+\p{Lu}[\p{L}'’-]+), (\p{Lu}[\p{L}.'’-]*(?: \p{Lu}\.?)*)$/u.exec(text.trim()) ?? [];
  return last && first ? [`${first} ${last}`] : null;
}

const nameCase = (name: string): string =>
  /^\p{Lu}{2,}(?:[ '’.-]+\p{Lu}+)+$/u.test(name) && name.length > 6
    ? name.replace(/\p{Lu}+/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    : name;

export const keywordsOf = (given: readonly string[]): string[] =>
  distinct(
    given
      .flatMap((text) => readHtml(text).text.split(/[,;，、|]/))
      .map((word) => word.trim())
      .filter((word) => word && word.length <= MAX_NAME_LENGTH && !/^https?:/.test(word)),
  ).slice(0, MAX_KEYWORDS);

/** Matches only phrases that clearly mean paid content. “Premium” does not, because it is also an insurance price. */
const PAID =
  /^(?:pay-?wall(?:ed)?|(?:paying |paid )?(?:subscribers?|members?)[ -]only|nur für abonnenten|réservé aux abonnés|sólo (?:para )?suscriptores|solo abbonati)$/i;

/** Returns true if an item is restricted to paying readers. Journals state such restrictions in `rights`. */
export const isPaid = ({ categories, rights }: { categories: readonly string[]; rights: readonly string[] }): boolean =>
  categories.some((category) => PAID.test(category.trim())) ||
  rights.some((right) => /\b(restricted|closed)access$/i.test(right.trim()));

function distinct(list: readonly string[]): string[] {
  const seen = new Set<string>();
  return list.filter((text) => {
    const key = text.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

const SEPARATOR = /\s+[-–—|•·«»:]+\s+|\s*(?:::|[_|：｜－])\s*|\s+—\s*/;

export function withoutSite(title: string, sites: readonly string[]): string {
  // A title may name the site by its host, such as `premiumledger.co.uk`.
  const own = new Set([...sites, ...sites.map((site) => site.replace(/\.[^.]+(\.[a-z]{2})?$/, ''))].map(bare));
  const isSite = (part = '') => bare(part) !== '' && own.has(bare(part));
  const parts = title.split(new RegExp(`(${SEPARATOR.source})`));
  if (parts.length < 3) return title;
  if (isSite(parts.at(-1))) return parts.slice(0, -2).join('').trim();
  return isSite(parts[0]) ? parts.slice(2).join('').trim() : title;
}
