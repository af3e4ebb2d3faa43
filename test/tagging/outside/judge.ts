/** Judges the tagger by headlines that someone labelled who had seen neither the code nor its rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reason } from '../../../src/tagging/compile.ts';
import { isPlaceName } from '../../../src/tagging/country-words.ts';
import { makeTagger } from '../../../src/tagging/tagger.ts';

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
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'));

/** Right and wrong tags, and labels that were missed, with the texts where it was so. */
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

/** Companies of other names that the newsroom has. */
const OTHERS = 'Aon, AIG, AXA, Allstate, Mastercard, Walmart, Gallagher, Lockton, Iliad, Groupama'.split(', ');

/** Whether companies are tagged where they are meant: only names that are labelled in a text are judged there. */
export function judgeCompanies(sample: readonly Ambiguous[]): Verdict {
  const names = [...new Set([...sample.flatMap((one) => one.names.map(({ name }) => name)), ...OTHERS])];
  const companies = names.map((name, i) => ({ id: i + 1, name }));
  const tagger = makeTagger({ companies, groups: [], rules: [] });
  return judge(sample, ({ title, introduction = '', names: wanted }) => {
    const given = tagger.tags({ title, introduction }).companies.map((id) => names[id - 1] ?? '');
    const isLabelled = (name: string) => wanted.some((one) => one.name === name);
    return {
      given: given.filter(isLabelled),
      labels: [...new Set(wanted.filter(({ meant }) => meant).map(({ name }) => name))],
    };
  });
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s$/, '')
    .toLowerCase();
/** Parts of a country in the languages of the sets. */
const PARTS = new Set(
  'northern ireland, england, scotland, wales, belfast, nordirland, irlande du nord, irlanda del norte, irlanda del nord, irlanda do norte, 北アイルランド'
    .split(', ')
    .map(plain),
);

/**
 * Whether countries are tagged that a text names. Labels are given for names and demonyms of countries only: a tag that a city or
 * another part of the country gives is not judged.
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
