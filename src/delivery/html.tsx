import type { FeedItem, ItemImage } from '../content/articles/item.ts';
import { rfc3339 } from '../lib/time.ts';
import type { Feed } from './feed.ts';
import { type HtmlPage, htmlPage } from './html-page.tsx';
import { LABELS, type Labels } from './labels.ts';
import { isRightToLeft, languageAttributes } from './language-attributes.ts';
import type { PageTheme } from './theme.ts';

/** Maximum number of characters in the introduction on a card. */
const INTRODUCTION = 280;
/** Element to which the list token is added after caching. Article texts are escaped, so they cannot contain it. */
export const LIST_TAG = '<ul role="list"';
/** Attribute of that element with the order of the minute, which the list token replaces. */
export const ORDER_ATTRIBUTE = / data-order="([a-z]+)"/;
/** Assumed size of an image of unknown size, for which the page reserves space. */
const UNKNOWN_SIZE = { width: 640, height: 360 };

export const renderHtml = (feed: Feed, theme: PageTheme): Promise<HtmlPage> =>
  htmlPage(
    theme.title ?? feed.title,
    theme,
    <>
      {theme.title || feed.items.length > 0 ? (
        <h1 class={theme.title ? 'title' : 'quiet'} dir="auto">
          {theme.title ?? feed.title}
        </h1>
      ) : null}
      {feed.items.length > 0 ? (
        <Articles items={feed.items} minuteOrder={feed.minuteOrder} theme={theme} days={daysIn(theme, feed.zone)} />
      ) : (
        <Nothing next={feed.next} theme={theme} />
      )}
      <PageLinks self={feed.self} next={feed.next} theme={theme} />
    </>,
  );

interface Themed {
  theme: PageTheme;
}

interface Dated {
  days: Intl.DateTimeFormat;
}

const labelsOf = ({ language = 'en' }: PageTheme) => LABELS[language];

const Articles = ({ items, minuteOrder, theme, days }: Pick<Feed, 'items' | 'minuteOrder'> & Themed & Dated) => (
  // biome-ignore lint/a11y/noRedundantRoles: Safari does not announce a list without bullets as a list
  <ul role="list" data-order={minuteOrder} tabindex={theme.layout === 'ticker' ? 0 : undefined}>
    {items.map((item) => (
      <li>
        <Article {...item} theme={theme} days={days} />
      </li>
    ))}
  </ul>
);

function Article({ contentId, title, url, introduction, image, theme, days, ...item }: FeedItem & Themed & Dated) {
  const labels = labelsOf(theme);
  const others = item.story?.sources.filter((name) => name !== item.source.name) ?? [];
  const { lang, dir } = languageAttributes('', item.language);
  const said = lang && lang.split('-')[0] !== (theme.language ?? 'en') ? { dir, lang } : { dir };
  // The language of the headline determines the text direction of the whole article.
  const isPageTurned = isRightToLeft(theme.language ?? 'en');
  const side = (lang ? dir === 'rtl' : isPageTurned) ? 'rtl' : 'ltr';
  const turned = isPageTurned || side === 'rtl' ? { dir: side } : null;
  return (
    <article {...turned}>
      {image && theme.images !== false && theme.layout !== 'headlines' ? <Picture {...image} /> : null}
      <div>
        <Kicker {...item} labels={labels} {...turned} />
        <h2 {...said}>
          <a href={url} target="_blank" rel="noopener" data-content-id={contentId}>
            {title}
          </a>
        </h2>
        {introduction ? (
          <p class="intro" {...said}>
            {excerpt(introduction, INTRODUCTION)}
          </p>
        ) : null}
        <p class="meta">
          <b dir="auto">{item.source.name}</b>
          <time datetime={rfc3339(item.publishedAt)} {...(turned ? { dir: 'auto' } : {})}>
            {days.format(item.publishedAt * 1000)}
          </time>
          {item.paywalled ? <i>{labels.subscription}</i> : null}
          {item.registration ? <i>{labels.registration}</i> : null}
          {others.length > 0 ? (
            <span dir="auto">
              {labels.alsoIn} {others.join(', ')}
            </span>
          ) : null}
        </p>
      </div>
    </article>
  );
}

type Kickers = Pick<FeedItem, 'contentType' | 'topics'> & { labels: Labels; dir?: string };
function Kicker({ contentType, topics, labels, dir = 'auto' }: Kickers) {
  const parts = [labels.kinds[contentType], topics[0]?.name].filter(Boolean).join(' · ');
  return parts ? (
    <p class="kicker" dir={dir}>
      {parts}
    </p>
  ) : null;
}

function Picture({ url, width, height, alt }: ItemImage) {
  const size = width && height ? { width, height } : UNKNOWN_SIZE;
  return <img src={url} alt={alt} {...size} loading="lazy" decoding="async" referrerpolicy="no-referrer" />;
}

const Nothing = ({ next, theme }: Pick<Feed, 'next'> & Themed) => {
  const { empty, emptyNow, emptySoFar } = labelsOf(theme);
  return (
    <div class="notice">
      <h1>{empty}</h1>
      <p>{next ? emptySoFar : emptyNow}</p>
    </div>
  );
};

/** Links to other pages, hidden until the script adds the API key. Cached markup must not contain the key. */
function PageLinks({ self, next, theme }: Pick<Feed, 'self' | 'next'> & Themed) {
  const labels = labelsOf(theme);
  const [path, query] = self.split('?');
  const search = new URLSearchParams(query);
  const isFirst = !search.has('cursor');
  search.delete('cursor');
  if (isFirst && !next) return null;
  return (
    <nav aria-label={labels.pages} hidden>
      {isFirst ? null : <a href={`${path}?${search}`}>{labels.newest}</a>}
      {next ? (
        <a href={next} rel="next">
          {labels.older}
        </a>
      ) : null}
    </nav>
  );
}

const daysIn = ({ language = 'en' }: PageTheme, zone: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', timeZone: zone || 'UTC' });

/** Shortens a text between words to at most `max` characters and adds an ellipsis. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > max / 2 ? space : max).replace(/[\ud800-\udbff]$/, '')}…`;
}
