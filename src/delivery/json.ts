import type { FeedItem } from '../content/articles/item.ts';
import { authorIdsOf } from '../content/authors.ts';
import { rfc3339 } from '../lib/time.ts';
import { type Feed, inFeedOrder, languageOfFeed, type NewsItem } from './feed.ts';

export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8';

/** Renders JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) with newsgauge's own fields under `_article`. */
export function renderJson(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: `${feed.origin}/`,
    feed_url: feed.websub?.topic ?? feed.origin + feed.self,
    description: feed.description,
    ...(feed.next ? { next_url: feed.origin + feed.next } : {}),
    ...(feed.websub ? { hubs: [{ type: 'WebSub', url: feed.websub.hub }] } : {}),
    language: languageOfFeed(feed),
    items: inFeedOrder<object>(feed, jsonItem, ({ name, title, page, at, parts }: NewsItem) => ({
      id: name,
      url: feed.origin + page,
      title,
      content_text: [title, ...parts.flatMap(({ lines }) => lines.map(({ text }) => text))].join('\n'),
      date_published: rfc3339(at),
    })),
    _query: feed.query,
    ...(feed.recommended ? { _recommended: feed.recommended } : {}),
  });
}

const WORDS_A_MINUTE = 230;

const readingMinutes = (words: number | null) =>
  words === null ? null : Math.max(1, Math.round(words / WORDS_A_MINUTE));

function jsonItem(item: FeedItem) {
  const { title, url, introduction, publishedAt, modifiedAt, source, image, topics, authors, language } = item;
  const published = rfc3339(publishedAt);
  return {
    id: String(item.contentId),
    url,
    title,
    summary: introduction,
    content_text: introduction,
    ...(image ? { image: image.url } : {}),
    date_published: published,
    date_modified: modifiedAt === publishedAt ? published : rfc3339(modifiedAt),
    authors: authors.length > 0 ? authors : [{ name: source.name, ...(source.icon ? { avatar: source.icon } : {}) }],
    ...(language ? { language } : {}),
    tags: topics.map(({ name }) => name),
    _article: {
      ...item,
      ...OUTSIDE_ARTICLE,
      authors: authorIdsOf(authors, source),
      readingMinutes: readingMinutes(item.words),
    },
  };
}

/** Fields that `_article` omits. A rest pattern would omit them too, but V8 serialises its result four times as slowly. */
const OUTSIDE_ARTICLE = {
  title: undefined,
  url: undefined,
  introduction: undefined,
  publishedAt: undefined,
  modifiedAt: undefined,
};
