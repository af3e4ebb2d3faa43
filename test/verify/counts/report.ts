import { fixed, table, whole } from '../../bench/lib/report.ts';
import type { Total } from './attack.ts';
import { CLICKS_AN_HOUR } from './partner.ts';
import type { Size } from './site.ts';

const percent = (part: number): string => (Number.isFinite(part) ? `${fixed(100 * part)} %` : '–');

export function describe(found: readonly Total[], size: Size): string {
  const sites = found[0]?.sites ?? 1;
  const each = (count: number) => whole(count / sites);
  const row = ({ technique, rules, clicks, questions, hours, claims, exact, largest, error }: Total) => [
    technique.name,
    technique.counts,
    rules,
    each(clicks),
    each(questions),
    each(hours),
    each(claims),
    claims > 0 ? percent(exact / claims) : '–',
    exact > 0 ? whole(largest) : '–',
    claims > 0 ? percent(error) : '–',
  ];
  return `\`npm run verify -- counts\`, ${new Date().toISOString().slice(0, 10)}: ${sites} simulated sites of ${whole(size.articles)} articles, ${size.topics} topics and ${size.perHour} readers' clicks an hour.
The attacker has a secret key, asks as often as they like, and has up to ${CLICKS_AN_HOUR} own clicks an hour for a week. Every own click counts as one, as with a signing secret or a fleet that looks like
readers: of one network at most 9 clicks of an article count, of one browser 50 ([discounting](weights.md)), and the techniques with own clicks then end there.
Rankings, rounding and thresholds are the service's own code; a test compares the simulated answers with those of the running Worker. “before” has growth to one decimal that moves with each
click, shares that move with each read, groups that show one reader, and rows as they were read. Figures are for one site; “largest exact” is the largest count that was found to the click on any.

${table(['technique', 'what it counts', 'rules', 'own clicks', 'questions', 'hours', 'counts', 'exact', 'largest exact', 'median error'], found.map(row))}

Not in the table, because nothing is found: \`ETag\`, \`Server-Timing\`, status codes, response headers and rows read, CSV. Above the thresholds each of these is the same, byte for byte, for 50 and 110 times the
clicks (\`test/routes/insights/thresholds.test.ts\`); intervals and the order of rising content are the two answers that depend on how many clicks there are.`;
}

export function summary(found: readonly Total[]): string {
  const of = (name: string, rules = 'now') =>
    found.find(({ technique, rules: own }) => technique.name.startsWith(name) && own === rules);
  const exact = (total: Total | undefined) =>
    total && total.claims > 0 ? percent(total.exact / total.claims) : 'none';
  const burst = 'growth asked after each';
  const ties = of('ties');
  return `Growth asked while clicking gave ${exact(of(burst, 'before'))} of the counts it aimed at exactly, and gives ${of(burst)?.claims ? exact(of(burst)) : 'none'} now. Without a click, order gives ${exact(ties)} of the articles of 24 hours on a site of few readers (the largest count is ${ties?.largest ?? 0}). Intervals give a topic's counts with a median error of ${percent(of('width')?.error ?? Number.NaN)}. Overtaking gives any count exactly for as many own clicks that count.`;
}
