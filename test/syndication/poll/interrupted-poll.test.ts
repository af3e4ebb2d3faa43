import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type Db, openDb } from '../../../src/db/client.ts';
import { add, poll, rss, serve } from '../stage.ts';

/** Returns a database that loses its connection before or after the transaction that stores articles. */
function losing(when: string): Db {
  const db = openDb(env.DB);
  const transaction = async (...given: never[]) => {
    const isStoring = given[0] && 'sequence' in (given[0] as object);
    const result = isStoring && when === 'before' ? undefined : await db.transaction(...given);
    if (isStoring) throw new Error('D1_ERROR: Network connection lost.');
    return result;
  };
  return new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
}

const item = (when: string, title: string) => ({
  title,
  link: `https://paper.example/half-way/${when}`,
  guid: `half-way-${when}`,
  description: 'All.',
});

test.each(['before', 'after'])(
  'an item that changes after its poll failed %s storing is stored with the new title, and its page waits to be read',
  async (when) => {
    const url = await serve(`/half-way/${when}`, { body: rss([item(when, 'First title')]) });
    await add(url);
    await env.DB.exec("DELETE FROM page_hosts; UPDATE sources SET read_pages = 1 WHERE domain = 'paper.example'");
    await expect(poll(url, { db: losing(when) })).rejects.toThrow();
    await serve(`/half-way/${when}`, { body: rss([item(when, 'Second title')]) });
    expect(await poll(url, { later: 3600 })).toMatchObject({ result: 'taken' });
    const { results } = await env.DB.prepare(`SELECT title FROM articles WHERE url LIKE '%/half-way/${when}'`).all();
    expect(results).toEqual([{ title: 'Second title' }]);
    const hosts = await env.DB.prepare('SELECT host, json_array_length(waiting) AS pages FROM page_hosts').all();
    expect(hosts.results).toEqual([{ host: 'paper.example', pages: 1 }]);
  },
);
