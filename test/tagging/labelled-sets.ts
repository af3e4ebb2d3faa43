import GEO_GROUPS from '../../src/content/reference/geo-groups.generated.ts';
import { COMPANIES } from '../../src/demo/demo-companies.ts';
import { RULES } from '../../src/demo/demo-topics.ts';
import type { Tagger } from '../../src/tagging/compile.ts';
import type { StoredRule } from '../../src/tagging/rule-kinds.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';
import { headlines, type Labelled, MORE_COMPANIES, score, tricky } from './headlines.ts';
import { LATER_COMPANIES, LATER_HEADLINES } from './later-headlines.ts';

const demo: StoredRule[] = RULES.map((rule) => ({ ...rule, ref: String(rule.ref) }));
// The first word of a sentence is always capitalized, so a rule must exclude the other meaning.
const apple: StoredRule = { kind: 'company', ref: '901', words: [], exclusions: ['apple grower'] };

export interface LabelledSet {
  name: string;
  sample: Labelled[];
  isLater?: boolean;
  tagger: Tagger;
}

const later = (): Labelled[] => {
  const ids = new Map(LATER_COMPANIES.map(({ id, name }) => [name, id]));
  return LATER_HEADLINES.trim()
    .split('\n')
    .map((line) => {
      const [title = '', companies = '', countries = '', geoGroups = ''] = line.split('|').map((part) => part.trim());
      const words = (text: string) => text.split(' ').filter(Boolean);
      const named = companies.split(', ').filter(Boolean);
      return {
        title,
        introduction: '',
        tags: {
          topics: [],
          companies: named.map((name) => ids.get(name) ?? 0),
          countries: words(countries),
          geoGroups: words(geoGroups),
        },
      };
    });
};

/** Each set of headlines has the tagger of its newsroom. Only the last set was labelled after the rules were final. */
export const labelledSets = (): LabelledSet[] => [
  {
    name: 'headlines of the demo newsroom',
    sample: headlines(),
    tagger: makeTagger({ companies: COMPANIES, groups: GEO_GROUPS, rules: demo }),
  },
  {
    name: 'headlines that are written to mislead',
    sample: tricky(),
    tagger: makeTagger({ companies: [...COMPANIES, ...MORE_COMPANIES], groups: GEO_GROUPS, rules: [...demo, apple] }),
  },
  {
    name: 'headlines labelled when the rules were final',
    sample: later(),
    isLater: true,
    tagger: makeTagger({ companies: LATER_COMPANIES, groups: GEO_GROUPS, rules: [] }),
  },
];

export const scoreOf = ({ sample, tagger }: LabelledSet) =>
  score(
    sample,
    sample.map((text) => tagger.tags(text)),
  );

export function totalOf(sets: readonly LabelledSet[]) {
  const scores = sets.flatMap(scoreOf);
  const sum = (key: 'labels' | 'found' | 'right') => scores.reduce((total, each) => total + each[key], 0);
  const [labels, found, right] = [sum('labels'), sum('found'), sum('right')];
  return { labels, found, right, precision: right / found, recall: right / labels };
}
