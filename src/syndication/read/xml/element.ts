/** An element of a feed, with the names and attributes that readers of feeds use. */
export interface Element {
  /** In lower case, with the usual prefix of its namespace: `title`, `media:content`. Names in the feed's own namespace have none. */
  name: string;
  /** Those of `ATTRIBUTES`, by local name in lower case. */
  attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of its children. */
  text: string;
  children: Element[];
  /** Everything between its tags as written. */
  markup: string;
}

/** The attributes that are kept; an element may have a million others. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  'about base height href ispermalink label lang medium mode rel resource role src term type url width'.split(' '),
);

/** The children with a name, in order. */
export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

/** Text of an element; if it contains unescaped tags, its markup. */
export const contentOf = ({ children, markup, text }: Element): string =>
  (children.length > 0 ? markup.replace(/(<\/?)xhtml:|(<\/?)\w+:(?=div\b)/g, '$1$2') : text).trim();

/** The contents of the children with these names, in the order of the names; empty ones are left out. */
export const textsOf = (element: Element, ...names: string[]): string[] =>
  names.flatMap((name) => childrenOf(element, name).map(contentOf)).filter((text) => text !== '');

/** The names of persons in the children with these names, as Atom writes them. */
export const namesIn = (element: Element, ...names: string[]): string[] =>
  names.flatMap((name) => childrenOf(element, name)).flatMap((person) => textsOf(person, 'name', 'atom:name'));

/** An address in the base of its own element, which is relative to that around it; as written if neither is absolute. */
export function resolvedIn({ attributes }: Element, address: string, outer: string | null | undefined): string {
  const base = attributes.base === undefined ? outer : (URL.parse(attributes.base, outer ?? undefined)?.href ?? outer);
  return URL.parse(address, base ?? undefined)?.href ?? address;
}

/** The WebSub hubs that links of a feed name, and its own address. */
export function hubsIn(links: readonly Element[]): { hubs: string[]; self: string | null } {
  const to = (rel: string) => links.flatMap(({ attributes }) => (attributes.rel === rel && attributes.href) || []);
  return { hubs: to('hub'), self: to('self')[0] ?? null };
}

/** An attribute of each child with a name; those without it are left out. */
export const attributesOf = (element: Element, name: string, attribute: string): string[] =>
  childrenOf(element, name).flatMap(({ attributes }) => attributes[attribute]?.trim() || []);
