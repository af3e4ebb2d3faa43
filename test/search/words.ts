/** All words of the test newsroom by their English stem without accents, listed by hand. */
const FORMS: Record<string, string> = {
  claim: 'claim claims claimed claiming',
  broker: 'broker brokers',
  brokerag: 'brokerage',
  insur: 'insurance insurer insured insure insures',
  flood: 'flood floods flooding flooded',
  polici: 'policy policies',
  loss: 'loss losses',
  risk: 'risk risks',
  riski: 'risky',
  run: 'run runs running',
  ran: 'ran',
  cafe: 'café cafe cafés CAFÉ cafe\u0301',
  zurich: 'Zürich Zurich ZÜRICH',
  angstrom: 'Ångström angstrom',
  cordoba: 'Córdoba cordoba',
  viet: 'Việt viet',
  naiv: 'naïve naive',
  риск: 'риск РИСК',
  保険: '保険',
  '2026': '2026',
  '19': '19',
  covid: 'Covid COVID',
  and: 'and AND',
  or: 'or OR',
  not: 'not NOT',
  near: 'near NEAR',
  titl: 'title',
  facet: 'facets',
  t1: 't1',
  all0: 'all0',
  ngb0: 'ngb0',
};

export const WORDS: readonly string[] = Object.values(FORMS).flatMap((forms) => forms.split(' '));

const STEMS = new Map(
  Object.entries(FORMS).flatMap(([stem, forms]) => forms.split(' ').map((form) => [form.toLowerCase(), stem] as const)),
);

const known = new Map<string, string[]>();

export function stems(text: string): string[] {
  const list =
    known.get(text) ??
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.map(stem) ??
    [];
  known.set(text, list);
  return list;
}

function stem(word: string): string {
  const found = STEMS.get(word);
  if (found === undefined) throw new Error(`no stem is stated for ${word}`);
  return found;
}
