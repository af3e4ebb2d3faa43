import { parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { type NewsFeed, renderNewsRss } from '../../src/delivery/news-rss.ts';
import { NASTY } from './hostile.ts';

const named = (monday: string) => ({ title: `The week to ${monday}`, page: '/insights/week', name: `week/${monday}` });

const week = (text: string): NewsFeed => ({
  title: `${text}: the week`,
  description: `Most-read topics of ${text}`,
  origin: 'https://newsgauge.test',
  self: '/api/v2/insights/week/?output=rss',
  authority: 'example.com',
  page: '/insights/week',
  items: [
    {
      ...named('2026-11-23'),
      at: Date.UTC(2026, 10, 23) / 1000,
      parts: [
        { heading: 'Rose', lines: [{ text, href: '/insights?topic=1&x="', more: ` +25%, read with ${text}` }] },
        { heading: 'Fell', lines: [] },
      ],
    },
    { ...named('2026-11-16'), at: Date.UTC(2026, 10, 16) / 1000, parts: [] },
  ],
});

test('the weekly report is rendered as RSS 2.0', () => {
  expect(renderNewsRss(week('R&D'))).toBe(
    `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>R&#x26;D: the week</title>
<link>https://newsgauge.test/insights/week</link>
<description>Most-read topics of R&#x26;D</description>
<language>en</language>
<lastBuildDate>Mon, 23 Nov 2026 00:00:00 GMT</lastBuildDate>
<atom:link rel="self" href="https://newsgauge.test/api/v2/insights/week/?output=rss" type="application/rss+xml"/>
<item>
<title>The week to 2026-11-23</title>
<link>https://newsgauge.test/insights/week</link>
<description>&lt;h3&gt;Rose&lt;/h3&gt;&lt;ul&gt;&lt;li&gt;&lt;a href=&quot;https://newsgauge.test/insights?topic=1&amp;amp;x=&amp;quot;&quot;&gt;R&amp;amp;D&lt;/a&gt; +25%, read with R&amp;amp;D&lt;/li&gt;&lt;/ul&gt;</description>
<guid isPermaLink="false">tag:example.com,2026:week/2026-11-23</guid>
<pubDate>Mon, 23 Nov 2026 00:00:00 GMT</pubDate>
</item>
<item>
<title>The week to 2026-11-16</title>
<link>https://newsgauge.test/insights/week</link>
<description/>
<guid isPermaLink="false">tag:example.com,2026:week/2026-11-16</guid>
<pubDate>Mon, 16 Nov 2026 00:00:00 GMT</pubDate>
</item>
</channel>
</rss>
`.replace(/>\n(?=<)(?!<rss)/g, '>'),
  );
});

/** Returns the text without characters that XML forbids, with white space collapsed as in feed readers. */
const clean = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

test.each(NASTY.map((text) => [text.slice(0, 60), text]))(
  'the topic name %j survives a round trip through the feed',
  async (_, text) => {
    const feed = parseRssFeed(renderNewsRss(week(text)));
    expect(clean(feed.title ?? '')).toBe(clean(`${text}: the week`));
    expect(feed.items?.map(({ guid }) => guid?.value)).toEqual([
      'tag:example.com,2026:week/2026-11-23',
      'tag:example.com,2026:week/2026-11-16',
    ]);
    const read = { links: 0, text: [] as string[] };
    const rewriter = new HTMLRewriter()
      .on('a', { element: () => void read.links++ })
      .on('*', { element: ({ tagName }) => expect(['h3', 'ul', 'li', 'a']).toContain(tagName) })
      .on('a', { text: (part) => void read.text.push(part.text) });
    await rewriter.transform(new Response(feed.items?.[0]?.description)).text();
    expect(read.links).toBe(1);
    const written: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
    const plain = read.text.join('').replace(/&(amp|lt|gt|quot);/g, (_, name: string) => written[name] ?? '');
    expect(clean(plain.replace(/&#(9|10|13);/g, ' '))).toBe(
      clean(text) || 'https://newsgauge.test/insights?topic=1&x="',
    );
  },
);
