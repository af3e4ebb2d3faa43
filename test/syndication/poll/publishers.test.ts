import { expect, test } from 'vitest';
import { saveSources } from '../../../src/content/sources.ts';
import { claimFeed, settleFeed } from '../../../src/syndication/poll/claim.ts';
import { ownershipOf } from '../../../src/syndication/poll/publishers.ts';
import { openTestDb } from '../../support/index.ts';
import { sourceInput } from '../../support/lines.ts';
import { add, feedAt, NOW, poll, rss, SECONDS, serve } from '../stage.ts';

const source = (own: string[], publishes: string[] = [], aggregator = false) => ({ own, publishes, aggregator });

test.each([
  ['own', 'https://www.paper.example/1', source(['paper.example'])],
  ['own', 'https://www.paper.co.uk/1', source(['rss.paper.co.uk'])],
  ['foreign', 'https://other.co.uk/1', source(['paper.co.uk'])],
  ['foreign', 'https://b.github.io/1', source(['a.github.io'])],
  ['foreign', 'https://paper.example.evil.example/1', source(['paper.example'])],
  ['foreign', 'https://notpaper.example/1', source(['paper.example'])],
  ['allowed', 'https://www.other.example/1', source(['paper.example'], ['other.example'])],
  ['allowed', 'https://news.other.example/1', source(['paper.example'], ['other.example'])],
  ['foreign', 'https://other.example/1', source(['paper.example'], ['news.other.example'])],
  ['allowed', 'https://any.example/1', source(['paper.example'], [], true)],
  ['own', 'https://any.example/1', source([])],
  ['foreign', 'http://127.0.0.1:81/1', source(['127.0.0.1:80'])],
])('ownershipOf returns %s for %s', (expected, url, publishers) => expect(ownershipOf(url, publishers)).toBe(expected));

const articleAt = async (url: string) =>
  (await openTestDb().all<{ title: string; url: string }>(`SELECT title, url FROM articles WHERE url = '${url}'`))[0];
const item = (title: string, link: string) => ({ title, link, guid: `${title} ${link}` });
const serveItems = (path: string, ...items: { title: string; link: string; guid?: string }[]) =>
  serve(path, { body: rss(items) });

test('an article from another site is rejected, naming its host, until the source may publish it', async () => {
  const items = [item('Ours', 'https://daily.example/1'), item('Forged', 'https://times.example/1')];
  const url = await serveItems('/daily', ...items);
  expect(await poll(url, { domain: 'daily.example' })).toMatchObject({
    ...{ added: 1, refused: 1 },
    reason:
      'items rejected: 1 from times.example (1), which its source does not publish. To allow them, add them to “Other hosts” of daily.example under Content, Sources, or run: npx newsgauge sources put daily.example --publishes times.example',
  });
  expect(await articleAt('https://times.example/1')).toBeUndefined();
  await openTestDb().run(`UPDATE sources SET publishes = '["times.example"]' WHERE domain = 'daily.example'`);
  await serveItems('/daily', ...items, item('New', 'https://daily.example/2'));
  expect(await poll(url, { later: 4000 })).toMatchObject({ added: 2, refused: 0, reason: null });
});

test('a rejection reason lists at most five hosts', async () => {
  const items = Array.from({ length: 20 }, (_, n) => item(`No. ${n}`, `https://site${n}.example/1`));
  const { reason } = await poll(await serveItems('/hosts', ...items), { domain: 'hosts.example' });
  expect(reason).toBe(
    'items rejected: 20 from site0.example (1), site1.example (1), site2.example (1), site3.example (1), site4.example (1) and 15 other hosts, which its source does not publish. To allow them, switch on “Its feeds may contain articles from any site” of hosts.example under Content, Sources, or run: npx newsgauge sources put hosts.example --aggregator true',
  );
});

test('a publisher’s feed takes over an article that an aggregator added, and the aggregator can no longer change it', async () => {
  const story = 'https://weekly.example/story';
  const aggregator = await serveItems('/aggregator', item('Told by another', story));
  expect(await poll(aggregator)).toMatchObject({ added: 1 });
  const own = await serveItems('/weekly', item('Told by ourselves', story));
  expect(await poll(own, { domain: 'weekly.example' })).toMatchObject({ added: 0, changed: 1 });
  expect(await articleAt(story)).toMatchObject({ title: 'Told by ourselves' });
  const again = { ...item('Told by another', story), title: 'Told anew by another' };
  await serveItems('/aggregator', again);
  expect(await poll(aggregator, { later: 4000 })).toMatchObject({ added: 0, changed: 0 });
  expect(await articleAt(story)).toMatchObject({ title: 'Told by ourselves' });
  await serveItems('/weekly', { ...item('Told by ourselves', story), title: 'Corrected' });
  expect(await poll(own, { later: 4000 })).toMatchObject({ changed: 1 });
  expect(await articleAt(story)).toMatchObject({ title: 'Corrected' });
});

test('an item first seen with another site’s URL does not change that site’s article when the item gets its own URL', async () => {
  // The channel links to paper.example, so the feed may add articles from there.
  const story = 'https://paper.example/theirs';
  await poll(await serveItems('/theirs', item('Theirs', story)));
  const guid = 'g';
  const url = await serveItems('/thief', { title: 'Theirs', link: story, guid });
  expect(await poll(url, { domain: 'thief.example' })).toMatchObject({ added: 0, changed: 0 });
  await serveItems('/thief', { title: 'Taken', link: 'https://thief.example/phish', guid });
  expect(await poll(url, { later: 4000 })).toMatchObject({ added: 1, changed: 0 });
  expect(await articleAt(story)).toMatchObject({ title: 'Theirs' });
  await serveItems('/thief', { title: 'Mended', link: 'https://thief.example/moved', guid });
  expect(await poll(url, { later: 8000 })).toMatchObject({ added: 0, changed: 1 });
  expect(await articleAt(story)).toMatchObject({ title: 'Theirs' });
});

test('an aggregator keeps updating an article that no other feed has', async () => {
  const story = 'https://monthly.example/story';
  const aggregator = await serveItems('/alone', item('First', story));
  await poll(aggregator);
  await serveItems('/alone', { ...item('First', story), title: 'Second' });
  expect(await poll(aggregator, { later: 4000 })).toMatchObject({ changed: 1 });
  expect(await articleAt(story)).toMatchObject({ title: 'Second' });
});

test('an article is the same with http or https, with or without www, and keeps the https URL', async () => {
  const one = await serveItems('/http', item('Insecure', 'http://www.paper.example/twin'));
  expect(await poll(one)).toMatchObject({ added: 1 });
  const two = await serveItems('/https', item('Secure', 'https://paper.example/twin'));
  expect(await poll(two)).toMatchObject({ added: 0, changed: 1 });
  expect(await articleAt('https://paper.example/twin')).toMatchObject({ title: 'Insecure' });
  await serveItems('/http', { ...item('Insecure', 'http://www.paper.example/twin'), title: 'Edited' });
  expect(await poll(one, { later: 4000 })).toMatchObject({ added: 0, changed: 1 });
  expect(await articleAt('https://paper.example/twin')).toMatchObject({ title: 'Edited' });
  const both = await serveItems(
    '/both',
    item('One', 'http://paper.example/both'),
    item('Two', 'https://www.paper.example/both'),
  );
  expect(await poll(both)).toMatchObject({ added: 1, refused: 1 });
});

test('adding a feed to its own source does not change other sources', async () => {
  const url = await serveItems('/own-site', item('Elsewhere', 'https://elsewhere.example/1'));
  await add(url, 'own-site.example');
  expect(await poll(url)).toMatchObject({ added: 0, refused: 1 });
});

test('changing a source while its feed is being polled makes the feed due again without validators', async () => {
  const url = await serveItems(
    '/meanwhile',
    item('Ours', 'https://meanwhile.example/1'),
    item('Theirs', 'https://z.example/1'),
  );
  await add(url, 'meanwhile.example');
  const before = await feedAt(url);
  const claimed = await claimFeed(openTestDb(), before, SECONDS);
  const value = sourceInput.parse({ domain: 'meanwhile.example', name: 'Meanwhile', publishes: ['z.example'] });
  await saveSources(openTestDb(), [{ line: 1, value }], { actor: 'operator', now: NOW });
  await settleFeed(openTestDb(), claimed ?? before, { etag: '"1"', bodyHash: 'as read before', reason: 'left out' });
  expect(await feedAt(url)).toMatchObject({ etag: null, bodyHash: null, nextAt: SECONDS });
  await poll(url, { later: 60 });
  const read = await feedAt(url);
  await saveSources(openTestDb(), [{ line: 1, value }], { actor: 'operator', now: NOW + 90_000 });
  expect(await feedAt(url)).toEqual(read);
});
