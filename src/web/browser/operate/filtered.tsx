import type { DataOf } from '../lib/request.ts';
import { Section, Table } from '../ui/parts.tsx';
import { HourBars } from './hour-bars.tsx';

type Answer = DataOf<'/manage/filtered'>;

/** Kinds in the order of a chart, from the bottom up. */
const CLICK_OUTCOMES = ['counted', 'waiting', 'ignored', 'refused', 'lost'] as const;
type ClickOutcome = (typeof CLICK_OUTCOMES)[number];

/** Each by its name and the class of its colour. */
const OUTCOME_LOOKS: Record<ClickOutcome, { name: string; look: string }> = {
  counted: { name: 'Counted', look: 'data-1' },
  waiting: { name: 'Waiting to be counted', look: 'data-none' },
  ignored: { name: 'Nobody’s click, or a repetition', look: 'data-2' },
  refused: { name: 'Refused', look: 'data-new' },
  lost: { name: 'Could not be counted', look: 'bad' },
};

const REASONS: Record<string, [kind: ClickOutcome, words: string]> = {
  repeated: ['ignored', 'The reader had clicked on the article that day'],
  bot: ['ignored', 'Bots and other programs'],
  prefetch: ['ignored', 'Pages that a browser loads ahead'],
  embedded: ['ignored', 'Links loaded as frames, pictures or by scripts'],
  noGesture: ['ignored', 'Links opened without a click'],
  burst: ['ignored', 'Mail gateways that follow every link'],
  head: ['ignored', 'Prefetched links'],
  unknownArticle: ['ignored', 'There is no such article'],
  notFound: ['ignored', 'There is no such article, for a followed link'],
  rateLimited: ['refused', 'Too many from one address'],
  keyRateLimited: ['refused', 'Too many with one key'],
  keyEnded: ['refused', 'The key of the link has ended'],
  forbidden: ['refused', 'The key belongs to another site'],
  apiKeyMissing: ['refused', 'No key'],
  apiKeyInvalid: ['refused', 'An unknown or revoked key'],
  parameterInvalid: ['refused', 'Malformed requests'],
  methodNotAllowed: ['refused', 'Requests by another method'],
  unavailable: ['lost', 'The queue was unavailable'],
  failed: ['lost', 'Counting failed'],
  malformed: ['lost', 'Malformed messages'],
  tooOld: ['lost', 'Too old to be counted'],
};

const kindOf = (reason: string): ClickOutcome => REASONS[reason]?.[0] ?? 'refused';
const reasonText = (reason: string): string => REASONS[reason]?.[1] ?? reason;

/** Clicks by kind, in the order of `CLICK_OUTCOMES`; they add up to all that came. */
function byOutcome({ counted, waiting, leftOut }: Pick<Answer, 'counted' | 'waiting' | 'leftOut'>): number[] {
  const of = (kind: ClickOutcome) =>
    Object.entries(leftOut).reduce((sum, [reason, clicks]) => (kindOf(reason) === kind ? sum + clicks : sum), 0);
  return CLICK_OUTCOMES.map((kind) => (kind === 'counted' ? counted : kind === 'waiting' ? waiting : of(kind)));
}

const SERIES = CLICK_OUTCOMES.map((kind) => OUTCOME_LOOKS[kind]);

/** What became of everything that came, by hour and by reason: it adds up. */
export function Filtered({ came, counted, waiting, leftOut, hours }: Answer) {
  const reasons = Object.entries(leftOut).sort(([, a], [, b]) => b - a);
  const rows: [words: string, clicks: number][] = [
    ['Counted', counted],
    ...(waiting > 0 ? [['Waiting to be counted', waiting] as [string, number]] : []),
    ...reasons.map(([reason, clicks]): [string, number] => [reasonText(reason), clicks]),
  ];
  return (
    <Section id="filtered" title="What happened to clicks">
      {came === 0 ? (
        <p class="hint">No page has reported a click in 24 hours. Imported clicks are not shown here.</p>
      ) : (
        <div class="columns">
          <HourBars
            label="Beacons and followed links of 24 hours"
            bars={hours.map((hour) => ({ hour: hour.hour, values: byOutcome(hour) }))}
            series={SERIES}
          />
          <Table
            class="sums"
            head={['Last 24 hours', ['Clicks', 'number'], ['Share', 'number']]}
            foot={<Row words="All that came in" clicks={came} of={came} />}
          >
            {rows.map(([words, clicks]) => (
              <Row key={words} words={words} clicks={clicks} of={came} />
            ))}
          </Table>
        </div>
      )}
    </Section>
  );
}

const Row = ({ words, clicks, of }: { words: string; clicks: number; of: number }) => (
  <tr>
    <th scope="row">{words}</th>
    <td class="number">{clicks.toLocaleString('en')}</td>
    <td class="number">{part(clicks / of)}</td>
  </tr>
);

const part = (share: number) =>
  share > 0 && share < 0.001 ? 'under 0.1%' : `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })}%`;
