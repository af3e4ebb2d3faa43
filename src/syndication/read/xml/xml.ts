import { decodeXML } from 'entities';
import { Parser } from 'htmlparser2';
import { joinReferences } from '../character-references.ts';
import { ATTRIBUTE_PREFIX, type Element } from './element.ts';
import { Namespaces } from './namespaces.ts';

const MAX_DEPTH = 250;
const MAX_ELEMENTS = 500;
const MAX_TEXT = 100_000;
const MAX_VALUE = 10_000;
const MAX_DECLARATIONS = 100;

const CONTAINERS: ReadonlySet<string> = new Set(['rss', 'rdf', 'channel', 'feed', 'items']);

export interface FeedXml {
  root: string;
  head: Element;
  items: number;
  more: boolean;
  /** `broken` means a missing end tag, `cut` means that the document ends early, and `deep` means too much nesting. */
  state: 'whole' | 'broken' | 'cut' | 'deep';
}

interface Frame {
  name: string;
  element: Element | null;
  undo: (() => void)[];
  start: number;
}

/** Reads even invalid RSS, RDF and Atom, one item at a time. Passes the first `wanted` items to `take`. */
export function readXml(source: string, wanted: number, take: (item: Element, root: string) => void): FeedXml {
  return new Reader(source, wanted, take).read();
}

class Reader {
  readonly #source: string;
  readonly #wanted: number;
  readonly #take: (item: Element, root: string) => void;
  readonly #parser: Parser;
  readonly #namespaces = new Namespaces();
  readonly #frames: Frame[] = [];
  readonly #read: FeedXml = { root: '', head: emptyElement('head'), items: 0, more: false, state: 'whole' };
  #opening: { written: string; attributes: Record<string, string>; undo: (() => void)[] } | null = null;
  #item: Element | null = null;
  #elements = 0;
  #isCdata = false;
  #atEnd = false;

  constructor(source: string, wanted: number, take: (item: Element, root: string) => void) {
    this.#source = source;
    this.#wanted = wanted;
    this.#take = take;
    this.#parser = new Parser(
      {
        onopentagname: (name) => this.#open(name),
        onattribute: (name, value) => this.#attribute(name, value),
        ontext: (text) => this.#text(text),
        oncdatastart: () => {
          this.#isCdata = true;
        },
        oncdataend: () => {
          this.#isCdata = false;
        },
        onclosetag: (_, implied) => this.#close(implied),
      },
      // The parser would create an object per character reference. They are decoded later, after texts are truncated.
      { xmlMode: true, lowerCaseTags: true, decodeEntities: false },
    );
  }

  read(): FeedXml {
    this.#parser.write(this.#source);
    if (this.#read.more || this.#read.state === 'deep') return this.#read;
    const cut = this.#frames.length > 0 || this.#opening !== null;
    this.#atEnd = true;
    this.#parser.end();
    return cut ? { ...this.#read, state: 'cut' } : this.#read;
  }

  #open(written: string): void {
    this.#settle(this.#parser.startIndex);
    if (this.#frames.length >= MAX_DEPTH) {
      this.#read.state = 'deep';
      this.#parser.pause();
    }
    this.#opening = { written, attributes: {}, undo: [] };
  }

  #attribute(written: string, value: string): void {
    const undone = this.#opening?.undo;
    const undo = undone && undone.length < MAX_DECLARATIONS ? this.#namespaces.declare(written, value) : null;
    if (undo) undone?.push(undo);
    const name = written.toLowerCase().replace(/^.*:/, '');
    if (this.#opening && ATTRIBUTE_PREFIX.has(name))
      this.#opening.attributes[name] ??= decodeText(value.slice(0, MAX_VALUE));
  }

  #settle(end: number): void {
    if (!this.#opening) return;
    const { written, attributes, undo } = this.#opening;
    this.#opening = null;
    const isRoot = this.#read.root === '';
    if (isRoot) this.#read.root = this.#namespaces.rootName(written);
    const name = isRoot ? this.#read.root : this.#namespaces.nameOf(written);
    const element = this.#place({ ...emptyElement(name), attributes });
    this.#frames.push({ name, element, undo, start: end });
  }

  #place(element: Element): Element | null {
    const { name, attributes } = element;
    if (name === 'item' || name === 'entry') return this.#startItem(element);
    const parent = this.#frames.at(-1);
    if (this.#item === null && CONTAINERS.has(name)) {
      const outer = this.#read.head.attributes;
      const base = attributes.base && { base: URL.parse(attributes.base, outer.base)?.href ?? attributes.base };
      if (name !== 'items') this.#read.head.attributes = { ...outer, ...attributes, ...base };
      return null;
    }
    const holder = this.#item === null && parent && CONTAINERS.has(parent.name) ? this.#read.head : parent?.element;
    if (!holder || ++this.#elements > MAX_ELEMENTS) return null;
    holder.children.push(element);
    return element;
  }

  /** Starts an item. If the previous item has no end tag, it ends here. */
  #startItem(element: Element): Element | null {
    if (this.#item) {
      this.#read.state = 'broken';
      this.#endItem();
    }
    if (this.#read.items === this.#wanted) {
      this.#read.more = true;
      this.#parser.pause();
      return null;
    }
    this.#elements = 0;
    this.#item = element;
    return element;
  }

  #endItem(): void {
    if (this.#item) this.#take(this.#item, this.#read.root);
    this.#item = null;
    this.#read.items++;
  }

  #text(text: string): void {
    this.#settle(this.#parser.startIndex);
    const element = this.#frames.at(-1)?.element;
    const room = MAX_TEXT - (element?.text.length ?? MAX_TEXT);
    if (!element || room <= 0) return;
    const piece = text.slice(0, room);
    element.text += this.#isCdata ? piece : decodeText(piece);
  }

  #close(implied: boolean): void {
    const isEmpty = this.#opening !== null && this.#source[this.#parser.endIndex - 1] === '/';
    this.#settle(this.#parser.startIndex);
    const frame = this.#frames.pop();
    if (!frame) return;
    for (const undo of frame.undo.reverse()) undo();
    if (implied && !isEmpty && !this.#atEnd) this.#read.state = 'broken';
    const { element } = frame;
    if (!element) return;
    if (element.children.length > 0)
      element.markup = this.#source.slice(frame.start, this.#parser.startIndex).slice(0, MAX_TEXT);
    if (element === this.#item && !(implied && this.#atEnd)) this.#endItem();
  }
}

const decodeText = (text: string): string => decodeXML(joinReferences(text));

const emptyElement = (name: string): Element => ({ name, attributes: {}, text: '', children: [], markup: '' });
