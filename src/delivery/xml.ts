/** XML markup. Plain strings, by contrast, are texts that must be escaped. */
export class Xml {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Attributes = Record<string, string | number | boolean | null>;

/** Creates an element. Children that are strings become text. Children and attributes that are `null` are omitted. */
export function element(name: string, attributes: Attributes, ...children: (Xml | string | null)[]): Xml {
  const pairs = Object.entries(attributes).map(([key, value]) =>
    value === null ? '' : ` ${key}="${escapeXml(value)}"`,
  );
  const content = children.map((child) => (child instanceof Xml ? child.markup : escapeXml(child ?? ''))).join('');
  return new Xml(content ? `<${name}${pairs.join('')}>${content}</${name}>` : `<${name}${pairs.join('')}/>`);
}

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="utf-8"?>\n${root.markup}\n`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Matches characters that XML 1.0 forbids even as references (production 2), such as lone surrogates. */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text. Tabs and line breaks become references, because parsers would normalise them. */
const escapeXml = (text: string | number | boolean): string =>
  String(text)
    .replace(ILLEGAL, '')
    .replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`);

export const isBlank = (text: string): boolean => text.replace(ILLEGAL, '').trim() === '';

const NUMBERS: Record<string, string> = { '&': '&#x26;', '<': '&#x3C;', '>': '&#x3E;' };

/** Writes `&`, `<` and `>` as numeric references, for RSS text that looks like HTML (`R&amp;D`, `<vector>`). */
export const plainText = (text: string): Xml =>
  new Xml(text.replace(ILLEGAL, '').replace(/[&<>\t\n\r]/g, (character) => NUMBERS[character] ?? escapeXml(character)));
