import { readFileSync } from 'node:fs';
import { GEO_GROUPS } from '../../src/content/reference/geo-groups.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';
import { tagsOf } from '../../src/tagging/tags.ts';
import type { LabelledSet } from './labelled-sets.ts';

/**
 * Labels of headlines that a newspaper has printed, made when the rules were final, from the headlines alone and before any tagger
 * had seen them. The headlines are not ours to keep: they are read from an import file (NDJSON of articles), every fifth one.
 * A place, people or nation in a headline is a label; a person, an office or a brand that is named after one is not.
 */
const EVERY = 5;

const NAMES =
  "Alaska Airlines, Amazon, American Airlines, Apple Inc., Coinbase, Delta Air Lines, Facebook, Gap, Hallmark, Instagram, Johnson & Johnson, Lonely Planet, McDonald's, Meta, Netflix, Orange SA, Sephora, Starbucks, Target, Twitter, United Airlines, Virgin Galactic".split(
    ', ',
  );
const COMPANIES = NAMES.map((name, i) => ({ id: i + 1, name }));

/** `article id | companies | countries | geo groups`; of every other article of the sample there is nothing to say. */
const LABELS = `
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

/** The labelled headlines of an import file. Throws where the file is another. */
export function realHeadlines(file: string): LabelledSet {
  const articles = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): { id: number; title: string } => JSON.parse(line))
    .filter(({ id }) => id % EVERY === 1);
  const labels = new Map(
    LABELS.trim()
      .split('\n')
      .map((line) => {
        const [id, ...parts] = line.split('|').map((part) => part.trim());
        return [Number(id), parts] as const;
      }),
  );
  const unknown = [...labels.keys()].filter((id) => !articles.some((article) => article.id === id));
  if (unknown.length > 0) throw new Error(`no articles ${unknown.join(', ')} in ${file}`);
  const ids = new Map(COMPANIES.map(({ id, name }) => [name, id]));
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
  const tagger = makeTagger({ companies: COMPANIES, groups: GEO_GROUPS, rules: [] });
  return { name: 'headlines of a newspaper, labelled when the rules were final', sample, tagger };
}
