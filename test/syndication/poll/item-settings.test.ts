import { beforeEach, expect, test } from 'vitest';
import { deleteArticle } from '../../../src/content/removal/remove-article.ts';
import { openTestDb } from '../../support/index.ts';
import { feedAt, poll, type RssItem, rss, serve } from '../stage.ts';

const db = openTestDb();
const PAGE = 'https://notes.example/all';
const domain = 'notes.example';
const set = (columns: string) => db.run(`UPDATE sources SET ${columns} WHERE domain = '${domain}'`);
const stored = (host = domain) =>
  db.all<{ id: number; title: string; url: string }>(
    `SELECT id, title, url FROM articles WHERE url LIKE 'https://${host}/%' ORDER BY id`,
  );
const note = (id: string, title = `Note ${id}`): RssItem => ({
  ...{ title, link: PAGE, description: `The text of ${id}` },
  more: `<guid isPermaLink="false">${id}</guid>`,
});
let now = 0;
const pollAgain = async (url: string) => {
  now += 100_000;
  return poll(url, { later: now, domain });
};

beforeEach(async () => {
  for (const { id } of await stored()) await deleteArticle(db, id);
  await db.run(`DELETE FROM feed_items`);
  await db.run(`DELETE FROM feeds`);
  await db.run(`INSERT OR REPLACE INTO sources (domain, name) VALUES ('${domain}', 'Notes')`);
});

test('four items with the same link become one article if identified by link and four if identified by id', async () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => note(id));
  const url = await serve('/notes/four', { body: rss(items) });
  expect(await pollAgain(url)).toMatchObject({ added: 1, refused: 3 });
  await set(`item_identity = 'id'`);
  await serve('/notes/four', { body: rss([...items, note('e')]) });
  expect(await pollAgain(url)).toMatchObject({ added: 4, refused: 0, reason: null });
  const all = await stored();
  expect(all.map(({ title }) => title).toSorted()).toEqual(['Note a', 'Note b', 'Note c', 'Note d', 'Note e']);
  for (const article of all) expect(article.url.split('#')[0]).toBe(PAGE);
  // A changed item must not add an article.
  await serve('/notes/four', { body: rss([note('a', 'Corrected'), ...items.slice(1)]) });
  expect(await pollAgain(url)).toMatchObject({ added: 0, changed: 1, refused: 0 });
  expect((await stored()).map(({ title }) => title).toSorted()[0]).toBe('Corrected');
});

test('a feed whose items are identified by id adds an article for each new id at a fixed URL', async () => {
  await set(`item_identity = 'id'`);
  const url = await serve('/notes/daily', { body: rss([note('monday')]) });
  expect(await pollAgain(url)).toMatchObject({ added: 1 });
  await serve('/notes/daily', { body: rss([note('tuesday')]) });
  expect(await pollAgain(url)).toMatchObject({ added: 1, changed: 0 });
  await serve('/notes/daily', { body: rss([note('monday')]) });
  expect(await pollAgain(url)).toMatchObject({ added: 0, changed: 0 });
  expect((await stored()).map(({ title }) => title)).toEqual(['Note monday', 'Note tuesday']);
});

test('switching back to identification by link keeps the articles and adds none', async () => {
  await set(`item_identity = 'id'`);
  const items = ['a', 'b'].map((id) => note(id));
  const url = await serve('/notes/back', { body: rss(items) });
  await pollAgain(url);
  await set(`item_identity = 'link'`);
  await serve('/notes/back', { body: rss([...items, note('c')]) });
  expect(await pollAgain(url)).toMatchObject({ added: 0 });
  expect(await stored()).toHaveLength(2);
});

test('if items are identified by id, an item keeps the URL given by its id or enclosure', async () => {
  await set(`item_identity = 'id'`);
  const own = `https://${domain}/own`;
  const file = `https://${domain}/episode.mp3`;
  const items = [
    { title: 'Own', link: own, guid: own },
    { title: 'Episode', guid: 'e1', more: `<enclosure url="${file}" type="audio/mpeg" length="1"/>` },
  ];
  await pollAgain(await serve('/notes/own', { body: rss(items) }));
  expect((await stored()).map(({ url }) => url)).toEqual([own, file]);
});

test('items dropped by a rule count as rejected and are added once the rule is removed', async () => {
  await set(`item_rules = '["drop category: Sport","drop author: Robot"]'`);
  const item = (n: number, more: string): RssItem => ({
    ...{ title: `Item ${n}`, link: `https://${domain}/${n}`, guid: `${n}` },
    more,
  });
  const body = rss([
    item(1, '<category>Sport</category>'),
    item(2, '<author>The Robot</author>'),
    item(3, '<category>News</category>'),
  ]);
  const url = await serve('/notes/rules', { body });
  expect(await pollAgain(url)).toMatchObject({
    ...{ added: 1, refused: 2 },
    reason: 'items rejected: 2 because of the rules of its source',
  });
  expect(await feedAt(url)).toMatchObject({ failures: 0 });
  await set(`item_rules = '[]'`);
  await db.run('UPDATE feeds SET etag = NULL, last_modified = NULL, body_hash = NULL');
  expect(await pollAgain(url)).toMatchObject({ added: 2, refused: 0 });
});

test('a new item rule does not change stored articles', async () => {
  const item = { title: 'First', link: `https://${domain}/first`, guid: 'f' };
  const url = await serve('/notes/stored', { body: rss([item]) });
  await pollAgain(url);
  await set(`item_rules = '["drop words: second"]'`);
  await serve('/notes/stored', { body: rss([{ ...item, title: 'Second' }]) });
  expect(await pollAgain(url)).toMatchObject({ added: 0, changed: 0, refused: 1 });
  expect((await stored()).map(({ title }) => title)).toEqual(['First']);
});
