import { Readable } from 'node:stream';
import FeedParser from 'feedparser';

/** Whether an independent parser finds an item with a title and a link in a document: what must not be refused. */
export async function holdsStory(bytes: Uint8Array): Promise<boolean> {
  const text = new TextDecoder().decode(bytes);
  return /^\s*[[{]/.test(text) ? inJson(text) : inXml(bytes);
}

const isStory = (title: unknown, link: unknown): boolean =>
  typeof title === 'string' && title.trim() !== '' && typeof link === 'string' && /^https?:\/\/[^/]*\./i.test(link);

function inJson(text: string): boolean {
  try {
    const { items } = JSON.parse(text) as { items?: Record<string, unknown>[] };
    return Array.isArray(items) && items.some((item) => isStory(item?.title, item?.url));
  } catch {
    return false;
  }
}

/** What was found before a fault counts. */
async function inXml(bytes: Uint8Array): Promise<boolean> {
  const parser = new FeedParser({ addmeta: false });
  parser.on('error', () => undefined);
  const stream = Readable.from([Buffer.from(bytes)]).pipe(parser);
  try {
    for await (const { link, ...item } of stream) {
      const { title } = item as { title?: unknown };
      if (isStory(title, link)) return true;
    }
  } catch {
    return false;
  }
  return false;
}
