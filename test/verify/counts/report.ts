import { fixed, table, whole } from '../../bench/lib/report.ts';
import type { Total } from './attack.ts';
import { CLICKS_AN_HOUR } from './partner.ts';
import type { Size } from './site.ts';

const percent = (part: number): string => (Number.isFinite(part) ? `${fixed(100 * part)} %` : '–');

export function describe(found: readonly Total[], size: Size): string {
  const sites = found[0]?.sites ?? 1;
  const each = (count: number) => whole(count / sites);
  const row = ({ technique, clicks, claims, exact, largest, error }: Total) => [
    technique.name,
    technique.counts,
    each(clicks),
    each(claims),
    claims > 0 ? percent(exact / claims) : '–',
    exact > 0 ? whole(largest) : '–',
    claims > 0 ? percent(error) : '–',
  ];
  const tried = found.filter(({ rules }) => rules === 'now');
  const successful = tried.filter(({ claims }) => claims > 0);
  return `\`npm run verify -- counts\`: ${sites} simulated sites of ${whole(size.articles)} articles, ${size.topics} topics and ${size.perHour} readers' clicks an hour.
The attacker has a secret key, sends any number of requests, and has up to ${CLICKS_AN_HOUR} own clicks an hour for a week. Every own click counts, as with a signing secret. Unsigned clicks of one network count 9 times per article at most, of one browser 50 times ([discounting](../explanation/discounting.md)). Rankings, rounding and thresholds are the service's own code. Figures are for one site; “largest exact” is the largest count that was found exactly on any site.

${table(['technique', 'what it counts', 'own clicks', 'counts', 'exact', 'largest exact', 'median error'], successful.map(row))}

${tried.length - successful.length} further techniques find no count.

\`ETag\`, \`Server-Timing\`, status codes, response headers, rows read and CSV reveal nothing. Above the thresholds each is the same for 50 and 110 times the clicks (\`test/routes/insights/thresholds.test.ts\`). The exceptions are intervals and the order of rising content.`;
}

export function summary(found: readonly Total[]): string {
  const of = (name: string) => found.find(({ technique, rules }) => technique.name.startsWith(name) && rules === 'now');
  const exact = (total: Total | undefined) =>
    total && total.claims > 0 ? percent(total.exact / total.claims) : 'none';
  const ties = of('ties');
  return `On a site with few readers, list order reveals the exact 24-hour counts of ${exact(ties)} of the articles, but only counts up to ${ties?.largest ?? 0}. Confidence intervals reveal the counts of topics with a median error of ${percent(of('width')?.error ?? Number.NaN)}. A partner whose clicks count in full can measure any count.`;
}
