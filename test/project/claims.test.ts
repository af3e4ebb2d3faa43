import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Claim } from './claims/claim.ts';
import { COUNTS } from './claims/counts.ts';
import { API, COSTS, LIMITS, README } from './claims/reference.ts';
import { RELIABILITY } from './claims/reliability.ts';
import { SECURITY } from './claims/security.ts';
import { numbersIn, plain, sentencesOf } from './claims/sentences.ts';

/**
 * Each sentence with a number in a document has a claim. The claim recomputes the number, or names the tests that prove
 * it.
 */

const ROOT = join(import.meta.dirname, '../..');
const CLAIMS: [document: string, claims: readonly Claim[]][] = [
  ['README.md', README],
  ['docs/reference/api.md', API],
  ['docs/reference/costs.md', COSTS],
  ['docs/reference/limits.md', LIMITS],
  ['SECURITY.md', SECURITY],
  ['docs/explanation/counts.md', COUNTS],
  ['docs/reliability.md', RELIABILITY],
];

/**
 * Sentences whose numbers are no claims of this project: status codes, addresses, licences, and limits of Cloudflare,
 * which link to its documentation.
 */
const NO_CLAIMS = [
  /^\| (\d{3}(, \d{3})*|number outside|unknown|on or off) /,
  /\b(304|412)\b/,
  /localhost:8787|ODbL/,
  /^(D1 allows|An account has|D1 can go back|A D1 database has|A request may use|The 10 ms|It stores messages for 24 hours)/,
  /^(If a job needs more|Two cores are|Half-hour time zones|Days in rankings|The Free plan allows)/,
  /^\| (Feature|rotated key)\b/,
];

describe.each(CLAIMS)('%s', (document, claims) => {
  const text = readFileSync(join(ROOT, document), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const sentences = sentencesOf(text);

  test('the document contains no number without a claim', () => {
    const known = new Set(claims.map(({ text }) => text));
    const isClaim = (sentence: string) =>
      numbersIn(sentence).length > 0 && !NO_CLAIMS.some((each) => each.test(sentence));
    expect(sentences.filter((sentence) => isClaim(sentence) && !known.has(sentence))).toEqual([]);
  });

  test('each document contains the sentences that tests claim to prove', () => {
    expect(claims.map(({ text }) => text).filter((text) => !sentences.includes(text))).toEqual([]);
  });

  test('every number that is not computed has a test', () => {
    const unproven = claims.filter(({ bare, tests }) => numbersIn(plain(bare)).length > 0 && tests.length === 0);
    expect(unproven.map(({ text }) => text)).toEqual([]);
  });

  test('all claims refer to existing tests', () => {
    expect(claims.flatMap(({ tests }) => tests).filter((name) => !isTest(name))).toEqual([]);
  });
});

function isTest(name: string): boolean {
  const [file = '', title = ''] = name.split(/: (.*)/s);
  const path = join(ROOT, file);
  return (
    title !== '' &&
    existsSync(path) &&
    ["'", '`'].some((quote) => readFileSync(path, 'utf8').includes(quote + title + quote))
  );
}

test('sentences and their numbers are found in any Markdown markup', () => {
  const text = `# Four\n\nOne [link](a.md#7) has\n**two** lines. It is \`50\` of \`/api/v2\`, IPv4 /16 and 24h.\n- Item (“6”).\n  More.\n\n| a | 1,000 |\n`;
  expect(sentencesOf(text).map((sentence) => [sentence, numbersIn(sentence)])).toEqual([
    ['Four', ['Four']],
    ['One link has two lines.', ['two']],
    ['It is `50` of `/api/v2`, IPv4 /16 and 24h.', ['50']],
    ['Item (“6”).', ['6']],
    ['More.', []],
    ['| a | 1,000 |', ['1,000']],
  ]);
});
