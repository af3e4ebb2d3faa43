import { env } from 'cloudflare:test';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bigramsOfPhrase, bigramTokens, WITHOUT_BIGRAMS } from '../../src/content/index/bigrams.ts';
import { seed } from '../search/seed.ts';
import { sized } from '../support/size.ts';

describe('the bigrams of a text', () => {
  test('are those of neighbouring words, whatever their endings and accents', () => {
    expect(bigramTokens(['Cyber risks', 'rising'])).toEqual(bigramTokens(['cyber RISK']));
    expect(bigramTokens(['Café society'])).toEqual(bigramTokens(['cafe, societies!']));
    expect(bigramTokens(['one two three'])).toHaveLength(2);
    expect(bigramTokens(['one', 'two'])).toEqual([]);
  });

  test('are no promise where a word may be another one to the index', () => {
    expect(bigramTokens(['Άμεση insurance claims'])).toContain(WITHOUT_BIGRAMS);
    expect(bigramsOfPhrase('Άμεση insurance')).toEqual([]);
    expect(bigramsOfPhrase('word')).toEqual([]);
    expect(bigramsOfPhrase('')).toEqual([]);
  });
});

const WORDS =
  `risk risks risky claim claims claimed claiming policy policies café cafe naïve naive Straße strasse İstanbul istanbul
  ØRSTED orsted Łódź lodz flood flooding floods sky skies relational conditional rational hopping hoping fly flying flies say saying sayyed
  sayying 2026 21st A1 a i U.S. o'clock co-op résumé resume cafe\u0301 e\u0301 ας 保険 ２０ x² ™ ½ soft\u00adhyphen emoji😀word`.split(
    /\s+/,
  );

/** Every article in which the index finds the phrase is found behind its bigrams as well. */
test('bigrams never hide an article that has the phrase', async () => {
  console.log(`bigrams: SEED=${seed}`);
  const text = fc
    .array(
      fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', ', ', '-', ' – ', '\u00a0', '.', '“', '/')),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.flat().join(''));
  const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' '));
  const PHRASES = sized(150, 400);
  const texts = fc.sample(fc.oneof(text, fc.string({ unit: 'grapheme' })), { numRuns: sized(500, 1500), seed });
  const phrases = [...new Set([...fc.sample(phrase, { numRuns: PHRASES, seed }), ...texts.slice(0, PHRASES)])];
  const rows = JSON.stringify(
    texts.map((title, i) => [i + 1, title.replaceAll('\0', ''), bigramTokens([title]).join(' ')]),
  );
  await env.DB.prepare(
    `INSERT INTO article_index (rowid, title, facets) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
  )
    .bind(rows)
    .run();
  let hits = 0;
  let narrowed = 0;
  const find = async (match: string) =>
    (await env.DB.prepare('SELECT rowid FROM article_index WHERE article_index MATCH ?').bind(match).raw()).flat();
  for (const words of phrases) {
    const bigrams = bigramsOfPhrase(words);
    const quoted = `{title introduction}: ("${words.replaceAll('\0', ' ').replaceAll('"', '""')}")`;
    const found = await find(quoted);
    hits += found.length;
    if (bigrams.length === 0) continue;
    narrowed++;
    const behind = await find(`facets: ((${bigrams.join(' AND ')}) OR ${WITHOUT_BIGRAMS}) AND ${quoted}`);
    expect(behind, words).toEqual(found);
  }
  expect(hits).toBeGreaterThan(200);
  expect(narrowed).toBeGreaterThan(100);
}, 60_000);
