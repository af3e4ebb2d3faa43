/** Scores the tagger on headlines labelled by people who had not seen the code or its rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../src/content/language.ts';
import { createRandom } from '../../src/demo/random.ts';
import type { Reason } from '../../src/tagging/compile.ts';
import { isPlaceName } from '../../src/tagging/country-words.ts';
import { type Example, learn, type Odds } from '../../src/tagging/evidence.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';

export interface InLanguage extends Text {
  language: string;
}
interface Text {
  title: string;
  introduction?: string;
}
export interface Ambiguous extends Text {
  names: { name: string; meant: boolean }[];
}
export interface Geographic extends Text {
  language: string;
  countries: string[];
}
export interface Dateline {
  introduction: string;
  dateline: string | null;
}

export const labelled = <T>(name: string): T[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'outside', `${name}.json`), 'utf8'));

/** `wrong` lists the texts with wrong or missing tags. */
export interface Verdict {
  right: number;
  wrong: string[];
  missed: string[];
}
export const precisionOf = ({ right, wrong }: Verdict) => right / (right + wrong.length);
export const recallOf = ({ right, missed }: Verdict) => right / (right + missed.length);

function judge<T extends Text>(
  sample: readonly T[],
  tagsOf: (one: T) => { given: string[]; labels: string[] },
): Verdict {
  const verdict: Verdict = { right: 0, wrong: [], missed: [] };
  for (const one of sample) {
    const { given, labels } = tagsOf(one);
    const say = (tag: string) => `${tag}: ${one.title} | ${one.introduction ?? ''}`;
    verdict.right += given.filter((tag) => labels.includes(tag)).length;
    verdict.wrong.push(...given.filter((tag) => !labels.includes(tag)).map(say));
    verdict.missed.push(...labels.filter((tag) => !given.includes(tag)).map(say));
  }
  return verdict;
}

const OTHERS = 'Aon, AIG, AXA, Allstate, Mastercard, Walmart, Gallagher, Lockton, Iliad, Groupama'.split(', ');

interface Learnt {
  company: number;
  odds: Odds;
}
const companiesOf = (sample: readonly Ambiguous[]) =>
  [...new Set([...sample.flatMap((one) => one.names.map(({ name }) => name)), ...OTHERS])].map((name, i) => ({
    id: i + 1,
    name,
  }));
const means = ({ names }: Ambiguous, company: string) => names.some(({ name, meant }) => name === company && meant);

/** Scores only companies that are labelled in a text. */
export function judgeCompanies(
  sample: readonly Ambiguous[],
  companies = companiesOf(sample),
  learnt: readonly Learnt[] = [],
): Verdict {
  const nameOf = new Map(companies.map(({ id, name }) => [id, name]));
  const tagger = makeTagger({ companies, groups: [], rules: [], learnt });
  return judge(sample, (one) => {
    const given = tagger.tags(textOf(one)).companies.map((id) => nameOf.get(id) ?? '');
    const isLabelled = (company: string) => one.names.some(({ name }) => name === company);
    return {
      given: given.filter(isLabelled),
      labels: [...new Set(one.names.map(({ name }) => name))].filter((name) => means(one, name)),
    };
  });
}

const textOf = ({ title, introduction = '' }: Text) => ({ title, introduction });
/** Probability above which a match is not put into the review queue. */
const SURE = 0.97;

/** Scores the second half of a shuffled sample after the first questions about the first half were answered. */
export function judgeAfterAnswers(sample: readonly Ambiguous[], questions: number, seed: number): Verdict {
  const random = createRandom(seed, 'halves');
  const shuffled = sample.map((one) => ({ one, at: random.next() })).toSorted((a, b) => a.at - b.at);
  const half = Math.floor(shuffled.length / 2);
  const companies = companiesOf(sample);
  const tagger = makeTagger({ companies, groups: [], rules: [] });
  const doubts = shuffled.slice(0, half).flatMap(({ one }) =>
    tagger.doubts(textOf(one)).flatMap(({ ref, evidence: { chance, signs } }) => {
      const company = companies.find(({ id }) => id === ref);
      const isAsked = one.names.some(({ name }) => name === company?.name) && Math.max(chance, 1 - chance) < SURE;
      return company && isAsked ? [{ company: company.id, chance, signs, meant: means(one, company.name) }] : [];
    }),
  );
  const asked = doubts.toSorted((a, b) => Math.abs(a.chance - 0.5) - Math.abs(b.chance - 0.5)).slice(0, questions);
  const examples: Map<number, Example[]> = Map.groupBy(asked, ({ company }) => company);
  const learnt = Array.from(examples, ([company, own]) => ({ company, odds: learn(own) }));
  return judgeCompanies(
    shuffled.slice(half).map(({ one }) => one),
    companies,
    learnt,
  );
}

/** Returns the share of texts whose language is detected. `usual` passes the language of the source. */
export function judgeLanguages(sample: readonly InLanguage[], { withIntroduction = false, usual = false } = {}) {
  const verdicts = sample.map(({ title, introduction = '', language }) => ({
    language,
    found: languageOf(withIntroduction ? `${title} ${introduction}`.trim() : title, usual ? language : null),
  }));
  const wrong = verdicts.filter(({ language, found }) => language !== found);
  return {
    share: 1 - wrong.length / verdicts.length,
    wrong: wrong.map(({ language, found }) => `${language} as ${found}`),
  };
}

export const summed = (verdicts: readonly Verdict[]): Verdict => ({
  right: verdicts.reduce((sum, { right }) => sum + right, 0),
  wrong: verdicts.flatMap(({ wrong }) => wrong),
  missed: verdicts.flatMap(({ missed }) => missed),
});

/** Returns labelled texts that were not used to develop the rules: whole sets, and halves of others. */
export function keptAside<T>(kind: 'ambiguous' | 'countries'): T[] {
  const halves = kind === 'ambiguous' ? ['wire', 'fresh'] : ['wire', 'spanish'];
  return [
    ...['aside', 'later'].flatMap((part) => labelled<T>(`${kind}-${part}`)),
    ...halves.flatMap((part) =>
      labelled<T & { half: string }>(`${kind}-${part}`).filter(({ half }) => half === 'aside'),
    ),
  ];
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s$/, '')
    .toLowerCase();
/** Names of parts of countries in the languages of the sets. */
const PARTS = new Set(
  'northern ireland, england, scotland, wales, belfast, nordirland, irlande du nord, irlanda del norte, irlanda del nord, irlanda do norte, 北アイルランド'
    .split(', ')
    .map(plain),
);

/**
 * Tags of countries that follow from a city or another part are not scored, because only the countries are labelled.
 */
export function judgeCountries(sample: readonly Geographic[]): Verdict {
  const tagger = makeTagger({ companies: [], groups: [], rules: [] });
  const isByPart = ({ places }: Reason) =>
    places.every(({ text }) => isPlaceName(plain(text)) || PARTS.has(plain(text)));
  return judge(sample, ({ title, introduction = '', language, countries: labels }) => {
    const reasons = tagger.reasons({ title, introduction, language }).filter(({ kind }) => kind === 'countries');
    const judged = reasons.filter((reason) => labels.includes(String(reason.ref)) || !isByPart(reason));
    return { given: judged.map(({ ref }) => String(ref)), labels };
  });
}
