declare module 'feedparser' {
  import type { Transform } from 'node:stream';

  interface Item {
    guid: string;
    'rss:title': { '#'?: string };
    link: string;
    description: string | null;
    pubdate: Date;
    author: string | null;
    categories: string[];
    enclosures: { url: string }[];
  }

  export default class FeedParser extends Transform {
    constructor(options?: { addmeta?: boolean });
    [Symbol.asyncIterator](): AsyncIterator<Item>;
  }
}
