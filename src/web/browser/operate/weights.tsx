import { type DataOf, request } from '../lib/request/request.ts';
import { hourOf } from '../lib/time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import { Table } from '../ui/table.tsx';
import { showToast } from '../ui/toast.tsx';
import { HourBars } from './hour-bars.tsx';

type WeightsAnswer = DataOf<'/manage/weights'>;
type Article = WeightsAnswer['articles'][number];

const SERIES = [
  { name: 'One network stood out', look: 'data-2' },
  { name: 'One prefix of addresses stood out', look: 'data-1' },
  { name: 'One browser stood out', look: 'data-new' },
];
const HEAD = ['Article', 'What stood out', ['Clicks', 'number'], ['Do not count', 'number']] as const;
const KIND = { network: 'Network', prefix: 'Prefix', browser: 'Browser' } as const;
const placeOf = (place: number | null) => (place === null ? 'not among the first ten' : `number ${place}`);
const number = (value: number) => value.toLocaleString('en');

interface Props extends WeightsAnswer {
  reload: () => void;
}

/** What weights take off: how much, when, from which articles, and what kind of class stood out. */
export function Weights({ state, votesLeft, clicks, takenOff, percent, hours, articles, lists, reload }: Props) {
  const accept = async () => {
    await request('/manage/weights/accept', { method: 'POST' });
    showToast('What readers come from now is taken as usual.');
    reload();
  };
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
        <div class="row">
          <p>
            Readers come from other networks or browsers than two weeks ago, or somebody sends clicks to make theirs
            look usual: {Math.round(100 * votesLeft)}% of what says what is usual here was kept. Accept only if readers
            have moved.
          </p>
          <Button text="Accept as usual" press={accept} />
        </div>
      ) : null}
      {hours.some(({ network, prefix, browser }) => network + prefix + browser > 0) ? (
        <HourBars
          label="Clicks taken off in 24 hours, each hour by itself"
          bars={hours.map(({ hour, network, prefix, browser }) => ({ hour, values: [network, prefix, browser] }))}
          series={SERIES}
          hint="Each hour is weighed by itself. Over the whole day, a network or browser may stand out that does not in any single hour."
        />
      ) : null}
      {articles.length > 0 ? (
        <Table label="Articles with clicks that do not count" head={HEAD}>
          {articles.map((article) => (
            <Row key={article.contentId} of={article} />
          ))}
        </Table>
      ) : null}
      {lists.length > 0 ? (
        <details>
          <summary>Places in lists that weights have changed</summary>
          <ul>
            {lists.map(({ list, ref, name, place, without }) => (
              <li key={`${list} ${ref}`}>
                {name ?? ref} among {list === 'audiences' ? `the topics of ${ref.split('/')[0]}` : list}:{' '}
                {placeOf(place)}; if all clicks counted: {placeOf(without)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}

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
