import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../src/syndication/enrich/parse-robots.ts';

const SITE = 'https://paper.example';
const MAX_LENGTH = 500 * 1024;

const allows = (text: string, path: string, token = 'newsgauge') => parseRobots(text, token).isAllowed(SITE + path);

test.each([
  ['', '/x', true],
  ['User-agent: *\nDisallow: /', '/x', false],
  ['User-agent: *\nDisallow:', '/x', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /\nUser-agent: newsgauge\nAllow: /', '/x', true],
  ['User-agent: other\nUser-agent: NewsGauge/2.0\nDisallow: /', '/x', false],
  ['User-agent: other\nDisallow: /', '/x', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
  ['User-agent: *\nDisallow: /a*b*a$', '/aba', false],
  ['User-agent: *\nDisallow: /a*ba$', '/aba', false],
  ['User-agent: *\nDisallow: /ab*ba$', '/aba', true],
  ['User-agent: *\nDisallow: /caf\u00e9', '/caf%c3%a9', false],
  ['\ufeffuser-agent : *  # all\r\n  DISALLOW : /x # no\r', '/x', false],
  ['Disallow: /', '/x', true],
  [`User-agent: *\n${'Disallow: /y\n'.repeat(5000)}`, '/x', true],
  [`User-agent: *\n${'Disallow: /y\n'.repeat(5001)}`, '/x', false],
  [`User-agent: *\nDisallow: /${'*'.repeat(2000)}`, '/x', true],
] as const)('isAllowed follows the rules of robots.txt, case %#', (text, path, isAllowed) =>
  expect(allows(text, path), text.slice(0, 80)).toBe(isAllowed),
);

test.each([
  ['User-agent: *\nCrawl-delay: 30', 30],
  ['User-agent: *\nCrawl-delay: x', 0],
  ['User-agent: *\nCrawl-delay: -1', 0],
  ['User-agent: newsgauge\nAllow: /\nUser-agent: *\nCrawl-delay: 30', 0],
] as const)('crawlDelay of %j is %d seconds', (text, seconds) =>
  expect(parseRobots(text, 'newsgauge').crawlDelay).toBe(seconds),
);

test('parseRobots agrees with a well-known library on random files', () => {
  const pathPart = fc.stringMatching(/^[ab*$/%]{0,8}$/);
  const line = fc.oneof(
    fc.constantFrom('User-agent: *', 'User-agent: newsgauge', 'User-agent: other', 'Sitemap: x', '', '# no'),
    fc.tuple(fc.constantFrom('Allow', 'Disallow', 'disallow'), pathPart).map(([field, part]) => `${field}: /${part}`),
    fc.constantFrom('Disallow:', 'Allow: *', 'Disallow: *a$', 'Crawl-delay: 7'),
  );
  const property = fc.property(
    fc.array(line, { maxLength: 12 }),
    fc.stringMatching(/^[ab/]{0,8}$/),
    fc.constantFrom('newsgauge', 'else'),
    (lines, path, token) => {
      const text = lines.join('\n');
      const known = robotsParser(`${SITE}/robots.txt`, text);
      const url = `${SITE}/${path}`;
      expect(parseRobots(text, token).isAllowed(url)).toBe(known.isAllowed(url, token) ?? true);
      expect(parseRobots(text, token).crawlDelay).toBe(known.getCrawlDelay(token) ?? 0);
    },
  );
  fc.assert(property, { numRuns: 3000, seed: Number(process.env.SEED ?? 7) });
});

const filled = (head: string, line: (i: number) => string, length: number) => {
  let text = head;
  for (let i = 0; text.length < length; i++) text += line(i);
  return text.slice(0, length);
};

/** A naive parser takes quadratic time or worse for these files. */
const HOSTILE: Record<string, (length: number) => string> = {
  'one rule of wildcards': (n) => filled('User-agent: *\nDisallow: /', () => '*a', n),
  'rules of wildcards': (n) => filled('User-agent: *\n', () => 'Disallow: /*a*a*a*a*a*b\n', n),
  'short rules': (n) => filled('User-agent: *\n', () => 'Allow:*b\n', n),
  'as many rules as are tried': () => filled('User-agent: *\n', (i) => `Allow: /*a*ab${i}\n`, 90_000),
  'many agents, then many rules': (n) =>
    filled(
      filled('', (i) => `User-agent: a${i}\n`, n / 2),
      () => 'Disallow: /a\n',
      n,
    ),
  'one agent again and again, then many rules': (n) =>
    filled(
      filled('', () => 'User-agent: *\n', n / 2),
      () => 'Disallow: /a\n',
      n,
    ),
  'empty lines': (n) => '\n'.repeat(n),
  spaces: (n) => ' '.repeat(n),
  colons: (n) => ':'.repeat(n),
  'a name without end': (n) => 'a'.repeat(n),
  'names without values': (n) => filled('', () => 'aaaaaaaaaaaaaaaaaaaa\n', n),
  comments: (n) => '#'.repeat(n),
  'a value of percent signs': (n) => filled('User-agent: *\nDisallow: /', () => '%', n),
  'lonely surrogates': (n) => filled('User-agent: *\nDisallow: /', () => '\ud800', n),
};

describe('robots.txt files of 500 KB', () => {
  test.each(Object.entries(HOSTILE))(
    'a robots.txt file of %s is parsed and queried five times in linear time',
    (_, make) => {
      const text = make(MAX_LENGTH);
      const url = `${SITE}/${'a'.repeat(1900)}`;
      const start = process.cpuUsage();
      const robots = parseRobots(text, 'newsgauge');
      for (let i = 0; i < 5; i++) robots.isAllowed(url);
      // Quadratic time would take minutes.
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(20_000);
    },
  );
});
