import type { FeedItem, ItemImage } from '../content/item.ts';
import type { ContentType } from '../content/types.ts';
import { rfc3339 } from '../lib/time.ts';
import type { Feed } from './feed.ts';
import { htmlPage, type Page } from './html-page.tsx';
import type { PageTheme } from './theme.ts';

/** Characters of an introduction that a card can show; the rest would only make the page heavy. */
const INTRODUCTION = 280;
/** Proportions that an image of unknown size is given room for. */
const UNKNOWN_SIZE = { width: 640, height: 360 };

/** What an article is, where it is not something to read. */
const KINDS: Partial<Record<ContentType, string>> = {
  video: 'Video',
  gallery: 'Gallery',
  report: 'Report',
  pressrelease: 'Press release',
  podcast: 'Podcast',
};

/** A page of articles to be embedded in an iframe. */
export const renderHtml = (feed: Feed, theme: PageTheme): Promise<Page> =>
  htmlPage(
    feed.title,
    theme,
    <>
      {feed.items.length > 0 ? <Articles {...feed} /> : <Nothing {...feed} />}
      <PageLinks {...feed} />
    </>,
  );

const Articles = ({ title, items }: Feed) => (
  <>
    <h1 class="quiet">{title}</h1>
    {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for none */}
    <ul role="list">
      {items.map((item) => (
        <li>
          <Article {...item} />
        </li>
      ))}
    </ul>
  </>
);

const Article = ({ contentId, title, url, introduction, image, ...item }: FeedItem) => (
  <article>
    {image ? <Picture {...image} /> : null}
    <div>
      <Kicker {...item} />
      <h2 dir="auto">
        <a href={url} target="_blank" rel="noopener" data-content-id={contentId}>
          {title}
        </a>
      </h2>
      {introduction ? (
        <p class="intro" dir="auto">
          {excerpt(introduction, INTRODUCTION)}
        </p>
      ) : null}
      <p class="meta">
        <b dir="auto">{item.source.name}</b>
        <time datetime={rfc3339(item.publishedAt)}>{DAY.format(item.publishedAt * 1000)}</time>
        {item.paywalled ? <i>Subscription</i> : null}
        {item.registration ? <i>Free registration</i> : null}
      </p>
    </div>
  </article>
);

function Kicker({ contentType, topics }: Pick<FeedItem, 'contentType' | 'topics'>) {
  const words = [KINDS[contentType], topics[0]?.name].filter(Boolean).join(' · ');
  return words ? (
    <p class="kicker" dir="auto">
      {words}
    </p>
  ) : null;
}

function Picture({ url, width, height, alt }: ItemImage) {
  const size = width && height ? { width, height } : UNKNOWN_SIZE;
  return <img src={url} alt={alt} {...size} loading="lazy" decoding="async" referrerpolicy="no-referrer" />;
}

const Nothing = ({ next }: Feed) => (
  <div class="notice">
    <h1>No articles here yet</h1>
    <p>
      {next
        ? 'None of the newest articles belongs in this selection; older ones may.'
        : 'As soon as something is published that belongs in this selection, it will appear here.'}
    </p>
  </div>
);

/** Hidden until the script has given the links the key of the page's address, which the page itself must not hold. */
function PageLinks({ self, next }: Feed) {
  const [path, query] = self.split('?');
  const search = new URLSearchParams(query);
  const isFirst = !search.has('cursor');
  search.delete('cursor');
  if (isFirst && !next) return null;
  return (
    <nav aria-label="Pages" hidden>
      {isFirst ? null : <a href={`${path}?${search}`}>Newest articles</a>}
      {next ? (
        <a href={next} rel="next">
          Older articles
        </a>
      ) : null}
    </nav>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The text, or as many of its whole words as fit into `max` characters, with an ellipsis. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > max / 2 ? space : max).replace(/[\ud800-\udbff]$/, '')}…`;
}
