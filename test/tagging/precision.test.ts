import { expect, test } from 'vitest';
import { datelineLength } from '../../src/tagging/dateline.ts';
import {
  type Ambiguous,
  type Dateline,
  type Geographic,
  type InLanguage,
  judgeAfterAnswers,
  judgeCompanies,
  judgeCountries,
  judgeLanguages,
  keptAside,
  labelled,
  precisionOf,
  recallOf,
  summed,
} from './judge.ts';
import { labelledSets, scoreOf, totalOf } from './labelled-sets.ts';

const sets = labelledSets();

test.each(sets)('$name: precision of tags is at least 90% and recall at least 70%', (set) => {
  for (const { kind, found, labels, precision, recall } of scoreOf(set)) {
    if (found > 0) expect.soft(precision, `precision of ${kind}`).toBeGreaterThanOrEqual(0.9);
    if (labels > 0) expect.soft(recall, `recall of ${kind}`).toBeGreaterThanOrEqual(0.7);
  }
});

test('on at least 300 headlines, precision of tags is at least 98% and recall at least 95%', () => {
  const later = sets.filter(({ isLater }) => isLater);
  const headlines = (some: typeof sets) => some.reduce((total, { sample }) => total + sample.length, 0);
  expect(headlines(later) / headlines(sets)).toBeGreaterThanOrEqual(0.5);
  expect(headlines(sets)).toBeGreaterThanOrEqual(300);
  const { precision, recall } = totalOf(sets);
  expect(precision).toBeGreaterThanOrEqual(0.98);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

test('datelines of articles are removed, but text that only looks like a dateline is not', () => {
  const wrong = labelled<Dateline>('datelines').filter(
    ({ introduction, dateline }) => datelineLength(introduction) !== (dateline ?? '').length,
  );
  // A city followed by a colon may also begin an ordinary sentence.
  expect(wrong.map(({ dateline }) => dateline)).toEqual([]);
});

test.each(['de', 'fr', 'es', 'it', 'pt', 'ja', 'en'])('countries are found in headlines in %s', (language) => {
  const sample = ['countries-fit', 'countries-aside'].flatMap((name) => labelled<Geographic>(name));
  const verdict = judgeCountries(sample.filter((one) => one.language === language));
  expect(recallOf(verdict), verdict.missed.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(precisionOf(verdict), verdict.wrong.join('\n')).toBeGreaterThanOrEqual(0.9);
});

test('tags have the required precision and recall on headlines that were not used to develop the rules', () => {
  const countries = judgeCountries(keptAside<Geographic>('countries').filter(({ language }) => language !== 'en'));
  expect(recallOf(countries), countries.missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(precisionOf(countries), countries.wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
  const spanish = judgeCountries(keptAside<Geographic>('countries').filter(({ language }) => language === 'es'));
  expect(recallOf(spanish), spanish.missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  const sample = keptAside<Ambiguous>('ambiguous');
  const companies = judgeCompanies(sample);
  expect(recallOf(companies), companies.missed.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(precisionOf(companies), companies.wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
  const answered = summed([1, 2, 3, 4, 5, 6].map((seed) => judgeAfterAnswers(sample, 100, seed)));
  expect(recallOf(answered)).toBeGreaterThanOrEqual(0.915);
  expect(precisionOf(answered)).toBeGreaterThanOrEqual(0.97);
});

test('languageOf detects the language of titles and uses the source’s language for short ones', () => {
  const sample = labelled<InLanguage>('languages-aside');
  expect(judgeLanguages(sample, { withIntroduction: true }).share).toBeGreaterThanOrEqual(0.96);
  expect(judgeLanguages(sample, { usual: true }).share).toBeGreaterThanOrEqual(0.97);
});

test('companies with ambiguous names are tagged with a precision and recall of at least 95%', () => {
  const verdict = judgeCompanies(['ambiguous-fit', 'ambiguous-aside'].flatMap((name) => labelled<Ambiguous>(name)));
  expect(precisionOf(verdict), verdict.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(recallOf(verdict), verdict.missed.join('\n')).toBeGreaterThanOrEqual(0.95);
});
