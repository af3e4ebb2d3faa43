import { readFileSync } from 'node:fs';
import GEO_GROUPS from '../../src/content/reference/geo-groups.generated.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';
import { tagsOf } from '../../src/tagging/tags.ts';
import type { LabelledSet } from './labelled-sets.ts';

/**
 * Labels of newspaper headlines, made from the headlines alone after the rules were final and before any tagger had
 * seen them. The headlines are not part of this repository: two in five articles of an import file (NDJSON) are
 * read. Places, peoples and nations in a headline are labelled. People, offices and brands that are named after a
 * place are not.
 */
const EVERY = 5;

const FIRST_NAMES =
  "Alaska Airlines, Amazon, American Airlines, Apple Inc., Coinbase, Delta Air Lines, Facebook, Gap, Hallmark, Instagram, Johnson & Johnson, Lonely Planet, McDonald's, Meta, Netflix, Orange SA, Sephora, Starbucks, Target, Twitter, United Airlines, Virgin Galactic".split(
    ', ',
  );
const SECOND_NAMES =
  'Airbnb, Amazon, BBC, Chick-fil-A, Cloudflare, CNN, Disney, Facebook, GameStop, Little Caesars, MSNBC, Netflix, New York Times, The Boring Company, TikTok, Trump Organization, Twitter, Uber'.split(
    ', ',
  );

/** `article id | companies | countries | geo groups`. Articles of the sample that are not listed have no labels. */
const FIRST = `
1 || PK
16 | American Airlines
41 || RU
51 || US
66 || US IT
86 || US
121 || US AF
136 || RU UA
166 || US
171 | McDonald's | US
176 | Johnson & Johnson
181 | Lonely Planet || europe
186 || US
196 || US
201 | Starbucks
206 || TC
216 | Hallmark
221 || US
226 || US
231 | Alaska Airlines
246 || US | asia
256 || PL
261 | Apple Inc.
271 | Starbucks
276 || VN
286 || US
326 || MX
331 || RU
336 | American Airlines
346 || CA
351 || US
361 || NO
366 || AF
371 || UA
376 || US
381 | Amazon
386 | Virgin Galactic
391 || US
396 || US
426 || US
441 | Netflix
456 | Twitter
466 | Coinbase
471 || US
481 || US RU KP
486 || VA
491 || US
496 || US TW CN
506 || US
516 || US
521 || US
526 || US
531 | Netflix
541 || US
546 | Netflix
551 | Netflix
566 | United Airlines
571 || US
576 | Sephora
591 || US
606 | Netflix
616 | Instagram, Facebook
636 | Starbucks | RU
`;

/** Labelled on 2026-11-22, a day after the others, with unchanged rules. */
const SECOND = `
3 || US
8 | Twitter
13 | Netflix
18 || IT
23 || US
38 || US
48 || RU UA
58 || CN
68 | Disney
73 || US
83 || US
93 || VA
103 || US
118 || UA
123 || US
128 || US
133 | TikTok
163 || SA
168 | Netflix
173 || AF
183 || QA
198 || PK
208 | CNN
213 || US
218 || US
223 || US
243 | Little Caesars
253 || US
263 || US
268 ||| europe
273 | BBC | GB
283 | Netflix
288 || PE
303 | Uber
308 || US
333 || UA
343 || PR
348 | Trump Organization
358 || US
363 || DO PR
388 | New York Times
393 | GameStop
398 || US
408 | Chick-fil-A
413 || US
418 | Twitter
473 || US
483 || BR
493 | The Boring Company | US
523 | Facebook
538 | Amazon | US
543 || US
553 | TikTok
573 | Cloudflare
588 || PK
613 | Airbnb | PT
618 | MSNBC
623 | Twitter
`;

/** Sets of articles, selected by the remainder of their id. */
const SETS = [
  { remainder: 1, names: FIRST_NAMES, labels: FIRST, what: 'a newspaper' },
  { remainder: 3, names: SECOND_NAMES, labels: SECOND, what: 'a newspaper, another fifth' },
];

interface Headline {
  id: number;
  title: string;
}

/** Reads the labelled headlines from an import file. Throws if it is another file. */
export function realHeadlines(file: string): LabelledSet[] {
  const articles = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Headline => JSON.parse(line));
  return SETS.map(({ remainder, names, labels, what }) => ({
    name: `headlines of ${what}, labelled when the rules were final`,
    isLater: true,
    ...labelled(
      articles.filter(({ id }) => id % EVERY === remainder),
      names,
      labelsOf(labels),
    ),
  }));
}

const labelsOf = (text: string) =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [id, ...parts] = line.split('|').map((part) => part.trim());
        return [Number(id), parts] as const;
      }),
  );

function labelled(articles: readonly Headline[], names: readonly string[], labels: ReadonlyMap<number, string[]>) {
  const unknown = [...labels.keys()].filter((id) => !articles.some((article) => article.id === id));
  if (unknown.length > 0) throw new Error(`no articles ${unknown.join(', ')} in the file`);
  const known = names.map((name, i) => ({ id: i + 1, name }));
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  const sample = articles.map(({ id, title }) => {
    const [companies = '', countries = '', geoGroups = ''] = labels.get(id) ?? [];
    const words = (text: string) => text.split(' ').filter(Boolean);
    const lists = {
      topics: [],
      companies: companies
        .split(', ')
        .filter(Boolean)
        .map((name) => ids.get(name) ?? 0),
      countries: words(countries),
      geoGroups: words(geoGroups),
    };
    return { title, introduction: '', tags: tagsOf((kind) => lists[kind]) };
  });
  return { sample, tagger: makeTagger({ companies: known, groups: GEO_GROUPS, rules: [] }) };
}
