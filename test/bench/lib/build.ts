import { statSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import type { ImportLine } from '../../../src/content/import-lines.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveCompanies } from '../../../src/content/rows.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import type { Db } from '../../../src/db/client.ts';
import { companyInput, sourceInput, topicInput } from '../../support/lines.ts';
import { migrate } from '../../support/workerd/runtime.ts';
import { databaseFile, withFile } from './local-d1.ts';
import { companies, makeArticle, sources, topics } from './newsroom.ts';

export interface Built {
  size: number;
  seconds: number;
  bytesPerArticle: number;
  /** Peak memory of this process, which includes the generator and the database, in bytes. */
  peakMemory: number;
}

/** Articles per call of `saveArticles`, as in an import of several megabytes. */
const PORTION = 2000;

interface Schema<T> {
  parse(value: unknown): T;
}

const lines = <T>(schema: Schema<T>, values: readonly unknown[]): ImportLine<T>[] =>
  values.map((value, i) => ({ line: i + 1, value: schema.parse(value) }));

/** Stores articles, oldest first, with the code behind `PUT /manage/articles`. `now`: epoch seconds. */
export async function fillNewsroom(db: Db, size: number, now: number, make = makeArticle): Promise<void> {
  const author = { actor: 'benchmark', now: Date.now() };
  await saveTopics(db, lines(topicInput, topics), author);
  await saveCompanies(db, lines(companyInput, companies), author);
  await saveSources(db, lines(sourceInput, sources), author);
  for (let age = size; age > 0; age -= PORTION) {
    const portion = Array.from({ length: Math.min(age, PORTION) }, (_, i) => make(age - 1 - i, size, now));
    const { refusals } = await saveArticles(db, lines(articleInput, portion), now * 1000);
    if (refusals.size > 0) throw new Error(`refused: ${JSON.stringify([...refusals].slice(0, 3))}`);
  }
  const query = sql`SELECT count(*) AS count FROM article_index WHERE article_index MATCH 'a'`;
  const [indexed] = await db.rows(z.object({ count: z.int() }), query);
  if (indexed?.count !== size) throw new Error(`the index holds ${indexed?.count} of ${size} articles`);
}

export async function buildNewsroom(state: string, size: number, now: number, make = makeArticle): Promise<Built> {
  migrate(state);
  const file = databaseFile(state);
  const began = performance.now();
  await withFile(file, (db) => fillNewsroom(db, size, now, make));
  return {
    size,
    seconds: (performance.now() - began) / 1000,
    bytesPerArticle: statSync(file).size / size,
    peakMemory: process.resourceUsage().maxRSS * 1024,
  };
}
