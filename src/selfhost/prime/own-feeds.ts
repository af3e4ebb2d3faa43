import { and, eq, ne, notInArray, sql } from 'drizzle-orm';
import { now } from '../../command/command.ts';
import { send } from '../../command/send.ts';
import { SOURCE_DOMAIN } from '../../content/articles/store/rows.ts';
import { deleteArticle } from '../../content/removal/article.ts';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { openDb } from '../../db/client.ts';
import { inList } from '../../db/json.ts';
import { articles, companies, feeds, recommended, sources, tagRules, topics } from '../../db/schema.ts';
import { COMPANIES } from '../../demo/companies.ts';
import { SOURCES } from '../../demo/sources.ts';
import { RULES, TOPICS } from '../../demo/topics.ts';
import type { LocalService } from '../runtime/local-service.ts';
import { feedLine, importOpml, Sum, type Target } from './import-feeds.ts';
import { writeProgress } from './load-demo.ts';

/** Fills the newsroom from the feeds of an OPML file. The demo's stories are removed or never loaded; its topics and their tagging rules stay. False: no feed has brought a story. */
export async function useOwnFeeds({ url, db }: LocalService, operator: string, file: string): Promise<boolean> {
  const target = { base: url, key: operator };
  const removed = await removeDemo(db);
  if (removed > 0) {
    await send({ ...target, method: 'POST' }, 'rebuild', []);
    console.log(`The demo newsroom's ${removed} articles are removed.`);
  }
  await nameTopics(db, target);
  await writeProgress(db, { loadedAt: now(), now: now() });
  const sum = new Sum();
  await importOpml(target, file, (line) => {
    console.log(feedLine(line));
    sum.add(line);
  });
  console.log(sum.summary());
  return !sum.isNothing;
}

/** A newsroom without topics gets those of the demo, with their tagging rules. */
async function nameTopics(d1: D1Database, target: Target): Promise<void> {
  const own = await openDb(d1)
    .select({ id: topics.id })
    .from(topics)
    .where(ne(topics.id, RISK_MANAGEMENT_TOPIC))
    .limit(1);
  if (own.length > 0) return;
  for (const [collection, values] of Object.entries({ topics: TOPICS, rules: RULES }))
    await send(target, collection, values);
}

/** Removes the demo's articles, their selection, companies and sources; returns the number of articles. */
async function removeDemo(d1: D1Database): Promise<number> {
  const db = openDb(d1);
  const domains = SOURCES.map(({ domain }) => domain);
  const stories = await db.select({ id: articles.id }).from(articles).where(inList(SOURCE_DOMAIN, domains));
  if (stories.length === 0) return 0;
  for (const { id } of stories) await deleteArticle(db, id, { actor: 'newsgauge', now: now() * 1000 });
  const own = JSON.stringify(COMPANIES.map(({ id, name }) => [id, name]));
  await db.transaction(
    db.delete(recommended),
    db
      .delete(companies)
      .where(sql`(${companies.id}, ${companies.name}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${own}))`),
    db
      .delete(tagRules)
      .where(
        and(
          eq(tagRules.kind, 'company'),
          sql`${tagRules.ref} NOT IN ${db.select({ id: companies.id }).from(companies)}`,
        ),
      ),
    db
      .delete(sources)
      .where(
        and(
          inList(sources.domain, domains),
          notInArray(sources.domain, db.select({ domain: feeds.domain }).from(feeds)),
        ),
      ),
  );
  return stories.length;
}
