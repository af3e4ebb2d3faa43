import { type DataOf, request } from '../lib/request.ts';
import { formatHour } from '../lib/time.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { Section, Table } from '../ui/parts.tsx';

export interface HourBar {
  hour: string;
  values: readonly number[];
}

interface HourBars {
  label: string;
  bars: readonly HourBar[];
  series: readonly { name: string; look: string }[];
  hint?: string;
}

const BAR_WIDTH = 10;
const BAR_GAP = 2;
const CHART_HEIGHT = 100;
/** Minimum height of a non-zero bar, in SVG units. */
const MIN_BAR_HEIGHT = 1.5;

export function HourBars({ label, bars, series, hint }: HourBars) {
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const shown = series.map((one, i) => ({ ...one, i })).filter(({ i }) => bars.some(({ values }) => values[i]));
  return (
    <figure class="bars">
      <div class="plot">
        <span class="most hint">{most.toLocaleString('en')} in an hour</span>
        <svg
          viewBox={`0 0 ${bars.length * BAR_WIDTH} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}. The most in an hour: ${most.toLocaleString('en')}. The figures follow as a table.`}
        >
          {bars.map((bar, place) => (
            <Stack key={bar.hour} bar={bar} place={place} most={most} series={series} />
          ))}
        </svg>
      </div>
      <p class="row between ends hint">
        <span>{timeOf(bars[0])}</span>
        <span>{timeOf(bars.at(-1))}</span>
      </p>
      <figcaption class="row">
        {shown.map(({ name, look, i }) => (
          <span key={name} class={look}>
            {name}: <b>{total(bars, i).toLocaleString('en')}</b>
          </span>
        ))}
      </figcaption>
      {hint ? <p class="hint">{hint}</p> : null}
      <details>
        <summary>Figures by hour</summary>
        <Table
          label={`${label}: figures by hour`}
          head={['Hour', ...shown.map(({ name }) => [name, 'number'] as const)]}
        >
          {bars.toReversed().map((bar) => (
            <tr key={bar.hour}>
              <th scope="row">{timeOf(bar)}</th>
              {shown.map(({ name, i }) => (
                <td key={name} class="number">
                  {(bar.values[i] ?? 0).toLocaleString('en')}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

function Stack({ bar, place, most, series }: { bar: HourBar; place: number; most: number } & Pick<HourBars, 'series'>) {
  let top = CHART_HEIGHT;
  return (
    <g>
      <title>{`${timeOf(bar)}: ${series.map(({ name }, i) => `${name} ${bar.values[i] ?? 0}`).join(', ')}`}</title>
      {series.map(({ name, look }, i) => {
        const value = bar.values[i] ?? 0;
        if (value === 0) return null;
        const height = Math.max(MIN_BAR_HEIGHT, (CHART_HEIGHT * value) / most);
        top -= height;
        return (
          <rect key={name} class={look} x={place * BAR_WIDTH} y={top} width={BAR_WIDTH - BAR_GAP} height={height} />
        );
      })}
    </g>
  );
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const total = (bars: readonly HourBar[], i: number): number => sum(bars.map(({ values }) => values[i] ?? 0));

const timeOf = (bar: HourBar | undefined): string => (bar ? formatHour(Date.parse(bar.hour)) : '');

type FilteredClicks = DataOf<'/manage/filtered'>;

const OUTCOMES = {
  counted: { name: 'Counted', look: 'data-1' },
  waiting: { name: 'Waiting to be counted', look: 'data-none' },
  ignored: { name: 'Ignored: bots, prefetches, repeats', look: 'data-2' },
  refused: { name: 'Refused', look: 'data-new' },
  lost: { name: 'Could not be counted', look: 'bad' },
};
type ClickOutcome = keyof typeof OUTCOMES;

const REASONS: Record<string, [kind: ClickOutcome, words: string]> = {
  repeated: ['ignored', 'Repeat click by the same reader that day'],
  bot: ['ignored', 'Bots and other programs'],
  prefetch: ['ignored', 'Pages preloaded by a browser'],
  embedded: ['ignored', 'Links loaded as frames, as images or by scripts'],
  noGesture: ['ignored', 'Links opened without a click'],
  burst: ['ignored', 'Email gateways that follow every link'],
  ownStaff: ['ignored', 'Your own staff'],
  head: ['ignored', 'Prefetched links'],
  noListToken: ['refused', 'Required list token missing'],
  unknownArticle: ['ignored', 'Unknown article'],
  notFound: ['ignored', 'Link to an unknown article'],
  rateLimited: ['refused', 'Too many from one address'],
  keyRateLimited: ['refused', 'Too many with one key'],
  keyEnded: ['refused', 'The link’s key has expired'],
  forbidden: ['refused', 'The key belongs to another site'],
  apiKeyMissing: ['refused', 'No key'],
  apiKeyInvalid: ['refused', 'Unknown or revoked key'],
  parameterInvalid: ['refused', 'Malformed requests'],
  methodNotAllowed: ['refused', 'Requests with another method'],
  unavailable: ['lost', 'The queue was unavailable'],
  failed: ['lost', 'Counting failed'],
  malformed: ['lost', 'Malformed messages'],
  tooOld: ['lost', 'Recorded under a different clock, to be counted again'],
};

const kindOf = (reason: string): ClickOutcome => REASONS[reason]?.[0] ?? 'refused';
const reasonText = (reason: string): string => REASONS[reason]?.[1] ?? reason;

/** Returns the click counts in the order of `OUTCOMES`. Together, they equal the number of received clicks. */
function byOutcome({ counted, waiting, leftOut }: Pick<FilteredClicks, 'counted' | 'waiting' | 'leftOut'>): number[] {
  const of = (kind: ClickOutcome) =>
    Object.entries(leftOut).reduce((sum, [reason, clicks]) => (kindOf(reason) === kind ? sum + clicks : sum), 0);
  return [counted, waiting, of('ignored'), of('refused'), of('lost')];
}

export function FilteredSection({ came, counted, waiting, leftOut, hours }: FilteredClicks) {
  const reasons = Object.entries(leftOut).sort(([, a], [, b]) => b - a);
  const rows: [words: string, clicks: number][] = [
    ['Counted', counted],
    ...(waiting > 0 ? [['Waiting to be counted', waiting] as [string, number]] : []),
    ...reasons.map(([reason, clicks]): [string, number] => [reasonText(reason), clicks]),
  ];
  return (
    <Section id="filtered" title="What happened to clicks">
      <p class="hint after-3">
        {came === 0 ? 'No page has sent a click in 24 hours. ' : ''}
        <a href="/embed#working">See the clicks with one key</a>
      </p>
      {came === 0 ? null : (
        <div class="columns">
          <HourBars
            label="Beacons and followed links, last 24 hours"
            bars={hours.map((hour) => ({ hour: hour.hour, values: byOutcome(hour) }))}
            series={Object.values(OUTCOMES)}
          />
          <Table
            class="sums"
            head={['Last 24 hours', ['Clicks', 'number'], ['Share', 'number']]}
            foot={<SumRow words="All clicks received" clicks={came} of={came} />}
          >
            {rows.map(([words, clicks]) => (
              <SumRow key={words} words={words} clicks={clicks} of={came} />
            ))}
          </Table>
        </div>
      )}
    </Section>
  );
}

const SumRow = ({ words, clicks, of }: { words: string; clicks: number; of: number }) => (
  <tr>
    <th scope="row">{words}</th>
    <td class="number">{clicks.toLocaleString('en')}</td>
    <td class="number">{part(clicks / of)}</td>
  </tr>
);

const part = (share: number) =>
  share > 0 && share < 0.001 ? 'under 0.1%' : `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })}%`;

type DiscountingData = DataOf<'/manage/discounting'>;
type Article = DiscountingData['articles'][number];

const OUTLIER_COLUMNS = [
  { name: 'One network stood out', look: 'data-2' },
  { name: 'One prefix of addresses stood out', look: 'data-1' },
  { name: 'One browser stood out', look: 'data-new' },
];
const TABLE_HEADINGS = ['Article', 'What stood out', ['Clicks', 'number'], ['Discounted', 'number']] as const;
const OUTLIER_NAMES = { network: 'Network', prefix: 'Prefix', browser: 'Browser' } as const;
const placeOf = (place: number | null) => (place === null ? 'not among the first ten' : `number ${place}`);
const number = (value: number) => value.toLocaleString('en');

const discountedInWords = ({
  clicks,
  discounted,
  percent,
}: Pick<DiscountingData, 'clicks' | 'discounted' | 'percent'>) =>
  `${
    discounted === 0
      ? 'All unsigned clicks in the last 24 hours were counted.'
      : `${number(discounted)} of ${number(clicks)} unsigned clicks in the last 24 hours (${percent}%) were discounted.`
  } Imported clicks are included.`;

interface DiscountingProps extends DiscountingData {
  reload: () => void;
}

export function Discounting({
  state,
  samplesLeft,
  clicks,
  discounted,
  percent,
  hours,
  articles,
  lists,
  reload,
}: DiscountingProps) {
  const accept = async () => {
    await request('/manage/discounting/accept', { method: 'POST' });
    showToast('The current traffic sources are now the baseline.');
    reload();
  };
  return (
    <Section id="weights" title="Discounted clicks">
      {state === 'off' ? (
        <p>Discounting is off (DISCOUNTING=off): every click counts in full, whatever its source.</p>
      ) : null}
      {state === 'on' ? (
        <p>
          {clicks === 0
            ? 'No unsigned clicks in the last 24 hours.'
            : discountedInWords({ clicks, discounted, percent })}
        </p>
      ) : null}
      {samplesLeft < 0.5 ? (
        <div class="row">
          <p>
            Your readers’ networks or browsers differ from two weeks ago, or someone is sending clicks to shift the
            baseline. {Math.round(100 * samplesLeft)}% of the new samples were accepted. Accept the new baseline only if
            you expected this change.
          </p>
          <Button text="Accept the new baseline" press={accept} />
        </div>
      ) : null}
      {hours.some(({ network, prefix, browser }) => network + prefix + browser > 0) ? (
        <HourBars
          label="Discounted clicks by hour, last 24 hours"
          bars={hours.map(({ hour, network, prefix, browser }) => ({ hour, values: [network, prefix, browser] }))}
          series={OUTLIER_COLUMNS}
          hint="Each hour is evaluated separately. A network or browser may stand out over the whole day even if it does not in any single hour."
        />
      ) : null}
      {articles.length > 0 ? (
        <Table label="Articles with discounted clicks" head={TABLE_HEADINGS}>
          {articles.map((article) => (
            <ArticleRow key={article.contentId} of={article} />
          ))}
        </Table>
      ) : null}
      {lists.length > 0 ? (
        <details>
          <summary>Ranks changed by discounting</summary>
          <ul>
            {lists.map(({ list, ref, name, place, without }) => (
              <li key={`${list} ${ref}`}>
                {name ?? ref} among {list === 'audiences' ? `the topics of ${ref.split('/')[0]}` : list}:{' '}
                {placeOf(place)}; without discounting: {placeOf(without)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}

const ArticleRow = ({ of: { contentId, title, clicks, discounted, concentratedIn, hours } }: { of: Article }) => (
  <tr>
    <th scope="row">
      {title ?? `Article ${contentId}`}
      <details>
        <summary>By hour</summary>
        <ul class="hint">
          {hours.map((hour) => (
            <li key={hour.hour}>
              {formatHour(Date.parse(hour.hour))}: {number(hour.clicks)} clicks
              {hour.concentratedIn
                ? `, ${number(hour.discounted)} discounted (${OUTLIER_NAMES[hour.concentratedIn].toLowerCase()})`
                : ''}
            </li>
          ))}
        </ul>
      </details>
    </th>
    <td>{OUTLIER_NAMES[concentratedIn]}</td>
    <td class="number">{number(clicks)}</td>
    <td class="number">{number(discounted)}</td>
  </tr>
);
