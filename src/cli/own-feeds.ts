import { sql } from 'drizzle-orm';
import { deleteArticle } from '../content/articles.ts';
import { RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import { openDb } from '../db/client.ts';
import { COMPANIES } from '../demo/companies.ts';
import { RULES } from '../demo/rules.ts';
import { SOURCES } from '../demo/sources.ts';
import { TOPICS } from '../demo/topics.ts';
import { now } from './command.ts';
import { importOpml, inWords, type Target } from './import-feeds.ts';
import { writeProgress } from './load-demo.ts';
import type { Running } from './runtime.ts';
import { send } from './send.ts';

/** Fills the newsroom from the feeds of an OPML file. The demo's stories go, or never come; its topics and their rules stay, and tag. */
export async function useOwnFeeds({ url, db }: Running, operator: string, file: string): Promise<void> {
  const target = { base: url, key: operator };
  const removed = await removeDemo(db);
  if (removed > 0) {
    await send({ ...target, method: 'POST' }, 'rebuild', []);
    console.log(`The demo newsroom's ${removed} articles are removed.`);
  }
  await nameTopics(db, target);
  await writeProgress(db, { loadedAt: now(), now: now() });
  await importOpml(target, file, (line) => console.log(inWords(line)));
}

/** A newsroom without topics gets those of the demo, with the words that they are known by. */
async function nameTopics(d1: D1Database, target: Target): Promise<void> {
  const [own] = await openDb(d1).all(sql`SELECT 1 FROM topics WHERE id <> ${RISK_MANAGEMENT_TOPIC}`);
  if (own) return;
  for (const [collection, values] of Object.entries({ topics: TOPICS, rules: RULES }))
    await send(
      target,
      collection,
      values.map((value) => JSON.stringify(value)),
    );
}

/** Takes the demo's articles, their selection, companies and sources out; returns how many articles. */
async function removeDemo(d1: D1Database): Promise<number> {
  const db = openDb(d1);
  const domains = JSON.stringify(SOURCES.map(({ domain }) => domain));
  const articles = await db.all<{ id: number }>(
    sql`SELECT id FROM articles WHERE source ->> 'domain' IN (SELECT value FROM json_each(${domains}))`,
  );
  if (articles.length === 0) return 0;
  for (const { id } of articles) await deleteArticle(db, id);
  const companies = JSON.stringify(COMPANIES.map(({ id, name }) => ({ id, name })));
  await db.together(
    sql`DELETE FROM recommended`,
    sql`DELETE FROM companies WHERE (id, name) IN (SELECT value ->> 'id', value ->> 'name' FROM json_each(${companies}))`,
    sql`DELETE FROM tag_rules WHERE kind = 'company' AND ref NOT IN (SELECT id FROM companies)`,
    sql`DELETE FROM sources WHERE domain IN (SELECT value FROM json_each(${domains})) AND domain NOT IN (SELECT domain FROM feeds)`,
  );
  return articles.length;
}
