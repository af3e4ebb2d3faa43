import * as z from 'zod';
import { country, language } from '../../content/input.ts';
import { CONTENT_TYPES } from '../../content/types.ts';
import { EVERYTHING } from '../../db/values.ts';
import { readAs } from '../../lib/faults.ts';
import { bit, choices, ids, list } from '../../lib/formats/params.ts';
import { HOST_PATTERN, likePattern } from '../../lib/hosts/host.ts';
import { parseSourcePrefix } from '../../lib/url.ts';
import { countValues, type FilterLists, LISTS, MAX_LIST_VALUES, valuesIn } from '../../search/filter.ts';
import { excessOfWords, excludeTerms, searchTerms } from './search-terms.ts';

const COUNTRY_CODE = { type: 'string', pattern: '^[A-Za-z]{2}$' } as const;

const sourcePrefix = readAs((text) => {
  const prefix = parseSourcePrefix(text);
  return prefix && (prefix.path === '/' ? prefix.domain : prefix.domain + prefix.path);
}, 'must be a domain, a subdomain, or a domain with a path prefix');

export const groupSlugs = list(z.string().toLowerCase());

/** Limits words and values. Reports the error at `excludeTerms` or the longest list. */
export const fewEnough = z.check<FilterLists>(({ value, issues }) => {
  const excess = excessOfWords(value);
  if (excess) issues.push({ code: 'custom', input: value, path: ['excludeTerms'], message: excess });
  const values = valuesIn(value);
  if (values <= MAX_LIST_VALUES) return;
  const [longest] = LISTS.toSorted((a, b) => countValues(value, b) - countValues(value, a));
  const message = `has ${values} values together with the other lists (each word of searchTerms counts once, each word of excludeTerms twice); the limit is ${MAX_LIST_VALUES}`;
  issues.push({ code: 'custom', input: value, path: [longest ?? 'searchTerms'], message });
});

export const filterParams = {
  articleTypes: choices(CONTENT_TYPES).describe('Only articles of these types (default: all)'),
  includeTopics: ids.describe('Only articles with these topics'),
  includeCompanies: ids.describe('Only articles by these companies'),
  excludeCompanies: ids.describe('Exclude articles by these companies'),
  additionalSources: list(sourcePrefix, likePattern(`${HOST_PATTERN}(/[!-+--~]*)?`).override).describe(
    'Exclude articles whose URL starts with one of these: a domain, a subdomain, or a domain with a path prefix',
  ),
  includePaywalled: bit(EVERYTHING.includePaywalled).describe('0 excludes paywalled articles'),
  includeRegistration: bit(EVERYTHING.includeRegistration).describe(
    '0 excludes articles that require free registration',
  ),
  excludeNonIframeableSources: bit(EVERYTHING.excludeNonIframeableSources).describe(
    '1 excludes articles from sources that do not allow iframing',
  ),
  excludeNonHttpsSources: bit(EVERYTHING.excludeNonHttpsSources).describe(
    '1 excludes articles from sites that do not use HTTPS',
  ),
  searchTerms: searchTerms.describe(
    'Articles with any of these words or phrases in headline or introduction, in all inflected forms of the text’s language. A * at the end of a term, after at least three letters, matches any ending. A word of 2 to 5 capital letters, such as US, matches only that spelling and the one with full stops (U.S.). C++, C# and .NET match as written',
  ),
  excludeTerms: excludeTerms.describe(
    'Exclude articles with any of these words or phrases in headline or introduction. Terms are written as in searchTerms, but each word counts twice towards the limits',
  ),
  includeCountries: list(country, COUNTRY_CODE).describe(
    'Only articles tagged with these countries, or with a geo group that contains one of them (ISO 3166-1 alpha-2)',
  ),
  excludeCountries: list(country, COUNTRY_CODE).describe(
    'Exclude articles tagged with these countries (ISO 3166-1 alpha-2)',
  ),
  includeGeoGroups: groupSlugs.describe(
    'Only articles tagged with these geo groups (slugs from /api/v2/geography/list/)',
  ),
  includeAuthors: list(z.string().max(300)).describe(
    'Only articles by these authors. Values are ids as in `_article.authors`, or names, which match authors of all sources',
  ),
  includeLanguages: list(language, likePattern('[A-Za-z]{2,3}(-[A-Za-z]{2})?').override).describe(
    'Only articles in these languages (BCP 47); regions are ignored',
  ),
};

/** Returns the filters as query parameters: lists separated by commas, booleans as `0` or `1`, no empty lists. */
export function echo(filters: Record<string, unknown>): Record<string, string | number> {
  const entries = Object.entries(filters).flatMap(([name, value]): [string, string | number][] => {
    if (Array.isArray(value)) return value.length > 0 ? [[name, value.join(',')]] : [];
    return [[name, typeof value === 'boolean' ? Number(value) : (value as string | number)]];
  });
  return Object.fromEntries(entries);
}
