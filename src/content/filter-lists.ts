import type { Db } from '../db/client.ts';
import { companies, topics } from '../db/schema.ts';

/** All of a kind, for building filters: one row read each. By name as people sort, ties by id. */

export async function listTopics(db: Db) {
  const { id, name, slug, description, category } = topics;
  return byName(await db.select({ id, name, slug, description, category }).from(topics));
}

export async function listCompanies(db: Db) {
  const { id, name, organisationType } = companies;
  return byName(await db.select({ id, name, organisationType }).from(companies));
}

const ORDER = new Intl.Collator('en');

const byName = <T extends { id: number; name: string }>(list: T[]): T[] =>
  list.sort((a, b) => ORDER.compare(a.name, b.name) || a.id - b.id);
