/**
 * `npm run verify:tagging [-- ARTICLES.ndjson]`: precision and recall of the tagger on all labelled headlines, and what it got wrong;
 * with the import file of a newspaper on its labelled headlines, too.
 */
import { TAG_KINDS } from '../../src/tagging/tags.ts';
import {
  type Ambiguous,
  type Geographic,
  judgeCompanies,
  judgeCountries,
  labelled,
  precisionOf,
  recallOf,
  type Verdict,
} from '../tagging/judge.ts';
import { type LabelledSet, labelledSets, scoreOf, totalOf } from '../tagging/labelled-sets.ts';
import { realHeadlines } from '../tagging/real-headlines.ts';

const LEAST = { precision: 0.98, recall: 0.95 };

const percent = (part: number) => (Number.isNaN(part) ? '–' : `${(100 * part).toFixed(1)} %`);
const [file] = process.argv.slice(2);
const sets = [...labelledSets(), ...(file ? realHeadlines(file) : [])];

for (const set of sets) {
  console.log(`\n${set.sample.length} ${set.name}`);
  for (const { kind, labels, found, right, precision, recall } of scoreOf(set))
    console.log(
      `  ${kind.padEnd(10)} precision ${percent(precision)} (${right} of ${found}), recall ${percent(recall)} (${right} of ${labels})`,
    );
  for (const line of mistakesOf(set)) console.log(`  ${line}`);
}
// Labelled by others: rules were fitted on the first two, never on the last.
for (const part of ['fit', 'aside', 'later']) {
  judged(`companies of ambiguous names, ${part}`, judgeCompanies(labelled<Ambiguous>(`ambiguous-${part}`)));
  for (const [language, sample = []] of Map.groupBy(labelled<Geographic>(`countries-${part}`), (one) => one.language))
    judged(`countries in ${language}, ${part}`, judgeCountries(sample));
}
for (const half of ['fit', 'aside']) {
  const its = <T>(name: string) => labelled<T & { half: string }>(name).filter((one) => one.half === half);
  judged(`companies of ambiguous names on wires, ${half}`, judgeCompanies(its<Ambiguous>('ambiguous-wire')));
  for (const [language, sample = []] of Map.groupBy(its<Geographic>('countries-wire'), (one) => one.language))
    judged(`countries in ${language} on wires, ${half}`, judgeCountries(sample));
}
const total = sumUp('all', sets);
sumUp(
  'labelled when the rules were final',
  sets.filter(({ isLater }) => isLater),
);
if (total.precision < LEAST.precision || total.recall < LEAST.recall) process.exitCode = 1;

function judged(name: string, verdict: Verdict) {
  console.log(`\n${name}: precision ${percent(precisionOf(verdict))}, recall ${percent(recallOf(verdict))}`);
  for (const line of verdict.wrong) console.log(`  + ${line}`);
  for (const line of verdict.missed) console.log(`  - ${line}`);
}

function sumUp(name: string, some: readonly LabelledSet[]) {
  const { found, labels, right, precision, recall } = totalOf(some);
  const headlines = some.reduce((sum, { sample }) => sum + sample.length, 0);
  console.log(
    `\n${name}, ${headlines} headlines: precision ${percent(precision)} (${right} of ${found}), recall ${percent(recall)} (${right} of ${labels})`,
  );
  return { precision, recall };
}

function mistakesOf({ sample, tagger }: LabelledSet): string[] {
  return sample.flatMap(({ tags: wanted, ...text }) => {
    const given = tagger.tags(text);
    return TAG_KINDS.flatMap((kind) => {
      const [right, found] = [new Set<string | number>(wanted[kind]), new Set<string | number>(given[kind])];
      const wrong = [...found].filter((tag) => !right.has(tag)).map((tag) => `+${tag}`);
      const missed = [...right].filter((tag) => !found.has(tag)).map((tag) => `-${tag}`);
      return wrong.length + missed.length > 0 ? [`${kind} ${[...wrong, ...missed].join(' ')}: ${text.title}`] : [];
    });
  });
}
