import { COUNTRIES } from '../../../src/content/reference/countries.ts';
import { GEO_GROUPS } from '../../../src/content/reference/geo-groups.ts';
import { createRandom } from '../../../src/demo/random.ts';
import type { StoredRule } from '../../../src/tagging/kinds.ts';
import { companies, makeArticle, topics } from './newsroom.ts';
import { sentence, WORDS } from './words.ts';

/** Rules and texts for the tagger: what a large newsroom would have. */

/** Keywords a topic has: words of middling frequency, every second one a phrase. */
const KEYWORDS = 10;
/** How often a text names a company and a country. */
const NAMED = 0.6;

const random = createRandom(11, 'tagging');
const keyword = () => WORDS[random.int(500, 10_000)] ?? '';

export const rules: readonly StoredRule[] = topics.map(({ id }) => ({
  kind: 'topic',
  ref: String(id),
  words: Array.from({ length: KEYWORDS }, (_, i) => (i % 2 ? `${keyword()} ${keyword()}` : keyword())),
  exclusions: [keyword()],
}));

/** As `makeArticle`, untagged, with names in its text. */
export function makeStory(age: number, size: number, now: number): ReturnType<typeof makeArticle> {
  const own = createRandom(12, String(age));
  const names = [
    ...(own.chance(NAMED) ? [own.pick(companies).name] : []),
    ...(own.chance(NAMED) ? [own.pick(COUNTRIES).name] : []),
  ];
  const introduction = [sentence(own, 20), ...names, sentence(own, 20)].join(' ');
  const untagged = { topics: [], companies: [], countries: [], geoGroups: [] };
  return { ...makeArticle(age, size, now), introduction, ...untagged };
}

export const known = { companies, groups: GEO_GROUPS, rules };
