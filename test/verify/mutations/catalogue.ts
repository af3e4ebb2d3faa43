import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A plausible defect, and the test that must detect it. */
export interface Mutation {
  name: string;
  file: string;
  /** Text that must occur in the file exactly once. Otherwise the catalogue is out of date, which is an error. */
  find: string;
  replace: string;
  tests: Tests;
}

export interface Tests {
  file: string;
  /** Text in the names of the tests to run. Default: all tests of the file. */
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

/** In the catalogue, the defects of a subject follow its title, one per line. */
export const SUBJECTS: readonly Subject[] = lines.flatMap((line, i) => {
  if (!('title' in line)) return [];
  const next = lines.findIndex((other, n) => n > i && 'title' in other);
  const mutations = lines.slice(i + 1, next < 0 ? undefined : next).filter((other) => 'find' in other);
  return [{ title: line.title, mutations }];
});
