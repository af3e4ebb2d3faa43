import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A defect that somebody might make, and the test that must notice. */
export interface Mutation {
  /** What would be wrong. */
  name: string;
  /** File of the project. */
  file: string;
  /** Text that occurs in the file exactly once; otherwise the list is out of date, which is a failure of its own. */
  find: string;
  replace: string;
  tests: Tests;
}

/** One test file, and which of its tests. */
export interface Tests {
  file: string;
  /** Part of the names of those that are run; left out: all. */
  named?: string;
}

export interface Subject {
  title: string;
  mutations: readonly Mutation[];
}

const lines: (Mutation | Pick<Subject, 'title'>)[] = readFileSync(join(import.meta.dirname, 'catalogue.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Every defect that `npm run verify -- mutations` plants: a line each, below the title of its subject. */
export const SUBJECTS: readonly Subject[] = lines.flatMap((line, i) => {
  if (!('title' in line)) return [];
  const next = lines.findIndex((other, n) => n > i && 'title' in other);
  const mutations = lines.slice(i + 1, next < 0 ? undefined : next).filter((other) => 'find' in other);
  return [{ title: line.title, mutations }];
});
