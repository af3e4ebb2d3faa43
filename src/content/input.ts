import * as z from 'zod';
import type { Byline, FromPage } from '../db/values.ts';
import { calendarDay, readAs } from '../lib/faults.ts';
import { ADDRESS, host, likePattern } from '../lib/hosts/host.ts';
import { memoize } from '../lib/lazy.ts';
import { canonicalUrl, domainOf } from '../lib/url.ts';
import { COUNTRY_NAMES } from './geography.ts';
import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from './position.ts';
import { storedAnnotation } from './things.ts';
import { CONTENT_TYPES, ORGANISATION_TYPES } from './types.ts';

/** Parses input from publishers and removes characters that some output format cannot represent. */

/** Schema of text without control characters and lone surrogates. It collapses white space. */
export const cleanText = (max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
        .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .refine((text) => text.length <= max || Array.from(text).length <= max, {
      error: `must be at most ${max} characters`,
    })
    .meta({ override: { type: 'string', maxLength: max } });

/** Pattern of a character that `cleanText` does not remove. */
const VISIBLE = '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\ufffe\\uffff]';

export const nonEmptyText = (max: number) =>
  cleanText(max)
    .refine((text) => text !== '', { error: 'must not be empty' })
    .meta({ override: { type: 'string', maxLength: max, pattern: VISIBLE } });

export const annotationInput = z.object({
  date: calendarDay.describe('Day, as in histories'),
  ...storedAnnotation.pick({ scope: true, ref: true }).partial().shape,
  text: nonEmptyText(300).describe('Text of the note, at most 300 characters'),
});
export type Annotation = z.output<typeof storedAnnotation>;
export type AnnotationLine = z.output<typeof annotationInput>;

export const optional = <S extends z.ZodType>(inner: S) => inner.nullish().transform((value) => value ?? undefined);

export const positive = (max: number) => z.int().min(1).max(max);

export const articleId = positive(Number.MAX_SAFE_INTEGER);
export const flag = optional(z.boolean());
export const slugField = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case words joined by hyphens' })
  .max(100);

export const unique = <S extends z.ZodType>(item: S, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform((values) => [...new Set(values ?? [])] as z.output<S>[]);

const address = (read: (text: string) => string | null | undefined, error: string) =>
  readAs(read, error, z.string().max(2000)).meta(likePattern(ADDRESS));

export const httpUrl = address(canonicalUrl, 'must be an absolute http or https URL with a host name');

export const country = z
  .string()
  .toUpperCase()
  .refine((code) => COUNTRY_NAMES.has(code), { error: 'must be an ISO 3166-1 alpha-2 code' })
  .meta(likePattern('[A-Za-z]{2}'));

const pixels = optional(positive(100_000));

const image = z.union(
  [
    httpUrl.transform((url) => ({ url, width: null, height: null, alt: '' })),
    z
      .object({ url: httpUrl, width: pixels, height: pixels, alt: optional(cleanText(1000)) })
      .transform(({ url, width, height, alt }) => ({
        url,
        width: width ?? null,
        height: height ?? null,
        alt: alt ?? '',
      })),
  ],
  { error: 'must be an absolute http or https URL, or {url, width?, height?, alt?}' },
);

const byline = z.union(
  [
    nonEmptyText(200).transform((name): Byline => ({ name })),
    z
      .object({ name: nonEmptyText(200), url: optional(httpUrl) })
      .transform(({ name, url }): Byline => ({ name, ...(url && { url }) })),
  ],
  { error: 'must be a name of at most 200 characters, or {name, url?}' },
);

/** Returns the canonical form of a BCP 47 tag, or `null` if the text is not a valid tag. */
export const languageTag = (text: string): string | null =>
  text.length <= MAX_TAG_LENGTH ? canonicalTag(text).tag : null;

const MAX_TAG_LENGTH = 35;
const MAX_CACHED_TAGS = 100;

/** Canonical tags are cached, because the articles of a newsroom have only a few languages. */
const canonicalTag = memoize((text): { tag: string | null } => {
  try {
    return { tag: Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] || null };
  } catch {
    return { tag: null };
  }
}, MAX_CACHED_TAGS);

export const language = z
  .string({ error: 'must be text' })
  .transform((text, ctx) => {
    const tag = languageTag(text);
    if (tag) return tag;
    ctx.addIssue({ code: 'custom', message: 'must be a language tag such as en or pt-BR' });
    return z.NEVER;
  })
  .meta(likePattern('[A-Za-z]{2,3}(-[A-Z]{2})?'));

/** Schema of an ISO 639 language code without a region. */
export const languageCode = z
  .string({ error: 'must be text' })
  .regex(/^[a-z]{2,3}$/, { error: 'must be a language code such as de' });

const RANGE = 'must be a time in RFC 3339 from 1970 to 2099, such as 2026-01-31T08:00:00Z';

/** Schema of a time in RFC 3339 format. It converts the time to epoch seconds. */
export const instant = z.iso
  .datetime({ offset: true, error: RANGE })
  .transform((text) => Math.floor(Date.parse(text) / 1000))
  .refine((seconds) => seconds >= 0 && seconds < MAX_PUBLISHED_AT, { error: RANGE });

export const articleInput = z.object({
  id: optional(positive(MAX_ARTICLE_ID)),
  url: httpUrl,
  title: nonEmptyText(10_000),
  introduction: optional(cleanText(20_000)).transform((text) => text ?? ''),
  publishedAt: instant,
  contentType: z.enum(CONTENT_TYPES),
  topics: unique(articleId, 100),
  companies: unique(articleId, 100),
  countries: unique(country, 250),
  geoGroups: unique(slugField, 100),
  organisationType: optional(z.enum(ORGANISATION_TYPES)),
  client: optional(cleanText(200)).transform((text) => text || undefined),
  paywalled: flag,
  registration: flag,
  image: optional(image),
  authors: z
    .array(byline)
    .max(50)
    .nullish()
    .transform((all) => (all ?? []).filter(({ name }, i, rest) => rest.findIndex((one) => one.name === name) === i))
    .describe('Authors, each a name or {name, url?} with the URL of the author’s page'),
  section: optional(cleanText(200))
    .transform((text) => text || undefined)
    .describe('Section name used by the publisher'),
  keywords: unique(nonEmptyText(200), 100),
  language: optional(language).describe('Language (BCP 47), such as en-GB; detected from the text if omitted'),
  words: optional(positive(10_000_000)).describe('Number of words in the text'),
  modifiedAt: optional(instant).describe('Time of the last edit in another system, for an article that is new here'),
  byRules: optional(
    z.object({
      topics: unique(articleId, 100),
      companies: unique(articleId, 100),
      countries: unique(country, 250),
      geoGroups: unique(slugField, 100),
    }),
  ).describe(
    'Tags set by rules, as returned by a read; they remain rule tags. If omitted, all tags count as set by an editor',
  ),
  source: optional(z.object({ domain: host, name: optional(nonEmptyText(200)) })).describe(
    'Domain of the publisher, as returned by a read; used only for URLs of Google News',
  ),
});
export type ArticleInput = z.input<typeof articleInput>;
type Parsed = z.output<typeof articleInput>;
type Optional = 'modifiedAt' | 'byRules' | 'source' | 'authors' | 'section' | 'keywords' | 'language' | 'words';
export type Article = Omit<Parsed, Optional> & { [name in Optional]?: Parsed[name] | undefined } & {
  publisher?: { domain: string; name: string } | undefined;
  /** Fields that come from the article's web page. If undefined, the stored value stays unchanged. */
  fromPage?: FromPage | undefined;
};

export const COMPANY_TYPE = `Kind of organisation, such as ${ORGANISATION_TYPES.join(', ')}`;

/** Schema of a feed URL in the form that the feed's server uses. */
export const feedAddress = address((text) => {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) ? url.href.replace(/#.*$/s, '') : null;
}, 'must be an absolute http or https URL');

/** Schema of a feed to poll. If `assumed` is true, the first poll may set the source to that of most items. */
export const feedInput = z
  .object({ url: feedAddress, domain: optional(host), name: optional(cleanText(200)) })
  .transform(({ url, domain, name }) => ({
    url,
    domain: domain ?? domainOf(new URL(url)),
    name: name || undefined,
    assumed: domain === undefined,
  }));
export const selectionInput = z.object({ articles: unique(positive(MAX_ARTICLE_ID), 200) });
