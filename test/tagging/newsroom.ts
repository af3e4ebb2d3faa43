import { sql } from 'drizzle-orm';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { articleInput } from '../../src/content/input.ts';
import { saveCompanies } from '../../src/content/rows.ts';
import { retag } from '../../src/content/rules/retag.ts';
import { ruleInput } from '../../src/content/rules/rule-input.ts';
import { saveRules } from '../../src/content/rules/rules.ts';
import { saveTopics } from '../../src/content/topics.ts';
import { TAG_KINDS, type Tags } from '../../src/tagging/tags.ts';
import { author, openTestDb } from '../support/index.ts';
import { companyInput, topicInput } from '../support/lines.ts';

/** Provides a newsroom with three topics and two companies. */

export const NOW = Date.UTC(2026, 0, 31, 12);
const numbered = <T>(values: T[]) => values.map((value, i) => ({ line: i + 1, value }));

export async function openNewsroom(): Promise<void> {
  const db = openTestDb();
  const topics = [1, 2, 3].map((id) => topicInput.parse({ id, name: `T${id}`, slug: `t${id}`, category: 1 }));
  await saveTopics(db, numbered(topics), author);
  const companies = ['Acme', 'Borealis'].map((name, i) =>
    companyInput.parse({ id: i + 1, name, organisationType: 'Broker' }),
  );
  await saveCompanies(db, numbered(companies), author);
}

/** Deletes everything except topics, companies and geo groups. */
export async function emptyNewsroom(): Promise<void> {
  await openTestDb().transaction(
    sql`DELETE FROM articles`,
    sql`DELETE FROM tag_rules`,
    sql`INSERT INTO article_index (article_index) VALUES ('delete-all')`,
  );
}

export const story = (id: number, title: string, tags: Partial<Tags> = {}) =>
  articleInput.parse({
    id,
    url: `https://a.example/${id}`,
    title,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    ...tags,
  });

export const save = (stories: ReturnType<typeof story>[], origin: 'hand' | 'rules' = 'hand', now = NOW) =>
  saveArticles(openTestDb(), numbered(stories), now, origin);

export const rule = (kind: string, ref: string | number, words: string[], exclusions: string[] = []) =>
  saveRules(openTestDb(), numbered([ruleInput.parse({ kind, ref, words, exclusions })]), author);

export const retagAll = async (now = NOW, db = openTestDb()) =>
  (await retag(db, { after: 0, limit: 5000 }, now)).report;

interface StoredTags {
  tags: Tags;
  ruleTags: { added: Tags; barred: Tags } | null;
}

export async function stored(id: number): Promise<StoredTags> {
  const [row] = await openTestDb().all<Record<keyof Tags | 'ruleTags', string>>(sql`SELECT
    (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(topics)) AS topics,
    (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(companies)) AS companies, countries, geo_groups AS geoGroups,
    rule_tags AS ruleTags FROM articles WHERE id = ${id}`);
  if (!row) throw new Error(`no article ${id}`);
  const tags = Object.fromEntries(TAG_KINDS.map((kind) => [kind, JSON.parse(row[kind])])) as unknown as Tags;
  return { tags, ruleTags: JSON.parse(row.ruleTags) };
}

export const indexed = async (token: string): Promise<number[]> =>
  (
    await openTestDb().all<{ id: number }>(
      sql`SELECT a.id FROM article_index i JOIN articles a ON a.position = i.rowid WHERE i.article_index MATCH ${token} ORDER BY a.id`,
    )
  ).map(({ id }) => id);
