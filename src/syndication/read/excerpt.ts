/** The whole items of a document whose end is missing, or which has more of them than are taken. */
export interface Excerpt {
  /** All before the first item. */
  head: string;
  /** As they stand. */
  items: string[];
  /** Closes what `head` has opened. */
  foot: string;
  /** There is an item after the last of `items`. */
  more: boolean;
}

/** Finds up to `max` complete items. Tags in CDATA and comments are text. */
export function excerpt(xml: string, max: number): Excerpt {
  const items: string[] = [];
  let head = '';
  let open = -1;
  for (const { at, end, closing } of itemTags(xml)) {
    if (closing && open >= 0) items.push(xml.slice(open, end));
    // An item that is never closed ends where the next one begins, and is left out.
    open = closing ? -1 : at;
    head ||= xml.slice(0, at);
    if (!closing && items.length === max) return { head, items, foot: footOf(head), more: true };
  }
  return { head, items, foot: footOf(head), more: false };
}

interface Tag {
  at: number;
  end: number;
  closing: boolean;
}

const TAG = /<(\/?)(?:[\w.-]+:)?(?:item|entry)(?=[\s>/])[^<>]*>|<!\[CDATA\[|<!--/gi;

function* itemTags(xml: string): Iterable<Tag> {
  TAG.lastIndex = 0;
  const tag = new RegExp(TAG);
  for (let match = tag.exec(xml); match; match = tag.exec(xml)) {
    const [text, slash] = match;
    if (slash === undefined) {
      const end = xml.indexOf(text === '<!--' ? '-->' : ']]>', tag.lastIndex);
      if (end < 0) return;
      tag.lastIndex = end + 3;
      continue;
    }
    const place = { at: match.index, end: tag.lastIndex };
    if (slash === '') yield { ...place, closing: false };
    if (slash === '/' || text.endsWith('/>')) yield { ...place, closing: true };
  }
}

const ROOT = /<((?:[\w.-]+:)?(?:rss|rdf|feed))(?=[\s>])[^<>]*>/i;
const CHANNEL = /<((?:[\w.-]+:)?channel)(?=[\s>])[^<>]*>/i;

/** The tags that are open where a head ends. RSS 0.9x and 2.0 keep items in their channel, RDF beside it, Atom in the feed itself. */
function openTags(head: string): RegExpExecArray[] {
  const channel = CHANNEL.exec(head);
  const isOpen = channel && !new RegExp(`</${channel[1]}\\s*>`, 'i').test(head);
  return [ROOT.exec(head), isOpen ? channel : null].filter((tag) => tag !== null);
}

/** What of a head it takes to read an item. */
export const openingOf = (head: string): string =>
  openTags(head)
    .map(([tag]) => tag)
    .join('');

const footOf = (head: string): string =>
  openTags(head)
    .map(([, name]) => `</${name}>`)
    .reverse()
    .join('');
