import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_EXCEPTIONS, MAX_SENTENCE_WORDS, RULES, type TextKind } from './wording/rules.ts';
import { documentFiles, sourceFiles, textsOfDocument, textsOfSource } from './wording/texts.ts';

interface WordingException {
  file: string;
  /** Beginning of a text that may violate a wording rule. */
  text: string;
  reason: string;
}

const ROOT = join(import.meta.dirname, '../..');
const EXCEPTIONS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'wording/exceptions.json'), 'utf8'),
) as WordingException[];

function adviceFor(kind: TextKind, text: string): string | undefined {
  const rule = RULES.find(({ kinds, pattern }) => kinds.includes(kind) && pattern.test(text));
  if (rule) return `${rule.name}: ${rule.advice}`;
  if (kind !== 'document') return undefined;
  const words = Math.max(...sentencesOf(text).map((sentence) => sentence.trim().split(' ').length));
  return words > MAX_SENTENCE_WORDS ? `sentence of ${words} words; at most ${MAX_SENTENCE_WORDS}` : undefined;
}

/** Sentences of a text, which is a sentence itself or a row of a table. */
const sentencesOf = (text: string): string[] =>
  text.startsWith('|') ? text.split(' | ').flatMap((cell) => cell.split(/(?<=[.!?:;])\s+/)) : [text];

const violationsIn = (file: string) =>
  (file.endsWith('.md') ? textsOfDocument(ROOT, file) : textsOfSource(ROOT, file)).flatMap(({ line, kind, text }) => {
    const advice = adviceFor(kind, text);
    return advice ? [{ file, line, advice, text }] : [];
  });

const FILES = [...sourceFiles(ROOT), ...documentFiles(ROOT)];
const VIOLATIONS = FILES.flatMap(violationsIn);
const isOf = (exception: WordingException, { file, text }: { file: string; text: string }) =>
  exception.file === file && text.startsWith(exception.text);

test('documents, comments and messages follow the wording rules', () => {
  expect(FILES.length).toBeGreaterThan(500);
  const violations = VIOLATIONS.filter((found) => !EXCEPTIONS.some((exception) => isOf(exception, found)));
  expect(violations.map(({ file, line, advice, text }) => `${file}:${line}: ${advice}: ${text.slice(0, 120)}`)).toEqual(
    [],
  );
});

test('each wording exception has a reason and still applies', () => {
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(MAX_EXCEPTIONS);
  expect(EXCEPTIONS.filter(({ reason }) => reason.split(' ').length < 3)).toEqual([]);
  expect(EXCEPTIONS.filter((exception) => !VIOLATIONS.some((found) => isOf(exception, found)))).toEqual([]);
});

test.each([
  ['comment', 'What the job has told.', /unusual word/],
  ['comment', 'Whose key it is.', /headless opening/],
  ['message', 'Cursor of the next page; null: there is none', /shorthand for null/],
  ['document', 'Read shares are computed hourly.', /retired term/],
  ['document', `It ${'is very '.repeat(15)}long.`, /sentence of 32 words/],
  ['document', `| A cell | Short. It ${'is very '.repeat(15)}long |`, /sentence of 3\d words/],
] as const)('a %s “%s” violates a rule', (kind, text, advice) => {
  expect(adviceFor(kind, text)).toMatch(advice);
});
