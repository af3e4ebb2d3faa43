import { canonicalUrl, dedupeKey } from '../../lib/url.ts';

export type LinkedDataNode = Record<string, unknown>;

export const isThing = (value: unknown): value is LinkedDataNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OTHER_PROPERTIES = new Set(
  'itemListElement hasPart mentions citation relatedLink isRelatedTo liveBlogUpdate comment review video associatedMedia subjectOf blogPost isBasedOn potentialAction about'.split(
    ' ',
  ),
);
const MAX_THINGS = 500;
const MAX_DEPTH = 12;
const MARK_SEARCH_LENGTH = 100;

/** Returns the objects of a JSON-LD block, except those that describe other articles. */
export function thingsOf(block: string): LinkedDataNode[] {
  const found: LinkedDataNode[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || found.length >= MAX_THINGS) return;
    if (Array.isArray(value)) for (const each of value) walk(each, depth + 1);
    if (!isThing(value)) return;
    found.push(value);
    for (const [name, inner] of Object.entries(value)) if (!OTHER_PROPERTIES.has(name)) walk(inner, depth + 1);
  };
  walk(parseLenient(block), 0);
  return found;
}

/** Parses JSON with comments, CDATA, raw line breaks or trailing commas. Returns `null` if the JSON is unreadable. */
function parseLenient(block: string): unknown {
  const begun = block.trim().replace(/^(\/\/|\/\*)?\s*<!(--|\[CDATA\[)\s*(\*\/)?/, '');
  // Only the end of the block is searched, because the regular expression would try every position of a long block.
  const end = begun.slice(-MARK_SEARCH_LENGTH).replace(/(\/\/|\/\*)?\s*(--|\]\])>\s*(\*\/)?$/, '');
  const bare = (begun.slice(0, -MARK_SEARCH_LENGTH) + end).trimEnd().replace(/;$/, '');
  for (const repair of [(text: string) => text, repairJson]) {
    try {
      return JSON.parse(repair(bare));
    } catch {}
  }
  return null;
}

const repairJson = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.|\\$)*(?:"|$)|,(?=\s*[}\]])/gs, (part) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow control characters in strings
    part === ',' ? '' : part.replace(/[\u0000-\u001f]+/g, ' '),
  );

export function resolver(things: readonly LinkedDataNode[]): (thing: LinkedDataNode) => LinkedDataNode {
  const byId = new Map<string, LinkedDataNode>();
  for (const thing of things) {
    const id = thing['@id'];
    if (typeof id === 'string') byId.set(id, { ...thing, ...byId.get(id) });
  }
  return (thing) => ({ ...(typeof thing['@id'] === 'string' ? byId.get(thing['@id']) : {}), ...thing });
}

export const typesOf = (thing: LinkedDataNode): string => [thing['@type']].flat().join(' ');

const ARTICLE = /Article|\bReport\b|(Blog|Media|Forum)Posting|PressRelease/;
const MEDIUM = /VideoObject|PodcastEpisode|ImageGallery|RadioEpisode/;
const PAGE_TYPE = /WebPage|ItemPage/;

export function mainThings(things: readonly LinkedDataNode[], addresses: readonly string[]) {
  const keys = new Set(addresses.map(keyOf));
  // Query strings are ignored, because they may contain tracking parameters.
  const bare = new Set([...keys].map((key) => key.replace(/\?.*$/s, '')));
  const fits = (thing: LinkedDataNode): number => {
    const said = [thing.url, thing['@id'], idOf(thing.mainEntityOfPage)]
      .filter(isStoryAddress)
      .map((text) => keyOf(text));
    if (said.some((key) => keys.has(key))) return 2;
    return said.length === 0 || said.some((key) => bare.has(key)) ? 1 : 0;
  };
  const inOrder = (type: RegExp) =>
    things
      .filter((thing) => type.test(typesOf(thing)) && (thing.headline ?? thing.name) !== undefined && fits(thing) > 0)
      .sort((a, b) => fits(b) - fits(a));
  return { article: inOrder(ARTICLE)[0] ?? inOrder(MEDIUM)[0], page: inOrder(PAGE_TYPE)[0] };
}

const idOf = (value: unknown): unknown => (isThing(value) ? (value['@id'] ?? value.url) : value);

const isStoryAddress = (text: unknown): text is string => {
  const url = typeof text === 'string' && /^https?:/.test(text) ? URL.parse(text) : null;
  return url !== null && (url.pathname !== '/' || url.search !== '');
};

const keyOf = (address: string): string => {
  const url = canonicalUrl(address);
  return url ? dedupeKey(url) : address;
};
