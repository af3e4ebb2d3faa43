export interface Element {
  /** Lower-case name with the usual namespace prefix: `title`, `media:content`. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
  markup: string;
}

/** Names of attributes to read. Other attributes are ignored, because an element may have a million of them. */
export const ATTRIBUTE_PREFIX: ReadonlySet<string> = new Set(
  'about base height href ispermalink label lang medium mode rel resource role src term type url width'.split(' '),
);

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

/** Returns the text of an element, or its markup if it contains unescaped tags. */
export const elementContent = ({ children, markup, text }: Element): string =>
  (children.length > 0 ? markup.replace(/(<\/?)xhtml:|(<\/?)\w+:(?=div\b)/g, '$1$2') : text).trim();

export const textsOf = (element: Element, ...names: string[]): string[] =>
  names.flatMap((name) => childrenOf(element, name).map(elementContent)).filter((text) => text !== '');

export const namesIn = (element: Element, ...names: string[]): string[] =>
  names.flatMap((name) => childrenOf(element, name)).flatMap((person) => textsOf(person, 'name', 'atom:name'));

export function resolvedIn({ attributes }: Element, address: string, outer: string | null | undefined): string {
  const base = attributes.base === undefined ? outer : (URL.parse(attributes.base, outer ?? undefined)?.href ?? outer);
  return URL.parse(address, base ?? undefined)?.href ?? address;
}

export function hubsIn(links: readonly Element[]): { hubs: string[]; self: string | null } {
  const to = (rel: string) => links.flatMap(({ attributes }) => (attributes.rel === rel && attributes.href) || []);
  return { hubs: to('hub'), self: to('self')[0] ?? null };
}

export const attributesOf = (element: Element, name: string, attribute: string): string[] =>
  childrenOf(element, name).flatMap(({ attributes }) => attributes[attribute]?.trim() || []);
