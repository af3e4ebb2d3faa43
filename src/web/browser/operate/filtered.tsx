import type { DataOf } from '../lib/request/request.ts';
import { HourBars } from './hour-bars.tsx';
import { byOutcome, CLICK_OUTCOMES, OUTCOME_NAMES, reasonText } from './reasons.ts';

export type FilteredAnswer = DataOf<'/manage/filtered'>;

const SERIES = CLICK_OUTCOMES.map((kind) => ({ name: OUTCOME_NAMES[kind], look: `kind-${kind}` }));

/** What became of everything that came, by hour and by reason: it adds up. */
export function Filtered({ came, counted, waiting, leftOut, hours }: FilteredAnswer) {
  const reasons = Object.entries(leftOut).sort(([, a], [, b]) => b - a);
  const rows: [words: string, clicks: number][] = [
    ['Counted', counted],
    ...(waiting > 0 ? [['Waiting to be counted', waiting] as [string, number]] : []),
    ...reasons.map(([reason, clicks]): [string, number] => [reasonText(reason), clicks]),
  ];
  return (
    <section id="filtered" aria-labelledby="filtered-title">
      <h2 id="filtered-title">What happened to clicks</h2>
      {came === 0 ? (
        <p class="hint">No page has reported a click in 24 hours. Imported clicks are not shown here.</p>
      ) : (
        <div class="columns">
          <HourBars
            label="Beacons and followed links of 24 hours"
            bars={hours.map((hour) => ({ hour: hour.hour, values: byOutcome(hour) }))}
            series={SERIES}
          />
          <table class="sums">
            <thead>
              <tr>
                <th scope="col">Last 24 hours</th>
                <th scope="col" class="number">
                  Clicks
                </th>
                <th scope="col" class="number">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([words, clicks]) => (
                <Row key={words} words={words} clicks={clicks} of={came} />
              ))}
            </tbody>
            <tfoot>
              <Row words="All that came in" clicks={came} of={came} />
            </tfoot>
          </table>
        </div>
      )}
    </section>
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
