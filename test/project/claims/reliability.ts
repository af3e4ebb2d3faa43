import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Claim, says } from './claim.ts';
import { pageOf, rowsOf } from './measured.ts';
import { NUMBER, numbersIn, sentencesOf } from './sentences.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/reliability.md');
const LINE = /^- \[[^\]]*\]\(measured\/([\w-]+)\.md\): (.*)$/gm;

const attacks = rowsOf('inflation').filter(({ promise }) => promise !== undefined).length;

/** Returns true if a page of docs/measured/ states a number, as the same word or with at least as many decimals. */
function isOn(page: string, number: string): boolean {
  if (/^[a-z]/i.test(number)) return page.includes(` ${number}`);
  const [, decimals = ''] = number.split('.');
  return Array.from(page.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([found]) => found.replaceAll(',', '')).some((found) => {
    const isExact = decimals === '' || (found.split('.')[1] ?? '').length === decimals.length;
    return (isExact ? found : Number(found).toFixed(decimals.length)) === number.replaceAll(',', '');
  });
}

/** Returns claims for lines that commands write. Numbers that are not on the page need a test. */
const measuredLines = (): Claim[] =>
  Array.from(readFileSync(DOCUMENT, 'utf8').matchAll(LINE)).flatMap(([line, name = '']) => {
    const page = pageOf(name);
    return sentencesOf(line)
      .filter((text) => numbersIn(text).length > 0)
      .map((text) => ({
        text,
        bare: text.replaceAll(NUMBER, (number) => (isOn(page, number.replace(/[.,]+$/, '')) ? '…' : number)),
        tests: [],
      }));
  });

const EXPLICIT = [
  says`Inflation: ${attacks} attacks used fake clicks to change rankings.`(),
  says`From one address, or from one network with less than 17% of the site's readers, no attack lifts an unread article into the top 10 of an active ranking.`(
    'test/verify/abuse/inflation.test.ts: an attack does not lift a silent article into an active ranking: %s',
    'test/engagement/bounds.test.ts: on a site with %d readers per day, the weight gained from %s stays within its bound',
  ),
];
const explained = new Set(EXPLICIT.map(({ text }) => text));

export const RELIABILITY: readonly Claim[] = [
  ...EXPLICIT,
  ...measuredLines().filter(({ text }) => !explained.has(text)),
];
