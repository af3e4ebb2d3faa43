import type { DataOf } from '../lib/request/request.ts';
import { hourOf } from '../lib/time.ts';
import { Section } from '../ui/section.tsx';
import { Table } from '../ui/table.tsx';
import { HourBars } from './hour-bars.tsx';

type WeightsAnswer = DataOf<'/manage/weights'>;
type Article = WeightsAnswer['articles'][number];

const SERIES = [
  { name: 'One network stood out', look: 'data-2' },
  { name: 'One prefix of addresses stood out', look: 'data-1' },
  { name: 'One browser stood out', look: 'data-new' },
];
const KIND = { network: 'Network', prefix: 'Prefix', browser: 'Browser' } as const;
const number = (value: number) => value.toLocaleString('en');

/** What weights take off: how much, when, from which articles, and what kind of class stood out. */
export function Weights({ state, votesLeft, clicks, takenOff, percent, hours, articles }: WeightsAnswer) {
  return (
    <Section id="weights" title="Taken off by weights">
      {state === 'off' ? (
        <p>Weights are off (WEIGHTS=off): every click counts as one, wherever it comes from.</p>
      ) : null}
      {state === 'on' ? (
        <p>
          {takenOff === 0
            ? `All ${number(clicks)} unsigned clicks of the last 24 hours count.`
            : `Of ${number(clicks)} unsigned clicks of the last 24 hours ${number(takenOff)} do not count: ${percent}%.`}
        </p>
      ) : null}
      {votesLeft < 0.5 ? (
        <p>
          Readers come from other networks or browsers than two weeks ago: {Math.round(100 * votesLeft)}% of what says
          what is usual here was kept. If they have moved, take the new ones as usual:{' '}
          <code>POST /manage/weights/accept</code>.
        </p>
      ) : null}
      {hours.some(({ network, prefix, browser }) => network + prefix + browser > 0) ? (
        <HourBars
          label="Clicks taken off in 24 hours, each hour by itself"
          bars={hours.map(({ hour, network, prefix, browser }) => ({ hour, values: [network, prefix, browser] }))}
          series={SERIES}
          hint="Each hour is weighed by itself. Over the whole day, a network or browser may stand out that does not in any single hour."
        />
      ) : null}
      {articles.length > 0 ? <Articles articles={articles} /> : null}
    </Section>
  );
}

const Articles = ({ articles }: { articles: Article[] }) => (
  <Table
    label="Articles with clicks that do not count"
    head={['Article', 'What stood out', ['Clicks', 'number'], ['Do not count', 'number']]}
  >
    {articles.map((article) => (
      <Row key={article.contentId} of={article} />
    ))}
  </Table>
);

const Row = ({ of: { contentId, title, clicks, takenOff, stoodOut, hours } }: { of: Article }) => (
  <tr>
    <th scope="row">
      {title ?? `Article ${contentId}`}
      <details>
        <summary>By hour</summary>
        <ul class="hint">
          {hours.map((hour) => (
            <li key={hour.hour}>
              {hourOf(Date.parse(hour.hour))}: {number(hour.clicks)} clicks
              {hour.stoodOut ? `, ${number(hour.takenOff)} do not count (${KIND[hour.stoodOut].toLowerCase()})` : ''}
            </li>
          ))}
        </ul>
      </details>
    </th>
    <td>{KIND[stoodOut]}</td>
    <td class="number">{number(clicks)}</td>
    <td class="number">{number(takenOff)}</td>
  </tr>
);
