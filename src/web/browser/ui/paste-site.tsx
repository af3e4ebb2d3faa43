import { useRef, useState } from 'hono/jsx/dom';
import { newChangeId, storeAll } from '../lib/change.ts';
import { isOpml, parseOpml } from '../lib/opml.ts';
import { announceToReaders } from '../lib/page.ts';
import { ApiError, type DataOf, request, type Schemas } from '../lib/request.ts';
import { formatCount, sentence } from '../lib/words.ts';
import { Button, useAction } from './actions.tsx';
import { LineForm } from './form/line-form.tsx';

type Proposal = {
  article: Schemas['ProposedArticle'] | null;
  source: { domain: string; name: string };
  feeds: string[];
  feedsLeft: number;
};

type Feed = { url: string; domain?: string; name?: string };

export interface ReadResult {
  feeds: number;
  stories: number;
  titles: string[];
  failed: string[];
  left: number;
}

interface FoundFeeds {
  feeds: Feed[];
  left: number;
}

/** Number of feeds per request, so low that a request ends in time even if the feeds are slow. */
const FEEDS_PER_REQUEST = 12;
const MAX_TITLES = 3;
const MAX_ADDRESSES = 20;

/** Finds the feeds of a site. If the address is itself a feed, the source is determined later. */
async function feedsAt(address: string): Promise<FoundFeeds> {
  const url = /^https?:/i.test(address) ? address : `https://${address}`;
  const {
    article,
    source,
    feeds,
    feedsLeft: left,
  } = await request<Proposal>('/manage/articles/propose', { method: 'POST', body: { url } });
  if (!article) return { feeds: feeds.map((url) => ({ url })), left };
  const stories = feeds.filter((feed) => !/comment/i.test(feed));
  const own = (stories.length > 0 ? stories : feeds).map((url) => ({ url, domain: source.domain, name: source.name }));
  return { feeds: own, left };
}

async function feedsIn(text: string): Promise<FoundFeeds> {
  if (isOpml(text)) return { feeds: parseOpml(text), left: 0 };
  const addresses = text.split(/\s+/).filter(Boolean);
  if (addresses.length > MAX_ADDRESSES)
    throw new Error(`Paste at most ${MAX_ADDRESSES} addresses at once, or a list of feeds (OPML).`);
  const found: FoundFeeds[] = [];
  for (const address of addresses) found.push(await feedsAt(address));
  return { feeds: found.flatMap(({ feeds }) => feeds), left: found.reduce((sum, { left }) => sum + left, 0) };
}

async function storeAndRead({ feeds, left }: FoundFeeds, tell: (text: string) => void): Promise<ReadResult> {
  const change = newChangeId();
  const failed: string[] = [];
  let stories = 0;
  for (let from = 0; from < feeds.length; from += FEEDS_PER_REQUEST) {
    if (feeds.length > FEEDS_PER_REQUEST) tell(`Reading ${from} of ${feeds.length} feeds…`);
    const some = feeds.slice(from, from + FEEDS_PER_REQUEST);
    const { rejected } = await storeAll('/manage/feeds', some, { change });
    for (const { line, errors } of rejected) failed.push(`${some[line - 1]?.url}: ${Object.values(errors).join('; ')}`);
    const urls = some.flatMap(({ url }, i) => (rejected.some(({ line }) => line === i + 1) ? [] : [url]));
    if (urls.length === 0) continue;
    const { polled } = await request<{ polled: Schemas['Polled'][] }>('/manage/feeds/poll', {
      method: 'POST',
      body: { urls },
    });
    for (const { url, result, added, reason } of polled) {
      stories += added;
      if (result === 'failed') failed.push(`${url}: ${reason ?? 'no reason given'}`);
    }
  }
  const { articles } = await request<Pick<DataOf<'/manage/articles'>, 'articles'>>('/manage/articles', {
    query: { limit: MAX_TITLES },
  });
  return { feeds: feeds.length, stories, titles: articles.map(({ title }) => title), failed, left };
}

export function PasteSite({ done }: { done: (brought: ReadResult) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const [state, setState] = useState('');
  const [isBusy, run] = useAction(({ faults, message }) => setFault(faults.url ? sentence(faults.url) : message));
  const find = (text: string) => {
    setFault(text.trim() ? '' : 'Paste an address, such as https://www.example.com.');
    if (!text.trim() || isBusy) return;
    void run(async () => {
      try {
        const found = await feedsIn(text);
        if (found.feeds.length === 0)
          return setFault('This page links to no feed. Paste the address of its feed, or of another page of the site.');
        const brought = await storeAndRead(found, setState);
        if (brought.failed.length === brought.feeds) return setFault(`Couldn’t be read: ${brought.failed.join('; ')}`);
        announceToReaders(`${broughtInWords(brought)}. ${leftInWords(brought)}`);
        done(brought);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        setFault((error as Error).message);
      } finally {
        setState('');
      }
    });
  };
  /** Handles a pasted list itself, because a single-line field would join the lines. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!text.trim().includes('\n') && !isOpml(text)) return;
    event.preventDefault();
    find(text);
  };
  return (
    <LineForm
      type="url"
      label="Paste the address of a site or a feed, or a list of feeds (OPML)"
      placeholder="https://…"
      act="Find its stories"
      busy="Reading…"
      isBusy={isBusy}
      fault={fault}
      hint={state || 'newsgauge finds its feeds, reads them now, and keeps polling them.'}
      class="narrow"
      send={find}
      onPaste={paste}
    >
      <input
        ref={file}
        hidden
        type="file"
        aria-label="List of feeds"
        accept=".opml,.xml"
        onChange={async () => {
          const text = await file.current?.files?.[0]?.text();
          if (file.current) file.current.value = '';
          if (text) find(text);
        }}
      />
      <p>
        <Button text="Choose a file of feeds" look="link" press={() => file.current?.click()} />
      </p>
    </LineForm>
  );
}

/** Formats the number of imported articles: `12 stories from 2 feeds`. */
export const broughtInWords = ({ feeds, stories }: ReadResult): string =>
  `${formatCount(stories, 'story', 'stories')} from ${formatCount(feeds, 'feed', 'feeds')}`;

export const leftInWords = ({ left }: ReadResult): string =>
  left > 0
    ? `The list names ${formatCount(left, 'more feed', 'more feeds')}. Save it and choose its file to add them all.`
    : '';
