import { doubleCounts, inflation, lostClicks } from './catalogue/clicks.ts';
import { durability, wrongAnswers } from './catalogue/durability.ts';
import { leakedKeys, leaks, missingAuth, privacy } from './catalogue/leaks.ts';

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

/** Every defect that `npm run verify:mutations` plants. */
export const SUBJECTS: readonly Subject[] = [
  doubleCounts,
  lostClicks,
  durability,
  leakedKeys,
  missingAuth,
  wrongAnswers,
  inflation,
  privacy,
  leaks,
];
