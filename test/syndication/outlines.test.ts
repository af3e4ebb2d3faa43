import { expect, test } from 'vitest';
import { feedInput } from '../../src/content/input.ts';
import { saveSources } from '../../src/content/sources.ts';
import { readOpml } from '../../src/syndication/opml.ts';
import { dueFeeds, feedsByUrl } from '../../src/syndication/poll/claim.ts';
import { addFeeds } from '../../src/syndication/poll/feed-store.ts';
import type { Polled } from '../../src/syndication/poll/poll.ts';
import { pollFeeds } from '../../src/syndication/poll/run.ts';
import { openTestDb } from '../support/index.ts';
import { sourceInput } from '../support/lines.ts';
import { sized } from '../support/size.ts';
import { ALLOWED, NOW, SERVER, serve } from './stage.ts';

/** Imports 300 typical OPML outlines, as the command does. A sampled run uses a tenth of them. */

interface Outline {
  kind: string;
  xmlUrl: string;
  htmlUrl?: string | undefined;
  channel?: string | undefined;
  hosts: string[];
  /** The feed may publish from these hosts without any setting. */
  mayBring: string[];
}

const times = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const all = (host: string, count = 5) => times(count, () => host);

const PART = sized(0.1, 1);
const some = <T>(count: number, of: (n: number) => T): T[] => times(Math.ceil(count * PART), of);

const OUTLINES: Outline[] = [
  ...some(90, (n) => site(`plain${n}.example`, { kind: 'own site', htmlUrl: `https://www.plain${n}.example/` })),
  ...some(60, (n) => ({
    ...{ kind: 'moved to another host', xmlUrl: `https://old${n}.example/rss`, htmlUrl: `https://old${n}.example/` },
    ...{ channel: `https://www.new${n}.example/`, hosts: all(`www.new${n}.example`), mayBring: [`new${n}.example`] },
  })),
  ...some(40, (n) => ({
    ...{ kind: 'handed out by a service', xmlUrl: `https://feeds.burner.example/Burnt${n}` },
    htmlUrl: n % 2 === 0 ? undefined : `https://feeds.burner.example/Burnt${n}`,
    ...{ channel: `https://burnt${n}.example/blog`, hosts: all(`burnt${n}.example`), mayBring: [`burnt${n}.example`] },
  })),
  ...some(30, (n) => site(`bare${n}.example`, { kind: 'no page', htmlUrl: undefined })),
  ...some(24, (n) => ({
    ...{ kind: 'no channel', xmlUrl: `https://cdn.mute${n}.example/f.xml`, htmlUrl: `https://cover${n}.example/` },
    ...{ hosts: [...all(`voice${n}.example`, 4), `stranger${n}.example`], mayBring: [`voice${n}.example`] },
  })),
  ...some(20, (n) => ({
    ...{ kind: 'one page for many', xmlUrl: `https://host${n}.example/feed`, htmlUrl: 'https://reader.example/' },
    ...{ hosts: all(`told${n}.example`), mayBring: [`told${n}.example`] },
  })),
  ...some(20, (n) => ({
    ...{ kind: 'few items', xmlUrl: `https://few${n}.example/feed`, htmlUrl: `https://page${n}.example/` },
    ...{ channel: `https://few-site${n}.example/`, hosts: all(`m.few-site${n}.example`, 2) },
    mayBring: [`m.few-site${n}.example`],
  })),
  ...some(10, (n) => ({
    ...site(`forger${n}.example`, { kind: 'forged', htmlUrl: `https://forger${n}.example/` }),
    hosts: [...all(`forger${n}.example`), `plain${n}.example`, `voice${n}.example`],
  })),
  ...some(6, (n) => ({
    ...{ kind: 'aggregator', xmlUrl: `https://planet${n}.example/atom`, htmlUrl: `https://planet${n}.example/` },
    ...{ channel: `https://planet${n}.example/`, hosts: times(9, (i) => `star${n}-${i}.example`), mayBring: [] },
  })),
];

function site(host: string, given: Pick<Outline, 'kind' | 'htmlUrl'>): Outline {
  return {
    ...{ ...given, xmlUrl: `https://${host}/feed.xml`, channel: `https://${host}/` },
    ...{ hosts: all(`www.${host}`), mayBring: [host] },
  };
}

const bare = (host: string) => host.replace(/^www\./, '');
const isHis = ({ mayBring }: Outline, host: string) => mayBring.includes(bare(host));
const pathOf = ({ xmlUrl }: Outline) => `/outlines/${xmlUrl.replace(/\W+/g, '-')}`;
const storyOf = ({ xmlUrl }: Outline, host: string, n: number) =>
  `https://${host}/${xmlUrl.replace(/\W+/g, '-').toLowerCase()}/${n}`;

const documentOf = (outline: Outline): string => `<rss version="2.0"><channel><title>${outline.kind}</title>
  ${outline.channel ? `<link>${outline.channel}</link>` : ''}
  ${outline.hosts
    .map((host, n) => `<item><title>Story ${n}</title><link>${storyOf(outline, host, n)}</link></item>`)
    .join('')}</channel></rss>`;

const opml = `<opml version="2.0"><head/><body>${OUTLINES.map(
  ({ kind, xmlUrl, htmlUrl }) =>
    `<outline text="${kind} ${xmlUrl}" xmlUrl="${xmlUrl}" ${htmlUrl ? `htmlUrl="${htmlUrl}"` : ''}/>`,
).join('')}</body></opml>`;

const paths = new Map(OUTLINES.map((outline) => [outline.xmlUrl, pathOf(outline)]));
const run = (now: number) => ({
  reach: { fetch: (url: string, init: RequestInit) => fetch(SERVER + paths.get(url), init), allowed: ALLOWED },
  ...{ now, wait: async () => undefined, elapsed: () => 0, report: (error: Error) => expect.fail(String(error.stack)) },
});

/** Imports in batches of twelve, as `newsgauge import opml` does. */
async function importAll(): Promise<Map<string, Polled>> {
  const db = openTestDb();
  const polled = new Map<string, Polled>();
  const feeds = readOpml(opml).map((feed, n) => ({ line: n + 1, value: feedInput.parse(feed) }));
  for (let at = 0; at < feeds.length; at += 12) {
    const portion = feeds.slice(at, at + 12);
    expect(await addFeeds(db, portion, { now: NOW, allowed: ALLOWED })).toEqual(new Map());
    const known = await feedsByUrl(
      db,
      portion.map(({ value }) => value.url),
    );
    for (const each of (await pollFeeds(db, known, run(NOW))).polled) polled.set(each.url, each);
  }
  return polled;
}

async function storiesBrought(): Promise<Set<string>> {
  const rows = await openTestDb().all<{ url: string }>('SELECT url FROM articles');
  return new Set(rows.map(({ url }) => url));
}

async function obey(reason: string): Promise<void> {
  const [, domain = '', option, value = ''] =
    /npx newsgauge sources put (\S+) --(publishes|aggregator) (\S+)$/.exec(reason) ?? [];
  const [source] = await openTestDb().all<{ name: string }>(`SELECT name FROM sources WHERE domain = '${domain}'`);
  const given = option === 'aggregator' ? { aggregator: value === 'true' } : { publishes: value.split(',') };
  const line = { line: 1, value: sourceInput.parse({ domain, name: source?.name, ...given }) };
  await saveSources(openTestDb(), [line], { actor: 'operator', now: NOW + 1000 });
}

test('the first import of OPML adds each publisher’s own articles, and the suggested command adds the rejected ones', async () => {
  expect(OUTLINES.length).toBe(sized(31, 300));
  const headers = { ETag: '"as-ever"' };
  await Promise.all(OUTLINES.map((outline) => serve(pathOf(outline), { body: documentOf(outline), headers })));
  const polled = await importAll();
  const stored = await storiesBrought();
  const told = (outline: Outline, isWanted: (host: string) => boolean) =>
    outline.hosts.flatMap((host, n) => (isWanted(host) ? storyOf(outline, host, n) : []));

  const lacking = OUTLINES.filter(
    (outline) =>
      told(outline, (host) => isHis(outline, host)).length === 0 ||
      told(outline, (host) => isHis(outline, host)).some((url) => !stored.has(url)),
  );
  expect(lacking.filter(({ kind }) => kind !== 'aggregator')).toEqual([]);
  expect(lacking.length).toBeLessThanOrEqual(Math.ceil(OUTLINES.length * 0.02));
  for (const outline of OUTLINES)
    for (const url of told(outline, (host) => !isHis(outline, host))) expect(stored).not.toContain(url);

  const refused = [...polled.values()].filter((each) => each.refused > 0);
  const isRefused = ({ kind }: Outline) => ['no channel', 'forged', 'aggregator'].includes(kind);
  expect(refused.length).toBe(OUTLINES.filter(isRefused).length);
  for (const { reason } of refused) await obey(reason ?? '');
  // The documents are unchanged, so the servers return 304 to conditional requests.
  const due = await dueFeeds(openTestDb(), NOW / 1000 + 300, 300);
  expect(due.map(({ url }) => url).sort()).toEqual(refused.map(({ url }) => url).sort());
  for (let at = 0; at < due.length; at += 12)
    for (const each of (await pollFeeds(openTestDb(), due.slice(at, at + 12), run(NOW + 300_000))).polled)
      expect(each).toMatchObject({ result: 'taken', refused: 0 });
  const after = await storiesBrought();
  for (const outline of OUTLINES) for (const url of told(outline, () => true)) expect(after).toContain(url);
});

test('an import of OPML creates aliases only for sources with a given domain, and no source for a feed service', async () => {
  const aliases = await openTestDb().all<{ alias: string; domain: string }>('SELECT alias, domain FROM source_aliases');
  expect(aliases).toContainEqual({ alias: 'new0.example', domain: 'old0.example' });
  expect(aliases).toContainEqual({ alias: 'voice0.example', domain: 'cover0.example' });
  expect(aliases.filter(({ domain }) => /burner|reader/.test(domain)).length).toBeLessThanOrEqual(1);
  const sources = await openTestDb().all<{ domain: string; name: string }>(
    `SELECT domain, name FROM sources WHERE domain LIKE 'burnt%' OR domain LIKE '%burner%' OR domain LIKE 'bare%'`,
  );
  expect(sources).toContainEqual({
    ...{ domain: 'burnt3.example', name: 'handed out by a service https://feeds.burner.example/Burnt3' },
  });
  expect(sources).toContainEqual({ domain: 'bare2.example', name: 'no page https://bare2.example/feed.xml' });
  expect(sources.map(({ domain }) => domain)).not.toContain('feeds.burner.example');
});
