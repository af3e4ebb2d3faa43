import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERIFICATIONS } from '../../scripts/suites/verifications.ts';
import { README, SECURITY } from '../verify/week/promises.ts';
import { sentencesOf } from './claims/sentences.ts';

/** Each promise of README and SECURITY.md has a check of the simulated week, or names the suite that proves it. */

const ROOT = join(import.meta.dirname, '../..');
const readFile = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const sectionOf = (text: string, title: string) =>
  text.split(/\n(?=## )/).find((section) => section.startsWith(title)) ?? '';

const PROMISES = [
  {
    name: 'README.md',
    text: [sectionOf(readFile('README.md'), '# '), sectionOf(readFile('README.md'), '## Features')],
    promises: README,
  },
  { name: 'SECURITY.md', text: [sectionOf(readFile('SECURITY.md'), '## Promises')], promises: SECURITY },
];

describe.each(PROMISES)('$name', ({ text, promises }) => {
  test('the table of promises contains exactly the sentences of the document', () => {
    expect(promises.map(({ text }) => text)).toEqual(text.flatMap(sentencesOf));
  });

  test('every promise has a check or a proof', () => {
    const unproven = promises.filter(
      ({ checks = [], proof = [], note }) => !note && checks.length + proof.length === 0,
    );
    expect(unproven.map(({ text }) => text)).toEqual([]);
  });

  test('every proof is an existing suite or file', () => {
    const isKnown = (name: string) => Object.hasOwn(VERIFICATIONS, name) || existsSync(join(ROOT, name));
    expect(promises.flatMap(({ proof = [] }) => proof).filter((name) => !isKnown(name))).toEqual([]);
  });
});

test('every check of the simulated week belongs to a promise', () => {
  const source = readFile('test/verify/week/checks.ts');
  const [, table = ''] = /export const CHECKS = \{\n([\s\S]*?)\n\} satisfies/.exec(source) ?? [];
  const names = Array.from(table.matchAll(/^ {2}async (\w+)\(/gm), ([, name]) => name);
  const used = new Set([...README, ...SECURITY].flatMap(({ checks = [] }) => checks as readonly string[]));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !used.has(name ?? ''))).toEqual([]);
});
