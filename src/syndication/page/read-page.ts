import { languageTag } from '../../content/input.ts';
import type { ContentType } from '../../content/types.ts';
import { type Millis, rfc3339, toSeconds } from '../../lib/time.ts';
import { canonicalUrl, domainOf } from '../../lib/url.ts';
import { ownershipOf } from '../poll/publishers.ts';
import { contentTypeOf } from '../read/content-type.ts';
import { readDate } from '../read/date.ts';
import { asOneName, bylinesOf, keywordsOf, withoutSite } from '../read/facts.ts';
import { cutAtWord, readHtml } from '../read/html.ts';
import { type PageElements, readElements } from './elements.ts';
import { isThing, type LinkedDataNode, mainThings, resolver, typesOf } from './json-ld.ts';

export interface PageArticle {
  url: string;
  title: string;
  introduction: string;
  publishedAt: string | null;
  contentType: ContentType;
  paywalled: boolean;
  image: { url: string; width: number | null; height: number | null; alt: string } | null;
  authors: string[];
  section: string | null;
  keywords: string[];
  language: string | null;
  words: number | null;
}

interface PageFacts {
  title?: string | undefined;
  introduction?: string | undefined;
  published?: string | undefined;
  authors?: string[] | undefined;
  section?: string | undefined;
  keywords?: string[] | undefined;
  language?: string | undefined;
}

const METAS: Record<keyof PageFacts, readonly string[]> = Object.fromEntries(
  Object.entries({
    title:
      'og:title twitter:title parsely-title sailthru.title citation_title dc.title dcterms.title article.headline headline',
    introduction:
      'og:description twitter:description sailthru.description citation_abstract dc.description dcterms.description dcterms.abstract description article.summary',
    published:
      'article:published_time article:published og:published_time parsely-pub-date sailthru.date citation_publication_date citation_online_date citation_date dc.date dc.date.issued dcterms.issued dcterms.created dcterms.date article.published date pubdate publish-date publication_date datepublished',
    authors:
      'article:author og:author parsely-author sailthru.author citation_author citation_authors dc.creator dcterms.creator author byl dable:author',
    section: 'article:section og:section parsely-section article.section section',
    keywords:
      'article:tag og:article:tag video:tag parsely-tags sailthru.tags citation_keywords dc.subject dcterms.subject news_keywords keywords',
    language: 'citation_language dc.language dcterms.language',
  }).map(([field, names]) => [field, names.split(' ')]),
) as Record<keyof PageFacts, string[]>;

const MAX_TITLE = 500;
const MAX_INTRODUCTION = 2000;

const plain = (text: string): string => readHtml(text).text;

/** Extracts the article from the HTML of the page at `address`. Takes each field from the most reliable extractor. */
export function readPage(html: string, address: string, now: Millis) {
  const page = readElements(html);
  const one = (name: string) => page.meta.get(name)?.[0];
  const site = siteOf(page);
  const url = ownAddress([page.canonical, one('og:url'), one('parsely-link')], address);
  const addresses = [address, url];
  const linked = resolver(page.things);
  const ofJson = mainThings(page.things.map(linked), addresses);
  const ofItems = mainThings(page.items, addresses);
  const [loose = {}] = page.items;
  const things = [ofJson.article, ofItems.article, { '@type': '', ...loose }].filter(isThing);
  const authorTexts = METAS.authors.flatMap((name) => page.meta.get(name) ?? []);
  const said: PageFacts[] = [
    ...things.map((thing) => sayingOf(thing, linked)),
    { authors: twitterLabel(page, /written by|author|^by$/i) },
    parselyPage(one('parsely-page')),
    ...metaSayings(page),
    ...(ofJson.page ? [sayingOf(ofJson.page, linked)] : []),
    { title: page.headline, published: page.time, authors: [page.author], introduction: page.paragraph },
    { title: page.title },
    // Bylines are parsed as dates too, because a byline may contain the only date of the page.
    ...[page.author, ...authorTexts].map((published) => ({ published })),
  ];
  const texts = (field: 'title' | 'introduction' | 'section') =>
    said.map((each) => plain(each[field] ?? '')).filter(Boolean);
  const dates = said.flatMap(
    ({ published }) => readDate(published ?? '', toSeconds(now), { language: page.language }) ?? [],
  );
  const lists = (field: 'authors' | 'keywords', read: (list: readonly string[]) => string[]) =>
    said.map((each) => read(each[field] ?? [])).find((list) => list.length > 0) ?? [];
  const [section] = texts('section');
  const languages = [...said.map(({ language }) => language), page.language, one('content-language'), one('og:locale')];
  const names = [site, domainOf(new URL(url)), ...publishersOf(page)];
  return {
    page,
    site,
    article: {
      url,
      title: cutAtWord(titleOf(texts('title').map((title) => withoutSite(title, names))), MAX_TITLE),
      introduction: cutAtWord(texts('introduction')[0] ?? '', MAX_INTRODUCTION),
      publishedAt: dates[0] ? rfc3339(dates[0].at) : null,
      contentType: kindOf(page, things, url, section),
      paywalled: isPaywalled(page, things),
      image: imageOf(page, things, linked, address),
      authors: lists('authors', (list) => bylinesOf(list, names)),
      section: section && section.length <= 100 ? section : null,
      keywords: lists('keywords', keywordsOf),
      language: languages.map((each) => languageTag(each ?? '')).find(Boolean) ?? null,
      words: wordsOf(things),
    },
  };
}

function titleOf([first = '', ...others]: readonly string[]): string {
  const beginning = first.replace(/\s*(\.{3}|…)$/, '');
  return (
    (beginning !== first && others.find((other) => other.startsWith(beginning) && !/(\.{3}|…)$/.test(other))) || first
  );
}

const metaSayings = ({ meta }: PageElements): PageFacts[] =>
  (Object.entries(METAS) as [keyof PageFacts, string[]][]).flatMap(([field, names]) =>
    names.map((name) => ({ [field]: /authors|keywords/.test(field) ? meta.get(name) : meta.get(name)?.[0] })),
  );

const twitterLabel = ({ meta }: PageElements, label: RegExp): string[] =>
  [1, 2].flatMap((n) =>
    label.test(meta.get(`twitter:label${n}`)?.[0] ?? '') ? (meta.get(`twitter:data${n}`) ?? []) : [],
  );

function parselyPage(json = '{}'): PageFacts {
  const said = parseThing(json);
  return {
    title: textOf(said.title),
    published: textOf(said.pub_date),
    section: textOf(said.section),
    authors: textsOf(said.authors ?? said.author),
    keywords: textsOf(said.tags),
  };
}

function parseThing(json: string): LinkedDataNode {
  try {
    const value = JSON.parse(json);
    return isThing(value) ? value : {};
  } catch {
    return {};
  }
}

function sayingOf(thing: LinkedDataNode, linked: (thing: LinkedDataNode) => LinkedDataNode): PageFacts {
  const people = [thing.author ?? thing.creator ?? []].flat(2);
  const language = isThing(thing.inLanguage)
    ? (thing.inLanguage.alternateName ?? thing.inLanguage.name)
    : thing.inLanguage;
  return {
    title: textOf(thing.headline) ?? textOf(thing.name),
    introduction: textOf(thing.description) ?? textOf(thing.abstract),
    published: textOf(thing.datePublished) ?? textOf(thing.uploadDate) ?? textOf(thing.dateCreated),
    authors: people.flatMap((each) => (isThing(each) ? namesOf(linked(each)) : textsOf(each))),
    section: textsOf(thing.articleSection)[0],
    keywords: textsOf(thing.keywords),
    language: textOf(language),
  };
}

const namesOf = (thing: LinkedDataNode): string[] =>
  /Organization/.test(typesOf(thing)) && !/Person/.test(typesOf(thing))
    ? textsOf(thing.name).map(asOneName)
    : textsOf(thing.name);

const textOf = (value: unknown): string | undefined => textsOf(value)[0];
const textsOf = (value: unknown): string[] =>
  [value]
    .flat(2)
    .flatMap((each) =>
      typeof each === 'string' ? each : isThing(each) && typeof each.name === 'string' ? each.name : [],
    )
    .filter(Boolean);

function kindOf(page: PageElements, things: readonly LinkedDataNode[], url: string, section = ''): ContentType {
  const types = typesOf(things.find((thing) => typesOf(thing) !== '') ?? {});
  const kind = page.meta.get('og:type')?.[0] ?? '';
  if (/VideoObject/.test(types) || (kind.startsWith('video') && !/Article/.test(types))) return 'video';
  if (/Episode/.test(types)) return 'podcast';
  if (/ImageGallery/.test(types)) return 'gallery';
  if (/\bReport\b/.test(types)) return 'report';
  const { hostname } = new URL(url);
  return contentTypeOf({ media: [], categories: [section] }, new URL(url), {
    domain: hostname,
    name: '',
    client: null,
  });
}

function isPaywalled({ meta }: PageElements, things: readonly LinkedDataNode[]): boolean {
  const free = things
    .flatMap((thing) => [thing, ...[thing.hasPart ?? []].flat().filter(isThing)])
    .flatMap((thing) => [thing.isAccessibleForFree ?? []].flat());
  if (free.some((each) => /(^|\/)false$/i.test(String(each)))) return true;
  return free.length === 0 && /^(locked|metered|paid|premium)$/i.test(meta.get('article:content_tier')?.[0] ?? '');
}

function wordsOf(things: readonly LinkedDataNode[]): number | null {
  for (const { wordCount, articleBody } of things) {
    const count = Number(wordCount) || (typeof articleBody === 'string' ? articleBody.split(/\s+/).length : 0);
    if (Number.isInteger(count) && count > 30 && count < 1_000_000) return count;
  }
  return null;
}

interface Picture {
  url: unknown;
  width?: unknown;
  height?: unknown;
  alt?: unknown;
}

const pixels = (value: unknown): number | null => {
  const number = Number.parseFloat(String(isThing(value) ? value.value : value));
  return Number.isInteger(number) && number > 0 && number <= 100_000 ? number : null;
};

/** Returns the widest image, or the first if no width is known. Several parts of a page may describe the same image. */
function imageOf(
  page: PageElements,
  things: readonly LinkedDataNode[],
  linked: (thing: LinkedDataNode) => LinkedDataNode,
  address: string,
) {
  const { meta } = page;
  const one = (...names: string[]) => names.map((name) => meta.get(name)?.[0]).find((text) => text !== undefined);
  const declared = things
    .flatMap((thing) => [thing.image ?? []].flat(2))
    .map((each): Picture => {
      const image = isThing(each) ? linked(each) : { url: each };
      return { url: image.url ?? image.contentUrl, width: image.width, height: image.height, alt: image.caption };
    });
  const open = {
    url: one('og:image:secure_url', 'og:image', 'og:image:url'),
    width: one('og:image:width'),
    height: one('og:image:height'),
  };
  const parsely = parseThing(one('parsely-page') ?? '{}').image_url;
  const others = ['twitter:image', 'twitter:image:src', 'parsely-image-url', 'sailthru.image.full'].map((name) => ({
    url: one(name),
  }));
  const usual = plain(one('og:image:alt', 'twitter:image:alt') ?? '');
  const found = new Map<string, NonNullable<PageArticle['image']>>();
  const all = [open, ...declared, ...others, { url: parsely }, ...page.images] as Picture[];
  for (const { url, width, height, alt } of all) {
    const parsedUrl = typeof url === 'string' ? URL.parse(url.replaceAll('&amp;', '&').trim(), address) : null;
    const canonical = parsedUrl && /^https?:$/.test(parsedUrl.protocol) ? canonicalUrl(parsedUrl.href) : null;
    if (!canonical || canonical.length > 2000) continue;
    const before = found.get(canonical);
    found.set(canonical, {
      url: canonical,
      width: before?.width ?? pixels(width),
      height: before?.height ?? pixels(height),
      alt: (before?.alt || usual || plain(typeof alt === 'string' ? alt : '')).slice(0, 1000),
    });
  }
  // Logos and default images of the site are ranked last. Of equal images, the Open Graph image is preferred.
  const logos = new Set(
    [...page.things, ...page.items]
      .flatMap((thing) => [thing.logo ?? []].flat(2))
      .flatMap((logo) => addressOf(logo, address)),
  );
  const isDefault = ({ url }: { url: string }) => logos.has(url) || DEFAULT_IMAGE.test(new URL(url).pathname);
  return (
    [...found.values()].sort(
      (a, b) => Number(isDefault(a)) - Number(isDefault(b)) || (b.width ?? 0) - (a.width ?? 0),
    )[0] ?? null
  );
}

const DEFAULT_IMAGE =
  /(?:^|[/_.-])(?:(?:site|brand|company)?-?logos?|default|placeholder|fallback|no-?image)(?:[_.-][^/]*)?\.\w{3,4}$|(?:^|[/_.-])(?:default|fallback)[_.-]?(?:share|social|og|image)/i;

function addressOf(picture: unknown, base: string): string[] {
  const url = isThing(picture) ? (picture.url ?? picture.contentUrl) : picture;
  const absolute = typeof url === 'string' ? URL.parse(url, base)?.href : undefined;
  const canonical = absolute ? canonicalUrl(absolute) : null;
  return canonical ? [canonical] : [];
}

function publishersOf({ things, items }: PageElements): string[] {
  const linked = resolver(things);
  return [...things, ...items]
    .flatMap(({ publisher }) => [publisher ?? []].flat(2))
    .flatMap((each) => (isThing(each) ? textsOf(linked(each).name) : textsOf(each)));
}

function siteOf({ meta, things }: PageElements): string {
  const linked = resolver(things);
  const publishers = things
    .map(({ publisher }) => publisher)
    .filter(isThing)
    .map((thing) => textOf(linked(thing).name));
  const sites = things.filter((thing) => /WebSite/.test(typesOf(thing))).map(({ name }) => textOf(name));
  const said = [
    meta.get('og:site_name')?.[0],
    ...publishers,
    ...sites,
    meta.get('application-name')?.[0],
    meta.get('citation_journal_title')?.[0],
    meta.get('dc.publisher')?.[0],
  ];
  return plain(said.find((name) => name && !/^https?:/.test(name)) ?? '').slice(0, 200);
}

/** Returns the first plausible URL that the page states for itself, otherwise the URL of the request. */
function ownAddress(said: readonly (string | null | undefined)[], address: string): string {
  const here = canonicalUrl(address, () => true) ?? address;
  const site = { own: [domainOf(new URL(here))], publishes: [], aggregator: false };
  const believed = said.flatMap((text) => {
    const url = text ? URL.parse(text, address)?.href : undefined;
    const canonical = url ? canonicalUrl(url, ({ host }) => host === new URL(here).host) : null;
    return canonical && ownershipOf(canonical, site) === 'own' && !isSection(new URL(canonical), new URL(here))
      ? canonical
      : [];
  });
  const [own = here] = believed;
  // Templates often state http even if the page is served over https, so the https scheme is restored.
  return here.startsWith('https:') ? own.replace(/^http:/, 'https:') : own;
}

function isSection(said: URL, here: URL): boolean {
  if (said.search !== '' || said.pathname.replace(/\/$/, '') === here.pathname.replace(/\/$/, '')) return false;
  const isPlain = said.pathname.split('/').every((part) => /^[\p{L}%]*([-_][\p{L}%]+)?$/u.test(part));
  const isOwn = here.search !== '' || /\d|-[^/]*-/.test(here.pathname);
  return isPlain && (isOwn || said.pathname === '/') && here.pathname !== said.pathname;
}
