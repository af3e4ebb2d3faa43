import * as z from 'zod';
import { htmlPage } from '../delivery/html-page.tsx';
import { LABELS } from '../delivery/labels.ts';
import { lenientTheme } from '../delivery/theme.ts';
import { operations } from '../http/endpoint.ts';
import type { ErrorPage } from '../http/env.ts';
import { upToDate } from '../http/update-rankings.ts';
import { choice, integer, shaped } from '../lib/formats/params.ts';
import { loadTrending } from './api/trending-topics.ts';
import { errorPage } from './feed/feed-error-page.tsx';
import { inOneLanguage, themeOf, themeParams } from './feed/feed-params.ts';

const { layout: _layout, images: _images, views: _views, ...looks } = themeParams;

const trendingQuery = z.object({
  period: choice(['now', 'week'], 'week').describe('`now` is the last 24 hours, `week` the last 7 days'),
  limit: integer(1, 50, 10).describe('Maximum number of topics'),
  link: shaped(/^https?:\/\/[!-~]{1,500}$/, 'an http or https URL of at most 500 ASCII characters').describe(
    'URL to which topics link, with `{id}` and `{slug}` as placeholders. Without it, topics are not links',
  ),
  ...looks,
});

export const embedTrending = operations('Feed').text('/', {
  operationId: 'getTrendingPage',
  summary: 'Show trending topics as a page for an iframe',
  query: trendingQuery,
  settle: inOneLanguage,
  means: 'A page',
  answers: { 'text/html': { schema: z.string() } },
  answer: async (c, { query: { period, limit, link, ...query } }) => {
    const look = themeOf({ ...query, layout: 'list', images: false });
    await upToDate(c, 'topics');
    const topics = await loadTrending(c.var.db, { period, limit, includeTopics: [], excludeTopics: [] });
    const labels = LABELS[look.language ?? 'en'];
    const title = look.title ?? labels.trending;
    return htmlPage(
      title,
      look,
      <>
        <h1 class="title" dir="auto">
          {title}
        </h1>
        {topics.length === 0 ? <p class="notice">{labels.topics}</p> : null}
        <ol class="trending">
          {topics.map(({ id, slug, name }) => (
            <li dir="auto">{link ? <a {...linkTopic(link, { id: String(id), slug })}>{name}</a> : name}</li>
          ))}
        </ol>
      </>,
    );
  },
});

/** Returns the link from a topic to the embedding site. The link opens in the top window instead of the iframe. */
const linkTopic = (link: string, { id, slug }: { id: string; slug: string }) => ({
  href: link.replaceAll('{id}', id).replaceAll('{slug}', slug),
  target: '_top',
  rel: 'noopener',
});

/** Renders errors as HTML pages for readers and as JSON for the embed builder. */
export const embedErrorPage: ErrorPage = async (c, error) =>
  c.req.query('output') === 'json' ? null : errorPage(error, lenientTheme(c.req.query()));
