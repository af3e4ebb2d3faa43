import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type Db, openDb } from '../../../src/db/client.ts';
import { feedItems } from '../../../src/db/schema.ts';
import { add, poll, rss, serve } from '../stage.ts';

/** A database that fails at the how manieth statement that inserts into the items. */
function failingAt(nth: number): Db {
  const db = openDb(env.DB);
  let left = nth;
  const run: Db['run'] = ((query: { queryChunks: unknown[] }) =>
    query.queryChunks.includes(feedItems) && --left === 0
      ? Promise.reject(new Error('D1_ERROR: Network connection lost.'))
      : db.run(query as never)) as never;
  return new Proxy(db, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) });
}

const item = (nth: number, title: string) => ({
  title,
  link: `https://paper.example/half-way/${nth}`,
  guid: `half-way-${nth}`,
  description: 'All.',
});

test.each([1, 2])(
  'an item that changes after its poll broke off at its %i. note becomes the article that it now is',
  async (nth) => {
    const url = await serve(`/half-way/${nth}`, { body: rss([item(nth, 'First title')]) });
    await add(url);
    await expect(poll(url, { db: failingAt(nth) })).rejects.toThrow();
    await serve(`/half-way/${nth}`, { body: rss([item(nth, 'Second title')]) });
    expect(await poll(url, { later: 3600 })).toMatchObject({ result: 'taken' });
    const { results } = await env.DB.prepare(`SELECT title FROM articles WHERE url LIKE '%/half-way/${nth}'`).all();
    expect(results).toEqual([{ title: 'Second title' }]);
  },
);
